"""Check a ledger before it is played in: a little at once, all of it in a copy.

A complete check (``first_fault``) covers the file as a whole, the chain of every game with the
columns that are made from its events, and, for unfinished games, the position that their events
lead to. (``audit`` also checks that the rules lead from every move to the booked events.) It takes
longer the more was ever played: many seconds for 200,000 moves. People at a table would wait for
it, so there are two ways.

A command that writes calls ``check_all`` before it opens the ledger. That is a complete check in a
copy, and a damaged file is not written to.

The bank checks in three steps, and nobody waits for the third:

1. Before SQLite reads a byte, the log (``write_ahead_log``). Then, when the file is opened, its
   format, its tables and triggers, and its newest rows (``fault_at_the_end``), where an incomplete
   write, a lost end or a swapped card shows. The second copy is compared there, too. None of this
   takes longer with more games.
2. When a game is continued: its chain, its events and its balances, in the one pass that reads
   them anyway (``replay.ReplayState``). So everything on the screen was checked.
3. After the first frame: a complete check of a copy, in a process of its own (``check_copy``),
   which reads the ledger as any other program reads a ledger in use. The open connection stays the
   only one, and no statement on it takes longer than a booking. A fault that the process finds
   stops the game as it would have at the start.

The third step starts anew whenever the file is opened, and reads up to the last byte. How far an
earlier check came is not stored: the note would have to be beside the ledger, and whoever can
change the ledger can change the note.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.engine.problems import Problem
from companion.ledger import hashing, mirror, paths, schema, write_ahead_log
from companion.ledger.copies import snapshot, without_views
from companion.ledger.errors import Damaged, InUse, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, Interruption, Restoration, ThrowEntry
from companion.ledger.replay import DAMAGE, AuditError, CheckedState, Columns, ReplayState

Watch = Callable[[LedgerReader], AbstractContextManager[object]]
"""Follows a reader for the time of a block."""

Linked = TypeVar("Linked", ThrowEntry, Restoration, Interruption)


def row_name(game: int, move: int | None = None) -> Problem:
    """Name a row: a game, or one of its moves."""
    if move is None:
        return Problem(Why.GAME, game=game)
    return Problem(Why.MOVE, game=game, move=move)


def fault_in(row: Problem, error: Exception) -> Problem:
    """Return the fault of a row: an AuditError, a LedgerError or other damage."""
    if isinstance(error, LedgerError):
        return Problem(LedgerProblem.ROW_NOT_READ, row=row, fault=error.problem)
    if isinstance(error, AuditError):
        return Problem(LedgerProblem.ROW_FAULT, row=row, fault=error.problem)
    damaged = Problem(Why.ROW_DAMAGED, why=error)
    return Problem(LedgerProblem.ROW_FAULT, row=row, fault=damaged)


def first_fault_of_file(reader: LedgerReader) -> Problem | None:
    """Return the first fault of the file as a whole, or None."""
    try:
        faults = (fault for check in CHECKS if (fault := reader.query(check)))
        return reader.log.fault or next(faults, None) or chains_follow(reader)
    except LedgerError as damaged:
        return damaged.problem


def chains_follow(reader: LedgerReader, newest: int | None = None) -> Problem | None:
    """Check the numbers and hashes of the rows that belong to no game.

    These are tray throws, restorations and interruptions. With ``newest``, only the last ``newest``
    of each are checked. The result is the first fault, or None. An extract has only some of them.
    """
    has_gaps = reader.query(schema.is_extract)
    chains: tuple[tuple[str, Callable[[int], Iterable[Any]], Callable[[Any], str], Why], ...] = (
        ("tray_throws", reader.throws, hashing.throw_hash, Why.THROW),
        ("restorations", reader.restorations, hashing.restoration_hash, Why.RESTORATION),
        ("interruptions", reader.interruptions, hashing.interruption_hash, Why.INTERRUPTION),
    )
    for table, rows, hash_of, label in chains:
        after = 0 if newest is None else max(0, reader.last_number(table) - newest)
        if fault := _first_loose(rows(after), hash_of, label, after, has_gaps):
            return fault
    return None


def _first_loose(
    rows: Iterable[Linked],
    hash_of: Callable[[Linked], str],
    label: Why,
    after: int,
    has_gaps: bool,
) -> Problem | None:
    """Return the problem of the first row that does not follow from the last, or None.

    The first row after ``after`` or after a gap has no row before it to compare with, unless it is
    row 1.
    """
    number, link = after, None if after else ""
    for row in rows:
        number += 1
        if row.number != number:
            if not has_gaps:
                return Problem(LedgerProblem.ROW_MISSING, row=Problem(label, number=number))
            number, link = row.number, None
        if link not in (None, row.previous_hash) or row.hash != hash_of(row):
            return Problem(LedgerProblem.ROW_CHANGED, row=Problem(label, number=number))
        link = row.hash
    return None


def is_undamaged(db: Database) -> Problem | None:
    """Check pages, indexes and values (sqlite.org/pragma.html, integrity_check)."""
    result = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if result == "ok":  # To take views out changes their pages, and what is wrong there.
        with without_views(db) as conn:
            result = str(conn.execute("PRAGMA quick_check(1)").fetchone()[0])
    # The fault of a page is on a line of its own, below the name of the database.
    if result == "ok":
        return None
    return Problem(LedgerProblem.FILE_DAMAGED, why=result.splitlines()[-1])


def has_its_parts(db: Database) -> Problem | None:
    """Check that tables, views and triggers are those that the program creates."""
    faults = schema.faults(db)
    return Problem(LedgerProblem.FILE_CHANGED, part=faults[0]) if faults else None


def has_no_orphans(db: Database) -> Problem | None:
    """Check that every move and event belongs to a game."""
    orphans = db.execute(
        "SELECT game, sum(kind), count(*) - sum(kind) FROM"
        " (SELECT game, 1 AS kind FROM moves UNION ALL SELECT game, 0 FROM events)"
        " WHERE game NOT IN (SELECT number FROM games) GROUP BY game ORDER BY game"
    ).fetchall()
    if not orphans:
        return None
    left = [
        Problem(Why.ORPHANED_GAME, game=game, moves=moves, events=events)
        for game, moves, events in orphans
    ]
    return Problem(LedgerProblem.ORPHANS, games=left)


def has_no_stray_rows(db: Database) -> Problem | None:
    """Check that every row belongs to a move, and every move to a game."""
    stray = db.execute("PRAGMA foreign_key_check").fetchone()
    if not stray:
        return None
    table, row, parent, _ = stray
    columns = {"players": "game, seat", "moves": "game, number"}.get(table, "game, move")
    game, number = db.execute(f"SELECT {columns} FROM {table} WHERE rowid = ?", [row]).fetchone()
    place = {"table": table, "game": game, "number": number, "parent": parent}
    return Problem(LedgerProblem.STRAY_ROW, **place)


def counts_without_gaps(db: Database) -> Problem | None:
    """Check that games, and the moves of all games, are numbered without a gap.

    A row that was deleted leaves a gap. An extract has the gaps of the other games.
    """
    if schema.is_extract(db):
        (games,) = db.execute("SELECT count(*) FROM games").fetchone()
        return None if games == 1 else Problem(LedgerProblem.NOT_ONE_GAME, games=games)
    if entry := _first_gap(db, "moves", "entry"):
        return Problem(LedgerProblem.ENTRY_MISSING, entry=entry)
    if game := _first_gap(db, "games", "number"):
        return Problem(LedgerProblem.GAME_MISSING, game=game)
    return None


def _first_gap(db: Database, table: str, column: str) -> int:
    """Return the first number from 1 on that no row has; 0 if there is none."""
    gap = db.execute(
        f"SELECT previous + 1 FROM (SELECT {column} AS here, lag({column}, 1, 0)"
        f" OVER (ORDER BY {column}) AS previous FROM {table}) WHERE here <> previous + 1 LIMIT 1"
    ).fetchone()
    return int(gap[0]) if gap else 0


CHECKS: tuple[Callable[[Database], Problem | None], ...] = (
    is_undamaged,
    has_its_parts,
    has_no_orphans,
    has_no_stray_rows,
    counts_without_gaps,
)


NEWEST = 64
"""Number of rows of each chain that are checked before the first frame.

