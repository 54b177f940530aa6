"""Density of a window: the number of its pixels that a dp has; and how large type is.

Pages are not scaled to the window. A large window in landscape gets the board as a ring around the
table; an upright one has everything below each other.

Large text makes all of a page larger where there is more room than a panel has. Elsewhere only the
type is larger: the layout lets go what is least needed.
"""

from companion.table.settings import TYPE_SIZES

TYPE = dict(zip(TYPE_SIZES, (1.0, 1.15, 1.3), strict=True))
"""Factor of each size of type: 26 dp become 30 or 34."""
PANEL, UPRIGHT_PANEL = (800, 480), (480, 800)
"""Sizes in dp that pages are drawn for, in landscape and upright."""
RING_FROM, RING = 1.5, 0.75
"""Factor between a window and ``PANEL`` from which the ring has room, and the part of it that a dp
takes then."""
LEAST = 0.6
"""Smallest density. Smaller windows are clipped, not shrunk further."""


def density(width: float, height: float, type_size: str = "normal") -> float:
    """Density of a window of this size in pixels."""
    panel = UPRIGHT_PANEL if height > width else PANEL
    fit = min(width / panel[0], height / panel[1])
    if panel is PANEL and fit >= RING_FROM:
        return round(min(RING * TYPE[type_size], 1) * fit, 4)
    return max(LEAST, fit)


def enlarged(width: float, height: float, type_size: str) -> float:
    """Factor by which type alone is larger in a window of this size in pixels."""
    factor = density(width, height, type_size) / density(width, height)
    return round(TYPE[type_size] / factor, 2)
