"""Colours of the two themes, and the colours and shapes of players.

The screens, the report and the phones all use these values. The module imports neither Kivy nor the
engine: colours are hexadecimal strings, shapes are polygons.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import asin, cos, pi, sin

Points = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PlayerColor:
    """Colour of a player: the fill, the darker lip of a button, and a tint for backgrounds."""

    fill: str
    lip: str
    tint: str


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Colours of everything on a screen; each theme equals only itself, so that it hashes.

    ``ground`` is below all ``sheet`` areas; ``sunk`` is for keys and empty places. ``line``
    divides, ``edge`` surrounds what can be tapped. ``credit`` and ``debit`` are for amounts only,
    ``amber`` and ``amber_ground`` for undo and warnings only. ``bank`` is the colour of buttons
    that are nobody's. ``marked`` is the current rent on a title deed. ``on_player`` is for text on
    the fill of a player. ``paying`` and ``receiving`` are flashes of a tile.
    """

    name: str
    ground: str
    sheet: str
    sunk: str
    line: str
    edge: str
    ink: str
    quiet: str
    credit: str
    debit: str
    amber: str
    amber_ground: str
    lip: str
    key_lip: str
    bank: str
    on_bank: str
    bank_lip: str
    bank_tint: str
    deed: str
    deed_ink: str
    deed_edge: str
    marked: str
    die: str
    die_edge: str
    on_player: str
    paying: str
    receiving: str
    players: tuple[PlayerColor, ...]
    groups: Mapping[str, str] = field(default_factory=dict)

    def group_color(self, key: str) -> str:
        """Return the colour of a group; groups of a custom board get one of six."""
        return self.groups.get(key) or CUSTOM_GROUPS[sum(key.encode()) % len(CUSTOM_GROUPS)]


CUSTOM_GROUPS = ("#8f7ad1", "#6fb7a8", "#c99a6b", "#9bbf5c", "#b5657c", "#7797b8")
"""Colours for the groups of custom boards."""

_GROUPS = {
    "light_blue": "#7cc4ee",
    "purple": "#d4539a",
    "orange": "#ee8a2c",
    "red": "#d9403a",
    "yellow": "#f0cf35",
    "green": "#2f9e51",
    "dark_blue": "#3a5fcb",
    "utility": "#9aa7b3",
}

PAPER = Theme(
    name="paper",
    ground="#f4eedf",
    sheet="#fffdf7",
    sunk="#e9e0cb",
    line="#d8cdb4",
    edge="#8d866f",
    ink="#20262c",
    quiet="#565c60",
    credit="#0d6b47",
    debit="#a8321f",
    amber="#8a5a00",
    amber_ground="#ffe3a3",
    lip="#d3c6a8",
    key_lip="#a89e83",
    bank="#223a50",
    on_bank="#fffdf7",
    bank_lip="#14242f",
    bank_tint="#e5e8e8",
    deed="#fffdf7",
    deed_ink="#20262c",
    deed_edge="#b9ae93",
    marked="#ffe3a3",
    die="#fffef9",
    die_edge="#b9ae93",
    on_player="#ffffff",
    paying="#f8e2da",
    receiving="#dff0e2",
    players=(
        PlayerColor("#1b6fb0", "#12507f", "#e3edf3"),
        PlayerColor("#b75f00", "#8f4700", "#f6e6d2"),
        PlayerColor("#ad3f83", "#7f2b5f", "#f5e3ec"),
        PlayerColor("#0f7a55", "#0a573c", "#dfede3"),
        PlayerColor("#776f00", "#544e00", "#f0ecd0"),
        PlayerColor("#4b55c4", "#333b94", "#e6e8f6"),
        PlayerColor("#b8431a", "#822d10", "#f7e3da"),
        PlayerColor("#586470", "#3c464f", "#e6e8e8"),
        PlayerColor("#7d49a8", "#57317a", "#ece3f2"),
        PlayerColor("#0b7682", "#07535b", "#dceeee"),
        PlayerColor("#80522e", "#59381e", "#efe4da"),
        PlayerColor("#8c2f4f", "#631f36", "#f4e0e4"),
    ),
    groups={**_GROUPS, "dark_purple": "#8a5a3a", "railroad": "#39424a"},
)

EVENING = Theme(
    name="evening",
    ground="#15191d",
    sheet="#20262c",
    sunk="#14181b",
    line="#3a434b",
    edge="#87929c",
    ink="#f5efe2",
    quiet="#b9bdb9",
    credit="#57d39c",
    debit="#ff8f80",
    amber="#ffc55c",
    amber_ground="#57431a",
    lip="#0c0f12",
    key_lip="#6b757d",
    bank="#f0e4c8",
    on_bank="#20262c",
    bank_lip="#b3a682",
    bank_tint="#343029",
    deed="#efe6d0",
    deed_ink="#20262c",
    deed_edge="#b9ae93",
    marked="#ffe3a3",
    die="#f5efe2",
    die_edge="#f5efe2",
    on_player="#14181b",
    paying="#4a2a27",
    receiving="#1f4335",
    players=(
        PlayerColor("#56b4e9", "#2f7fb0", "#22333f"),
        PlayerColor("#e8a13a", "#a86f1c", "#3a3022"),
        PlayerColor("#df93bf", "#a8648c", "#392b35"),
        PlayerColor("#3ec597", "#22896a", "#20372f"),
        PlayerColor("#f0e442", "#b0a620", "#37351c"),
        PlayerColor("#8fb0ff", "#5a7bd0", "#262e42"),
        PlayerColor("#f08a5c", "#b85e34", "#3b2a22"),
        PlayerColor("#c3ccd4", "#8f9aa3", "#2b3136"),
        PlayerColor("#c9b0f0", "#937ac0", "#302a3c"),
        PlayerColor("#5ecad6", "#2f929e", "#1f3437"),
        PlayerColor("#d0a878", "#98744a", "#352c22"),
        PlayerColor("#f2a0b4", "#b86e82", "#3a2a2f"),
    ),
    groups={**_GROUPS, "dark_purple": "#a9714a", "railroad": "#cfd6dc"},
)

