"""Every way of being wrong is shown by a record, and a refused move leaves everything as it was."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import text
from companion.engine import (
    Game,
    IllegalMove,
    Setup,
    board,
    edition,
    parse_move,
    play,
    rulings,
    start,
)
from companion.engine.moves import Move, Rule
from companion.engine.notation import NotationError, format_move
from companion.engine.refusals import Reason
from tests.engine.records import RECORDS, each_record, moves_of, read

UNSPEAKABLE = {Reason.NO_SUCH_PLAYER}
"""A record cannot even name somebody who is not at the table."""

MISSING = re.compile("None|  | [.,:;]|^[^A-Z$£]")
"""A gap in a sentence, where a name or a number should be."""


def refusals(path: Path) -> Iterator[tuple[Game, Move]]:
    """Each position with a move that the record says is refused there."""
    return ((game, move) for game, move, asked in moves_of(read(path)) if "refused" in asked)


def reason(game: Game, move: Move) -> Reason:
    """Return the reason of a refusal, whose sentence has every name and number, and no general
    terms."""
    with pytest.raises(IllegalMove) as refused:
        play(game, move)
    sentence = str(text.refused(refused.value, game))
    assert not MISSING.search(sentence), sentence
    assert refused.value.reason.meaning not in sentence
    return refused.value.reason


@pytest.fixture(scope="module")
def provoked() -> set[Reason]:
    return {reason(game, move) for path in RECORDS for game, move in refusals(path)}


@pytest.mark.parametrize(
    "wanted", [r for r in Reason if r not in UNSPEAKABLE], ids=lambda wanted: wanted.name
)
def test_every_reason_is_provoked(provoked: set[Reason], wanted: Reason) -> None:
    assert wanted in provoked, f"no record is refused because {wanted.meaning}"


@each_record
def test_a_refused_move_changes_nothing(path: Path) -> None:
    # A second table plays the same record and never hears of what the first one is refused.
    for (game, move), (untouched, _) in zip(refusals(path), refusals(path), strict=True):
        said = reason(game, move)
        assert game == untouched, move
        assert reason(game, move) is said, move


@pytest.mark.parametrize(
    "effect",
    [
        rulings.SetCash("Bob", 5),
        rulings.MoveCash("Bob", "Ann", 5),
        rulings.MoveCash("Ann", "Bob", 5),
        rulings.SetOwner("Bob", "boardwalk"),
        rulings.MoveToken("Bob", 0),
        rulings.SetJail("Bob", 1),
        rulings.SetJailCard("Bob", "chance"),
        rulings.SetTurn("Bob"),
        rulings.SetDebt("Bob", "Ann", 5),
        rulings.SetDebt("Ann", "Bob", 5),
        rulings.SetDoubles("Bob", 1),
        rulings.RemovePlayer("Bob"),
        rulings.Rename("Bob", "Zed"),
        rulings.Replace("Bob", "Zed"),
    ],
    ids=repr,
)
def test_nobody_is_ruled_on_by_a_former_name(effect: rulings.Effect) -> None:
    setup = Setup(("Ann", "Bob", "Cy"), edition.load("1961"), board.load("atlantic-city"))
    renamed = rulings.Rename("Bob", "Eve")
    game = play(start(setup), Rule((rulings.SetTurn("Ann"),)))
    assert reason(game, Rule((renamed, effect))) is Reason.NO_SUCH_PLAYER
    assert reason(play(game, Rule((renamed,))), Rule((effect,))) is Reason.NO_SUCH_PLAYER
    with pytest.raises(NotationError):
        parse_move(format_move(Rule((renamed, effect)), setup.board), setup)
