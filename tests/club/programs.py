"""Programs of an evening as processes of their own: publishers, the director, and the network.

Each is forked from one process that has imported everything, so that fifty of them start at once on
a small machine, and runs the command line itself. ``kill`` is SIGKILL, ``stop`` is SIGSTOP.
"""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from companion.__main__ import main
from companion.club import publisher, stream
from companion.ledger.records import Row
from tests.club.engine import forward

_PR_SET_PDEATHSIG = 1
_PRELOADED = ["tests.club.programs", "companion.cli.publish", "companion.cli.director"]
_PRELOADED += ["companion.club.app", "uvicorn.protocols.http.h11_impl", "uvicorn.lifespan.on"]
_forks = get_context("forkserver")
_forks.set_forkserver_preload(_PRELOADED)


class Program:
    """A function in a process of its own; what it prints is in the file ``log``."""

    def __init__(self, log: Path, run: Callable[..., None], *arguments: Any) -> None:
        self._process = _forks.Process(target=_logged, args=(log, run, *arguments), daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def end(self) -> None:
        """Ask it to end, and wait until it has."""
        self._process.terminate()
        self._process.join()

    def stop(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        # Whoever was killed meanwhile has given its number back.
        if self.is_alive and self._process.pid:
            os.kill(self._process.pid, number)


def _logged(log: Path, run: Callable[..., None], *arguments: Any) -> None:
    # Nothing outlives the tests, however they end.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
    run(*arguments)


def companion(fault: str, *words: str) -> None:
    """Run a command with shorter waits, each of which is only followed by another attempt.

    ``fault`` is one of ``FAULTS``, or empty.
    """
    from companion.club import director

    stream.PING = 1
    publisher.RETRY_AFTER = director.RETRY_AFTER = 0.3
    if fault:
        FAULTS[fault]()
    sys.argv = ["companion", *words]
    main()


def run_forward(port: int, target: int) -> None:
    """Forward TCP connections.

    While the process is stopped, the network is a black hole. What was swallowed comes out late.
    """
    asyncio.run(forward(port, target))


# --- planted faults -------------------------------------------------------------------------------


def _trust_the_retry() -> None:
    """Send again what was not acknowledged, instead of asking the stream what it has."""
    find_place = publisher.Publisher._find_place

    async def find(self: publisher.Publisher, last: stream.Stored | None) -> None:
        if self._place.games:
            self._sequence = last.sequence if last else 0
        else:
            await find_place(self, last)

    publisher.Publisher._find_place = find  # type: ignore[method-assign]


def _trust_the_network() -> None:
    """Count a line as stored that was not acknowledged."""
    _trust_the_retry()
    append = publisher.Publisher._append

    async def appended(self: publisher.Publisher, link: stream.Link, row: Row) -> None:
        try:
            await append(self, link, row)
        except stream.Lost:
            self._place, self._last = self._place.after(row), row
            raise

    publisher.Publisher._append = appended  # type: ignore[method-assign]


def _omit_the_sequence() -> None:
    """Send a line without the sequence of the one before it."""
    ask = stream.Link.ask

    async def asked(self: stream.Link, *sent: Any, **how: Any) -> Any:
        return await ask(self, *sent[:2], **how)

    stream.Link.ask = asked  # type: ignore[method-assign]


def _take_again() -> None:
    """Let the director count a line again that it has already."""
    from companion.club.table import ClubTable

    take = ClubTable.take

    def taken(self: ClubTable, line: bytes) -> bool:
        found = take(self, line)
        if not found and not self.fault:
            rows: list[Row] = self.rows
            rows.append(rows[-1])
        return found

    ClubTable.take = taken  # type: ignore[method-assign]


FAULTS = {
    "own retry": _trust_the_retry,
    "no acknowledgement": _trust_the_network,
    "omitted sequence": _omit_the_sequence,
    "double count": _take_again,
}
