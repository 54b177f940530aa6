"""The end in figures: standings that add up, and lines of worth from the start to the last move."""

from companion.engine.state import Game
from companion.engine.valuation import worth
from companion.table.game_over import POINTS, chart, standings
from companion.table.story.evening import Evening, Placed
from tests.ui.positions import at, table
from tests.words import plain

ENDED = (
    "ruling: Ann owns Boardwalk; Ann owns Park Place; Bob owns Reading Railroad; Bob has $3000",
    "ruling: Boardwalk carries 2 houses",
    "ruling: Cy is out",
    "ruling: Bob is out",
)


def figures(game: Game) -> list[tuple[str, str, str, str, str]]:
    return [plain((s.name, s.cash, s.deeds, s.buildings, s.worth)) for s in standings(game)]


def test_the_winner_is_first_and_the_last_to_go_is_next() -> None:
    assert figures(at(*ENDED)) == [
        ("Ann", "$1,500", "$750", "$400", "$2,650"),
        ("Bob", "$0", "$0", "$0", "$0"),
        ("Cy", "$0", "$0", "$0", "$0"),
    ]


def test_a_mortgaged_deed_counts_half() -> None:
    game = at("ruling: Ann owns Park Place; Park Place is mortgaged", *ENDED[2:])
    assert figures(game)[0] == ("Ann", "$1,500", "$175", "$0", "$1,675")


def test_an_undone_bankruptcy_is_none() -> None:
    game = at("ruling: Cy is out", "undo", "ruling: Bob is out", "ruling: Cy is out")
    assert [s.name for s in standings(game)] == ["Ann", "Cy", "Bob"]


def test_a_line_begins_with_the_first_dollars_and_ends_with_the_worth() -> None:
    game = at(*ENDED)
    lines = chart(game).lines
    assert [line.values[0] for line in lines] == [1500] * 3
    assert lines[0].values[-1] == worth(game, "Ann")
    assert [len(line.values) for line in lines] == [5, 4, 3], "a line ends with its player"


def test_what_was_taken_back_is_in_no_line() -> None:
    game = at("ruling: Ann has $9000", "undo", "ruling: Cy is out", "ruling: Bob is out")
    assert max(chart(game).lines[0].values) == 1500


def test_a_long_game_is_drawn_through_some_of_its_positions() -> None:
    game = at(*(f"ruling: Ann has ${cash}" for cash in range(1000, 1000 + 3 * POINTS)))
    [line, *_] = chart(game).lines
    assert len(line.values) == POINTS == chart(game).width
    assert (line.values[0], line.values[-1]) == (1500, 1000 + 3 * POINTS - 1)


def test_the_edge_has_a_few_round_sums_that_reach_over_everything() -> None:
    for cash in (0, 7, 99, 1500, 2300, 12345, 999999):
        game = at(
            *(f"ruling: {name} has ${cash}" for name in ("Ann", "Bob")), game=table("Ann Bob")
        )
        marks = [mark for mark, _ in chart(game).marks]
        assert marks[0] == 0
        assert marks[-1] >= max(1500, cash)
        assert 3 <= len(marks) <= 8


def ended(names: str) -> Evening:
    """A game that ended in the order of these names."""
    places = enumerate(names.split(), 1)
    return Evening(tuple(Placed(n, name, n - 1, ("$1",), n == 1) for n, name in places))


def test_the_winner_stands_between_the_second_and_the_third() -> None:
    evening = ended("Ann Bob Cy")
    assert [step.name for step in evening.steps] == ["Bob", "Ann", "Cy"]
    assert evening.others == ()


def test_of_many_players_three_stand_on_the_podium_and_nobody_is_left_out() -> None:
    evening = ended("Ann Bob Cy Dee Eve Fay Gus Hal Ida Jo Kim Lou")
    assert len(evening.steps) == 3
    assert {*evening.steps, *evening.others} == {*evening.ranks}
