"""Composition of the screens for the size of a window: its kind and its density.

Screens are not scaled to the window. A large window in landscape gets the board as a ring around
the table; an upright one has everything below each other.
"""

from dataclasses import dataclass

COMPACT, RING, UPRIGHT = "compact", "ring", "upright"
PANEL = (800, 480)
"""Size in dp that the compact composition is drawn for; the ring is drawn around it."""
UPRIGHT_PANEL = (480, 800)
RING_FROM = 1.5
"""Factor between a window and ``PANEL`` from which the ring has room."""
LEAST_DENSITY = 0.6
"""Smallest density. Smaller windows are clipped, not shrunk further."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Kind of composition, and the number of pixels of a dp."""

    kind: str
    density: float


def composition(width: float, height: float) -> Composition:
    """Return the composition for a window of this size in pixels."""
    if height > width:
        return Composition(UPRIGHT, max(LEAST_DENSITY, _fit(width, height, UPRIGHT_PANEL)))
    fit = _fit(width, height, PANEL)
    if fit >= RING_FROM:
        return Composition(RING, round(0.75 * fit, 4))
    return Composition(COMPACT, max(LEAST_DENSITY, fit))


def _fit(width: float, height: float, panel: tuple[int, int]) -> float:
    return min(width / panel[0], height / panel[1])
