"""The line of every move, and what the move did to everybody's balance."""

from collections.abc import Iterator

import pytest

from companion.engine.decide import outcome
from companion.engine.state import Game
from companion.text import changes, describe, line
from tests.ui.examples import examples, retold
from tests.ui.positions import at, read
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")


def told(before: Game, move_line: str) -> Iterator[str]:
    """The line, and below it whose cash changed by how much."""
    move = read(before, move_line)
    events, after = outcome(before, move)
    watchful = before.setup.rent == "watchful"
    yield line(move, events, before.board, before.edition.pack, watchful=watchful)
    came_to = changes(events)
    players = after.players.values()
    assert [player.cash for player in players] == [
        player.cash + came_to.get(name, 0) for name, player in before.players.items()
    ]
    if came_to:
        yield ", ".join(f"{name} {amount:+}" for name, amount in came_to.items())


@pytest.mark.parametrize("example", examples("lines"))
def test_the_line_of_a_move(example: str) -> None:
    assert retold(example, told) == example


def test_told_is_a_sentence_for_each_event_but_a_claim() -> None:
    game = at("ruling: Ann stands on Boardwalk; Bob owns Oriental Avenue")
    events, _ = outcome(game, read(game, "Ann throws 4 3"))
    assert plain(describe(events, game.board)) == [
        "rolled(player=Ann, total=7)",
        "moved(player=Ann, space=Oriental Avenue)",
        "salary(gain=+$200, payee=Ann)",
    ]
