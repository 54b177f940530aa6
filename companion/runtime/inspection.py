"""Verify the whole ledger after the table is shown, in a process of its own.

The process reads a copy, as ``companion audit`` does during a game. ``ledger.checks``
explains why that is enough, and what is verified before that.
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

from companion.engine.problems import Problem
from companion.ledger import checks
from companion.ledger.errors import Damaged, LedgerError
from companion.ledger.problems import LedgerProblem
from companion.runtime.signals import exit_on_signals
from companion.system.priority import give_way

InspectionResult = LedgerError | Problem | None
"""Result of an inspection.

Damaged if the ledger is damaged, another LedgerError if the check failed, a problem if only the
second copy differs, None if all is well.
"""


class Inspection:
    """Inspections of a running bank: one whenever the ledger was opened, in order."""

    def __init__(self) -> None:
        self._due: SimpleQueue[tuple[Path, Path | None]] = SimpleQueue()
        self._damaged: tuple[os.stat_result, Damaged] | None = None

    def check(self, path: Path, copy: Path | None) -> None:
        """Permit the ledger to be opened, and schedule its inspection.

        Raises Damaged if this very file was condemned.
        """
        if self._damaged and _is(path, self._damaged[0]):
            raise self._damaged[1]
        checks.check_log(path, copy)
        self._due.put((path, copy))

    def condemn(self, path: Path, damaged: Damaged) -> None:
        """Prevent this very file from being opened again."""
        if file := _stat(path):
            self._damaged = file, damaged

    def start(self, report: Callable[[InspectionResult], object], again: float = 60.0) -> None:
        """Start the inspections on a thread, which calls ``report`` with each result.

        An inspection that fails for a reason other than damage is repeated after ``again`` seconds.
        """
        Thread(target=self._run, args=(report, again), daemon=True).start()

    def _run(self, report: Callable[[InspectionResult], object], again: float) -> None:
        path, copy = self._due.get()
        while True:
            while not self._due.empty():  # Only the newest file matters.
                path, copy = self._due.get()
            file = _stat(path)
            found = _look_through_apart(path, copy)
            # If another ledger replaced the file meanwhile, the inspection of that one is due.
            if file is not None and _is(path, file):
                report(found)
            failed = isinstance(found, LedgerError) and not isinstance(found, Damaged)
            with suppress(Empty):
                path, copy = self._due.get(timeout=again if failed else None)


def _look_through_apart(path: Path, copy: Path | None) -> InspectionResult:
    ours, theirs = Pipe(duplex=False)
    process = get_context("spawn").Process(
        target=_look_through, args=(theirs, path, copy), daemon=True
    )
    try:
        process.start()
    except OSError:  # no memory for it, or no process more
        ours.close()
        return LedgerError(LedgerProblem.CHECK_CUT_SHORT)
    finally:
        theirs.close()
    try:
        return cast(InspectionResult, ours.recv())
    except EOFError:
        return LedgerError(LedgerProblem.CHECK_CUT_SHORT)
    finally:
        process.join()
        ours.close()


def _look_through(found: Connection, path: Path, copy: Path | None) -> None:
    give_way()
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
