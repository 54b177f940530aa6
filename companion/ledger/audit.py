"""The audit: do the books hold, and if not, which row is the first that does not?

Four things are asked of every move, in this order. Does it follow from the one before (numbers,
chain)? Is it as it was booked (its hash)? Do the rules make of its text, in the position reached,
what was booked, and do the columns say the same as the events? Is the position one that can exist?
Then of the file: SQLite's own checks, which see a damaged index that no row shows; foreign keys;
tables and triggers; the count over all games, which has a gap where a whole game was taken out.

That finds what was changed by accident, or by somebody who did not recompute the hashes. It does
not find a ledger that was rewritten whole, nor an end that was cut off: the hashes are not keyed. A
fingerprint that was kept elsewhere finds both: see ``fingerprints``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlite_utils import Database

from companion.ledger import checks
from companion.ledger.errors import LedgerError, no_such_game
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry
from companion.ledger.replay import DAMAGE, AuditError, Replay

Witness = Callable[[Entry, Replay], object]
"""Is shown every row that holds, with the game played so far."""

_FOUND = """
SELECT min(moves.number), max(moves.number), restorations.source, restorations.at
FROM restorations JOIN moves ON entry BETWEEN first_entry AND last_entry
WHERE game = ? GROUP BY restorations.number
"""


FILE = 0
"""In the place of a game's number: the file as a whole."""


class Verdict(StrEnum):
    """What an audit comes to."""

    SOUND = "sound"
    NOT_SOUND = "NOT SOUND"


@dataclass(frozen=True, slots=True)
class RestoredRange:
    """Moves of a game that were not booked in this file but found in ``source``; ``at`` is UTC."""

    first: int
    last: int
    source: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found of one game. ``moves`` hold; ``first_fault`` is a sentence, or empty."""

    game: int
    moves: int
    fingerprint: str
    first_fault: str = ""
    found: tuple[RestoredRange, ...] = ()
    superseded: int = 0
    """Number of moves that were booked by rules that were settled otherwise since."""

    @property
    def verdict(self) -> Verdict:
        """Sound, unless something does not hold."""
        return Verdict.NOT_SOUND if self.first_fault else Verdict.SOUND


def _nobody(entry: Entry, replay: Replay) -> None:
    """A witness of whom there is none."""


def audit(reader: LedgerReader, game: int, witness: Witness = _nobody) -> Audit:
    """Checks one game, and the file it is in. Raises LedgerError when there is no such game.

    ``witness`` is for whoever wants to know more of the game than whether it holds.
    """
    in_file = checks.first_fault_of_file(reader)
    if game not in reader.numbers():
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
    for game in reader.numbers():
        found = _audit(reader, game, in_file, _nobody)
        is_reported = is_reported or found.first_fault == in_file
        yield found
    if not is_reported:
        yield Audit(FILE, 0, "", in_file)


def _audit(reader: LedgerReader, game: int, in_file: str, witness: Witness) -> Audit:
    moves, superseded, fault = _replay(reader, game, witness)
    try:
        found = reader.query(lambda db: tuple(_found(db, game)))
        return Audit(game, moves, reader.fingerprint(game), fault or in_file, found, superseded)
    except LedgerError as damaged:
        return Audit(game, moves, "", fault or in_file or str(damaged))


def _found(db: Database, game: int) -> Iterator[RestoredRange]:
    for first, last, source, at in db.execute(_FOUND, [game]):
        yield RestoredRange(first, last, source, datetime.fromisoformat(at))


def _replay(reader: LedgerReader, game: int, witness: Witness) -> tuple[int, int, str]:
    """How many moves hold, how many by superseded rules, and the sentence about the first fault."""
    row, moves, superseded = f"Game {game}", 0, 0
    try:
        replay = Replay(reader, game)
        row = f"Move 0 of game {game}"
        for entry in reader.entries(game):
            row = f"Move {entry.number} of game {game}"
            replay.take(entry)
            moves, superseded = replay.moves, replay.superseded
            witness(entry, replay)
            row = f"After move {moves} of game {game}"
        replay.end()
    except AuditError as fault:
        return moves, superseded, f"{row}: {fault}."
    except LedgerError as damaged:
        return moves, superseded, f"{row}: {damaged}"
    except DAMAGE as damaged:
        return moves, superseded, f"{row}: is damaged, {damaged}."
    return moves, superseded, ""
