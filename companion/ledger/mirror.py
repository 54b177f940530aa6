"""Write and read the second copy: one line per row, ideally on another card.

A line is one JSON object in ASCII, keys sorted, no spaces, and is never changed. It has a row of
the ledger, complete, as ``game``, ``move`` (with its events and its throw) or ``throw`` (that
became no move), and ``after``: the number of games, moves and throws up to and including it. So
every line follows from the one before and carries its hash, and a ledger can be made from the
lines: see ``restore``.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from companion import foreign
from companion.engine.limits import ForeignError, parse_json
from companion.engine.problems import Problem
from companion.ledger import hashing, paths
from companion.ledger.errors import LedgerError, os_problem
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.reader import LedgerReader
from companion.ledger.records import (
    BEGINNING,
    Entry,
    GameHead,
    Position,
    Row,
    ThrowEntry,
    ThrowOutcome,
    TrayThrow,
)
from companion.whole_file import sync

FILE_NAME = "ledger.mirror"
_TAIL = foreign.LONGEST_LINE
"""Number of bytes at the end in which the last line begins."""


class InvalidLine(ValueError):
    """Raised for a line that is not valid, or does not follow from the one before it."""

    def __init__(self, reason: Why) -> None:
        super().__init__(reason)
        self.problem = Problem(reason)


def to_line(row: Row, after: Position) -> bytes:
    """Return ``row`` as a line; ``after`` is the position after it."""
    kind = next(name for name, (cls, _) in _KINDS.items() if isinstance(row, cls))
    return _text({"after": after, kind: _shallow(row)})


def _shallow(row: Row) -> dict[str, Any]:
    """Return the fields of a row; ``asdict`` would copy every event, at each move."""
    found = {name: getattr(row, name) for name in _NAMES[type(row)]}
    if throw := found.get("throw"):
        found["throw"] = asdict(throw)
    return found


def row_hash(row: Row) -> str:
    """Return the hash that ``row`` must have."""
    return next(hash_of(row) for cls, hash_of in _KINDS.values() if isinstance(row, cls))


def from_line(line: bytes) -> tuple[Position, Row]:
    """Parse a line made by ``to_line``.

    Raises InvalidLine if it is no line or its hash does not fit.
    """
    try:
        content = parse_json(line)
        after = Position(*content.pop("after"))
        ((kind, values),) = content.items()
        row = _KINDS[kind][0](**_values(values))
        if not _has_types(after, row):
            raise TypeError(kind)
        same = to_line(row, after) == line and row_hash(row) == row.hash
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise InvalidLine(Why.NOT_A_LINE) from error
    if not same:
        raise InvalidLine(Why.LINE_CHANGED)
    return after, row


def _has_types(after: Position, row: Row) -> bool:
    """Return True if all values have the right types.

    Anybody can write a line whose hash fits.
    """
    if not all(type(number) is int for number in after):
        return False
    for field in fields(row):
        value = getattr(row, field.name)
        if field.name in ("number", "entry") or (field.name in ("game", "move") and value):
            fits = type(value) is int
        elif field.name in ("players", "events"):
            fits = isinstance(value, tuple) and all(isinstance(one, str) for one in value)
        elif field.name in ("throw", "game", "move"):
            fits = value is None or isinstance(value, TrayThrow)
        else:
            fits = isinstance(value, str)
        if not fits:
            return False
    return True


class ChainCursor:
    """Position in a second copy; every next row must follow from those before it."""

    def __init__(self) -> None:
        self.place = BEGINNING
        self._links: dict[int, str] = {}
        self._throw = ""

    def take(self, row: Row) -> Position:
        """Advance over ``row`` and return the new position.

        Raises InvalidLine if something is missing before the row.
        """
        place = self.place.after(row)
        if not self._comes_next(row, place):
            raise InvalidLine(Why.LINES_MISSING)
        self.place = place
        match row:
            case GameHead(number=game):
                self._links[game] = row.hash
            case Entry(game=game):
                self._links[game] = row.hash
                if row.throw:
                    used = ThrowEntry(
                        place.throws, row.throw, row.at, game, row.number, self._throw
                    )
                    self._throw = hashing.throw_hash(used)
            case ThrowEntry():
                self._throw = row.hash
        return place

    def _comes_next(self, row: Row, place: Position) -> bool:
        match row:
            case GameHead():
                return row.number == place.games
            case Entry():
                return row.entry == place.moves and row.previous_hash == self._links.get(row.game)
        return row.number == place.throws and row.previous_hash == self._throw


def _values(fields: dict[str, Any]) -> dict[str, Any]:
    """Convert JSON's lists to the tuples of the rows."""
    converted: dict[str, Any] = {
        key: tuple(v) if isinstance(v, list) else v for key, v in fields.items()
    }
    if throw := converted.get("throw"):
        dice = throw["dice"] and tuple(throw["dice"])
        converted["throw"] = TrayThrow(throw["identity"], dice, ThrowOutcome(throw["outcome"]))
    return converted


