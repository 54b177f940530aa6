"""Shapes and colours of players and groups in the report.

There is one set of colours for paper and one for a dark screen. They match those on the table's
screen, and are drawn without Kivy.
"""

from math import cos, pi, sin

SHAPES = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "star",
    "pentagon",
    "cross",
    "hexagon",
    "wedge",
    "hourglass",
    "bow",
    "kite",
)
"""Shapes by seat, as on the table's screen."""
DARK = (
    "#56b4e9",
    "#e69f00",
    "#d080ad",
    "#2fbf8f",
    "#f0e442",
    "#6a95f5",
    "#ea763c",
    "#c3ccd4",
    "#c0c0e0",
    "#c0c060",
    "#a0e0c0",
    "#e0e0a0",
)
"""Colours by seat on a dark background, as on the table's screen."""
LIGHT = (
    "#1a7ab5",
    "#b87700",
    "#b04c86",
    "#14835c",
    "#9a8c00",
    "#3560d0",
    "#c14f14",
    "#6a7681",
    "#7373b5",
    "#7d7d24",
    "#3f8f70",
    "#8f8f45",
)
"""Colours by seat on paper: the same hues, dark enough for a thin line."""
GROUPS = {
    "dark_purple": "#8c5a3c",
    "light_blue": "#7cc4ee",
    "purple": "#d8529a",
    "orange": "#f08a2c",
    "red": "#e0443e",
    "yellow": "#f2d43a",
    "green": "#3fae5a",
    "dark_blue": "#3f68d8",
    "railroad": "#7f8b96",
    "utility": "#b4bfc9",
}
_CUSTOM_GROUPS = ("#8f7ad1", "#6fb7a8", "#c99a6b", "#9bbf5c", "#b5657c", "#7797b8")


def group_color(group: str) -> str:
    """Return the colour of a group.

    A group of a custom board gets a colour derived from its name.
    """
    return GROUPS.get(group) or _CUSTOM_GROUPS[sum(group.encode()) % len(_CUSTOM_GROUPS)]


def outline(sign: int) -> str:
    """Return the corners of a player's shape as SVG points in a square of 20 by 20."""
    corners = _CORNERS[SHAPES[sign % len(SHAPES)]]
    return " ".join(f"{10 + 9 * x:.1f},{10 - 9 * y:.1f}" for x, y in corners)


def _round(corners: int, inner: float = 1.0) -> list[tuple[float, float]]:
    """Return corners on a circle, every other one with the radius ``inner``."""
    turns = [0.25 + i / corners for i in range(corners)]
    radii = [inner if i % 2 else 1.0 for i in range(corners)]
    return [(r * cos(2 * pi * t), r * sin(2 * pi * t)) for r, t in zip(radii, turns, strict=True)]


_CORNERS = {
    "circle": [(0.9 * x, 0.9 * y) for x, y in _round(24)],
    "square": [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],
    "triangle": [(-0.95, -0.75), (0.95, -0.75), (0.0, 0.95)],
    "diamond": _round(4),
    "star": _round(10, 0.45),
    "pentagon": _round(5),
    "cross": [
        (-0.33, -0.95),
        (0.33, -0.95),
        (0.33, -0.33),
        (0.95, -0.33),
        (0.95, 0.33),
        (0.33, 0.33),
        (0.33, 0.95),
        (-0.33, 0.95),
        (-0.33, 0.33),
        (-0.95, 0.33),
        (-0.95, -0.33),
        (-0.33, -0.33),
    ],
    "hexagon": _round(6),
    "wedge": [(-0.95, 0.75), (0.0, -0.95), (0.95, 0.75)],
    "hourglass": [(-0.8, -0.9), (0.0, -0.05), (0.8, -0.9), (0.8, 0.9), (0.0, 0.05), (-0.8, 0.9)],
    "bow": [(0.9, -0.8), (0.05, 0.0), (0.9, 0.8), (-0.9, 0.8), (-0.05, 0.0), (-0.9, -0.8)],
    "kite": [(0.0, 0.95), (0.7, 0.3), (0.0, -0.95), (-0.7, 0.3)],
}
