"""What a row comes to, and what it should: one table of targets for all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Target:
    """``limit`` is the most that a figure may be, or the least where more is better."""

    limit: float
    unit: str = "x"
    more_is_better: bool = False

    def holds(self, value: float) -> bool:
        """Whether that is good enough."""
        return value >= self.limit if self.more_is_better else value <= self.limit

    def said(self) -> str:
        """As the table prints it."""
        sign = ">=" if self.more_is_better else "<="
        return f"{sign} {self.limit:g} {self.unit}"


TARGETS = {
    "commit": Target(1.8),
    "growth": Target(1.1),
    "tap": Target(1.5),
    "tap, slowest of 100": Target(2.0),
    "start": Target(1.6),
    "memory": Target(1.4),
    "memory, ten games more": Target(2.0, "MB"),
    "idle": Target(0.5, "points"),
    "idle, frames drawn": Target(0, "frames"),
    "engine": Target(12_000, "turns/s", more_is_better=True),
    "replay": Target(1.0, more_is_better=True),
    "scale, engine, a player": Target(1.0),
    "scale, engine, a move": Target(1.2),
    "scale, screen, a player": Target(1.0),
    "scale, screen, a move": Target(1.2),
    "report": Target(2.0, "s"),
    "report, memory": Target(120.0, "MB"),
}
"""By the name of a figure, which begins with that of its row. README has what each compares."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: what was measured, beside what, and the ``value`` that is judged.

    ``value`` is None when there was nothing to measure; ``ours`` then says why.
    """

    name: str
    ours: str
    reference: str
    value: float | None

    @property
    def target(self) -> Target:
        """What it should come to."""
        return TARGETS[self.name]

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return self.value is not None and self.target.holds(self.value)


@dataclass(frozen=True, slots=True)
class Pairs:
    """What was measured in turns: ``ours`` beside ``reference``, in the same unit."""

    ours: Sequence[float]
    reference: Sequence[float]

    def ratio(self) -> float:
        """The median of the rounds' own ratios, in which a busy moment weighs on both sides."""
        return median(self.ratios())

    def ratios(self) -> Iterator[float]:
        """One for each round."""
        return (ours / bare for ours, bare in zip(self.ours, self.reference, strict=True))

    def figure(self, name: str, unit: str, reference: str, scale: float = 1.0) -> Figure:
        """As a line of the table; ``scale`` turns what was measured into ``unit``."""
        ours, bare = (median(side) * scale for side in (self.ours, self.reference))
        said = f"{reference}: {bare:.2f} {unit}"
        return Figure(name, f"{ours:.2f} {unit}", said, self.ratio())
