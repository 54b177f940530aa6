"""What goes into the ledger and comes out of it, as values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from companion.engine.events import Event
from companion.engine.moves import Dice


class Source(StrEnum):
    """How a move came to the table."""

    TOUCH = "touch"
    TRAY = "tray"
    BUTTON = "button"
    IMPORT = "import"


class ThrowOutcome(StrEnum):
    """What became of a throw that the tray reported."""

    USED = "used"
    """It is a move, and was noted in the same transaction."""
    REFUSED = "refused"
    """Nobody was to throw."""
    DISCARDED = "discarded"
    """The table did not want it."""
    FAULT = "fault"
    """The tray could not read the dice."""


@dataclass(frozen=True, slots=True)
class TrayThrow:
    """A throw of the tray. ``identity`` never comes again; ``dice`` are None after a fault."""

    identity: str
    dice: Dice | None
    outcome: ThrowOutcome


@dataclass(frozen=True, slots=True)
class Booked:
    """The receipt of a move: its number in the game from 1, when (UTC), its link of the chain."""

    number: int
    at: datetime
    hash: str


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move as it was booked. ``by`` is a player, or empty when it was nobody's in particular."""

    number: int
    at: datetime
    by: str
    source: Source
    text: str
    events: tuple[Event, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game at a glance; times are UTC, ``moves`` counts undone ones too."""

    number: int
    started_at: datetime
    players: tuple[str, ...]
    moves: int
    last_at: datetime | None
    over: bool
    imported: bool
    """Whether it was begun with a record, and not at the table."""


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game to the letter, as the chain takes it; the chain of its moves begins at ``hash``."""

    number: int
    started_at: str
    header: str
    program: str
    players: tuple[str, ...]
    """In seating order."""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class ThrowEntry:
    """A throw of the tray to the letter; ``game`` and ``move`` are what it became, if it did."""

    number: int
    """Its place among all throws, from 1."""
    throw: TrayThrow
    at: str
    game: int | None
    move: int | None
    previous_hash: str
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A move to the letter, as the chain takes it: nothing parsed, nothing left out."""

    entry: int
    """Its place among all moves of all games in this file, from 1."""
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
    """``codec.dumps`` of each."""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Restoration:
    """Which moves were not booked in this file but found in another, to the letter."""

    number: int
    """From 1."""
    at: str
    first_entry: int
    last_entry: int
    source: str
    """The file that they were found in."""
    previous_hash: str
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Interruption:
    """The bank was cut off here: power, kill or crash; nothing booked was lost. To the letter."""

    number: int
    """From 1."""
    at: str
    """When the ledger was opened again."""
    last_entry: int
    """How many moves of all games were booked by then."""
    previous_hash: str
    hash: str = ""


Row = GameHead | Entry | ThrowEntry


class Position(NamedTuple):
    """How many games, moves (of all games) and throws of the tray there are."""

    games: int
    moves: int
    throws: int

    def after(self, row: Row) -> "Position":
        """With one row more; a move's throw comes with it."""
        match row:
            case GameHead():
                return self._replace(games=self.games + 1)
            case Entry(throw=None):
                return self._replace(moves=self.moves + 1)
            case Entry():
                return self._replace(moves=self.moves + 1, throws=self.throws + 1)
        return self._replace(throws=self.throws + 1)


BEGINNING = Position(0, 0, 0)
