"""Replay one game of a ledger move by move and verify each row.

Each class adds a check to its bases: ``HashChain`` the chain, ``ReplayState`` the position,
``Columns`` the columns for SQL, ``CheckedState`` both of these, ``Replay`` the rules.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine import codec, invariants
from companion.engine.decide import apply, decide
from companion.engine.edition import OLDEST_RULES
from companion.engine.events import Event
from companion.engine.limits import ForeignError, excerpt
from companion.engine.moves import Move
from companion.engine.notation import NotationError, parse_move, read_header
from companion.engine.problems import Problem
from companion.engine.refusals import IllegalMove
from companion.engine.state import POT, Game, Setup, start
from companion.ledger import event_rows, hashing
from companion.ledger.problems import Why
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry

DAMAGE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""Exceptions that the engine raises for events that no move ever led to."""


class AuditError(Exception):
    """Raised for a row that is not valid; ``problem`` ends a sentence that begins with the row."""

    def __init__(self, reason: Why, **facts: object) -> None:
        super().__init__(reason)
        self.problem = Problem(reason, **facts)

    def __str__(self) -> str:
        return str(self.problem)


class HashChain:
    """Hash chain of a game. ``moves`` is the number of valid moves so far."""

    events: tuple[Event, ...] = ()
    """Events of the last row."""

    def __init__(self, reader: LedgerReader, game: int) -> None:
        """Read the row of the game. Raises AuditError if it is not valid."""
        self._reader = reader
        self._head = reader.head(game)
        if hashing.game_hash(self._head) != self._head.hash:
            raise AuditError(Why.HEAD_CHANGED)
        self._link = self._head.hash
        self.moves = -1  # Move 0, the opening, is no move of a player.

    def take(self, entry: Entry) -> None:
        """Verify the next row. After an AuditError no later row can be verified."""
        self._follows(entry)
        if hashing.move_hash(entry) != entry.hash:
            raise AuditError(Why.HASH_DIFFERS)
        try:
            self._verify(entry)
        except DAMAGE as damaged:
            raise AuditError(Why.ROW_DAMAGED, why=excerpt(repr(damaged))) from damaged
        self._link = entry.hash
        self.moves += 1

    def end(self) -> None:
        """Finish after the last row. Raises AuditError if the result is not valid."""
        if self.moves < 0:
            raise AuditError(Why.NO_OPENING)

    def _verify(self, entry: Entry) -> None:
        try:
            self.events = tuple(map(codec.loads, entry.events))
        except DAMAGE as damaged:
            raise AuditError(Why.EVENT_UNREADABLE, why=damaged) from damaged

    def _follows(self, entry: Entry) -> None:
        if entry.number != self.moves + 1:
            raise AuditError(Why.MOVE_MISSING, move=self.moves + 1)
        if entry.previous_hash != self._link:
            raise AuditError(Why.OUT_OF_ORDER)


class Columns(HashChain):
    """Hash chain with a check of the columns from which statements and exports are made.

    The chain covers only the events themselves. Each column must agree with its event.
    """

    def __init__(self, reader: LedgerReader, game: int) -> None:
        super().__init__(reader, game)
        self._history: list[tuple[int, int, int]] = []

    def _verify(self, entry: Entry) -> None:
        super()._verify(entry)
        self._columns_agree(entry, self.events)

    def _columns_agree(self, entry: Entry, events: tuple[Event, ...]) -> None:
        undone = event_rows.undone(events)
        taken = event_rows.taken_back(reversed(self._history[1:]), undone) if undone else []
        self._history.append((entry.number, len(events), undone))
        wanted = event_rows.rows(entry.game, entry.number, events, entry.events, taken)
        found = self._reader.event_rows(entry.game, entry.number)
        for want, row in zip(wanted, found, strict=True):
            if want != row:
                column = _first_difference(want, row)
                raise AuditError(
                    Why.COLUMN_DIFFERS,
                    event=want["number"],
                    column=column,
                    found=repr(row.get(column)),
                    wanted=repr(want.get(column)),
                )


