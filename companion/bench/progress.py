"""A bar for whoever waits."""

import sys
from collections.abc import Iterator, Sequence
from typing import TypeVar

import click

T = TypeVar("T")


def watched(steps: Sequence[T], label: str) -> Iterator[T]:
    """``steps``, one by one, with a bar on the terminal that says how many are left."""
    with click.progressbar(steps, label=f"{label:<8}", file=sys.stderr) as bar:
        yield from bar
