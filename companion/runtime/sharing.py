"""Report and picture of a game, where the phones' server finds them."""

import os
import secrets
import shutil
from pathlib import Path

from companion.ledger.copies import open_image
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem
from companion.report import report_html
from companion.report.timeline import load_timeline
from companion.table.markers import markers_over
from companion.wishes import PICTURE, REPORT, SHARED

KEPT = 3
"""Number of games that stay shared: the last ones."""
TOKEN_BYTES = 9


def share(copy: bytes, game: int, folder: Path) -> str:
    """Write the report of a game in a copy of a ledger, and its picture if it is over.

    Both go into a folder of their own in the runtime folder ``folder``; return its name, which
    nobody can guess. Call it on a worker thread. Raises LedgerError if the game cannot be read, or
    nothing be written.
    """
    from companion.picture import picture_of  # Loaded on the worker thread, and only if wanted.

    with open_image(copy) as books:
        course = load_timeline(books, game)
        files = {REPORT: report_html(books, game, markers_over(course)).encode()}
    if course.winners:
        files[PICTURE] = picture_of(course)
    token, shared = secrets.token_urlsafe(TOKEN_BYTES), folder / SHARED
    try:
        (shared / token).mkdir(mode=0o750, parents=True)
        for name, data in files.items():
            _write(shared / token / name, data)
        _forget_all_but_the_last(shared)
    except OSError as error:
        raise LedgerError(LedgerProblem.UNWRITABLE, path=shared, why=error.strerror) from error
    return token


def _write(path: Path, data: bytes) -> None:
    # The server has a user of its own on a kiosk, in the group of the bank.
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640), "wb") as file:
        file.write(data)


def _forget_all_but_the_last(shared: Path) -> None:
    by_age = sorted(shared.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for old in by_age[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
