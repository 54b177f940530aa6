"""A session: one game being played, its position, and the ledger that has every move of it.

The road is the same for every move: the engine decides, the ledger has move and events on disk, and
only then the position changes. Whatever fails on the way leaves the session as it was.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Self

from companion.engine.decide import outcome
from companion.engine.events import Event
from companion.engine.moves import Dice, Move, Roll, RollForStart
from companion.engine.notation import format_move, parse_move
from companion.engine.phases import Auction, CardThrow, Opening, Over, ToThrow
from companion.engine.state import Game, Setup, start
from companion.ledger import hashing
from companion.ledger.checks import folded
from companion.ledger.fingerprints import Fingerprint
from companion.ledger.ledger import (
    AlreadyBooked,
    Damaged,
    Ledger,
    LedgerError,
    Source,
    ThrowOutcome,
    TrayThrow,
)
from companion.ledger.reader import Posting, statement
from companion.ledger.records import Entry
from companion.ledger.replay import ReplayState

__all__ = (
    "AlreadyBooked",
    "Damaged",
    "LedgerError",
    "Played",
    "Posting",
    "Session",
    "Source",
    "ThrowDecision",
)


@dataclass(frozen=True, slots=True)
class Played:
    """A move in the ledger: its number in the game from 1, when (UTC), by whom and how it came."""

    number: int
    at: datetime
    by: str
    source: Source
    move: Move
    events: tuple[Event, ...]
    lot: str
    """The deed that was under the hammer then, by its key, if one was."""


class ThrowDecision(Enum):
    """What becomes of a throw that the tray reports (tray protocol, rules 3 and 4)."""

    PLAYED = "it was the throw waited for, and is a move now"
    KNOWN = "it was dealt with before: acknowledge it again, do nothing"
    OTHER_DICE = "a known identity with other dice: a fault of the line"
    NOBODY_THROWS = "nobody was to throw: shown, and no move"
    ASK = "it was not made for this move: shown, and somebody decides"


class Session:
    """The game in hand. ``game`` is the position, ``history`` every move of it, undone ones too."""

    def __init__(self, ledger: Ledger, number: int, setup: Setup) -> None:
        self._ledger = ledger
        self.game_number = number
        self.setup = setup
        self.game: Game = start(setup)
        self.history: list[Played] = []
        self._link = ledger.link(number)
        self.seed = ledger.link(number, 0)
        """Shuffles the program's packs: the same after a restart, another in every game."""

    @classmethod
    def begin(cls, ledger: Ledger, setup: Setup) -> Self:
        """A new game, in the ledger from now on. Raises LedgerError."""
        return cls(ledger, ledger.begin(setup), setup)

    @classmethod
    def resume(
        cls, ledger: Ledger, number: int, progress: Callable[[int], None] = lambda done: None
    ) -> Self:
        """A game of the ledger, replayed from its events. Raises LedgerError.

        ``progress`` is told how many moves have been replayed.
        """
        for session in cls.resuming(ledger, number):
            progress(len(session.history))
        return session

    @classmethod
    def resuming(cls, ledger: Ledger, number: int) -> Iterator[Self]:
        """The same a move at a time, for whoever has a screen to look after in between: the
        session as far as it has come. Raises LedgerError; Damaged if a row does not pass."""
        session = cls(ledger, number, ledger.setup(number))
        yield session
        for entry, fold in folded(ledger, number, ledger.path):
            if entry.number:
                session._take(entry, fold)
                yield session

    def _take(self, entry: Entry, fold: ReplayState) -> None:
        """Adds a move that is in the ledger."""
        move, at = parse_move(entry.text, self.setup), datetime.fromisoformat(entry.at)
        by, source, lot = entry.by, Source(entry.source), _lot(self.game)
        self.game = fold.position
        self.history.append(Played(entry.number, at, by, source, move, fold.events, lot))

    def catch_up(self) -> bool:
        """Reads the game again after the ledger failed: whether it has moves that are new here.

        Raises LedgerError when it cannot be read, or is another than the one played so far.
        """
        known = len(self.history)
        read = Session.resume(self._ledger, self.game_number)
        if self._ledger.link(self.game_number, known) != self._link:
            raise LedgerError("Another ledger lies where the one with this game was.")
        self.game, self.history, self._link = read.game, read.history, read._link
        return len(self.history) > known

    def lacks(self, game: int | None, number: int | None) -> bool:
        """Whether that move is one of this game that is booked and not known here."""
        return game == self.game_number and (number or 0) >= self.next_number

    def knows(self, identity: str) -> bool:
        """Whether that throw of the tray was dealt with, and may be acknowledged."""
        try:
            return self._ledger.tray_throw(identity) is not None
        except LedgerError:
            return False

    @property
    def next_number(self) -> int:
        """The number that the next move will have; a tray's lamp shows it as ``n``."""
        return len(self.history) + 1

    def play(
        self, move: Move, source: Source, request: str = "", throw: TrayThrow | None = None
    ) -> Played:
        """``move``, decided, booked and done.

        ``request`` names the touch or press that asked for it, so that it counts once.
        Raises IllegalMove when the rules refuse it, LedgerError when it could not be booked; then
        nothing has happened.
        """
        events, after = outcome(self.game, move)
        by = getattr(move, "player", "")
        text = format_move(move, self.setup.board)
        booked = self._ledger.append(
            self.game_number, self.next_number, text, by, source, request, events, throw
        )
        played = Played(booked.number, booked.at, by, source, move, events, _lot(self.game))
        self.game = after
        self._link = booked.hash
        self.history.append(played)
        return played

    @property
    def fingerprint(self) -> str:
        """Of the last move booked: what to compare with a photograph."""
        return hashing.fingerprint(self._link)

    @property
    def fingerprint_text(self) -> str:
        """The fingerprint with its game and number of moves, as ``audit --expect`` takes it."""
        return str(Fingerprint(self.fingerprint, self.game_number, len(self.history)))

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return isinstance(self.game.phase, Over)

    def statement(self, account: str) -> list[Posting]:
        """Every payment of an account of this game, in order. Raises LedgerError."""
        return statement(self._ledger, self.game_number, account)

    def thrower(self) -> str:
        """Who is to throw now; empty when nobody is."""
        match self.game.phase:
            case Opening(waiting=waiting):
                return waiting[0]
            case ToThrow(player=player) | CardThrow(player=player):
                return player
        return ""

    def throw_move(self, dice: Dice, by_tray: bool) -> Move | None:
        """The move that ``dice`` make now; None when nobody is to throw."""
        if not (player := self.thrower()):
            return None
        kind = RollForStart if isinstance(self.game.phase, Opening) else Roll
        return kind(player, dice, by_tray)

    def tray_throw(
        self, identity: str, dice: Dice, awaited: int
    ) -> tuple[ThrowDecision, Played | None]:
        """A throw the tray reports. Unless the fate is ASK it may be acknowledged for good.

        Raises LedgerError when that could not be booked: then it must not be acknowledged.
        """
        known = self._ledger.tray_throw(identity)
        if known:
            same = known.dice == dice
            return (ThrowDecision.KNOWN if same else ThrowDecision.OTHER_DICE), None
        if not self.thrower():
            self._ledger.record_throw(TrayThrow(identity, dice, ThrowOutcome.REFUSED))
            return ThrowDecision.NOBODY_THROWS, None
        if awaited != self.next_number:
            return ThrowDecision.ASK, None
        return ThrowDecision.PLAYED, self.use_throw(identity, dice)

    def use_throw(self, identity: str, dice: Dice) -> Played:
        """Makes the move of a tray's throw; its identity is used in the same transaction.

        Raises IllegalMove, LedgerError.
        """
        move = self.throw_move(dice, by_tray=True)
        assert move is not None, "ask thrower() first"
        throw = TrayThrow(identity, dice, ThrowOutcome.USED)
        return self.play(move, Source.TRAY, identity, throw)

    def discard_throw(self, identity: str, dice: Dice) -> None:
        """Notes that the table did not want this throw of the tray's. Raises LedgerError."""
        self._ledger.record_throw(TrayThrow(identity, dice, ThrowOutcome.DISCARDED))

    def note_fault(self, identity: str) -> None:
        """Notes that the tray could not read its dice. Raises LedgerError."""
        if self._ledger.tray_throw(identity) is None:
            self._ledger.record_throw(TrayThrow(identity, None, ThrowOutcome.FAULT))


def _lot(game: Game) -> str:
    return game.phase.deed if isinstance(game.phase, Auction) else ""
