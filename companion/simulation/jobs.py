"""The same work for many numbers, shared among processes; the results come in order.

Begin with ``in_order``. The processes are forked, so the work and what it needs are there already
and are not sent; only numbers and results are. ``in_cluster`` shares it among machines.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import chain, takewhile
from math import ceil
from multiprocessing import get_context
from typing import Any, TypeVar

from companion.version import version

T = TypeVar("T")
CLUSTER_S = 10
"""Seconds to wait for the scheduler of a cluster."""
SHARE = 50
"""Numbers that a worker of a cluster is sent at a time: a message costs as much as a short game."""


class WorkerDied(Exception):
    """Raised if a process ended before its work, for example because memory ran out."""


class NoCluster(Exception):
    """Raised if work cannot be sent to a cluster; says why."""


def cores() -> int:
    """Return the number of processors that this program may use."""
    return len(os.sched_getaffinity(0))


@contextmanager
def in_order(work: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Iterator[Iterator[T]]:
    """Provide ``work(number)`` for all ``numbers``, in order, computed by ``jobs`` processes.

    One job is done by this process. Raises WorkerDied. Whatever ends the block early also ends the
    processes, as soon as each has done the number that it is at.
    """
    if min(jobs, len(numbers)) == 1:
        yield map(work, numbers)
        return
    context = get_context("fork")
    with _interrupts_held() as interrupts:
        workers = ProcessPoolExecutor(min(jobs, len(numbers)), context, _begin, (work,))
        try:
            # Not workers.map(): it cancels futures while a broken executor still gives them errors.
            futures = [workers.submit(_run, number) for number in numbers]
            yield takewhile(lambda _: not interrupts, (future.result() for future in futures))
        except BrokenProcessPool as error:
            raise WorkerDied from error
        finally:
            workers.shutdown(cancel_futures=True)


@contextmanager
def in_cluster(
    work: Callable[[int], T], numbers: Sequence[int], address: str
) -> Iterator[Iterator[T]]:
    """Provide ``work(number)`` for all ``numbers``, in order, computed by a Dask cluster.

    A worker is sent up to ``SHARE`` numbers at a time; what it had not done when it was lost is
    done by another. Raises NoCluster, and WorkerDied if a number has ended several workers. Needs
    the extra "cluster".
    """
    from distributed import Client, KilledWorker

    client: Any
    try:
        client = Client(address, timeout=CLUSTER_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise NoCluster(f"No Dask scheduler answers at {address}.") from error
    with client:
        versions = {*client.run(version).values()}
        if not versions:
            raise NoCluster(f"{address} has no workers yet. Start some: dask worker {address}")
        if others := versions - {version()}:
            raise NoCluster(
                f"The workers at {address} have version {', '.join(others)}, and this is"
                f" {version()}. Install the same version there."
            )
        try:
            share = min(SHARE, ceil(len(numbers) / (4 * len(client.ncores()))))
            shares = [numbers[at : at + share] for at in range(0, len(numbers), share)]
            futures = deque(client.map(partial(_run_share, work), shares, pure=False))
            yield chain.from_iterable(futures.popleft().result() for _ in shares)
        except KilledWorker as error:
            raise WorkerDied from error


@contextmanager
def _interrupts_held() -> Iterator[list[int]]:
    """Provide the interrupts (Ctrl-C) so far; leaving the block raises them.

    An exception in the middle of waiting for another process would break the locks of the queues.
    All processes get the signal: the forked ones note it as this one does, and go on. Where
    interrupts are ignored, as in a background job of a script, they stay ignored.
    """
    held: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        yield held
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)


def _begin(work: Callable[[int], Any]) -> None:
    """Keep the work of this process, which has just been forked, and let SIGTERM end it."""
    global _work
    _work = work
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _run_share(work: Callable[[int], T], numbers: Sequence[int]) -> list[T]:
    return [work(number) for number in numbers]


def _run(number: int) -> Any:
    return _work(number)


_work: Callable[[int], Any]
