"""The same work for many numbers, shared among processes; the results come in order.

Begin with ``in_order``. The processes are forked, so the work and what it needs are there already
and are not sent; only numbers and results are.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

T = TypeVar("T")


class WorkerDied(Exception):
    """Raised if a process ended before its work, for example because memory ran out."""


def cores() -> int:
    """Return the number of processors that this program may use."""
    return len(os.sched_getaffinity(0))


@contextmanager
def in_order(work: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Iterator[Iterator[T]]:
    """Provide ``work(number)`` for all ``numbers``, in order, computed by ``jobs`` processes.

    One job is done by this process. Raises WorkerDied. Whatever ends the block early also ends the
    processes at once.
    """
    if min(jobs, len(numbers)) == 1:
        yield map(work, numbers)
        return
    others = {*active_children()}
    workers = ProcessPoolExecutor(min(jobs, len(numbers)), get_context("fork"), _begin, (work,))
    try:
        with _interrupts_ignored():  # Ctrl-C reaches all processes: only this one answers to it.
            results = workers.map(_run, numbers)
        yield results
    except BaseException as error:
        for worker in {*active_children()} - others:
            worker.terminate()
        if isinstance(error, BrokenProcessPool):
            raise WorkerDied from error
        raise
    finally:
        workers.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(work: Callable[[int], Any]) -> None:
    """Keep the work of this process, which has just been forked."""
    global _work
    _work = work


def _run(number: int) -> Any:
    return _work(number)


_work: Callable[[int], Any]
