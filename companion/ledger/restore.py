"""Replace a damaged ledger by a new one.

The new ledger is made completely in a folder beside the old one and then takes its place. The
damaged file is never written to. It is kept under a name that begins with ``ledger-damaged``, and
``companion audit`` can still read it.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, count, takewhile
from pathlib import Path

from companion.engine import codec, invariants
from companion.engine.phases import Over
from companion.engine.state import Setup
from companion.ledger import checks, mirror, paths
from companion.ledger.copies import snapshot
from companion.ledger.errors import InUse, LedgerError
from companion.ledger.ledger import Ledger
from companion.ledger.mirror import ChainCursor, InvalidLine
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.ledger.records import BEGINNING, Entry, Row, Source
from companion.whole_file import sync

WORKSHOP = "ledger-being-restored"
"""Name of the folder, beside the ledger, in which the new one is made."""

Progress = Callable[[int], object]
"""Callback for the number of moves so far."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Numbers of moves from the copy and, after those, the damaged ledger.

    ``agree`` of them are readable in the damaged ledger, too, and the same there; ``differ`` are
    different there. ``kept`` is the damaged ledger, None if there was none.
    """

    from_copy: int
    from_ledger: int
    agree: int
    differ: int
    kept: Path | None


@dataclass(frozen=True, slots=True)
class Sound:
    """Game of a damaged ledger that can be continued, with its valid moves."""

    game: int
    setup: Setup
    entries: tuple[Entry, ...]

    @property
    def moves(self) -> int:
        """Number of the last valid move."""
        return self.entries[-1].number


def restore(
    where: Path,
    source: Path | None,
    second_copy: Path | None = None,
    progress: Progress = lambda moves: None,
) -> Restored:
    """Make the ledger in ``where`` anew from a copy of it: a second copy or a backup.

    Moves that the copy lacks are taken from the damaged ledger as far as its chain is valid;
    without a copy, all of them are. The second copy in the folder ``second_copy`` is set aside if
    it is not the source, because it may have other moves. Nothing is taken from a damaged ledger
    that has no move in common with the copy. Raises LedgerError if the copy is not valid; then
    nothing has changed.
    """
    source = source and source.absolute()
    with in_place_of(where) as (fresh, kept), fresh.transaction():
        cursor = ChainCursor()
        for row in followed(rows(source), cursor) if source else ():
            fresh.restore_row(row)
            progress(cursor.place.moves)
        copied = cursor.place.moves
        agree, differ = _compare(where, fresh)
        # Without a move in common, the copy is of another ledger.
        for row in _after(where, cursor) if agree or not copied else ():
            fresh.restore_row(row)
            progress(cursor.place.moves)
        moves = cursor.place.moves
        for first, last, origin in ((1, copied, source), (copied + 1, moves, kept)):
            if last >= first:
                fresh.record_restoration(first, last, str(origin))
    if second_copy and second_copy.absolute() / mirror.FILE_NAME != source:
        set_aside(second_copy, kept)
    return Restored(copied, moves - copied, agree, differ, kept if kept.exists() else None)


def rows(copy: Path) -> Iterator[Row]:
    """Yield the rows of a second copy or of a backup. Raises LedgerError if it cannot be read."""
    if copy.name == mirror.FILE_NAME:
        yield from mirror.read(copy)
    else:
        with snapshot(copy) as books:
            yield from mirror.rows_after(books, BEGINNING)


def is_sound(copy: Path) -> bool:
    """Return True if every row of a copy follows from the one before. This reads all of it."""
    with suppress(LedgerError, OSError):
        return all(map(_has_its_hash, followed(rows(copy), ChainCursor())))
    return False


def followed(found: Iterable[Row], cursor: ChainCursor) -> Iterator[Row]:
    """Yield rows and advance over each. Raises LedgerError if something is missing before one."""
    try:
        for row in found:
            cursor.take(row)
            yield row
    except InvalidLine as invalid:
        raise LedgerError(LedgerProblem.NOT_RESTORED, why=invalid.problem) from invalid


def go_on(where: Path, copy: Path | None, sound: Sound | None) -> Path | None:
    """Begin a new ledger in which the moves of ``sound`` are a new game.

    The second copy begins anew, too. Returns the path of the damaged ledger, which is kept, or None
    if there was none. Raises LedgerError if the new ledger cannot be written.
    """
    with in_place_of(where) as (fresh, kept), fresh.transaction():
        if sound:
            _play_again(fresh, sound)
            fresh.record_restoration(1, fresh.place().moves, f"{kept}, game {sound.game}")
    set_aside(copy, kept)
    return kept if kept.exists() else None


def kept_as(where: Path) -> Path:
    """Return the name under which the damaged ledger in ``where`` would be kept.

    It has a number and no date: on a machine without a battery-backed clock a date may repeat.
    """
    names = (where.absolute() / f"ledger-damaged-{number}.db" for number in count(1))
    return next(name for name in names if not (name.exists() or paths.log(name).exists()))


def readable(where: Path) -> int:
    """Count the moves that can be restored from the damaged ledger alone."""
    cursor = ChainCursor()
    for _ in _after(where, cursor):
        pass
    return cursor.place.moves


def sound_game(where: Path) -> Sound | None:
    """Return the last game as far as it is valid; None if none can be continued."""
    with suppress(LedgerError), snapshot(where, damaged=True) as reader:
        games = (_sound(reader, game) for game in reader.newest_first())
        return next((sound for sound in games if sound), None)
    return None


def _sound(reader: LedgerReader, game: int) -> Sound | None:
    entries: list[Entry] = []
    over = True
    with suppress(LedgerError):
        for entry, state in checks.folded(reader, game):
            if invariants.position_violations(state.position):
                break
            entries.append(entry)
            over = isinstance(state.position.phase, Over)
    return None if over else Sound(game, state.setup, tuple(entries))


def _play_again(fresh: Ledger, sound: Sound) -> None:
    """Book the moves with their requests and throws: none must count a second time."""
    game = fresh.begin(sound.setup)
    for entry in sound.entries[1:]:
        events = [codec.loads(text) for text in entry.events]
        what = (entry.text, entry.by, Source.IMPORT, entry.request, events, entry.throw)
        fresh.append(game, entry.number, *what)


@contextmanager
def in_place_of(where: Path, *, is_empty: bool = False) -> Iterator[tuple[Ledger, Path]]:
    """Yield a new ledger and the name under which the old one will be kept.

    If the block succeeds, the new ledger is checked and takes the place of the old one; otherwise
    nothing has changed. An old one that ``is_empty`` is not kept, unless it has a game after all.
    """
    path = paths.make(where)
    if holder := paths.holder(path):
        raise InUse.by(holder, path)
    empty = is_empty and not _has_games(where)
    workshop = path.parent / WORKSHOP
    kept = kept_as(where)
    shutil.rmtree(workshop, ignore_errors=True)
    try:
        with Ledger.open(workshop) as fresh:
            yield fresh, kept
        checks.check_all(workshop / path.name, None)
        _change_places(workshop / path.name, path, kept)
        if empty:
            for old in (kept, paths.log(kept)):
                old.unlink(missing_ok=True)
    except OSError as error:
        cannot = LedgerProblem.CANNOT_RESTORE
        raise LedgerError(cannot, path=path, why=error.strerror) from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _has_games(where: Path) -> bool:
    """Return True unless the ledger is known to have none."""
    path = where / paths.FILE_NAME
    if paths.is_empty(path) or not path.exists():
        return False
    try:
        with snapshot(where) as books:
            return bool(books.place().games)
    except LedgerError:
        return True


def set_aside(copy: Path | None, kept: Path) -> None:
    """Give the second copy in a folder the name of the ledger that it belongs to.

    If that fails, the new ledger says that its second copy has stopped.
    """
    if copy:
        more = (f"{kept.stem}-{number}" for number in count(2))
        names = (copy / f"{name}.mirror" for name in chain([kept.stem], more))
        with suppress(OSError):
            free = next(name for name in names if not name.exists())
            (copy / mirror.FILE_NAME).rename(free)


def _change_places(fresh: Path, path: Path, kept: Path) -> None:
    for old, new in ((paths.log(path), paths.log(kept)), (path, kept)):
        with suppress(FileNotFoundError):
            old.rename(new)
    fresh.rename(path)
    sync(path.parent)


def _compare(where: Path, fresh: Ledger) -> tuple[int, int]:
    """Count the moves of the new ledger that the old one has, too, and has otherwise."""
    agree = differ = 0
    with suppress(LedgerError), snapshot(where, damaged=True) as damaged:
        for number in range(1, fresh.place().moves + 1):
            with suppress(LedgerError):
                if entry := damaged.entry(number):
                    same = mirror.row_hash(entry) == entry.hash and mirror.is_booked(fresh, entry)
                    agree, differ = agree + same, differ + (not same)
    return agree, differ


def _after(where: Path, cursor: ChainCursor) -> Iterator[Row]:
    """Yield the rows of the old ledger after ``cursor``, as far as they follow."""
    with suppress(LedgerError), snapshot(where, damaged=True) as damaged:
        later = mirror.rows_after(damaged, cursor.place)
        yield from followed(takewhile(_has_its_hash, later), cursor)


def _has_its_hash(row: Row) -> bool:
    return mirror.row_hash(row) == row.hash
