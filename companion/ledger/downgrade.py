"""Go back to the ledger of an earlier version of the program.

A version that changes the format of the ledger leaves a copy of it beside it
(``connection.upgrade``). If an earlier version runs again, it cannot read the newer ledger; the
copy can then take its place. The newer one is kept, with all that was played in it.
"""

import os
import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path

from companion.ledger import connection, paths, schema, write_ahead_log
from companion.ledger.copies import snapshot
from companion.ledger.errors import InUse, LedgerError, os_problem
from companion.ledger.left_copies import LeftCopy
from companion.ledger.problems import LedgerProblem
from companion.ledger.restore import set_aside
from companion.whole_file import part_of, sync


def copy_from_before(folder: Path) -> LeftCopy | None:
    """Return the newest copy that this version can read; None if there is none with a move."""
    for version in range(schema.VERSION, 0, -1):
        path = folder / f"ledger-version-{version}.db"
        with suppress(LedgerError), snapshot(path) as books:
            place, newest = books.place(), books.newest_at()
            if newest:
                return LeftCopy(path, place.games, place.moves, newest)
    return None


def kept_in(folder: Path) -> Path:
    """Return the folder in which the newer ledger would be kept."""
    names = (folder.absolute() / f"newer-{number}" for number in count(1))
    return next(name for name in names if not name.exists())


def go_back(folder: Path, copy: LeftCopy, second_copy: Path | None) -> Path:
    """Put ``copy`` in the place of the newer ledger, and return the folder in which that is kept.

    At any moment the newer one is whole, here or in that folder. The second copy belongs to it and
    gets another name. Raises LedgerError if it cannot be done; then nothing has changed.
    """
    path = folder.absolute() / paths.FILE_NAME
    if holder := paths.holder(path):
        raise InUse.by(holder, path)
    # The log has moves that the file lacks. Once they are in the file, a single rename puts the
    # copy in its place. A damaged log stays as it is, for the recovery.
    if not write_ahead_log.examine(path).fault:
        connection.fold_log(path)
    kept, part = kept_in(folder), part_of(path)
    try:
        part.unlink(missing_ok=True)
        kept.mkdir()
        for file in (path, paths.log(path)):
            if file.exists():
                os.link(file, kept / file.name)
        sync(kept)
        shutil.copyfile(copy.path, part)
        sync(part)
    except OSError as error:
        shutil.rmtree(kept, ignore_errors=True)
        part.unlink(missing_ok=True)
        cannot = LedgerProblem.CANNOT_RESTORE
        raise LedgerError(cannot, path=path, why=os_problem(error)) from error
    # First: as soon as the copy is the ledger, this second copy has moves that it lacks.
    set_aside(second_copy, kept)
    try:
        paths.log(path).unlink(missing_ok=True)
        part.replace(path)
        sync(path.parent)
    except OSError as error:
        cannot = LedgerProblem.CANNOT_RESTORE
        raise LedgerError(cannot, path=path, why=os_problem(error)) from error
    return kept
