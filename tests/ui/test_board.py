"""The board as values: cells of the ring, the chosen space, and everybody's worth."""

from collections.abc import Iterator
from dataclasses import asdict, astuple

import pytest

from companion.engine.decide import outcome
from companion.engine.events import Event
from companion.engine.state import Game
from companion.table.board import Cell, chosen_space, earnings, ranking, ring_cells
from companion.text.names import party_name
from companion.text.screens.board import BOARD
from tests.ui.examples import examples, retold
from tests.ui.positions import at, read, table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

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


def changed(before: Game, line: str) -> Iterator[str]:
    """The cells that a move changes, what their spaces show when chosen, and the ranking."""
    game = at(line, game=before)
    for position, (was, cell) in enumerate(zip(ring_cells(before), ring_cells(game), strict=True)):
        if was == cell:
            continue
        default = asdict(Cell())
        shown = (f"{key} {value}" for key, value in asdict(cell).items() if value != default[key])
        yield f"{position}: {', '.join(shown)}"
        chosen = chosen_space(game, position, ())
        owner = (chosen.group, chosen.marker, chosen.owner, chosen.about, chosen.mortgaged)
        yield f"  {' | '.join(map(str, owner))}"
        for row in chosen.rows:
            yield f"  {' | '.join(map(str, astuple(row)))}"
    ranks = (f"{rank.name} {rank.worth}{' out' * rank.out}" for rank in ranking(game))
    yield f"ranking: {', '.join(ranks) or 'hidden'}"


@pytest.mark.parametrize("example", examples("board"))
def test_a_move_changes_the_spaces_it_is_about(example: str) -> None:
    assert retold(example, changed) == example


RENT = (
    f"{ORANGE}; Tennessee Avenue carries 2 houses; Bob stands on Electric Company",
    "ruling: Bob has the dice",
    "Bob throws 1 5",
    "Ann collects rent",
)


def test_a_long_name_of_the_only_player_on_a_space_may_lose_its_end() -> None:
    game = at("ruling: Ann stands on Luxury Tax")
    assert chosen_space(game, LUXURY_TAX, ()).about == party_name("Ann")


def test_rent_adds_up_until_the_deed_has_paid_for_itself() -> None:
    game, events = history(*RENT)
    assert earnings(events, "tennessee-avenue") == 200
    assert plain(chosen_space(game, TENNESSEE, events).about) == plain(BOARD["full set"])
    poor, _ = history("ruling: Tennessee Avenue carries 0 houses", game=game)
    chosen = chosen_space(poor, TENNESSEE, events)
    assert plain(chosen.about) == plain(BOARD["paid for itself"])
    assert str(chosen.rows[-1].amount) == "$200"


def test_rent_that_was_undone_is_not_earned() -> None:
    _, events = history(*RENT, "undo")
    assert earnings(events, "tennessee-avenue") == 0
    assert earnings(events, "boardwalk") == 0
