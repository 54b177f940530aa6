"""Boxes: rectangles in Kivy's coordinates, in which y grows upwards. No Kivy."""

from dataclasses import dataclass


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
