"""Density of a window: the number of its pixels that a dp has.

Pages are not scaled to the window. A large window in landscape gets the board as a ring around the
table; an upright one has everything below each other.
"""

PANEL, UPRIGHT_PANEL = (800, 480), (480, 800)
"""Sizes in dp that pages are drawn for, in landscape and upright."""
RING_FROM, RING = 1.5, 0.75
"""Factor between a window and ``PANEL`` from which the ring has room, and the part of it that a dp
takes then."""
LEAST = 0.6
"""Smallest density. Smaller windows are clipped, not shrunk further."""


def density(width: float, height: float) -> float:
    """Density of a window of this size in pixels."""
    panel = UPRIGHT_PANEL if height > width else PANEL
    fit = min(width / panel[0], height / panel[1])
    if panel is PANEL and fit >= RING_FROM:
        return round(RING * fit, 4)
    return max(LEAST, fit)
