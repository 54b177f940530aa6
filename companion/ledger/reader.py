"""Read the games of a ledger, without changing them."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from math import inf
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.engine.limits import ForeignError
from companion.engine.notation import read_header
from companion.engine.problems import Problem
from companion.engine.state import Setup
from companion.ledger import hashing, schema
from companion.ledger.errors import (
    Damaged,
    LedgerError,
    is_damage,
    no_such_game,
    sqlite_problem,
)
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.records import (
    Entry,
    GameHead,
    GameRow,
    Interruption,
    Position,
    Restoration,
    ThrowEntry,
    ThrowOutcome,
    TrayThrow,
)
from companion.ledger.write_ahead_log import Finding

T = TypeVar("T")

_DATED = re.compile(r"^date: (\S+)$", re.MULTILINE)
_GAMES = """
SELECT number, started_at,
       (SELECT max(number) FROM moves WHERE game = games.number) AS moves,
       (SELECT at FROM moves WHERE game = games.number ORDER BY number DESC LIMIT 1) AS last_at,
       EXISTS (SELECT 1 FROM standing_events
               WHERE game = games.number AND kind = 'GameEnded') AS over,
       (SELECT source FROM moves WHERE game = games.number AND number = 1) IS 'import' AS imported
FROM games
"""
_NEWEST_GAMES = f"""{_GAMES}
ORDER BY (SELECT entry FROM moves WHERE game = games.number ORDER BY number DESC LIMIT 1) DESC
LIMIT ?
"""
_UNFINISHED = """
SELECT number FROM games WHERE NOT EXISTS
    (SELECT 1 FROM standing_events WHERE game = games.number AND kind = 'GameEnded')
"""
_ENTRY = (
    "entry",
    "game",
    "number",
    "at",
    "by",
    "source",
    "text",
    "request",
    "previous_hash",
    "hash",
)
_WITH_THROW = """
SELECT entry, moves.game, moves.number, moves.at, "by", source, text, request,
       moves.previous_hash, moves.hash, identity, a, b, outcome
