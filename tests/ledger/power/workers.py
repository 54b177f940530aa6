"""Work spread over all processors."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


def spread(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """The results of all jobs, in order.

    In processes that are begun anew: this one may have a window open, which a fork would share.
    """
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(work, jobs)
