"""Verify whole games and report the first row that fails.

Every move is checked in this order:

1. It follows from the move before it: number and hash chain.
2. It is as it was booked: its own hash.
3. The rules, applied to its text in the position reached, lead to the stored events, and the
   columns agree with the events.
4. The new position is possible.

The file is checked, too: SQLite's own checks, which see damage to an index that no row shows;
foreign keys; tables and triggers; and the count over all games, which has a gap where a whole
game was deleted.

An audit finds accidental changes, and changes by somebody who did not recompute the hashes. The
hashes are not keyed, so it does not find a ledger that was rewritten completely, nor a missing
end. A fingerprint that was kept elsewhere finds both: see ``fingerprints``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlite_utils import Database

from companion.engine.problems import Problem
from companion.ledger import checks, schema
from companion.ledger.errors import LedgerError, no_such_game
from companion.ledger.problems import Why
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry
from companion.ledger.replay import DAMAGE, AuditError, Replay

Witness = Callable[[Entry, Replay], object]
"""Callback for every row that passes, with the game replayed so far."""

_RESTORED = """
SELECT min(moves.number), max(moves.number), restorations.source, restorations.at
FROM restorations JOIN moves ON entry BETWEEN first_entry AND last_entry
WHERE game = ? GROUP BY restorations.number
"""


FILE = 0
"""Number that stands for the whole file instead of a game."""


class Verdict(StrEnum):
    """Result of an audit."""

    SOUND = "sound"
    NOT_SOUND = "NOT SOUND"


@dataclass(frozen=True, slots=True)
class RestoredRange:
    """Moves of a game that were restored from the file ``source``; ``at`` is UTC."""

    first: int
    last: int
    source: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Audit:
    """Result for one game: the number of valid ``moves`` and the first fault, if any."""

    game: int
    moves: int
    fingerprint: str
    first_fault: Problem | None = None
    restored: tuple[RestoredRange, ...] = ()
    superseded: int = 0
    """Number of moves that only superseded rules allow."""

    @property
    def verdict(self) -> Verdict:
        """Sound if there is no fault."""
        return Verdict.NOT_SOUND if self.first_fault else Verdict.SOUND


def _nobody(entry: Entry, replay: Replay) -> None:
    pass


def audit(reader: LedgerReader, game: int, witness: Witness = _nobody) -> Audit:
    """Check one game and the file that contains it.

    ``witness`` is called with every row that passes, for callers who need more than the verdict.
    Raises LedgerError if there is no such game.
    """
    in_file = checks.first_fault_of_file(reader)
    is_readable = _has_own_views(reader)
    if not is_readable or game not in reader.numbers():
        if in_file:
            return Audit(FILE, 0, "", in_file)
        raise no_such_game(game)
    return _audit(reader, game, in_file, witness)


def audit_all(reader: LedgerReader) -> Iterator[Audit]:
    """Check every game, then report a fault of the file that no game reported.

    Raises LedgerError if not even the list of games can be read.
    """
    in_file = checks.first_fault_of_file(reader)
    is_reported = not in_file
    for game in reader.numbers() if _has_own_views(reader) else ():
        result = _audit(reader, game, in_file, _nobody)
        is_reported = is_reported or result.first_fault == in_file
        yield result
    if not is_reported:
        yield Audit(FILE, 0, "", in_file)


def _has_own_views(reader: LedgerReader) -> bool:
    """Return True if the views are the ledger's: those of a stranger could be endless."""
    return not reader.query(schema.changed_view)


def _audit(reader: LedgerReader, game: int, in_file: Problem | None, witness: Witness) -> Audit:
    moves, superseded, fault = _replay(reader, game, witness)
    try:
        restored = reader.query(lambda db: tuple(_restored(db, game)))
        return Audit(game, moves, reader.fingerprint(game), fault or in_file, restored, superseded)
    except LedgerError as damaged:
        return Audit(game, moves, "", fault or in_file or damaged.problem)


def _restored(db: Database, game: int) -> Iterator[RestoredRange]:
    for first, last, source, at in db.execute(_RESTORED, [game]):
        yield RestoredRange(first, last, source, datetime.fromisoformat(at))


def _replay(reader: LedgerReader, game: int, witness: Witness) -> tuple[int, int, Problem | None]:
    """Return the counts of valid and of superseded moves, and the first fault."""
    row = checks.row_name(game)
    moves = superseded = 0
    try:
        replay = Replay(reader, game)
        row = checks.row_name(game, 0)
        for entry in reader.entries(game):
            row = checks.row_name(game, entry.number)
            replay.take(entry)
            moves, superseded = replay.moves, replay.superseded
            witness(entry, replay)
            row = Problem(Why.AFTER_MOVE, game=game, move=moves)
        replay.end()
    except (AuditError, LedgerError, *DAMAGE) as error:
        return moves, superseded, checks.fault_in(row, error)
    return moves, superseded, None
