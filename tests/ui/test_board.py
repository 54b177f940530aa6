"""The board as values: cells of the ring, the chosen space, and everybody's worth."""

import pytest

from companion import text
from companion.engine.decide import outcome
from companion.engine.events import Event
from companion.engine.state import Game
from companion.table.board import Cell, chosen_space, earnings, ranking, ring_cells
from companion.text.screens.board import BOARD, text_of
from tests.ui.positions import at, read, table

ORANGE = "ruling: Ann owns St. James Place; Ann owns Tennessee Avenue; Ann owns New York Avenue"
TENNESSEE, READING, LUXURY_TAX, PARKING = 18, 5, 38, 20


def history(*lines: str, game: Game | None = None) -> tuple[Game, list[Event]]:
    """The position after these lines, and all events that led there."""
    game, events = game or table(), []
    for line in lines:
        new, game = outcome(game, read(game, line))
        events += new
    return game, events


def test_every_space_has_a_cell() -> None:
    cells = ring_cells(table())
    assert len(cells) == 40
    assert cells[0] == Cell(picture="go", tokens=(0, 1, 2))
    assert cells[TENNESSEE] == Cell("orange")
    assert cells[READING] == Cell("railroad", "railroad")


def test_a_cell_shows_owner_buildings_and_tokens() -> None:
    game = at(ORANGE, "ruling: Tennessee Avenue carries 3 houses; Bob stands on Tennessee Avenue")
    assert ring_cells(game)[TENNESSEE] == Cell("orange", marker=0, houses=3, tokens=(1,))
    game = at(ORANGE, "ruling: Tennessee Avenue carries hotel", game=game)
    assert ring_cells(game)[TENNESSEE] == Cell("orange", marker=0, hotel=True, tokens=(1,))


def test_a_mortgage_and_a_player_who_left_are_seen() -> None:
    game = at("ruling: Bob owns Reading Railroad; Reading Railroad is mortgaged; Cy is out")
    cells = ring_cells(game)
    assert cells[READING] == Cell("railroad", "railroad", marker=1, mortgaged=True)
    assert cells[0].tokens == (0, 1)


def test_one_move_changes_the_cells_it_is_about() -> None:
    before = table()
    after = at("Ann throws 2 3", "Ann buys", game=before)
    pairs = zip(ring_cells(before), ring_cells(after), strict=True)
    assert [position for position, (was, now) in enumerate(pairs) if was != now] == [0, READING]


def test_a_deed_for_sale_says_its_price() -> None:
    chosen = chosen_space(table(), TENNESSEE, ())
    assert (chosen.marker, chosen.owner) == (-1, BOARD["for sale"])
    assert chosen.about == text_of("price", amount="$180")
    assert [row.today for row in chosen.rows] == [False] * len(chosen.rows)


def test_a_chosen_deed_shows_its_owner_the_rent_now_and_the_next() -> None:
    game = at(ORANGE, "ruling: Tennessee Avenue carries 2 houses")
    chosen = chosen_space(game, TENNESSEE, ())
    assert (chosen.marker, chosen.owner, chosen.about) == (0, "Ann", BOARD["full set"])
    now, then, mortgage = chosen.rows
    assert (now.picture, now.count, now.amount) == ("house", 2, text_of("rent now", amount="$200"))
    assert (then.picture, then.count, then.amount) == ("house", 3, "$550")
    assert mortgage.amount == "$90"


def test_a_hotel_has_no_higher_rent() -> None:
    game = at(ORANGE, "ruling: Tennessee Avenue carries hotel")
    now, mortgage = chosen_space(game, TENNESSEE, ()).rows
    assert (now.picture, mortgage.text) == ("hotel", BOARD["mortgage"])


def test_a_mortgaged_deed_says_so() -> None:
    game = at("ruling: Ann owns Tennessee Avenue; Tennessee Avenue is mortgaged")
    chosen = chosen_space(game, TENNESSEE, ())
    assert (chosen.mortgaged, chosen.about) == (True, BOARD["mortgaged"])


RENT = (
    f"{ORANGE}; Tennessee Avenue carries 2 houses; Bob stands on Electric Company",
    "ruling: Bob has the dice",
    "Bob throws 1 5",
    "Ann collects rent",
)


def test_rent_adds_up_until_the_deed_has_paid_for_itself() -> None:
    game, events = history(*RENT)
    assert earnings(events, "tennessee-avenue") == 200
    assert chosen_space(game, TENNESSEE, events).about == BOARD["full set"]
    poor, _ = history("ruling: Tennessee Avenue carries 0 houses", game=game)
    chosen = chosen_space(poor, TENNESSEE, events)
    assert chosen.about == BOARD["paid for itself"]
    assert chosen.rows[-1].amount == "$200"


def test_rent_that_was_undone_is_not_earned() -> None:
    _, events = history(*RENT, "undo")
    assert earnings(events, "tennessee-avenue") == 0
    assert earnings(events, "boardwalk") == 0


@pytest.mark.parametrize(
    ("rules", "position", "amounts"),
    [
        ("1961", 0, ["$200"]),
        ("1961", LUXURY_TAX, ["$75"]),
        ("modern", LUXURY_TAX, ["$100"]),
        ("1961", 4, [text_of("choice", amount="$200")]),
        ("1961", 10, ["$50"]),
        ("1961", PARKING, []),
        ("1961", 7, []),
    ],
)
def test_other_spaces_say_what_they_are_about(
    rules: str, position: int, amounts: list[str]
) -> None:
    chosen = chosen_space(table(rules=rules), position, ())
    assert [row.amount for row in chosen.rows] == amounts
    assert (chosen.group, chosen.marker) == ("", -1)


def test_a_space_without_a_deed_says_who_is_there() -> None:
    game = at("ruling: Bob stands on Free Parking; Cy stands on Free Parking")
    assert chosen_space(game, PARKING, ()).about == text.counted(2, "player")
    assert chosen_space(game, 0, ()).about == "Ann"
    assert chosen_space(game, LUXURY_TAX, ()).about == ""


def test_the_ranking_is_by_worth() -> None:
    game = at("ruling: Bob owns Boardwalk; Ann has $1600; Cy is out")
    assert [(rank.name, rank.worth, rank.out) for rank in ranking(game)] == [
        ("Bob", "$1,900", False),
        ("Ann", "$1,600", False),
        ("Cy", "$0", True),
    ]


def test_nobody_sees_a_worth_before_the_tax_is_chosen() -> None:
    choosing = at("Ann throws 1 3")
    assert ranking(choosing) == []
    assert ranking(at("Ann pays flat tax", game=choosing)) != []
