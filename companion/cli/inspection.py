"""Check the whole ledger after the first frame, in a process of its own.

The process reads a copy, as ``companion audit`` does while somebody plays. Why that is enough, and
what was checked before, is in ``ledger.startup``.
"""

import os
from collections.abc import Callable
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, Timer
from typing import cast

from companion.cli.signals import exit_on_signals
from companion.engine.sentence import Sentence
from companion.ledger import startup
from companion.ledger.errors import Damaged, LedgerError

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
        startup.check_new(path, copy)
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
        while True:
            path, copy = self._newest()
            file = _stat(path)
            found = _look_through_apart(path, copy)
            if file is None or not _is(path, file):
                continue  # Another ledger took its place, and its check is due, too.
            if isinstance(found, LedgerError) and not isinstance(found, Damaged):
                self._repeat(again, path, copy)
            report(found)

    def _repeat(self, after: float, path: Path, copy: Path | None) -> None:
        timer = Timer(after, self._due.put, [(path, copy)])
        timer.daemon = True
        timer.start()

    def _newest(self) -> tuple[Path, Path | None]:
        due = self._due.get()
        while not self._due.empty():
            due = self._due.get()
        return due


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
        found.send(startup.look_through(path, copy))
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
