"""A way out when the books do not hold: a new ledger takes the place of the damaged one.

It is made beside it, whole, and put in its place at the end. The damaged file is never written to:
it is kept under a name that says what it is, and ``companion audit`` can still read it.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from companion.engine import codec, invariants
from companion.engine.phases import Over
from companion.engine.state import Setup
from companion.ledger import checks, mirror, paths
from companion.ledger.copies import snapshot
from companion.ledger.errors import InUse, LedgerError
from companion.ledger.ledger import Ledger
from companion.ledger.mirror import ChainCursor
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, Row, Source
from companion.ledger.replay import DAMAGE, AuditError, ReplayState

WORKSHOP = "ledger-being-restored"
"""The folder, in that of the ledger, in which the new one is made."""

Progress = Callable[[int], object]
"""Is told how many moves there are so far."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it: moves from the second copy, and from the damaged ledger after those.

    ``agree`` of them can be read in the damaged ledger, too, and are the same there; ``differ`` are
    something else there. ``kept`` is the damaged ledger, unless there was none.
    """

    from_copy: int
    from_ledger: int
    agree: int
    differ: int
    kept: Path | None


@dataclass(frozen=True, slots=True)
class Sound:
    """The game of a damaged ledger that can be gone on with, and its moves that hold."""

    game: int
    setup: Setup
    entries: tuple[Entry, ...]

    @property
    def moves(self) -> int:
        """The number of the last of them."""
        return self.entries[-1].number


def restore(where: Path, copy: Path | None, progress: Progress = lambda moves: None) -> Restored:
    """Makes the ledger in ``where`` anew from its second copy in ``copy``, both folders.

    Moves that the second copy lacks are taken from the damaged ledger as far as its chain goes on;
    without a second copy, all of them are. Raises LedgerError when the second copy does not hold;
    then nothing has changed.
    """
    source = copy and copy.absolute() / mirror.FILE_NAME
    with _in_place_of(where) as (fresh, kept), fresh.transaction():
        cursor = ChainCursor()
        for row in mirror.read(source) if source else ():
            cursor.take(row)
            fresh.restore_row(row)
            progress(cursor.place.moves)
        copied = cursor.place.moves
        agree, differ = _compare(where, fresh)
        for row in _after(where, cursor):
            fresh.restore_row(row)
            progress(cursor.place.moves)
        moves = cursor.place.moves
        for first, last, found in ((1, copied, source), (copied + 1, moves, kept)):
            if last >= first:
                fresh.record_restoration(first, last, str(found))
    return Restored(copied, moves - copied, agree, differ, kept if kept.exists() else None)


def go_on(where: Path, copy: Path | None, sound: Sound | None) -> Path | None:
    """Begins a new ledger, in which the moves of ``sound`` are a new game; the second copy begins
    anew, too. The damaged ledger, which is kept, unless there was none. Raises LedgerError."""
    with _in_place_of(where) as (fresh, kept), fresh.transaction():
        if sound:
            _play_again(fresh, sound)
            fresh.record_restoration(1, fresh.place().moves, f"{kept}, game {sound.game}")
    if copy:
        # Where that cannot be done, the new ledger says that it has no second copy.
        with suppress(OSError):
            (copy / mirror.FILE_NAME).rename(copy / f"{kept.stem}.mirror")
    return kept if kept.exists() else None


def kept_as(where: Path) -> Path:
    """Where the ledger in ``where`` would be kept. Its number is not a date: where no battery keeps
    the clock, that may come again."""
    names = (where.absolute() / f"ledger-damaged-{number}.db" for number in count(1))
    return next(name for name in names if not (name.exists() or paths.log(name).exists()))


def readable(where: Path) -> int:
    """Count the moves that can be restored from the damaged ledger alone."""
    cursor = ChainCursor()
    for _ in _after(where, cursor):
        pass
    return cursor.place.moves


def sound_game(where: Path) -> Sound | None:
    """The game that was played last, as far as it holds; None when there is none to go on with."""
    with suppress(LedgerError), snapshot(where, damaged=True) as reader:
        found = (_sound(reader, game) for game in reader.newest_first())
        return next((sound for sound in found if sound), None)
    return None


def _sound(reader: LedgerReader, game: int) -> Sound | None:
    entries: list[Entry] = []
    over = True
    with suppress(AuditError, LedgerError, *DAMAGE):
        state = ReplayState(reader, game)
        for entry in reader.entries(game):
            state.take(entry)
            if invariants.position_violations(state.position):
                break
            entries.append(entry)
            over = isinstance(state.position.phase, Over)
    return None if over else Sound(game, state.setup, tuple(entries))


def _play_again(fresh: Ledger, sound: Sound) -> None:
    """Requests and throws keep their names, so that none of them counts a second time."""
    game = fresh.begin(sound.setup)
    for entry in sound.entries[1:]:
        events = [codec.loads(text) for text in entry.events]
        what = (entry.text, entry.by, Source.IMPORT, entry.request, events, entry.throw)
        fresh.append(game, entry.number, *what)


@contextmanager
def _in_place_of(where: Path) -> Iterator[tuple[Ledger, Path]]:
    """A new ledger, and under which name the old one will be kept. When all went well within, the
    new one is looked through and takes its place; otherwise nothing has changed."""
    path = paths.make(where)
    if holder := paths.holder(path):
        raise InUse.of(path, holder)
    workshop = path.parent / WORKSHOP
    kept = kept_as(where)
    shutil.rmtree(workshop, ignore_errors=True)
    try:
        with Ledger.open(workshop) as fresh:
            yield fresh, kept
        checks.check_all(workshop / path.name, None)
        _change_places(workshop / path.name, path, kept)
    except OSError as error:
        raise LedgerError(f"{path} cannot be made anew: {error.strerror}.") from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _change_places(fresh: Path, path: Path, kept: Path) -> None:
    for old, new in ((paths.log(path), paths.log(kept)), (path, kept)):
        with suppress(FileNotFoundError):
            old.rename(new)
    fresh.rename(path)
    paths.sync(path.parent)


def _compare(where: Path, fresh: Ledger) -> tuple[int, int]:
    """How many moves of the new ledger are the same in the old one, and how many are not."""
    agree = differ = 0
    with suppress(LedgerError), snapshot(where, damaged=True) as damaged:
        for number in range(1, fresh.place().moves + 1):
            with suppress(LedgerError):
                if entry := damaged.entry(number):
                    same = mirror.row_hash(entry) == entry.hash and mirror.is_booked(fresh, entry)
                    agree, differ = agree + same, differ + (not same)
    return agree, differ


def _after(where: Path, cursor: ChainCursor) -> Iterator[Row]:
    """What the old ledger has after ``thread``, as far as it follows."""
    with suppress(LedgerError, ValueError), snapshot(where, damaged=True) as damaged:
        for row in mirror.rows_after(damaged, cursor.place):
            if mirror.row_hash(row) != row.hash:
                return
            cursor.take(row)
            yield row