FROM moves LEFT JOIN tray_throws AS throw ON throw.game = moves.game AND throw.move = moves.number
"""
# The next move of a game, with its throw.
_NEXT_ENTRY = f"""{_WITH_THROW}
WHERE moves.game = ? AND moves.number > ? ORDER BY moves.number LIMIT 1
"""
_ENTRIES_AFTER = f"{_WITH_THROW} WHERE entry > ? ORDER BY entry"
_EVENTS_OF_A_MOVE = "SELECT * FROM events WHERE game = ? AND move = ? ORDER BY number"
_THROWS = """
SELECT number, identity, a, b, outcome, at, game, move, previous_hash, hash
FROM tray_throws WHERE number > ? ORDER BY number
"""
_RESTORATIONS = """
SELECT number, at, first_entry, last_entry, source, previous_hash, hash
FROM restorations WHERE number > ? ORDER BY number
"""
# The same as the view "balances", for which SQLite would read every game instead of one.
_BALANCES = """
SELECT account, sum(dollars) FROM postings WHERE game = ? GROUP BY account
"""
# With "+" SQLite finds the few rows by their own index and sorts them, instead of reading the whole
# game in order (sqlite.org/optoverview.html, 1).
_SEATS = f"""
SELECT player, giver, receiver FROM standing_events
WHERE game = ? AND {schema.SEATS_CHANGE} AND move <= coalesce(?, move) ORDER BY +move, +number
"""
_JOINED = f"""
SELECT player FROM events
WHERE game = ? AND {schema.SEATS_CHANGE} AND player IS NOT NULL ORDER BY +move, +number
"""
_INTERRUPTIONS = """
SELECT number, at, last_entry, previous_hash, hash FROM interruptions
WHERE number > ? ORDER BY number
"""


class LedgerReader:
    """Games of one ledger. Every method raises LedgerError if the file cannot be read."""

    log = Finding()
    """Finding about the write-ahead log of the file that is read."""

    progress: Callable[[int], object] = staticmethod(lambda number: None)
    """Called with the number of every move that is read from its row."""

    def __init__(self, db: Database, log: Finding = log) -> None:
        self._opened = db
        self.log = log

    @property
    def _db(self) -> Database:
        return self._opened

    def games(self) -> list[GameRow]:
        """Return all games, in the order in which they began."""
        return [self._game(*row) for row in self.rows(f"{_GAMES} ORDER BY number")]

    def newest_games(self, count: int) -> list[GameRow]:
        """Return the ``count`` games with the newest moves, the newest first."""
        return [self._game(*row) for row in self.rows(_NEWEST_GAMES, count)]

    def names(self, games: int) -> list[str]:
        """Return who sits at the last ``games`` tables by now: the newest first, by seat."""
        last = self.rows("SELECT number FROM games ORDER BY number DESC LIMIT ?", games)
        with self._reading():
            return [name for (game,) in last for name in self._seated(self.head(game)) if name]

    def game(self, number: int) -> GameRow:
        """Return one game. Raises LedgerError if there is none."""
        rows = self.rows(f"{_GAMES} WHERE number = ?", number)
        if not rows:
            raise no_such_game(number)
        return self._game(*rows[0])

    def numbers(self) -> list[int]:
        """Return the number of every game."""
        return [number for (number,) in self.rows("SELECT number FROM games ORDER BY number")]

    def count_moves(self, game: int | None = None) -> int:
        """Return the number of moves of a game, or of all; 0 if there is no such game."""
        counted = self.rows("SELECT count(*) FROM moves WHERE game = coalesce(?, game)", game)
        return int(counted[0][0])

    def latest_unfinished(self) -> int | None:
        """Return the unfinished game with the newest move; None if all are over."""
        # Try the game of the newest move first: it is nearly always the one.
        newest = "(SELECT game FROM moves ORDER BY entry DESC LIMIT 1)"
        rows = self.rows(f"{_UNFINISHED} AND number = {newest}") or self.rows(
            f"{_UNFINISHED} ORDER BY (SELECT entry FROM moves"
            " WHERE game = games.number ORDER BY number DESC LIMIT 1) DESC LIMIT 1"
        )
        return rows[0][0] if rows else None

    def head(self, game: int) -> GameHead:
        """Return the row of a game with its players. Raises LedgerError if there is none."""
        rows = self.rows(
            "SELECT number, started_at, header, program, hash FROM games WHERE number = ?", game
        )
        if not rows:
            raise no_such_game(game)
        number, started_at, header, program, link = rows[0]
        names = dict(self.rows("SELECT seat, name FROM players WHERE game = ?", game))
        # A manipulated seat number leaves a seat without a name; an empty name is not valid.
        players = tuple(names.get(seat, "") for seat in range(1, len(names) + 1))
        return GameHead(number, started_at, header, program, players, link)

    def people(self, game: int) -> tuple[str, ...]:
        """Return everybody who ever had an account: the first players by seat, then who came later.

        Those who left, and those whose coming was undone, are among them: they were paid (FLOW-17).
        """
        joined = self.rows(_JOINED, game)
        return tuple(dict.fromkeys((*self.head(game).players, *(name for (name,) in joined))))

    def setup(self, game: int) -> Setup:
        """Return the players and rules of a game.

        Raises Damaged if its row was changed, LedgerError if its header cannot be used here.
        """
        head = self.head(game)
        if hashing.game_hash(head) != head.hash:
            row, fault = Problem(Why.GAME, game=game), Problem(Why.HEAD_CHANGED)
            raise Damaged(LedgerProblem.ROW_FAULT, row=row, fault=fault)
        try:
            return read_header(head.header)
        except ForeignError as error:
            raise LedgerError(LedgerProblem.HEADER_UNREADABLE, game=game, why=error) from error

    def entries(self, game: int) -> Iterator[Entry]:
        """Yield the complete rows of all moves of a game, from move 0, the opening.

        Raises LedgerError at the first row that cannot be read.
        """
        # One row at a time: a cursor reads a row ahead, so a damaged row would hide the valid one
        # before it.
        number = -inf
        while rows := self.rows(_NEXT_ENTRY, game, number):
            entry = self._entry(*rows[0])
            if entry.number <= number:
                index = Problem(Why.INDEX_DAMAGED)
                raise Damaged(LedgerProblem.LEDGER_UNREADABLE, why=index)
            number = entry.number
            self.progress(number)
            yield entry

    def entries_after(self, entry: int) -> Iterator[Entry]:
        """Yield the complete rows of all moves after ``entry``, in booking order."""
        with self._reading():
            for row in self._db.execute(_ENTRIES_AFTER, [entry]):
                entry_read = self._entry(*row)
                self.progress(entry_read.number)
                yield entry_read

    def entry(self, number: int) -> Entry | None:
        """Return the move at a place among all moves of all games; None if there is none."""
        rows = self.rows(f"{_WITH_THROW} WHERE entry = ?", number)
        return self._entry(*rows[0]) if rows else None

    def newest_first(self) -> list[int]:
        """Return the number of every game, the one with the newest move first."""
        rows = self.rows("SELECT game FROM moves GROUP BY game ORDER BY max(entry) DESC")
        return [game for (game,) in rows]

    def newest_at(self) -> datetime | None:
        """Return when the newest move was made; None if there is no move."""
        rows = self.rows("SELECT at FROM moves ORDER BY entry DESC LIMIT 1")
        with self._reading():
            return datetime.fromisoformat(rows[0][0]) if rows else None

    def place(self) -> Position:
        """Return the number of games, moves and throws in this ledger."""
        (counts,) = self.rows(
            "SELECT (SELECT coalesce(max(number), 0) FROM games),"
            " (SELECT coalesce(max(entry), 0) FROM moves),"
            " (SELECT coalesce(max(number), 0) FROM tray_throws)"
        )
        return Position(*counts)

    def event_rows(self, game: int, move: int) -> list[dict[str, Any]]:
        """Return the events of a move, column by column."""
        with self._reading():
            return list(self._db.query(_EVENTS_OF_A_MOVE, [game, move]))

    def throws(self, after: int = 0) -> Iterator[ThrowEntry]:
        """Yield the complete rows of the tray throws of all games after number ``after``."""
        with self._reading():
            for number, identity, a, b, outcome, *rest in self._db.execute(_THROWS, [after]):
                yield ThrowEntry(number, _throw(identity, a, b, outcome), *rest)

    def restorations(self, after: int = 0) -> list[Restoration]:
        """Return the notes about moves that were restored from other files."""
        return [Restoration(*row) for row in self.rows(_RESTORATIONS, after)]

    def interruptions(self, after: int = 0) -> list[Interruption]:
        """Return the notes about programs that did not close this ledger."""
        return [Interruption(*row) for row in self.rows(_INTERRUPTIONS, after)]

    def last_number(self, table: str) -> int:
        """Return the number of the last row of ``table``; 0 if it is empty."""
        return int(self.rows(f"SELECT coalesce(max(number), 0) FROM {table}")[0][0])

    def tray_throw(self, identity: str) -> TrayThrow | None:
        """Return a tray throw with its outcome; None if it is unknown."""
        rows = self.rows(
            "SELECT identity, a, b, outcome FROM tray_throws WHERE identity = ?", identity
        )
        return _throw(*rows[0]) if rows else None

    def balances(self, game: int) -> dict[str, int]:
        """Return dollars by account: players, ``bank``, and ``pot`` if any. The sum is 0."""
        rows = self.rows(_BALANCES, game)
        return dict(rows)

    def fingerprint(self, game: int, move: int | None = None) -> str:
        """Return the fingerprint of ``move``, or of the last move, as people compare it."""
        with self._reading():
            return hashing.fingerprint(self.link(game, move))

    def link(self, game: int, move: int | None = None) -> str:
        """Return the hash of ``move`` or of the last move, to which the next is chained."""
        rows = self.rows(
            "SELECT hash FROM moves WHERE game = ? AND number <= coalesce(?, number)"
            " ORDER BY number DESC LIMIT 1",
            game,
            move,
        )
        return str(rows[0][0]) if rows else self.head(game).hash

    def _game(
        self, number: int, began: str, moves: int, last_at: str, over: int, imported: int
    ) -> GameRow:
        with self._reading():
            head = self.head(number)
            dated = _DATED.search(head.header)
            return GameRow(
                number,
                datetime.fromisoformat(began),
                self._seated(head),
                moves,
                datetime.fromisoformat(last_at) if moves else None,
                bool(over),
                bool(imported),
                date.fromisoformat(dated[1]) if dated else None,
            )

    def names_now(self, game: int, move: int) -> dict[str, str]:
        """Return the name of now for everybody at the table after a move that stands (FLOW-17)."""
        head = self.head(game)
        with self._reading():
            return dict(zip(self._seated(head, move), self._seated(head), strict=False))

    def _seated(self, head: GameHead, move: int | None = None) -> tuple[str, ...]:
        """Return who sits at the table after a move or by now, in the order of the seats."""
        players = [*head.players]
        for joined, left, came in self.rows(_SEATS, head.number, move):
            if joined:
                players.append(joined)
            elif left in players:
                players.remove(came)
                players[players.index(left)] = came
        return tuple(players)

    def _entry(self, *row: Any) -> Entry:
        fields = dict(zip(_ENTRY, row[: len(_ENTRY)], strict=True))
        identity, a, b, outcome = row[len(_ENTRY) :]
        data = self.rows(
            "SELECT data FROM events WHERE game = ? AND move = ? ORDER BY number", *row[1:3]
        )
        with self._reading():
            throw = None if identity is None else _throw(identity, a, b, outcome)
        return Entry(**fields, throw=throw, events=tuple(text for (text,) in data))

    def query(self, question: Callable[[Database], T]) -> T:
        """Return the result of ``question``, which reads the database."""
        with self._reading():
            return question(self._db)

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with self._reading():
            return list(self._db.execute(sql, parameters))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            why = sqlite_problem(error)
            kind = Damaged if is_damage(error) else LedgerError
            raise kind(LedgerProblem.LEDGER_UNREADABLE, why=why) from error
        except (OverflowError, TypeError, ValueError) as error:
            raise Damaged(LedgerProblem.VALUE_UNREADABLE, why=error) from error


def _throw(identity: str, a: int | None, b: int | None, outcome: str) -> TrayThrow:
    dice = None if a is None or b is None else (a, b)
    return TrayThrow(identity, dice, ThrowOutcome(outcome))


_STATEMENT = """
SELECT move, at, why, deed, other, reversed, dollars, balance
FROM statements WHERE game = ? AND account = ?
"""


@dataclass(frozen=True, slots=True)
class Posting:
    """Payment as one account sees it: dollars in (out if negative) and the balance.

    ``other`` is the other account; ``reversed`` is True for an undo of the payment.
    """

    move: int
    at: datetime
    why: str
    deed: str
    other: str
    reversed: bool
    dollars: int
    balance: int


# Newest first, so that SQLite reads no more moves than it needs.
_NEWEST_POSTINGS = """
SELECT events.move, at, why, deed, iif(payee = :account, payer, payee), reversed,
       iif(payee = :account, amount, -amount)
