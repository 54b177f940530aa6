"""Where the tokens came to stand, against what the long run makes likely."""

from collections import Counter
from dataclasses import dataclass
from math import sqrt

from companion.engine.board import SPACES, Space
from companion.engine.events import Jailed, Moved
from companion.engine.moves import Rule
from companion.report import markov
from companion.report.timeline import Timeline

NAMED = 3
"""So many spaces are named, above and below."""


@dataclass(frozen=True, slots=True)
class Landing:
    """How often a space was reached, by throw or card, and how often that was to be expected."""

    space: Space
    count: int
    expected: float

    @property
    def deviations(self) -> float:
        """How far off that is, as a rule of thumb: in standard deviations."""
        return (self.count - self.expected) / max(1.0, sqrt(self.expected))


def landings(timeline: Timeline) -> list[Landing]:
    """All 40 spaces in the order of play. Where a ruling put a token is nobody's luck."""
    counts = Counter(
        event.space
        for step, event in timeline.events()
        if isinstance(event, Moved | Jailed) and not isinstance(step.move, Rule)
    )
    board, total = timeline.setup.board, sum(counts.values())
    shares = markov.shares(board, timeline.setup.edition.pack)
    spaces = (board.spaces[position] for position in range(SPACES))
    return [Landing(s, counts[s.position], total * shares[s.position]) for s in spaces]


def oddest(found: list[Landing]) -> tuple[list[Landing], list[Landing]]:
    """The spaces that saw most more than was to be expected, and those that saw most less."""
    ranked = sorted(found, key=lambda landing: -landing.deviations)
    warm = [landing for landing in ranked[:NAMED] if landing.deviations > 0]
    return warm, [landing for landing in ranked[: -NAMED - 1 : -1] if landing.deviations < 0]
