"""Check a ledger that is to be played in: a little at once, and all of it in a copy.

All of it (``first_fault``) is the file as a whole, the chain of every game, and of games that can
be continued the position that their events lead to. (``audit`` asks more: whether the rules make
of every move what was booked.) That takes longer the more was ever played, and people at a table
wait for it: a shelf of 200,000 moves takes many seconds. So there are two ways.

A command that writes calls ``check`` before it opens the ledger: all of it, in a copy, and a
damaged file is not written to.

The bank checks in three steps, and nobody waits for the third:

1. Before SQLite reads a byte, the log (``write_ahead_log``); then, when the file is opened, that it
   is a ledger, its tables and triggers, and its newest links
   (``fault_at_the_end``), where a cut-off write, a lost end or a swapped card shows. The second
   copy is compared there, too. None of it takes longer on a full shelf.
2. When a game is taken up: its chain, its events and its balances, in the one pass that reads them
   anyway (``replay.Fold``). So whatever is on the screen was checked.
3. After the first frame: all of it, in a process of its own (``look_through``), of a copy, as any
   other program reads a ledger that is in use. The open connection stays the only one, and no
   statement on it takes longer than a booking. What the process finds stops the game as it would
   have at the start.

The third step starts anew whenever the file is opened, and ends with the last byte. No note of how
far an earlier check came is kept anywhere: it would have to lie beside the ledger, and who can
change the ledger can change the note.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.ledger import (
    checks,
    format_version,
    hashing,
    mirror,
    mirror_rows,
    paths,
    write_ahead_log,
)
from companion.ledger.errors import Damaged, InUse, LedgerError
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry
from companion.ledger.replay import DAMAGE, AuditError, HashChain, ReplayState
from companion.ledger.snapshot import snapshot

NEWEST = 64
"""Rows of each chain that are checked before anything is shown: more than a log can have lost."""


def check(path: Path, copy: Path | None) -> None:
    """Check all of a ledger. Raises Damaged if it does not pass, or lacks what its copy has."""
    if _may_be_read(path, copy):
        with snapshot(path) as books:
            _refuse(path, first_fault(books) or mirror.lost(books, copy))


def check_new(path: Path, copy: Path | None) -> None:
    """Check only the log, and that no ledger is lost. Raises Damaged if either is."""
    _may_be_read(path, copy)


def _may_be_read(path: Path, copy: Path | None) -> bool:
    """Return True if there is a ledger whose log SQLite may read.

    Raises Damaged if the log is rotten or the second copy has a ledger that is gone, InUse if
    another program has the ledger open.
    """
    if not path.exists() or not path.stat().st_size:
        write_ahead_log.check(path)
        if copy and (moves := mirror.moves_in(copy)):
            raise Damaged(f"{path} is not there, but its second copy {copy} has {moves} entries.")
        return False
    if holder := paths.holder(path):
        raise InUse.of(path, holder)
    if not path.is_file():  # Opening it fails, and says so.
        return False
    write_ahead_log.check(path)
    return True


def check_end(path: Path, books: LedgerReader, copy: Path | None) -> None:
    """Check the newest rows of a ledger that was just opened. Raises Damaged."""
    _refuse(path, fault_at_the_end(books) or mirror.lost(books, copy))


def look_through(path: Path, copy: Path | None) -> str:
    """Check all of a ledger that may be in use, and compare its second copy.

    Returns a sentence if the second copy differs or cannot be read. Raises Damaged if the ledger
    does not pass, LedgerError if it cannot be read.
    """
    # What a second copy has by now is in the ledger by then: it is always written last.
    size = 0
    with suppress(OSError):
        size = copy.stat().st_size if copy else 0
    with snapshot(path) as books:
        _refuse(path, first_fault(books))
        try:
            return mirror.first_difference(books, copy, size) if copy and size else ""
        except LedgerError as unreadable:
            return str(unreadable)


def folded(books: LedgerReader, game: int, path: Path) -> Iterator[tuple[Entry, ReplayState]]:
    """Read a game that is to be played on and check it, move by move, in one pass.

    ``path`` is the file that a refusal names. Raises Damaged if a row does not pass.
    """
    row = f"Game {game}"
    try:
        fold = ReplayState(books, game)
        for entry in books.entries(game):
            row = f"Move {entry.number} of game {game}"
            fold.take(entry)
            yield entry, fold
        row = f"Game {game}"
        fold.end()
    except AuditError as fault:
        _refuse(path, f"{row}: {fault}.")
    except DAMAGE as fault:
        _refuse(path, f"{row}: is damaged, {fault}.")


def _refuse(path: Path, fault: str) -> None:
    if fault:
        raise Damaged(f"{path} cannot be gone on with: {fault.rstrip('.')}.")


def fault_at_the_end(books: LedgerReader) -> str:
    """A sentence about the first of the newest rows that does not pass; empty if all do."""
    try:
        here = books.place()
        if not any(here):  # It was made a moment ago.
            return ""
        return _first_loose_move(books, here.moves) or checks.chains_follow(books, NEWEST)
    except LedgerError as fault:
        return str(fault)
    except DAMAGE as fault:
        return f"Its newest rows are damaged, {fault}."


def _first_loose_move(books: LedgerReader, moves: int) -> str:
    for number in range(max(1, moves - NEWEST + 1), moves + 1):
        entry = books.entry(number)
        if entry is None:
            return f"Entry {number} of the ledger is missing: a move was taken out."
        row = f"Move {entry.number} of game {entry.game}"
        before = books.link(entry.game, entry.number - 1)
        if entry.number == 0 and hashing.game_hash(head := books.head(entry.game)) != head.hash:
            return f"Game {entry.game}: its header or its players were changed after it began."
        if entry.previous_hash != before:
            return f"{row}: does not follow from the one before it as that is now."
        if mirror_rows.link(entry) != entry.hash:
            return f"{row}: is not as it was booked: its hash does not fit."
    return ""


def first_fault(books: LedgerReader) -> str:
    """What does not hold, a sentence; empty when all does."""
    try:
        if not books.ask(format_version.version):
            return ""
        return checks.first_fault(books) or _first_of_games(books)
    except LedgerError as damaged:
        return str(damaged)


def _first_of_games(books: LedgerReader) -> str:
    row, games = "", dict[int, HashChain]()
    try:
        for game in books.games():
            row = f"Game {game.number}"
            games[game.number] = (HashChain if game.over else ReplayState)(books, game.number)
        for entry in books.entries_after(0):
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
