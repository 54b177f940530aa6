"""Landings on each space, compared with the expected frequency from ``markov``."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from companion.engine.board import SPACES, Space
from companion.engine.events import Jailed, Moved
from companion.engine.moves import Rule
from companion.report import markov
from companion.report.timeline import Step, Timeline

NAMED = 3
"""Number of spaces that are named above, and below, the expectation."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Count and expected count of the visits to a space, by roll or by card."""

    space: Space
    count: int
    expected: float

    @property
    def deviations(self) -> float:
        """Distance from the expectation, in (approximate) standard deviations."""
        return (self.count - self.expected) / max(1.0, sqrt(self.expected))


def visits(timeline: Timeline) -> Iterator[tuple[Step, int]]:
    """Yield every space that a token reached, but by a ruling."""
    for step, event in timeline.events():
        if isinstance(event, Moved | Jailed) and not isinstance(step.move, Rule):
            yield step, event.space


def landings(timeline: Timeline) -> list[Landing]:
    """Return the landings on all 40 spaces in the order of play."""
    counts = Counter(space for _, space in visits(timeline))
    board, total = timeline.setup.board, sum(counts.values())
    shares = markov.shares(board, timeline.setup.edition.pack)
    spaces = (board.spaces[position] for position in range(SPACES))
    return [Landing(s, counts[s.position], total * shares[s.position]) for s in spaces]


def oddest(spaces: list[Landing]) -> tuple[list[Landing], list[Landing]]:
    """Return the spaces that are furthest above, and furthest below, the expectation."""
    ranked = sorted(spaces, key=lambda landing: -landing.deviations)
    warm = [landing for landing in ranked[:NAMED] if landing.deviations > 0]
    return warm, [landing for landing in ranked[: -NAMED - 1 : -1] if landing.deviations < 0]
