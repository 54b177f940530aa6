"""Report and pictures of a game, where the phones' server finds them."""

import os
import secrets
import shutil
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

from companion.ledger.copies import open_image
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem
from companion.report.chances import ROLLOUTS
from companion.report.timeline import load_timeline
from companion.table.markers import markers_over
from companion.table.story.evening import evening_of
from companion.wishes import PICTURE, REPORT, SHARED, WORDS

KEPT = 3
"""Number of games that stay shared: the last ones."""
TOKEN_BYTES = 9
READ = 0.25
"""Share of the time in which the moves are read; in the rest, chances are computed."""


def share(
    copy: bytes, game: int, folder: Path, progress: Callable[[float], object] = lambda done: None
) -> str:
    """Write the report of a game in a copy of a ledger, and its pictures if it is over.

    They, and what each picture shows in words, go into a folder of their own in the runtime folder
    ``folder``; return its name, which nobody can guess. ``progress`` is called with the share that
    is done, from 0 to 1. Call it on a worker thread. Raises LedgerError if the game cannot be read,
    or nothing be written.
    """
    # Loaded on the worker thread, and only if wanted.
    from companion.report.html import render
    from companion.screens.painter import pictures_of

    rollouts = count(1)

    def rolled_out(_: int) -> None:
        progress(READ + (1 - READ) * next(rollouts) / ROLLOUTS)

    with open_image(copy) as books:
        moves = max(1, books.count_moves(game))
        books.progress = lambda number: progress(READ * number / moves)
        course = load_timeline(books, game)
        del books.progress
        evening = evening_of(course)
        found = evening.odds.course if evening.odds else None
        page = render(books, course, markers_over(course), progress=rolled_out, found=found)
    files = {REPORT: page.encode()}
    if course.winners:
        for name, shown in pictures_of(course, evening).items():
            files[name + PICTURE] = shown.png
            files[name + WORDS] = shown.words.encode()
    return _share(files, folder)


def share_page(page: str, folder: Path) -> str:
    """Write a page into a folder of its own in ``folder``, and return its name, as ``share`` does.

    Raises LedgerError if nothing can be written.
    """
    return _share({REPORT: page.encode()}, folder)


def _share(files: Mapping[str, bytes], folder: Path) -> str:
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
