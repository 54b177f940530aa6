"""Check a ledger before it is played in: a little at once, all of it in a copy.

A complete check (``first_fault``) covers the file as a whole, the chain of every game and, for
unfinished games, the position that their events lead to. (``audit`` also checks that the rules lead
from every move to the booked events.) It takes longer the more was ever played: many seconds for
200,000 moves. People at a table would wait for it, so there are two ways.

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
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.ledger import hashing, mirror, paths, schema, write_ahead_log
from companion.ledger.copies import snapshot
from companion.ledger.errors import Damaged, InUse, LedgerError
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, Interruption, Restoration, ThrowEntry
from companion.ledger.replay import DAMAGE, AuditError, HashChain, ReplayState

Linked = TypeVar("Linked", ThrowEntry, Restoration, Interruption)


def first_fault_of_file(reader: LedgerReader) -> str:
    """Return the first fault of the file as a whole, a sentence; empty if none."""
    try:
        faults = (fault for check in CHECKS if (fault := reader.query(check)))
        return reader.log.fault or next(faults, "") or chains_follow(reader)
    except LedgerError as damaged:
        return str(damaged)


def chains_follow(reader: LedgerReader, newest: int | None = None) -> str:
    """Check the numbers and hashes of the rows that belong to no game.

    These are tray throws, restorations and interruptions. With ``newest``, only the last ``newest``
    of each are checked. The result is a sentence about the first fault, or empty.
    """
    chains: tuple[tuple[str, Callable[[int], Iterable[Any]], Callable[[Any], str], str], ...] = (
        ("tray_throws", reader.throws, hashing.throw_hash, "Throw {} of the tray"),
        ("restorations", reader.restorations, hashing.restoration_hash, "Restoration {}"),
        ("interruptions", reader.interruptions, hashing.interruption_hash, "Interruption {}"),
    )
    for table, rows, hash_of, label in chains:
        after = 0 if newest is None else max(0, reader.last_number(table) - newest)
        if fault := _first_loose(rows(after), hash_of, label, after):
            return fault
    return ""


def _first_loose(
    rows: Iterable[Linked], hash_of: Callable[[Linked], str], label: str, after: int = 0
) -> str:
    """Return a sentence about the first row that does not follow from the last.

    The first row after ``after`` has no row before it to compare with, unless it is row 1.
    """
    link = None if after else ""
    for number, row in enumerate(rows, after + 1):
        if row.number != number:
            return f"{label.format(number)} is missing."
        if link not in (None, row.previous_hash) or row.hash != hash_of(row):
            return f"{label.format(number)} is not as it was recorded: its hash does not fit."
        link = row.hash
    return ""


def is_undamaged(db: Database) -> str:
    """Check pages, indexes and values (sqlite.org/pragma.html, integrity_check)."""
    result = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    # The fault of a page is on a line of its own, below the name of the database.
    return "" if result == "ok" else f"The file is damaged: {result.splitlines()[-1]}."


def has_its_parts(db: Database) -> str:
    """Check that tables, views and triggers are those that the program creates."""
    faults = schema.faults(db)
    return f"The file was changed by another program: {faults[0]}." if faults else ""


def has_no_orphans(db: Database) -> str:
    """Check that every move and event belongs to a game."""
    orphans = db.execute(
        "SELECT game, sum(kind), count(*) - sum(kind) FROM"
        " (SELECT game, 1 AS kind FROM moves UNION ALL SELECT game, 0 FROM events)"
        " WHERE game NOT IN (SELECT number FROM games) GROUP BY game ORDER BY game"
    ).fetchall()
    if not orphans:
        return ""
    left = [f"game {game} (moves: {moves}, events: {events})" for game, moves, events in orphans]
    return f"Moves and events are there without their games: {', '.join(left)}."


def has_no_strays(db: Database) -> str:
    """Check that every row belongs to a move, and every move to a game."""
    stray = db.execute("PRAGMA foreign_key_check").fetchone()
    if not stray:
        return ""
    table, row, parent, _ = stray
    columns = {"players": "game, seat", "moves": "game, number"}.get(table, "game, move")
    game, number = db.execute(f"SELECT {columns} FROM {table} WHERE rowid = ?", [row]).fetchone()
    return (
        f"A row of {table} (game {game}, {number}) belongs to a row of {parent} that is not there."
    )


def counts_without_gaps(db: Database) -> str:
    """Check that games, and the moves of all games, are numbered without a gap.

    A row that was deleted leaves a gap.
    """
    if entry := _first_gap(db, "moves", "entry"):
        return f"Entry {entry} of the ledger is missing: a move was taken out."
    if game := _first_gap(db, "games", "number"):
        return f"Game {game} of the ledger is missing: it was taken out."
    return ""


def _first_gap(db: Database, table: str, column: str) -> int:
    """Return the first number from 1 on that no row has; 0 if there is none."""
    gap = db.execute(
        f"SELECT previous + 1 FROM (SELECT {column} AS here, lag({column}, 1, 0)"
        f" OVER (ORDER BY {column}) AS previous FROM {table}) WHERE here <> previous + 1 LIMIT 1"
    ).fetchone()
    return int(gap[0]) if gap else 0


CHECKS: tuple[Callable[[Database], str], ...] = (
    is_undamaged,
    has_its_parts,
    has_no_orphans,
    has_no_strays,
    counts_without_gaps,
)


NEWEST = 64
"""Number of rows of each chain that are checked before the first frame.

