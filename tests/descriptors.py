"""A process that can open no further file, as after a leak."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_descriptors() -> Iterator[None]:
    """Let this process open no further file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.open("/", os.O_RDONLY)  # The lowest number that is free.
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