It is more than a log can have lost."""


def check_all(path: Path, copy: Path | None, watch: Watch = nullcontext) -> None:
    """Check all of a ledger. Raises Damaged if it is not valid or lacks moves.

    Moves are lacking if the second copy ``copy`` has them. ``watch`` may follow what is read.
    """
    if _may_be_read(path, copy):
        with snapshot(path) as reader, watch(reader):
            _refuse(path, first_fault(reader) or mirror.extra_rows(reader, copy))


def check_log(path: Path, copy: Path | None) -> None:
    """Check only the log, and that the file is not missing. Raises Damaged."""
    _may_be_read(path, copy)


def _may_be_read(path: Path, copy: Path | None) -> bool:
    """Return True if there is a ledger whose log SQLite may read.

    Raises Damaged if the log is damaged, if the ledger is missing while its second copy exists, or
    has 0 bytes although somebody played here, InUse if another program has the ledger open.
    """
    if not path.exists() or not path.stat().st_size:
        write_ahead_log.check(path)
        if copy and (moves := mirror.count_moves(copy)):
            missing = LedgerProblem.MISSING_BUT_COPIED
            raise Damaged(missing, path=path, copy=copy, moves=moves)
        if paths.was_emptied(path):
            raise Damaged(LedgerProblem.EMPTY, path=path)
        return False
    if holder := paths.holder(path):
        raise InUse.by(holder, path)
    if not path.is_file():  # Opening it fails with a better message.
        return False
    write_ahead_log.check(path)
    return True


def check_end(path: Path, reader: LedgerReader, copy: Path | None) -> None:
    """Check the newest rows of a ledger that was just opened. Raises Damaged."""
    _refuse(path, fault_at_the_end(reader) or mirror.extra_rows(reader, copy))


def check_copy(path: Path, copy: Path | None) -> Problem | None:
    """Check a copy of a ledger that may be in use, and compare its second copy.

    Returns a problem if the second copy differs or cannot be read. Raises Damaged if the ledger is
    not valid, LedgerError if it cannot be read.
    """
    if paths.is_empty(path) and not paths.was_emptied(path):
        return None  # It could not be created: opening it again says why.
    # The second copy is always written last, so the snapshot has every row within this size.
    size = 0
    with suppress(OSError):
        size = copy.stat().st_size if copy else 0
    with snapshot(path) as reader:
        _refuse(path, first_fault(reader))
        try:
            return mirror.first_difference(reader, copy, size) if copy and size else None
        except LedgerError as unreadable:
            return unreadable.problem


def folded(
    reader: LedgerReader, game: int, path: Path | None = None
) -> Iterator[tuple[Entry, ReplayState]]:
    """Replay a game from its events and check it, move by move, in one pass.

    Yields every row with the position that it led to. Raises Damaged if a row is not valid; with
    ``path``, it says that this file cannot be continued.
    """
    row = row_name(game)
    try:
        state = ReplayState(reader, game)
        for entry in reader.entries(game):
            row = row_name(game, entry.number)
            state.take(entry)
            yield entry, state
        row = row_name(game)
        state.end()
    except (AuditError, *DAMAGE) as error:
        fault = fault_in(row, error)
        if path:
            _refuse(path, fault)
        raise Damaged.of(fault) from error


def _refuse(path: Path, fault: Problem | None) -> None:
    if fault:
        raise Damaged(LedgerProblem.CANNOT_CONTINUE, path=path, fault=fault)


def fault_at_the_end(reader: LedgerReader) -> Problem | None:
    """Return the first fault of the newest rows, or None."""
    try:
        here = reader.place()
        if not any(here):  # It was created a moment ago.
            return None
        return _first_loose_move(reader, here.moves) or chains_follow(reader, NEWEST)
    except LedgerError as error:
        return error.problem
    except DAMAGE as error:
        return Problem(LedgerProblem.NEWEST_ROWS_DAMAGED, why=error)


def _first_loose_move(reader: LedgerReader, moves: int) -> Problem | None:
    for number in range(max(1, moves - NEWEST + 1), moves + 1):
        entry = reader.entry(number)
        if entry is None:
            return Problem(LedgerProblem.ENTRY_MISSING, entry=number)
        row = row_name(entry.game, entry.number)
        before = reader.link(entry.game, entry.number - 1)
        if entry.number == 0 and hashing.game_hash(head := reader.head(entry.game)) != head.hash:
            return fault_in(row_name(entry.game), AuditError(Why.HEAD_CHANGED))
        if entry.previous_hash != before:
            return fault_in(row, AuditError(Why.OUT_OF_ORDER))
        if mirror.row_hash(entry) != entry.hash:
            return fault_in(row, AuditError(Why.HASH_DIFFERS))
    return None


def first_fault(reader: LedgerReader) -> Problem | None:
    """Return the first fault of the ledger, or None."""
    try:
        if not reader.query(schema.version):
            return None
        return first_fault_of_file(reader) or _first_of_games(reader)
    except LedgerError as damaged:
        return damaged.problem


def _first_of_games(reader: LedgerReader) -> Problem | None:
    row, games = row_name(1), dict[int, Columns]()
    try:
        for game in reader.games():
            row = row_name(game.number)
            games[game.number] = (Columns if game.over else CheckedState)(reader, game.number)
        for entry in reader.entries_after(0):
            row = row_name(entry.game, entry.number)
            games[entry.game].take(entry)
        for number, game_so_far in games.items():
            row = row_name(number)
            game_so_far.end()
    except (AuditError, *DAMAGE) as error:
        return fault_in(row, error)
    return None