It is more than a log can have lost."""


def check_all(path: Path, copy: Path | None) -> None:
    """Check all of a ledger. Raises Damaged if it is not valid or lacks moves.

    Moves are lacking if the second copy ``copy`` has them.
    """
    if _may_be_read(path, copy):
        with snapshot(path) as reader:
            _refuse(path, first_fault(reader) or mirror.extra_rows(reader, copy))


def check_log(path: Path, copy: Path | None) -> None:
    """Check only the log, and that the file is not missing. Raises Damaged."""
    _may_be_read(path, copy)


def _may_be_read(path: Path, copy: Path | None) -> bool:
    """Return True if there is a ledger whose log SQLite may read.

    Raises Damaged if the log is damaged or the ledger is missing while its second copy exists,
    InUse if another program has the ledger open.
    """
    if not path.exists() or not path.stat().st_size:
        write_ahead_log.check(path)
        if copy and (moves := mirror.count_moves(copy)):
            raise Damaged(f"{path} is missing, but its second copy {copy} has {moves} entries.")
        return False
    if holder := paths.holder(path):
        raise InUse.of(path, holder)
    if not path.is_file():  # Opening it fails with a better message.
        return False
    write_ahead_log.check(path)
    return True


def check_end(path: Path, reader: LedgerReader, copy: Path | None) -> None:
    """Check the newest rows of a ledger that was just opened. Raises Damaged."""
    _refuse(path, fault_at_the_end(reader) or mirror.extra_rows(reader, copy))


def check_copy(path: Path, copy: Path | None) -> str:
    """Check a copy of a ledger that may be in use, and compare its second copy.

    Returns a sentence if the second copy differs or cannot be read. Raises Damaged if the ledger is
    not valid, LedgerError if it cannot be read.
    """
    # The second copy is always written last, so the snapshot has every row within this size.
    size = 0
    with suppress(OSError):
        size = copy.stat().st_size if copy else 0
    with snapshot(path) as reader:
        _refuse(path, first_fault(reader))
        try:
            return mirror.first_difference(reader, copy, size) if copy and size else ""
        except LedgerError as unreadable:
            return str(unreadable)


def folded(reader: LedgerReader, game: int, path: Path) -> Iterator[tuple[Entry, ReplayState]]:
    """Read a game that is to be continued and check it, move by move, in one pass.

    ``path`` is the file that an error names. Raises Damaged if a row is not valid.
    """
    row = f"Game {game}"
    try:
        state = ReplayState(reader, game)
        for entry in reader.entries(game):
            row = f"Move {entry.number} of game {game}"
            state.take(entry)
            yield entry, state
        row = f"Game {game}"
        state.end()
    except AuditError as fault:
        _refuse(path, f"{row}: {fault}.")
    except DAMAGE as fault:
        _refuse(path, f"{row}: is damaged, {fault}.")


def _refuse(path: Path, fault: str) -> None:
    if fault:
        raise Damaged(f"{path} cannot be continued: {fault.rstrip('.')}.")


def fault_at_the_end(reader: LedgerReader) -> str:
    """Return the first fault of the newest rows, a sentence; empty if none."""
    try:
        here = reader.place()
        if not any(here):  # It was created a moment ago.
            return ""
        return _first_loose_move(reader, here.moves) or chains_follow(reader, NEWEST)
    except LedgerError as fault:
        return str(fault)
    except DAMAGE as fault:
        return f"Its newest rows are damaged, {fault}."


def _first_loose_move(reader: LedgerReader, moves: int) -> str:
    for number in range(max(1, moves - NEWEST + 1), moves + 1):
        entry = reader.entry(number)
        if entry is None:
            return f"Entry {number} of the ledger is missing: a move was taken out."
        row = f"Move {entry.number} of game {entry.game}"
        before = reader.link(entry.game, entry.number - 1)
        if entry.number == 0 and hashing.game_hash(head := reader.head(entry.game)) != head.hash:
            return f"Game {entry.game}: its header or its players were changed after it began."
        if entry.previous_hash != before:
            return f"{row}: does not follow from the one before it."
        if mirror.row_hash(entry) != entry.hash:
            return f"{row}: is not as it was booked: its hash does not fit."
    return ""


def first_fault(reader: LedgerReader) -> str:
    """Return the first fault of the ledger, a sentence; empty if none."""
    try:
        if not reader.query(schema.version):
            return ""
        return first_fault_of_file(reader) or _first_of_games(reader)
    except LedgerError as damaged:
        return str(damaged)


def _first_of_games(reader: LedgerReader) -> str:
    row, games = "", dict[int, HashChain]()
    try:
        for game in reader.games():
            row = f"Game {game.number}"
            games[game.number] = (HashChain if game.over else ReplayState)(reader, game.number)
        for entry in reader.entries_after(0):
            row = f"Move {entry.number} of game {entry.game}"
            games[entry.game].take(entry)
        for number, game_so_far in games.items():
            row = f"Game {number}"
            game_so_far.end()
    except AuditError as fault:
        return f"{row}: {fault}."
    except DAMAGE as damaged:
        return f"{row}: is damaged, {damaged}."
    return ""