class ReplayState(HashChain):
    """Replay of a game's events up to a ``position``, which is checked at the end."""

    move: Move | None = None
    """Last move; None for move 0."""

    def __init__(self, reader: LedgerReader, game: int) -> None:
        super().__init__(reader, game)
        self.setup = self._parsed_header()
        self.position: Game = start(self.setup)

    def end(self) -> None:
        """Check the balances after the last move.

        A position that cannot exist is no damage: ``Session`` ends the game where it was sound.
        """
        super().end()
        cash = {player.name: player.cash for player in self.position.players.values()}
        cash[POT] = self.position.pot
        booked = self._reader.balances(self._head.number)
        for account, dollars in cash.items():
            if (entries := booked.get(account, 0)) != dollars:
                difference = {"account": account, "dollars": dollars, "booked": entries}
                raise AuditError(Why.BALANCE_DIFFERS, **difference)

    def _verify(self, entry: Entry) -> None:
        super()._verify(entry)
        if entry.number:
            self.move = read_move(entry, self.position.setup)
            self.position = apply(self.position, self.events)

    def _parsed_header(self) -> Setup:
        try:
            return read_header(self._head.header)
        except ForeignError as error:
            raise AuditError(Why.HEADER_UNREADABLE, why=error) from error


class CheckedState(ReplayState, Columns):
    """Replay of a game's events that also checks the columns."""


class Replay(CheckedState):
    """Replay by the rules: every move must lead to the events that were booked.

    A game of an earlier version may have been booked by rules that are superseded since; then those
    rules must lead to the booked events.
    """

    superseded: int = 0
    """Number of moves that only the superseded rules allow as booked."""
    _impossible_since: int | None = None

    def end(self) -> None:
        """Check that the last position can exist, too."""
        super().end()
        if self._impossible_since is not None:
            faults = invariants.position_violations(self.position)
            raise AuditError(Why.IMPOSSIBLE_SINCE, move=self._impossible_since, why=faults[0])

    def _verify(self, entry: Entry) -> None:
        self.move, events, superseded = decide_again(entry, self.position)
        self.superseded += superseded
        self.events = events
        self._columns_agree(entry, events)
        before = self.position
        if entry.number:
            self.position = apply(self.position, events)
        if not refuse_impossible(before, superseded, self.position):
            self._impossible_since = None
        elif self._impossible_since is None:
            self._impossible_since = entry.number


def refuse_impossible(before: Game, superseded: bool, after: Game) -> bool:
    """Return True if the position after a move cannot exist, and the move is not to blame.

    It is not if superseded rules led to the position, or if the one ``before`` could not exist
    either; an undo ends that. Raises AuditError if the rules of today led to it.
    """
    faults = invariants.position_violations(after)
    if faults and not superseded and not invariants.position_violations(before):
        raise AuditError(Why.IMPOSSIBLE_POSITION, why=faults[0])
    return bool(faults)


class Decided(NamedTuple):
    """Booked move as the rules decide it; move 0, the opening, has no ``move``."""

    move: Move | None
    events: tuple[Event, ...]
    superseded: bool


def read_move(entry: Entry, setup: Setup) -> Move:
    """Return the move that an entry has as text. Raises AuditError if it cannot be read."""
    try:
        return parse_move(entry.text, setup)
    except NotationError as error:
        raise AuditError(Why.MOVE_UNREADABLE, text=entry.text, why=error) from error


def decide_again(entry: Entry, position: Game) -> Decided:
    """Decide a booked move in the position that it was made in.

    Raises AuditError if neither the rules nor the superseded ones lead to its events.
    """
    if entry.number == 0:
        events = event_rows.opening_events(position.setup)
        _is_what_was_decided(entry, events)
        return Decided(None, events, False)
    move = read_move(entry, position.setup)
    try:
        return Decided(move, _decided(entry, move, position), False)
    except AuditError as fault:
        for back in range(1, OLDEST_RULES + 1):
            with suppress(AuditError):
                return Decided(
                    move, _decided(entry, move, by_superseded_rules(position, back)), True
                )
        raise fault from fault.__cause__


def _decided(entry: Entry, move: Move, position: Game) -> tuple[Event, ...]:
    try:
        events = decide(position, move)
    except IllegalMove as refused:
        raise AuditError(Why.MOVE_REFUSED, text=entry.text, why=refused) from refused
    _is_what_was_decided(entry, events)
    return events


def _is_what_was_decided(entry: Entry, events: tuple[Event, ...]) -> None:
    if tuple(map(codec.dumps, events)) != entry.events:
        raise AuditError(Why.OTHER_EVENTS, text=entry.text)


def by_superseded_rules(position: Game, back: int) -> Game:
    """Return ``position`` with the rules as they were ``back`` changes ago."""
    edition = replace(position.edition, superseded=back)
    return replace(position, setup=replace(position.setup, edition=edition))


def _first_difference(want: dict[str, Any], row: dict[str, Any]) -> str:
    """Return the column in which two rows differ; one of them may lack it."""
    return next(
        key for key in {**want, **row} if (key in want, want.get(key)) != (key in row, row.get(key))
    )
