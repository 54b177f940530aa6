"""Fold the lines of one table: verify each, and know the table's games.

A line counts if its hash is that of its row, if it follows from the lines before it, and if the
rules, applied to the move in the position reached, lead to the booked events. A line that was taken
before is nothing new; another line in its place is refused. A table with a refused line is in no
standings any more.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from companion.club.times import parse_time
from companion.engine.decide import apply
from companion.engine.limits import ForeignError, excerpt
from companion.engine.moves import Rule, Undo
from companion.engine.notation import format_effects, read_header
from companion.engine.phases import Over
from companion.engine.problems import Problem
from companion.engine.standings import Standing, standings
from companion.engine.state import Game, Setup, start
from companion.ledger import mirror
from companion.ledger.mirror import InvalidLine
from companion.ledger.problems import Why
from companion.ledger.records import BEGINNING, Entry, GameHead, Row
from companion.ledger.replay import DAMAGE, AuditError, decide_again, refuse_impossible
from companion.table.prompts import now

LONGEST_UNDO = 5
"""Largest number of moves that an undo takes back without an alert."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something at a table that the director may want to ask about: a ruling, or a long undo."""

    at: datetime
    kind: str
    text: str


class TableGame:
    """Game of a table. ``positions`` has the time of each move and the position after it."""

    def __init__(self, head: GameHead) -> None:
        self.head = head
        self.setup: Setup = read_header(head.header)
        self.positions: list[tuple[datetime, Game]] = [(_time(head.started_at), start(self.setup))]
        self.link = head.hash
        self.next_number = 0

    @property
    def position(self) -> Game:
        """Position after the last move."""
        return self.positions[-1][1]

    @property
    def last_at(self) -> datetime:
        """Time of the last move, by the table's clock."""
        return self.positions[-1][0]

    @property
    def players(self) -> tuple[str, ...]:
        """Names of who sits at the table by now, in the order of the seats (FLOW-17)."""
        return tuple(self.position.players)

    @property
    def is_over(self) -> bool:
        """True once the game has ended."""
        return isinstance(self.position.phase, Over)

    def until(self, end: datetime) -> Game | None:
        """Return the position after the last move up to ``end``; None if there was none."""
        found = [position for at, position in self.positions[1:] if at <= end]
        return found[-1] if found else None

    def on_turn(self) -> str:
        """Return the player whom the table waits for."""
        return now(self.position).player


@dataclass
class ClubTable:
    """Table of an event: ``rows`` that verified, and the first reason to refuse one."""

    number: int
    rows: list[Row] = field(default_factory=list)
    games: dict[int, TableGame] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    fault: Problem | None = None
    current: TableGame | None = None
    ahead: timedelta | None = None
    """Time by which its moves are ahead of the director's clock; None if nobody knows."""
    stored: int = 0
    """Number of lines in its stream that were read, or that never will be."""
    lacks_since: datetime | None = None
    """Time since when its ledger has had more moves than came here; None if it has not."""

    def __post_init__(self) -> None:
        self._place = BEGINNING
        self._standings: tuple[Game | None, list[Standing]] = None, []

    @property
    def moves(self) -> int:
        """Number of moves that came."""
        return self._place.moves

    def take(self, line: bytes) -> bool:
        """Take a line of the stream; return True if it is a new one that verifies."""
        try:
            return self._take(line)
        except (InvalidLine, AuditError) as error:
            self.fault = self.fault or error.problem
        except ForeignError as error:
            self.fault = self.fault or Problem(error.reason, **error.facts)
        except DAMAGE as error:
            self.fault = self.fault or Problem(Why.ROW_DAMAGED, why=excerpt(repr(error)))
        return False

    def standings(self) -> list[Standing]:
        """Return the players of the current game by worth; none if there is no game to trust."""
        if self.fault or not self.current:
            return []
        known, found = self._standings
        if known is not self.current.position:
            known = self.current.position
            found = standings(known)
            self._standings = known, found
        return found

    def _take(self, line: bytes) -> bool:
        after, row = mirror.from_line(line)
        place = after.games + after.moves
        if 0 < place <= len(self.rows):
            if self.rows[place - 1] != row:
                raise InvalidLine(Why.LINE_CHANGED)
            return False
        if after != self._place.after(row):
            raise InvalidLine(Why.LINES_MISSING)
        if isinstance(row, GameHead):
            if row.number != after.games:
                raise InvalidLine(Why.LINES_MISSING)
            self.current = self.games[row.number] = TableGame(row)
        elif isinstance(row, Entry) and row.entry == after.moves:
            self.current = self.games[row.game]
            self._play(self.current, row)
        else:
            raise InvalidLine(Why.NOT_A_LINE)
        self.rows.append(row)
        self._place = after
        return True

    def _play(self, game: TableGame, entry: Entry) -> None:
        follows = (entry.number, entry.previous_hash)
        if follows != (game.next_number, game.link):
            raise InvalidLine(Why.LINES_MISSING)
        position, at = game.position, _time(entry.at)
        move, events, superseded = decide_again(entry, position)
        if move:
            before, position = position, apply(position, events)
            refuse_impossible(before, superseded, position)
        game.positions.append((at, position))
        game.link, game.next_number = entry.hash, entry.number + 1
        if isinstance(move, Rule):
            self.notes.append(Note(at, "ruling", format_effects(move, game.setup.board)))
        if isinstance(move, Undo) and move.count > LONGEST_UNDO:
            self.notes.append(Note(at, "undo", str(move.count)))


def _time(text: str) -> datetime:
    try:
        return parse_time(text)
    except ValueError as error:
        raise AuditError(Why.TIME_IMPOSSIBLE, at=excerpt(text)) from error
