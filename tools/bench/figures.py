"""Figures of the rows, their targets, and a progress bar for the rounds of a row."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

import click

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Target:
    """Limit for a figure: the maximum, or the minimum if more is better."""

    limit: float
    unit: str = "x"
    more_is_better: bool = False

    def is_met(self, value: float) -> bool:
        """Return True if ``value`` meets the target."""
        return value >= self.limit if self.more_is_better else value <= self.limit

    def label(self) -> str:
        """Write the target for the table."""
        sign = ">=" if self.more_is_better else "<="
        return f"{sign} {self.limit:g} {self.unit}"


TARGETS: dict[str, Target | None] = {
    "commit": Target(1.8),
    "growth": Target(1.1),
    "tap": Target(4.0),
    "tap, reference": Target(1.34),
    "tap, slowest of 100": Target(2.0),
    "tap, drawn": None,
    "beside": Target(1.1),
    "purchase": None,
    "layers, play": None,
    "layers, trade": None,
    "layers, history": None,
    "layers, debt": None,
    "layers, auction": None,
    "layers, browser": None,
    "motion": Target(1.5),
    "motion, reference": Target(1.34),
    "motion, slowest frame": Target(33.0, "ms"),
    "motion, drawn": None,
    "start": Target(2.2),
    "start, table": None,
    "memory": Target(1.5),
    "idle": Target(0.5, "points"),
    "idle, frames drawn": Target(0, "frames"),
    "engine": Target(12_000, "turns/s", more_is_better=True),
    "replay": Target(1.0, more_is_better=True),
    "scale, engine": Target(1.2),
    "scale, screen": Target(1.2),
    "report": None,
    "report, memory": Target(120.0, "MB"),
}
"""Targets by name of the figure, which begins with the name of its row.

A figure without a target is shown and not judged.
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: measurement, reference, and the ``value`` that is judged."""

    name: str
    ours: str
    reference: str
    value: float

    @property
    def target(self) -> Target | None:
        """Target of the figure, if it is judged."""
        return TARGETS[self.name]

    @property
    def limit(self) -> str:
        """Target as the table has it."""
        return self.target.label() if self.target else "shown"

    @property
    def is_met(self) -> bool:
        """Return True if the figure meets its target, or has none."""
        return not self.target or self.target.is_met(self.value)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Alternate measurements of ``ours`` and ``reference``, in the same unit."""

    ours: Sequence[float]
    reference: Sequence[float]

    def ratio(self) -> float:
        """Return the median of the ratios of the rounds.

        A busy moment affects both sides of a round.
        """
        return median(self.ratios())

    def ratios(self) -> Iterator[float]:
        """Yield the ratio of each round."""
        return (ours / bare for ours, bare in zip(self.ours, self.reference, strict=True))

    def figure(self, name: str, unit: str, reference: str, scale: float = 1.0) -> Figure:
        """Return a line of the table; ``scale`` converts the measurements to ``unit``."""
        ours, bare = (median(side) * scale for side in (self.ours, self.reference))
        return Figure(
            name,
            ours=f"{ours:.2f} {unit}",
            reference=f"{reference}: {bare:.2f} {unit}",
            value=self.ratio(),
        )


def with_progress(steps: Sequence[T], label: str) -> Iterator[T]:
    """Yield the steps and show a progress bar on the terminal."""
    with click.progressbar(steps, label=f"{label:<8}", file=sys.stderr) as bar:
        yield from bar