def _text(fields: dict[str, Any]) -> bytes:
    return _LINES.encode(fields).encode("ascii") + b"\n"


_LINES = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_NAMES = {cls: [field.name for field in fields(cls)] for cls in (GameHead, Entry, ThrowEntry)}


_KINDS: dict[str, tuple[Any, Callable[[Any], str]]] = {
    "game": (GameHead, hashing.game_hash),
    "move": (Entry, hashing.move_hash),
    "throw": (ThrowEntry, hashing.throw_hash),
}
"""Name of each kind of row in a line, its class, and the function for its hash."""


class Mirror:
    """Second copy of the open ledger ``ledger``, in a folder that the user chose.

    ``warning`` tells why it has stopped; None while it is up to date.
    """

    def __init__(self, where: Path, ledger: Path) -> None:
        self.path = where.absolute() / FILE_NAME
        self._ledger = ledger
        self.warning: Problem | None = None
        self._messages: list[Problem] = []
        self._file = -1
        self._place = BEGINNING
        self._size: int | None = None
        """Number of bytes that are valid and on the disk."""

    def sync(self, reader: LedgerReader, rows: Iterable[Row] = ()) -> None:
        """Write ``rows``, which were just booked, and flush them.

        If the copy is not open or had stopped, everything that it lacks is written instead. A
        failure becomes ``warning``; no game waits for the second copy.
        """
        try:
            if self._file >= 0:
                self._write(rows)
            else:
                self._open(reader)
            self._go_on()
        except LedgerError as error:
            self._stop(error.problem)
        except OSError as error:
            failed = LedgerProblem.COPY_FAILED
            self._stop(Problem(failed, path=self.path, why=os_problem(error)))

    def drain_messages(self) -> list[Problem]:
        """Return the messages that the copy has stopped or continues, and clear them."""
        messages, self._messages = self._messages, []
        return messages

    def close(self) -> None:
        """Close the file; the next ``sync`` opens it again."""
        if self._file >= 0:
            with suppress(OSError):
                os.close(self._file)
        self._file = -1

    def _go_on(self) -> None:
        if self.warning:
            self._messages.append(Problem(LedgerProblem.COPY_COMPLETE))
        self.warning = None

    def _stop(self, why: Problem) -> None:
        if self._file >= 0 and self._size is not None:
            # Data of a failed flush may be in memory only, and look as if it was written.
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
        self.close()
        stopped = Problem(LedgerProblem.COPY_STOPPED, why=why)
        if not self.path.parent.exists():
            stopped = Problem(LedgerProblem.COPY_WAITS)
        if not self.warning:
            self._messages.append(stopped)
        self.warning = stopped

    def _open(self, reader: LedgerReader) -> None:
        self._size = None
        # Do not create the folder: without the USB drive it would be a folder on this card.
        self._file = paths.open_to_append(self.path, self._ledger)
        end, self._place, row = _last(self._file, self.path)
        if row and not is_booked(reader, row):
            raise LedgerError(LedgerProblem.COPY_OF_ANOTHER_LEDGER, path=self.path)
        self._size = end
        os.ftruncate(self._file, end)
        self._write(rows_after(reader, self._place))
        sync(self.path.parent)

    def _write(self, rows: Iterable[Row]) -> None:
        place, lines = self._place, []
        for row in rows:
            place = place.after(row)
            lines.append(to_line(row, place))
        data = memoryview(b"".join(lines))
        if not _leads_to(self.path, self._file):
            raise LedgerError(LedgerProblem.NOT_THERE, path=self.path)
        while data:
            data = data[os.write(self._file, data) :]
        os.fdatasync(self._file)
        self._place, self._size = place, os.fstat(self._file).st_size


def read(path: Path, size: int | None = None) -> Iterator[Row]:
    """Yield every row of a second copy, in order.

    An incomplete last line is left out, and so is everything after the first ``size`` bytes. Raises
    LedgerError if the copy cannot be read or a line is not valid.
    """
    cursor = ChainCursor()
    try:
        end = 0
        for number, line in enumerate(foreign.read_lines(path), 1):
            end += len(line)
            if not line.endswith(b"\n") or (size is not None and end > size):
                return
            try:
                row = _next(cursor, line)
            except InvalidLine as invalid:
                place = {"line": number, "path": path}
                raise LedgerError(
                    LedgerProblem.COPY_LINE, **place, fault=invalid.problem
                ) from invalid
            yield row
    except ForeignError as error:
        raise LedgerError(LedgerProblem.UNREADABLE_INPUT, why=error) from error


def _next(cursor: ChainCursor, line: bytes) -> Row:
    after, row = from_line(line)
    if cursor.take(row) != after:
        raise InvalidLine(Why.LINES_MISSING)
    return row


