"""Contract between screens, layout and surfaces: what is written, and what is painted.

A screen writes parts, in dp. The layout makes nodes of them, in pixels from the top left of the
window. Everything here is a plain value that can be compared and hashed: equal nodes look the same,
and a part that is the same object was placed already.

Colours of parts are names, such as ``ink`` or ``player 3 fill``: see ``palette.color_of``. Those of
nodes are the theme's.

Looks say what is painted of a node. Each look has one way to be painted on each surface, and
nothing else about a node is painted. ``Text``, ``Figure`` and ``Rows`` are looks that depend on the
room; the layout turns them into ``Words``, ``Drawing`` and ``Pane``.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from companion.look.palette import Theme
from companion.screens.ways import Way
from companion.table.taps import Do
from companion.text.told import Sum, Told, Wording

Item = TypeVar("Item")

# --- looks ------------------------------------------------------------------------------------


class Ground(NamedTuple):
    """Filled area, without an edge."""

    fill: str
    radius: float = 0


class Plate(NamedTuple):
    """Filled area with an edge."""

    fill: str
    edge: str
    radius: float = 12
    border: float = 2


class Key(NamedTuple):
    """Something to press: an edge above a lip, which it covers while it is pressed."""

    fill: str
    edge: str
    lip: str
    radius: float = 10
    depth: float = 3


class Dashed(NamedTuple):
    """Something that is refused: flat, with a dashed edge."""

    fill: str
    edge: str
    radius: float = 10


class Blank(NamedTuple):
    """Nothing to see, only to touch."""


class Words(NamedTuple):
    """Text whose wording, lines and size the layout has chosen.

    ``align`` is 0 for the left edge and 1 for the right one. ``cut`` is True if the layout ran out
    of ways to write it; ``way`` says what gave way. ``sum`` is the sum that is all of the text.
    """

    lines: tuple[str, ...]
    font: str
    points: float
    ink: str
    align: float = 0.0
    cut: bool = False
    way: Way = Way()
    sum: Sum | None = None


Mark: TypeAlias = tuple[Any, ...]
"""One mark of a drawing; ``figures.py`` lists the kinds."""


class Marks(tuple[Mark, ...]):
    """Marks of a drawing; the hash, which there are hundreds of numbers in, is computed once."""

    _hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash


class Drawing(NamedTuple):
    """Figure as marks, in pixels from the top left of its box."""

    marks: Marks


class Pane(NamedTuple):
    """Frame of rows that scroll; ``length`` is the height of all of them in pixels.

    Type in the rows is ``enlarged`` by a factor.
    """

    rows: "Rows"
    length: float
    scale: float
    theme: Theme
    enlarged: float = 1.0


# --- looks that depend on the room ------------------------------------------------------------


class Style(NamedTuple):
    """Kind of text: the font, the sizes in dp that it may have, and the lines it may take.

    In a text that ``keeps_spaces`` the type gives way before the names of spaces.
    """

    font: str = "text"
    largest: float = 26
    smallest: float = 26
    lines: int = 1
    keeps_spaces: bool = False


class Text(NamedTuple):
    """Text before it is placed: the first wording that fits is shown; the longest comes first."""

    wordings: tuple[Told, ...]
    style: Style
    ink: str
    align: float = 0.0


class Figure(NamedTuple):
    """Figure before it is placed: ``draw(width, height, scale, *values)`` returns its marks."""

    draw: Callable[..., Sequence[Mark]]
    values: tuple[Any, ...] = ()


class Rows(NamedTuple):
    """Rows of one height that scroll if they do not fit; ``row(item)`` makes those in sight.

    ``row`` is a function of a module, so that equal rows compare equal. ``height`` and ``gap`` are
    in dp.
    """

    items: Sequence[Any]
    row: Callable[[Any], "Part"]
    height: float
    gap: float = 0


Look: TypeAlias = Ground | Plate | Key | Dashed | Blank | Words | Drawing | Pane

# --- parts and nodes --------------------------------------------------------------------------

SEEN = 2.5
"""Rows of a list that are seen at least."""
HUG = -1.0
"""Size of a part that is as large as its content."""
ORNAMENT = 9
"""Rank from which a part gives way to larger type, too."""

Space: TypeAlias = Literal[0, "xxs", "xs", "s", "m", "l", "xl", "xxl"]
SPACES: dict[Space, float] = {0: 0, "xxs": 2, "xs": 4, "s": 6, "m": 8, "l": 10, "xl": 14, "xxl": 20}
"""Steps of the room between parts, and at the sides inside an edge, in dp."""
HEIGHTS: dict[Space, float] = {0: 0, "xxs": 1, "xs": 2, "s": 2, "m": 2, "l": 3, "xl": 6, "xxl": 10}
"""Room at the top and bottom inside an edge: type has some of its own there."""
Pad: TypeAlias = Space | tuple[Space, Space]
"""Room inside an edge; a pair is two of ``SPACES``: at the sides, and at the top and bottom."""


class Part(NamedTuple):
    """Piece of a screen before it is placed.

    Kids stand in ``flow``: ``over`` each other, ``down`` or ``across``, ``gap`` dp apart, within
    the edge by a ``pad``, to which the lip of a key is added. A kid that is ``None`` takes no room
    and keeps its place, so that the keys of its neighbours stay.

    Along the flow of its parent a part has a ``size`` (dp, or ``HUG``), or else a ``share`` of what
    is left, between ``least`` and ``most``. ``forms`` are smaller forms of the part, the largest
    first, taken where room is missing; the part with the highest ``rank`` gives way first. A last
    form ``None`` lets the part go.

    A finger that taps means ``do``; a part with a ``reason`` is refused, and says why. ``drag`` is
    what a finger takes along from here, ``drop`` what dropping it here means. A finger that
    ``slides`` over the part does it as well. All of these are plain values, never closures. A
    part whose ``do`` changes with each letter that is keyed in has a ``purpose``, which does not.

    A ``key`` is a name that stays when the part moves, such as ``tile:Ann``; it is global.
    ``moves`` says how its nodes change: ``slide``, ``count`` or ``appear``. ``label`` says what a
    part is if no words are in it.
    """

    look: Any = None
    kids: tuple["Part | None", ...] = ()
    flow: str = "over"
    gap: float = 0
    pad: Pad = 0
    size: float = 0
    share: float = 1
    least: float = 0
    most: float = 0
    forms: tuple["Part | None", ...] = ()
    rank: int = 0
    do: Do | None = None
    reason: Wording = ""
    drag: Do | None = None
    drop: Do | None = None
    slides: bool = False
    purpose: str = ""
    key: str = ""
    moves: str = ""
    label: str = ""


class Hand(NamedTuple):
    """Actions of a finger on a node; ``Part`` explains them."""

    do: Do | None = None
    reason: Wording = ""
    drag: Do | None = None
    drop: Do | None = None
    slides: bool = False
    purpose: str = ""


class Node(NamedTuple):
    """Box in pixels from the top left of the window, its look, and what a finger can do with it."""

    x: int
    y: int
    w: int
    h: int
    look: Look
    hand: Hand | None = None
    moves: str = ""
    label: str = ""

    @property
    def words(self) -> str:
        """Text of the node, or what it is if it has none."""
        if not isinstance(self.look, Words):
            return self.label
        # A line is broken at a space, or after a folder of a path.
        return re.sub(r"(?<=\S/) ", "", " ".join(self.look.lines))


class Room(NamedTuple):
    """Room for a page: width and height in dp, and the factor by which type is ``enlarged``.

    ``leads`` is True where a tap on an address can lead there. The title of the page gives its
    place to a ``message``.
    """

    width: float
    height: float
    enlarged: float = 1.0
    leads: bool = False
    message: Wording = ""

    @property
    def is_upright(self) -> bool:
        """True for a window that is higher than wide."""
        return self.height > self.width


# --- vocabulary -------------------------------------------------------------------------------


def row(*kids: Part | None, gap: Space = "m", look: Any = None, **room: Any) -> Part:
    """Return parts beside each other."""
    return Part(look, kids, "across", SPACES[gap], **room)


def column(*kids: Part | None, gap: Space = "m", look: Any = None, **room: Any) -> Part:
    """Return parts below each other."""
    return Part(look, kids, "down", SPACES[gap], **room)


def over(*kids: Part | None, look: Any = None, **room: Any) -> Part:
    """Stack parts on the same place; later ones cover earlier ones."""
    return Part(look, kids, **room)


def text(
    words: Wording | Sequence[Wording],
    style: Style,
    ink: str = "ink",
    align: float = 0.0,
    **room: Any,
) -> Part:
    """Text; of several wordings the longest comes first."""
    wordings = (words,) if isinstance(words, str | Told) else tuple(words) or ("",)
    return Part(Text(tuple(map(_told, wordings)), style, ink, align), **room)


@lru_cache(2048)
def _told(words: Wording) -> Told:
    return words if isinstance(words, Told) else Told(words)


def figure(draw: Callable[..., Sequence[Mark]], *values: Any, **room: Any) -> Part:
    """Figure that a function of ``figures.py`` draws."""
    return Part(Figure(draw, values), **room)


def rows(
    items: Sequence[Any],
    row: Callable[[Any], Part],
    height: float,
    gap: Space = 0,
    least: float = 0,
    **room: Any,
) -> Part:
    """Return rows of one height in dp that scroll if there is no room for all."""
    return Part(Rows(tuple(items), row, height, SPACES[gap]), least=least or SEEN * height, **room)


def itself(part: Part) -> Part:
    """Row of ``rows`` that is a part already."""
    return part


def length_of(count: int, each: float, gap: Space = "m") -> float:
    """Length of ``count`` parts of one length, with gaps between them."""
    return count * (each + SPACES[gap]) - SPACES[gap]


def split(items: Sequence[Item], count: int) -> list[tuple[Item, ...]]:
    """Return items in lines of ``count``; the last line may have fewer."""
    return [tuple(items[i : i + count]) for i in range(0, len(items), count)]


def cells(kids: Sequence[Part], columns: int, gap: Space = "m", **room: float) -> Part:
    """Line of equal cells, of which the last ones may be empty."""
    return row(*kids, *[Part()] * (columns - len(kids)), gap=gap, **room)


def grid(kids: Sequence[Part], columns: int, gap: Space = "m", **each: float) -> Part:
    """Return lines of equal cells; ``each`` is the room of a line, such as ``least=47``."""
    return column(*(cells(line, columns, gap, **each) for line in split(kids, columns)), gap=gap)


def fit(*forms: Part | None, rank: int = 1) -> Part:
    """Part with several forms, the largest first; a last ``None`` lets it go.

    A group has forms, not each of its members: otherwise the last member would shrink alone.
    """
    first, *others = forms
    assert first is not None, "the largest form is there"
    return first._replace(forms=tuple(others), rank=rank)


def may(part: Part, rank: int = 1) -> Part:
    """Part that falls away where there is no room for it."""
    return fit(part, None, rank=rank)
