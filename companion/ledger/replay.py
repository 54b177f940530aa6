"""Replay one game of a ledger move by move and verify each row.

Each class adds a check to its base: ``HashChain`` the chain, ``ReplayState`` the position,
``Columns`` the columns for SQL, ``Replay`` the rules.
"""

from dataclasses import replace
from typing import Any

from companion.engine import codec, invariants
from companion.engine.data_file import DataFileError
from companion.engine.decide import apply, decide
from companion.engine.events import Event
from companion.engine.limits import excerpt
from companion.engine.moves import Move
from companion.engine.notation import NotationError, parse_move, read_header
from companion.engine.refusals import IllegalMove
from companion.engine.state import POT, Game, Setup, start
from companion.ledger import event_rows, hashing
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
    """Fault of a row; the message is the end of a sentence that begins with the row."""


class HashChain:
    """Hash chain of a game. ``moves`` is the number of valid moves so far."""

    def __init__(self, reader: LedgerReader, game: int) -> None:
        """Read the row of the game. Raises AuditError if it is not valid."""
        self._reader = reader
        self._head = reader.head(game)
        if hashing.game_hash(self._head) != self._head.hash:
            raise AuditError("its header or its players were changed after it began")
        self._link = self._head.hash
        self.moves = -1  # Move 0, the opening, is no move of a player.

    def take(self, entry: Entry) -> None:
        """Verify the next row. After an AuditError no later row can be verified."""
        self._follows(entry)
        if hashing.move_hash(entry) != entry.hash:
            raise AuditError("is not as it was booked: its hash does not fit")
        try:
            self._verify(entry)
        except DAMAGE as damaged:
            raise AuditError(f"is damaged, {excerpt(repr(damaged))}") from damaged
        self._link = entry.hash
        self.moves += 1

    def end(self) -> None:
        """Finish after the last row. Raises AuditError if the result is not valid."""
        if self.moves < 0:
            raise AuditError("its opening entry is missing")

    def _verify(self, entry: Entry) -> None:
        pass

    def _follows(self, entry: Entry) -> None:
        if entry.number != self.moves + 1:
            raise AuditError(f"comes where move {self.moves + 1} is missing")
        if entry.previous_hash != self._link:
            raise AuditError("does not follow from the one before it")


class ReplayState(HashChain):
    """Replay of a game's events up to a ``position``, which is checked at the end."""

    def __init__(self, reader: LedgerReader, game: int) -> None:
        super().__init__(reader, game)
        self.setup = self._parsed_header()
        self.position: Game = start(self.setup)
        self.events: tuple[Event, ...] = ()
        """Events of the last row."""

    def end(self) -> None:
        """Check the laws and the balances after the last move."""
        super().end()
        self._obeys_the_laws()
        cash = {player.name: player.cash for player in self.position.players.values()}
        cash[POT] = self.position.pot
        booked = self._reader.balances(self._head.number)
        for account, dollars in cash.items():
            if booked.get(account, 0) != dollars:
                raise AuditError(
                    f"{account} has ${dollars}, but the entries come to ${booked.get(account, 0)}"
                )

    def _verify(self, entry: Entry) -> None:
        try:
            self.events = tuple(map(codec.loads, entry.events))
        except DAMAGE as damaged:
            raise AuditError(f"has an event that cannot be read: {damaged}") from damaged
        if entry.number:
            self.position = apply(self.position, self.events)

    def _obeys_the_laws(self) -> None:
        if broken := invariants.position_violations(self.position):
            raise AuditError(f"leaves a position that cannot exist: {broken[0]}")

    def _parsed_header(self) -> Setup:
        try:
            return read_header(self._head.header)
        except (NotationError, DataFileError) as error:
            raise AuditError(f"its header cannot be read: {error}") from error


class Columns(ReplayState):
    """Replay that also checks the columns from which statements and exports are made.

    Each column must agree with its event.
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
                    f"has in event {want['number']} '{column}' = {row.get(column)!r},"
                    f" but the event itself has {want.get(column)!r}"
                )


class Replay(Columns):
    """Replay by the rules: every move must lead to the events that were booked.

    A game of an earlier version may have been booked by rules that are superseded since; then those
    rules must lead to the booked events.
    """

    move: Move | None = None
    """Last move; None for move 0."""
    superseded: int = 0
    """Number of moves that only the superseded rules allow as booked."""

    def _verify(self, entry: Entry) -> None:
        try:
            events = self._decided_as_booked(entry, self.position)
        except AuditError as fault:
            events = self._decided_before(entry, fault)
        self.events = events
        self._columns_agree(entry, events)
        if entry.number:
            self.position = apply(self.position, events)
        self._obeys_the_laws()

    def _decided_before(self, entry: Entry, fault: AuditError) -> tuple[Event, ...]:
        """Decide by the superseded rules. Raises ``fault`` if they do not fit either."""
        try:
            events = self._decided_as_booked(entry, by_superseded_rules(self.position))
        except AuditError:
            raise fault from fault.__cause__
        self.superseded += 1
        return events

    def _decided_as_booked(self, entry: Entry, position: Game) -> tuple[Event, ...]:
        events = self._decided(entry, position)
        self._is_what_was_decided(entry, events)
        return events

    def _decided(self, entry: Entry, position: Game) -> tuple[Event, ...]:
        if entry.number == 0:
            return event_rows.opening_events(self.setup)
        try:
            self.move = parse_move(entry.text, self.setup)
            return decide(position, self.move)
        except NotationError as error:
            raise AuditError(f"'{entry.text}' cannot be read: {error}") from error
        except IllegalMove as refused:
            raise AuditError(f"'{entry.text}' is refused by the rules, {refused}") from refused

    def _is_what_was_decided(self, entry: Entry, events: tuple[Event, ...]) -> None:
        if tuple(map(codec.dumps, events)) != entry.events:
            raise AuditError(f"'{entry.text}' leads to other events by the rules than were booked")


def by_superseded_rules(position: Game) -> Game:
    """Return ``position`` with the superseded versions of rules that were changed."""
    edition = replace(position.edition, superseded=True)
    return replace(position, setup=replace(position.setup, edition=edition))


def _first_difference(want: dict[str, Any], row: dict[str, Any]) -> str:
    """Return the column in which two rows differ; one of them may lack it."""
    return next(
        key for key in {**want, **row} if (key in want, want.get(key)) != (key in row, row.get(key))
    )