FROM events JOIN moves ON moves.game = events.game AND moves.number = events.move
WHERE events.game = :game AND :account IN (payer, payee)
ORDER BY events.move DESC, events.number DESC LIMIT :count
"""


def newest_postings(
    reader: LedgerReader, game: int, account: str, balance: int, count: int
) -> list[Posting]:
    """Return the last ``count`` payments of ``account``, newest first.

    ``balance`` is what the account has now.

    Raises LedgerError if the ledger cannot be read.
    """
    wanted = {"game": game, "account": account, "count": count}
    rows = reader.query(lambda db: list(db.execute(_NEWEST_POSTINGS, wanted)))
    found = []
    for move, at, why, deed, other, back, dollars in rows:
        when = datetime.fromisoformat(at)
        found.append(Posting(move, when, why, deed or "", other, bool(back), dollars, balance))
        balance -= dollars
    return found


def statement(reader: LedgerReader, game: int, account: str) -> list[Posting]:
    """Return every payment of ``account``, a player, ``bank`` or ``pot``, in order.

    Raises LedgerError if the ledger cannot be read.
    """
    rows = reader.rows(_STATEMENT, game, account)
    return [
        Posting(move, datetime.fromisoformat(at), why, deed or "", other, bool(back), *dollars)
        for move, at, why, deed, other, back, *dollars in rows
    ]
