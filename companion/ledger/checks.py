"""Check a ledger that is to be played in: a little at once, and all of it in a copy.

All of it (``first_fault``) is the file as a whole, the chain of every game, and of games that can
be continued the position that their events lead to. (``audit`` asks more: whether the rules make
of every move what was booked.) That takes longer the more was ever played, and people at a table
wait for it: a shelf of 200,000 moves takes many seconds. So there are two ways.

A command that writes calls ``check_all`` before it opens the ledger: all of it, in a copy, and a
damaged file is not written to.

The bank checks in three steps, and nobody waits for the third:

1. Before SQLite reads a byte, the log (``write_ahead_log``); then, when the file is opened, that it
   is a ledger, its tables and triggers, and its newest links
   (``fault_at_the_end``), where a cut-off write, a lost end or a swapped card shows. The second
   copy is compared there, too. None of it takes longer on a full shelf.
2. When a game is taken up: its chain, its events and its balances, in the one pass that reads them
   anyway (``replay.Fold``). So whatever is on the screen was checked.
3. After the first frame: all of it, in a process of its own (``check_copy``), of a copy, as any
   other program reads a ledger that is in use. The open connection stays the only one, and no
   statement on it takes longer than a booking. What the process finds stops the game as it would
   have at the start.

The third step starts anew whenever the file is opened, and ends with the last byte. No note of how
far an earlier check came is kept anywhere: it would have to lie beside the ledger, and who can
change the ledger can change the note.


What must hold of a ledger's file as a whole, whatever games are in it.
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
    """A sentence about the first thing that does not hold; empty when all does."""
    try:
        found = (fault for check in CHECKS if (fault := reader.query(check)))
        return reader.log.fault or next(found, "") or chains_follow(reader)
    except LedgerError as damaged:
        return str(damaged)


def chains_follow(reader: LedgerReader, newest: int | None = None) -> str:
    """What is of no game is numbered and chained: throws that became no move, rows that were
    brought back, interruptions. With ``newest``, only so many of each are looked at."""
    chains: tuple[tuple[str, Callable[[int], Iterable[Any]], Callable[[Any], str], str], ...] = (
        ("tray_throws", reader.throws, hashing.throw_hash, "Throw {} of the tray"),
        ("restorations", reader.restorations, hashing.restoration_hash, "Restoration {}"),
        ("interruptions", reader.interruptions, hashing.interruption_hash, "Interruption {}"),
    )
    for table, rows, made, called in chains:
        after = 0 if newest is None else max(0, reader.last_number(table) - newest)
        if fault := _first_loose(rows(after), made, called, after):
            return fault
    return ""


def _first_loose(
    rows: Iterable[Linked], made: Callable[[Linked], str], called: str, after: int = 0
) -> str:
    """A sentence about the first row that does not follow from the one before it. The first one
    after row ``after`` has nothing to follow from, unless it is row 1."""
    link = None if after else ""
    for number, row in enumerate(rows, after + 1):
        if row.number != number:
            return f"{called.format(number)} is missing."
        if link not in (None, row.previous_hash) or row.hash != made(row):
            return f"{called.format(number)} is not as it was noted: its hash does not fit."
        link = row.hash
    return ""


def is_undamaged(db: Database) -> str:
    """Pages, indexes, and what each column may hold (sqlite.org/pragma.html, integrity_check)."""
    found = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    # What is wrong with a page comes on a line of its own, below the name of the database.
    return "" if found == "ok" else f"The file is damaged: {found.splitlines()[-1]}."


def has_its_parts(db: Database) -> str:
    """Tables, views and triggers are there, as the program made them."""
    found = schema.faults(db)
    return f"The file was changed by another program: {found[0]}." if found else ""


def has_no_orphans(db: Database) -> str:
    """Every move and event belongs to a game."""
    found = db.execute(
        "SELECT game, sum(kind), count(*) - sum(kind) FROM"
        " (SELECT game, 1 AS kind FROM moves UNION ALL SELECT game, 0 FROM events)"
        " WHERE game NOT IN (SELECT number FROM games) GROUP BY game ORDER BY game"
    ).fetchall()
    if not found:
        return ""
    left = [f"game {game} (moves: {moves}, events: {events})" for game, moves, events in found]
    return f"Moves and events are there without their games: {', '.join(left)}."


def has_no_strays(db: Database) -> str:
    """Every row belongs to a move, and every move to a game."""
    found = db.execute("PRAGMA foreign_key_check").fetchone()
    if not found:
        return ""
    table, row, parent, _ = found
    columns = {"players": "game, seat", "moves": "game, number"}.get(table, "game, move")
    game, number = db.execute(f"SELECT {columns} FROM {table} WHERE rowid = ?", [row]).fetchone()
    return (
        f"A row of {table} (game {game}, {number}) belongs to a row of {parent} that is not there."
    )


def counts_without_gaps(db: Database) -> str:
    """Games are counted, and the moves of all games as one: what was taken out leaves a gap."""
    if entry := _first_gap(db, "moves", "entry"):
        return f"Entry {entry} of the ledger is missing: a move was taken out."
    if game := _first_gap(db, "games", "number"):
        return f"Game {game} of the ledger is missing: it was taken out."
    return ""


def _first_gap(db: Database, table: str, column: str) -> int:
    """The first number from 1 on that no row has; 0 when there is a row for each."""
    found = db.execute(
        f"SELECT previous + 1 FROM (SELECT {column} AS here, lag({column}, 1, 0)"
        f" OVER (ORDER BY {column}) AS previous FROM {table}) WHERE here <> previous + 1 LIMIT 1"
    ).fetchone()
    return int(found[0]) if found else 0


CHECKS: tuple[Callable[[Database], str], ...] = (
    is_undamaged,
    has_its_parts,
    has_no_orphans,
    has_no_strays,
    counts_without_gaps,
)


NEWEST = 64
"""Rows of each chain that are checked before anything is shown: more than a log can have lost."""


def check_all(path: Path, copy: Path | None) -> None:
    """Check all of a ledger. Raises Damaged if it does not pass, or lacks what its copy has."""
    if _may_be_read(path, copy):
        with snapshot(path) as reader:
            _refuse(path, first_fault(reader) or mirror.extra_rows(reader, copy))


def check_log(path: Path, copy: Path | None) -> None:
    """Check only the log, and that no ledger is lost. Raises Damaged if either is."""
    _may_be_read(path, copy)


def _may_be_read(path: Path, copy: Path | None) -> bool:
    """Return True if there is a ledger whose log SQLite may read.

    Raises Damaged if the log is rotten or the second copy has a ledger that is gone, InUse if
    another program has the ledger open.
    """
    if not path.exists() or not path.stat().st_size:
        write_ahead_log.check(path)
        if copy and (moves := mirror.count_moves(copy)):
            raise Damaged(f"{path} is not there, but its second copy {copy} has {moves} entries.")
        return False
    if holder := paths.holder(path):
        raise InUse.of(path, holder)
    if not path.is_file():  # Opening it fails, and says so.
        return False
    write_ahead_log.check(path)
    return True


def check_end(path: Path, reader: LedgerReader, copy: Path | None) -> None:
    """Check the newest rows of a ledger that was just opened. Raises Damaged."""
    _refuse(path, fault_at_the_end(reader) or mirror.extra_rows(reader, copy))


def check_copy(path: Path, copy: Path | None) -> str:
    """Check all of a ledger that may be in use, and compare its second copy.

    Returns a sentence if the second copy differs or cannot be read. Raises Damaged if the ledger
    does not pass, LedgerError if it cannot be read.
    """
    # What a second copy has by now is in the ledger by then: it is always written last.
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
    """Read a game that is to be played on and check it, move by move, in one pass.

    ``path`` is the file that a refusal names. Raises Damaged if a row does not pass.
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
        raise Damaged(f"{path} cannot be gone on with: {fault.rstrip('.')}.")


def fault_at_the_end(reader: LedgerReader) -> str:
    """A sentence about the first of the newest rows that does not pass; empty if all do."""
    try:
        here = reader.place()
        if not any(here):  # It was made a moment ago.
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
            return f"{row}: does not follow from the one before it as that is now."
        if mirror.row_hash(entry) != entry.hash:
            return f"{row}: is not as it was booked: its hash does not fit."
    return ""


def first_fault(reader: LedgerReader) -> str:
    """What does not hold, a sentence; empty when all does."""
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
