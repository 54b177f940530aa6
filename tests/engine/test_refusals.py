"""Every way of being wrong is shown by a record, and a refused move leaves everything as it was."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

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
from companion.engine.notation import NotationError, Record, format_move, parse_record
from companion.engine.problems import Problem
from companion.engine.refusals import Reason

RECORDS = sorted(Path(__file__).parent.glob("rules/**/*.game"))
UNSPEAKABLE = {Reason.NO_SUCH_PLAYER}
"""A record cannot even name somebody who is not at the table."""
OPEN = ("phase", "payer")
"""Facts that may be nothing: no phase, or rent that is asked for of nobody in particular."""


def refused_lines(record: Record) -> Iterator[tuple[Game, Move, str]]:
    """Each position with a move that the record says is refused there, and the line."""
    game = start(record.setup)
    for line in record.lines:
        if isinstance(line.meaning, Move):
            game = play(game, line.meaning)
        elif refused := re.fullmatch(r"refused\s+\S+\s+(.+)", line.text, re.IGNORECASE):
            yield game, parse_move(refused[1], record.setup), line.text


def reason(game: Game, move: Move) -> Reason:
    """Return the reason of a refusal, all of whose facts are known."""
    with pytest.raises(IllegalMove) as refused:
        play(game, move)
    facts = refused.value.facts
    problem = facts.get("problem")
    known = [fact for name, fact in facts.items() if name not in OPEN]
    known += problem.facts.values() if isinstance(problem, Problem) else ()
    assert None not in known, refused.value.reason
    return refused.value.reason


def read(path: Path) -> Record:
    return parse_record(path.read_text(encoding="utf-8"), path.name)


@cache
def provoked() -> set[Reason]:
    return {reason(game, move) for path in RECORDS for game, move, _ in refused_lines(read(path))}


@pytest.mark.parametrize(
    "wanted", [r for r in Reason if r not in UNSPEAKABLE], ids=lambda wanted: wanted.name
)
def test_every_reason_is_provoked(wanted: Reason) -> None:
    assert wanted in provoked(), f"no record is refused because {wanted.meaning}"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_refused_move_changes_nothing(path: Path) -> None:
    # A second table plays the same record and never hears of what the first one is refused.
    record = read(path)
    tables = zip(refused_lines(record), refused_lines(record), strict=True)
    for (game, move, text), (untouched, _, _) in tables:
        said = reason(game, move)
        assert game == untouched, text
        assert reason(game, move) is said, text


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
