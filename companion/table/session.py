"""Session: one game in progress, with its position, its history and the ledger.

Every move takes the same steps: the engine decides, the ledger stores the move with its events, and
only then the position changes. A failure at any step leaves the session as it was.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Self

from companion.engine import invariants
from companion.engine.decide import outcome
from companion.engine.events import Event
from companion.engine.moves import Dice, Move, Roll, RollForStart, Undo
from companion.engine.notation import NotationError, format_move, parse_move
from companion.engine.phases import Auction, CardThrow, Opening, Over, ToThrow
from companion.engine.state import POT, Game, Setup, start
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
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import Posting, newest_postings
from companion.ledger.records import Entry
from companion.ledger.replay import ReplayState

__all__ = (
    "AlreadyBooked",
    "Damaged",
    "LedgerError",
    "Played",
    "Posting",
    "RollDecision",
    "Session",
    "Source",
)


@dataclass(frozen=True, slots=True)
class Played:
    """Move in the ledger: number from 1, time (UTC), player and source."""

    number: int
    at: datetime
    by: str
    source: Source
    move: Move
    events: tuple[Event, ...]
    item: str
    """Key of the deed under auction when the move was made; empty if none was."""
    players: tuple[str, ...]
    """Everybody at the table after the move, in the order of the seats."""


class RollDecision(Enum):
    """Decision about a reported roll that is no move (tray protocol, rules 3 and 4)."""

    KNOWN = "the roll was dealt with before: acknowledge it again"
    OTHER_DICE = "a known identity with other dice: a transmission error"
    NOBODY_ROLLS = "nobody was to roll: shown, and no move"
    ASK = "the roll was made for another move: shown, and somebody decides"


class Session:
    """Game in progress.

    ``game`` is the position, ``history`` every move including the undone ones.
    """

    def __init__(self, ledger: Ledger, number: int, setup: Setup) -> None:
        self._ledger = ledger
        self.game_number = number
        self.game_hash = ledger.head(number).hash
        """Hash of the game's row: another ledger may have a game of the same number."""
        self.began = setup
        """Agreement before the first roll; people may have come and gone since."""
        self.game: Game = start(setup)
        self.history: list[Played] = []
        self._link = ledger.link(number)
        self.seed = ledger.link(number, 0)
        """Seed of the program's packs: survives a restart, differs between games."""

    @classmethod
    def begin(cls, ledger: Ledger, setup: Setup) -> Self:
        """Begin a game and store it in the ledger. Raises LedgerError."""
        return cls(ledger, ledger.begin(setup), setup)

    @classmethod
    def resume(cls, ledger: Ledger, number: int) -> Self:
        """Replay a game from its events in the ledger. Raises LedgerError."""
        *_, session = cls.resuming(ledger, number)
        return session

    @classmethod
    def resuming(cls, ledger: Ledger, number: int) -> Iterator[Self]:
        """Yield the session after each replayed move, to keep a screen responsive.

        Raises LedgerError, and Damaged if a row is invalid.
        """
        session = cls(ledger, number, ledger.setup(number))
        yield session
        feed = ledger.feed.draft(ledger.head(number))
        for entry, fold in folded(ledger, number, ledger.path):
            feed.write([entry])
            if entry.number:
                session._take(entry, fold)
                yield session
        ledger.feed.publish(feed)
        if session._end_where_sound():
            yield session

    def _end_where_sound(self) -> bool:
        """Undo the last moves of a game if they led to a position that cannot exist.

        Only rules that were wrong, and have changed since, lead to one. The moves stay in the
        ledger. Returns True if there were any. Raises LedgerError if the undo cannot be stored.
        """
        sound, count, faults = self.game, 0, invariants.position_violations(self.game)
        while sound.past and invariants.position_violations(sound):
            sound, count = sound.past.before, count + 1
        if not count or self.is_over:
            return False
        self.play(Undo(count), Source.TOUCH)
        self._ledger.report(LedgerProblem.ENDED_WHERE_SOUND, count=count, why=faults[0])
        return True

    def _take(self, entry: Entry, fold: ReplayState) -> None:
        """Append a move that the ledger has already."""
        assert fold.move, "an entry of a player has a move"
        at, item = datetime.fromisoformat(entry.at), _item(self.game)
        source = Source(entry.source)
        self.game = fold.position
        players = self.setup.players
        self.history.append(
            Played(entry.number, at, entry.by, source, fold.move, fold.events, item, players)
        )

    def catch_up(self) -> bool:
        """Read the game again after a failure; return True if moves were added.

        Raises LedgerError if the game cannot be read, or is not the game played so far.
        """
        known = len(self.history)
        read = Session.resume(self._ledger, self.game_number)
        if self._ledger.link(self.game_number, known) != self._link:
            raise LedgerError(LedgerProblem.ANOTHER_LEDGER)
        self.game, self.history, self._link = read.game, read.history, read._link
        return len(self.history) > known

    def lacks(self, game: int | None, number: int | None) -> bool:
        """Return True if the move is stored in this game and missing here."""
        return game == self.game_number and (number or 0) >= self.next_number

    def knows(self, identity: str) -> bool:
        """Return True if the roll was dealt with, and may be acknowledged."""
        try:
            return self._ledger.tray_throw(identity) is not None
        except LedgerError:
            return False

    @property
    def setup(self) -> Setup:
        """Agreement with the people who sit at the table now."""
        return self.game.setup

    @property
    def next_number(self) -> int:
        """Number of the next move; the tray gets it with its lamp as ``n``."""
        return len(self.history) + 1

    def play(
        self, move: Move, source: Source, request: str = "", roll: TrayThrow | None = None
    ) -> Played:
        """Decide, store and apply ``move``.

        ``request`` identifies the touch or press, so that it counts once.

        Raises IllegalMove if the rules refuse the move, and LedgerError if it could not be stored,
        would not be read again, or would leave a position from which no game is continued; the
        position is unchanged then.
        """
        events, after = outcome(self.game, move)
        by = getattr(move, "player", "")
        text = self._text_of(move)
        if faults := invariants.stored_violations(self.game, events, after):
            raise LedgerError(LedgerProblem.POSITION_IMPOSSIBLE, text=text, why=faults[0])
        stored = self._ledger.append(
            self.game_number, self.next_number, text, by, source, request, events, roll
        )
        item, players = _item(self.game), after.setup.players
        played = Played(stored.number, stored.at, by, source, move, events, item, players)
        self.game = after
        self._link = stored.hash
        self.history.append(played)
        return played

    def _text_of(self, move: Move) -> str:
        """Write the line that is stored for a move.

        Raises LedgerError if it would not be read as that move: the game could not be resumed.
        """
        line = format_move(move, self.setup.board)
        with suppress(NotationError):
            if parse_move(line, self.setup) == move:
                return line
        raise LedgerError(LedgerProblem.MOVE_NOT_READ_BACK, text=line)

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the last move, to be compared with a photograph."""
        return hashing.fingerprint(self._link)

    @property
    def fingerprint_text(self) -> str:
        """Fingerprint with game and number of moves, as ``audit --expect`` takes it."""
        return str(Fingerprint(self.fingerprint, self.game_number, len(self.history)))

    @property
    def is_over(self) -> bool:
        """True if the game has a winner."""
        return isinstance(self.game.phase, Over)

    def newest_postings(self, account: str, count: int) -> list[Posting]:
        """Read the last payments of an account, newest first. Raises LedgerError."""
        balance = self._balance(account)
        return newest_postings(self._ledger, self.game_number, account, balance, count)

    def _balance(self, account: str) -> int:
        """Compute the balance of an account: what the bank paid out is what the others have."""
        game = self.game
        if account in game.players:
            return game.players[account].cash
        if account == POT:
            return game.pot
        return -game.pot - sum(one.cash for one in game.players.values())

    def roller(self) -> str:
        """Name the player who is to roll now; empty if nobody is."""
        match self.game.phase:
            case Opening(waiting=waiting):
                return waiting[0]
            case ToThrow(player=player) | CardThrow(player=player):
                return player
        return ""

    def roll_move(self, dice: Dice, by_tray: bool) -> Move | None:
        """Move of a roll of ``dice``; None if nobody is to roll."""
        if not (player := self.roller()):
            return None
        kind = RollForStart if isinstance(self.game.phase, Opening) else Roll
        return kind(player, dice, by_tray)

    def tray_roll(self, identity: str, dice: Dice, awaited: int) -> Played | RollDecision:
        """Play a roll of the tray if it was expected; else return what is to be done with it.

        The roll may be acknowledged unless the decision is ASK.

        Raises LedgerError if the result could not be stored: the roll must not be acknowledged
        then.
        """
        known = self._ledger.tray_throw(identity)
        if known:
            same = known.dice == dice
            return RollDecision.KNOWN if same else RollDecision.OTHER_DICE
        if not self.roller():
            self._ledger.record_throw(TrayThrow(identity, dice, ThrowOutcome.REFUSED))
            return RollDecision.NOBODY_ROLLS
        if awaited != self.next_number:
            return RollDecision.ASK
        return self.use_roll(identity, dice)

    def use_roll(self, identity: str, dice: Dice) -> Played:
        """Play a roll of the tray and store its identity in the same transaction.

        Raises IllegalMove, LedgerError.
        """
        move = self.roll_move(dice, by_tray=True)
        assert move is not None, "ask roller() first"
        roll = TrayThrow(identity, dice, ThrowOutcome.USED)
        return self.play(move, Source.TRAY, identity, roll)

    def discard_roll(self, identity: str, dice: Dice) -> None:
        """Record that a roll of the tray does not count. Raises LedgerError."""
        self._ledger.record_throw(TrayThrow(identity, dice, ThrowOutcome.DISCARDED))

    def note_fault(self, identity: str) -> None:
        """Record that the tray could not read its dice. Raises LedgerError."""
        if self._ledger.tray_throw(identity) is None:
            self._ledger.record_throw(TrayThrow(identity, None, ThrowOutcome.FAULT))


def _item(game: Game) -> str:
    return game.phase.deed if isinstance(game.phase, Auction) else ""