def is_booked(reader: LedgerReader, row: Row) -> bool:
    """Return True if a ledger has exactly this row."""
    table, key = {
        GameHead: ("games", "number"),
        Entry: ("moves", "entry"),
        ThrowEntry: ("tray_throws", "number"),
    }[type(row)]
    sql = f"SELECT count(*) FROM {table} WHERE {key} = ? AND hash = ?"
    found = reader.query(lambda db: db.execute(sql, [getattr(row, key), row.hash]).fetchone())
    return bool(found[0])


def first_difference(reader: LedgerReader, path: Path, size: int | None = None) -> Problem | None:
    """Report the first line of the copy ``path`` that differs from the ledger.

    The copy may have fewer rows. With ``size``, only lines in the first ``size`` bytes are
    compared. Raises LedgerError if the copy cannot be read.
    """
    for number, row in enumerate(read(path, size), 1):
        reader.progress(number)
        if not is_booked(reader, row):
            return Problem(LedgerProblem.COPY_DIFFERS, line=number, path=path)
    return None


def extra_rows(reader: LedgerReader, path: Path | None) -> Problem | None:
    """Report that the copy ``path`` has more of this ledger than the ledger itself.

    The result is None if the copy has no more, cannot be read, belongs to another ledger or does
    not exist.
    """
    if path is None:
        return None
    with suppress(LedgerError):
        place, row = _end(path)
        here = reader.place()
        if row and place.moves > here.moves and _has(path, here.moves, reader):
            more = place.moves - here.moves
            return Problem(LedgerProblem.COPY_HAS_MORE, path=path, moves=more)
    return None


def count_moves(path: Path) -> int:
    """Count the moves in the copy ``path``; 0 if there is none or it cannot be read."""
    with suppress(LedgerError):
        return _end(path)[0].moves
    return 0


def end_of(path: Path) -> tuple[int, int, datetime] | None:
    """Return the numbers of games and moves in a copy, and the time of its last row.

    None if it has no move. Raises LedgerError if the copy cannot be read.
    """
    place, row = _end(path)
    at = getattr(row, "at", None) or getattr(row, "started_at", "")
    return (place.games, place.moves, datetime.fromisoformat(at)) if place.moves and at else None


def _has(path: Path, move: int, reader: LedgerReader) -> bool:
    """Return True if the copy has the ledger's last move.

    A ledger without moves matches any copy.
    """
    if not move:
        return True
    # A ledger that lost its end usually lost little. So search from the end first, and only then
    # from the beginning, which takes longer the more games there are.
    found = next((row for row in _newest_first(path) if row.entry <= move), None)
    if found is None or found.entry < move:
        entries = (row for row in read(path) if isinstance(row, Entry))
        found = next(islice(entries, move - 1, move), None)
    return found is not None and is_booked(reader, found)


def _newest_first(path: Path) -> Iterator[Entry]:
    """Yield the moves from the end whose lines are complete in the last bytes."""
    with path.open("rb") as file:
        start = max(0, os.fstat(file.fileno()).st_size - _TAIL)
        file.seek(start)
        lines = file.read().partition(b"\0")[0].splitlines(keepends=True)
    for line in reversed(lines[bool(start) :]):
        with suppress(InvalidLine):
            _, row = from_line(line)
            if isinstance(row, Entry):
                yield row


def rows_after(reader: LedgerReader, place: Position) -> Iterator[Row]:
    """Yield every row of a ledger after ``place``, in a valid order for booking them."""
    throws = list(reader.throws(place.throws))
    used = {(throw.game, throw.move): throw.number for throw in throws}
    loose = deque(throw for throw in throws if throw.move is None)
    games = place.games
    for entry in reader.entries_after(place.moves):
        while loose and loose[0].number < used.get((entry.game, entry.number), 0):
            yield loose.popleft()
        if entry.game > games:
            games = entry.game
            yield reader.head(games)
        yield entry
    yield from loose


def _end(path: Path) -> tuple[Position, Row | None]:
    try:
        with foreign.open_file(path) as file:
            return _last(file.fileno(), path)[1:]
    except (ForeignError, OSError) as error:
        raise LedgerError(LedgerProblem.UNREADABLE_INPUT, why=error) from error


def _last(handle: int, path: Path) -> tuple[int, Position, Row | None]:
    """Return the end of the last complete line, the position after it, and its row."""
    size = os.fstat(handle).st_size
    start = max(0, size - _TAIL)
    # No line contains a zero byte: where there is one, the power failed before it was written.
    tail = os.pread(handle, size - start, start).partition(b"\0")[0]
    end = tail.rfind(b"\n") + 1
    if not end and not start:
        return 0, BEGINNING, None
    line = tail[tail.rfind(b"\n", 0, end - 1) + 1 : end]
    try:
        return start + end, *from_line(line)
    except InvalidLine as invalid:
        last_line = LedgerProblem.COPY_LAST_LINE
        raise LedgerError(last_line, path=path, fault=invalid.problem) from invalid


def _leads_to(path: Path, handle: int) -> bool:
    """Return True if ``path`` still leads to the open file."""
    with suppress(FileNotFoundError):
        return os.path.samestat(path.stat(), os.fstat(handle))
    return False
