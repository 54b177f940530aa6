"""Progress bars on the terminal."""

import sys
from collections.abc import Iterator, Sequence
from typing import TypeVar

import click

T = TypeVar("T")


def watched(steps: Sequence[T], label: str) -> Iterator[T]:
    """Yield the steps and show a progress bar."""
    with click.progressbar(steps, label=f"{label:<8}", file=sys.stderr) as bar:
        yield from bar
