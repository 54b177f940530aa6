"""Values that are written into the ledger and read from it.

"Complete" rows are as the hash chain takes them: all columns, nothing parsed.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from companion.engine.moves import Dice

NIGHT = timedelta(hours=6)
"""Time after midnight that belongs to the evening before."""


class Source(StrEnum):
    """Origin of a move."""

    TOUCH = "touch"
    TRAY = "tray"
    BUTTON = "button"
    IMPORT = "import"
    PHONE = "phone"


class ThrowOutcome(StrEnum):
    """Outcome of a throw that the tray reported."""

    USED = "used"
    """It became a move, in the same transaction."""
    REFUSED = "refused"
    """No roll was expected."""
    DISCARDED = "discarded"
    """The players discarded it."""
    FAULT = "fault"
    """The tray could not read the dice."""


@dataclass(frozen=True, slots=True)
class TrayThrow:
    """Throw of the tray. ``identity`` is unique; ``dice`` are None after a fault."""

    identity: str
    dice: Dice | None
    outcome: ThrowOutcome


@dataclass(frozen=True, slots=True)
class Booked:
    """Receipt of a move: its number in the game from 1, its time (UTC) and its hash."""

    number: int
    at: datetime
    hash: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """Summary of a game; times are UTC, ``moves`` counts undone ones too."""

    number: int
    started_at: datetime
    players: tuple[str, ...]
    moves: int
    last_at: datetime | None
    over: bool
    imported: bool
    """True if the game was imported from a record instead of played here."""
    dated: date | None = None
    """Day on which an imported game was played, if its record has it."""

    @property
    def day(self) -> date:
        """Day of the game in the time zone of the machine."""
        return self.dated or self.started_at.astimezone().date()

    @property
    def evening(self) -> date:
        """Day on which the evening of the game began: it ends at six in the morning."""
        return self.dated or (self.started_at.astimezone() - NIGHT).date()


@dataclass(frozen=True, slots=True)
class GameHead:
    """Complete row of a game; the chain of its moves begins at ``hash``."""

    number: int
    started_at: str
    header: str
    program: str
    players: tuple[str, ...]
    """In seating order."""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class ThrowEntry:
    """Complete row of a tray throw.

    ``game`` and ``move`` name the move that it became, None if it became none.
    """

    number: int
    """Place among all throws, from 1."""
    throw: TrayThrow
    at: str
    game: int | None
    move: int | None
    previous_hash: str
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Complete row of a move."""

    entry: int
    """Place among all moves of all games in this file, from 1."""
    game: int
    number: int
    at: str
    by: str
    source: str
    text: str
    request: str
    previous_hash: str
    throw: TrayThrow | None = None
    events: tuple[str, ...] = ()
    """``codec.dumps`` of each event."""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Restoration:
    """Complete row of a restoration: moves that were restored from another file."""

    number: int
    """From 1."""
    at: str
    first_entry: int
    last_entry: int
    source: str
    """File from which the moves were restored."""
    previous_hash: str
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Interruption:
    """Complete row of an interruption: power cut, kill or crash.

    No booked move was lost by it.
    """

    number: int
    """From 1."""
    at: str
    """Time at which the ledger was opened again."""
    last_entry: int
    """Number of moves of all games that were booked by then."""
    previous_hash: str
    hash: str = ""


Row = GameHead | Entry | ThrowEntry


class Position(NamedTuple):
    """Number of games, moves (of all games) and tray throws up to a row."""

    games: int
    moves: int
    throws: int

    def after(self, row: Row) -> "Position":
        """Return the position after one more row; a move's throw counts with it."""
        match row:
            case GameHead():
                return self._replace(games=self.games + 1)
            case Entry(throw=None):
                return self._replace(moves=self.moves + 1)
            case Entry():
                return self._replace(moves=self.moves + 1, throws=self.throws + 1)
        return self._replace(throws=self.throws + 1)


BEGINNING = Position(0, 0, 0)
