"""Check the whole ledger after the first frame, in a process of its own.

The process reads a copy, as ``companion audit`` does while somebody plays. Why that is enough, and
what was checked before, is in ``ledger.startup``.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import cast

from companion.engine.sentence import Sentence
from companion.ledger import checks
from companion.ledger.errors import Damaged, LedgerError
from companion.runtime.signals import exit_on_signals

NICENESS = 10
"""Added to the niceness of the process (see nice(2)): the table goes first."""

Found = LedgerError | str
"""Damaged; another error when the check failed; a sentence when only the second copy differs; or
an empty one."""


class Inspection:
    """The checks of one evening: one whenever the ledger was opened, one after the other."""

    def __init__(self) -> None:
        self._due: SimpleQueue[tuple[Path, Path | None]] = SimpleQueue()
        self._damaged: tuple[os.stat_result, Damaged] | None = None

    def check(self, path: Path, copy: Path | None) -> None:
        """Let the ledger be opened, and check all of it later.

        Raises Damaged if this very file was condemned.
        """
        if self._damaged and _is(path, self._damaged[0]):
            raise self._damaged[1]
        checks.check_log(path, copy)
        self._due.put((path, copy))

    def condemn(self, path: Path, damaged: Damaged) -> None:
        """Refuse to let this very file be opened again."""
        if file := _stat(path):
            self._damaged = file, damaged

    def start(self, report: Callable[[Found], object], again: float = 60.0) -> None:
        """Begin with the checks that are due; ``report`` is called on another thread.

        A check that fails for another reason than damage is repeated after ``again`` seconds.
        """
        Thread(target=self._run, args=(report, again), daemon=True).start()

    def _run(self, report: Callable[[Found], object], again: float) -> None:
        path, copy = self._due.get()
        while True:
            while not self._due.empty():  # Only the newest one matters.
                path, copy = self._due.get()
            file = _stat(path)
            found = _look_through_apart(path, copy)
            # Where another ledger took its place meanwhile, the check of that one is due, too.
            if file is not None and _is(path, file):
                report(found)
            failed = isinstance(found, LedgerError) and not isinstance(found, Damaged)
            with suppress(Empty):
                path, copy = self._due.get(timeout=again if failed else None)


def _look_through_apart(path: Path, copy: Path | None) -> Found:
    ours, theirs = Pipe(duplex=False)
    process = get_context("spawn").Process(
        target=_look_through, args=(theirs, path, copy), daemon=True
    )
    process.start()
    theirs.close()
    try:
        return cast(Found, ours.recv())
    except EOFError:
        return LedgerError(Sentence("The check of the ledger was cut short."))
    finally:
        process.join()
        ours.close()


def _look_through(found: Connection, path: Path, copy: Path | None) -> None:
    os.nice(NICENESS)
    exit_on_signals()
    try:
        found.send(checks.check_copy(path, copy))
    except LedgerError as error:
        found.send(error)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _is(path: Path, file: os.stat_result) -> bool:
    found = _stat(path)
    return found is not None and os.path.samestat(found, file)