THEMES = {theme.name: theme for theme in (PAPER, EVENING)}
BY_CLOCK = "clock"
"""Setting that chooses the theme by the hour."""
CHOICES = (*THEMES, BY_CLOCK)
_DAY = range(7, 19)


def theme_at(choice: str, hour: int) -> str:
    """Return the name of the theme that is in force at an hour of the day."""
    if choice == BY_CLOCK:
        return PAPER.name if hour in _DAY else EVENING.name
    return choice


def _round(corners: int, radius: float, turn: float = 0.25, inner: float = 0) -> Points:
    """Return corners on a circle, the first at ``turn``; odd ones at ``inner``, if given."""
    angles = [2 * pi * (turn + i / corners) for i in range(corners)]
    radii = [inner if inner and i % 2 else radius for i in range(corners)]
    return [(r * cos(a), r * sin(a)) for r, a in zip(radii, angles, strict=True)]


def _wedge() -> Points:
    """Return a shield: a straight top, and two arcs that meet below."""
    radius, top, bottom, side = 1.52, 0.72, -0.84, 0.8
    # The centre of the right arc is as far from the upper right corner as from the tip.
    across, up = side / 2, (top + bottom) / 2
    half = (across**2 + (top - up) ** 2) ** 0.5
    away = (radius**2 - half**2) ** 0.5 / half
    x, y = across - (top - up) * away, up + across * away
    begin, end = asin((top - y) / radius), asin((bottom - y) / radius)
    steps = [begin + (end - begin) * i / 8 for i in range(9)]
    right = [(x + radius * cos(a), y + radius * sin(a)) for a in steps]
    return [*right, *((-x, y) for x, y in reversed(right[:-1]))]


PLAYER_SHAPES: dict[str, Points] = {
    "circle": _round(40, 0.8),
    "square": [(-0.72, -0.72), (0.72, -0.72), (0.72, 0.72), (-0.72, 0.72)],
    "triangle": [(0.0, 0.84), (-0.88, -0.72), (0.88, -0.72)],
    "diamond": [(0.0, 0.96), (-0.84, 0.0), (0.0, -0.96), (0.84, 0.0)],
    "star": _round(10, 1.0, inner=0.44),
    "pentagon": [(x, y - 0.08) for x, y in _round(5, 0.94)],
    "cross": [
        (-0.32, 0.84), (0.32, 0.84), (0.32, 0.32), (0.84, 0.32), (0.84, -0.32), (0.32, -0.32),
        (0.32, -0.84), (-0.32, -0.84), (-0.32, -0.32), (-0.84, -0.32), (-0.84, 0.32), (-0.32, 0.32),
    ],
    "hexagon": _round(6, 0.92, 0.0),
    "wedge": _wedge(),
    "hourglass": [
        (-0.72, 0.84), (0.72, 0.84), (0.16, 0.0), (0.72, -0.84), (-0.72, -0.84), (-0.16, 0.0),
    ],
    "bow": [(-0.84, 0.72), (0.0, 0.2), (0.84, 0.72), (0.84, -0.72), (0.0, -0.2), (-0.84, -0.72)],
    "kite": [(0.0, 0.96), (0.68, 0.28), (0.0, -0.96), (-0.68, 0.28)],
}  # fmt: skip
"""Shape of each marker as a polygon from -1 to 1 with y up, in the order of the seats.

Each polygon can be filled with a fan of triangles around the origin.
"""


@lru_cache(1024)
def color_of(theme: Theme, name: str) -> str:
    """Return the colour of a name in a theme; a hexadecimal one, or none, is its own.

    Names are those of the fields of ``Theme``, ``player 3 fill`` (or ``lip``, or ``tint``) and
    ``group orange``. Before another name ``on`` is dark or white text on that colour, ``dimmed`` a
    ground around a question, and ``faint 61`` a strength of two digits.
    """
    kind, _, rest = name.partition(" ")
    first, _, last = rest.partition(" ")
    match kind:
        case "player":
            return str(getattr(theme.players[int(first) % len(theme.players)], last))
        case "group":
            return theme.group_color(rest)
        case "on":
            fill = color_of(theme, rest)
            return max(EVENING.on_player, "#ffffff", key=lambda ink: contrast(ink, fill))
        case "dimmed":
            return _dimmed(color_of(theme, rest))
        case "faint":
            return color_of(theme, last) + first
    return name if not name or name.startswith("#") else str(getattr(theme, name))


def _dimmed(color: str) -> str:
    parts = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(0.38 * part + 14):02x}" for part in parts)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours such as ``#20262c``, from 1 to 21 (WCAG 2.1)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(256)
def _luminance(color: str) -> float:
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
