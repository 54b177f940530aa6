"""Boxes: rectangles in Kivy's coordinates, in which y grows upwards. No Kivy."""

from dataclasses import dataclass
from math import hypot


@dataclass(frozen=True, slots=True)
class Box:
    """Rectangle with its left and lower edge."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Coordinate of the right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """Coordinate of the upper edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """Middle of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def distance(self, x: float, y: float) -> float:
        """Return how far a point is outside; 0 for a point inside."""
        return hypot(max(self.x - x, 0, x - self.right), max(self.y - y, 0, y - self.top))


def pack(box: Box, count: int, most: float, gap: float = 0) -> list[Box]:
    """Return ``count`` equal squares in rows within ``box``, as large as fit, at most ``most``.

    They are in reading order: left to right, then downwards.
    """
    if not count:
        return []

    def side(columns: int) -> float:
        rows = -(-count // columns)
        across = (box.width - gap * (columns - 1)) / columns
        return max(0, min(most, across, (box.height - gap * (rows - 1)) / rows))

    columns = max(range(1, count + 1), key=side)
    size, rows = side(columns), -(-count // columns)
    top = box.center[1] + (size * rows + gap * (rows - 1)) / 2
    squares = []
    for row in range(rows):
        in_row = min(columns, count - row * columns)
        left = box.center[0] - (size * in_row + gap * (in_row - 1)) / 2
        y = top - size - row * (size + gap)
        squares += [Box(left + i * (size + gap), y, size, size) for i in range(in_row)]
    return squares
