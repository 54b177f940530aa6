"""Two doors to what is on the screen: what can be tapped, and what can be seen.

A test of a screen goes through them and never asks for a class, an id or a tree of widgets, so
that it stays when the screen is drawn in another way. A ``Key`` is what can be tapped: what it
does, what it says, why it is refused, and its box. A ``Sight`` is what can be seen: a text, or a
figure with its value. Boxes are left, top, width and height in pixels from the top left of the
window.

``keys`` and ``sights`` read the layers of a picture, which are all that is painted there.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.engine.moves import Move
from companion.screens.layout import place_rows
from companion.screens.parts import Node, Pane, Words

Do = tuple[Any, ...]
Place = tuple[float, float]


class Box(NamedTuple):
    """Left, top, width and height in pixels from the top left of the window."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def overlaps(self, other: "Box") -> bool:
        """Return True if two boxes lie over each other."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return across > 0 and down > 0


class Key(NamedTuple):
    """What can be tapped: ``does`` is its meaning, such as ``("answer", move)`` or ``("undo",)``.

    ``fill`` is the colour of the key.
    """

    does: Do
    words: tuple[str, ...]
    reason: str
    box: Box
    fill: str

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def center(self) -> Place:
        """The middle, for the finger."""
        return self.box.middle

    @property
    def move(self) -> Move | None:
        """The move that an answer makes."""
        return self.does[1] if self.does[0] in ("answer", "confirm") else None


class Sight(NamedTuple):
    """What can be seen: a ``text``, or a figure of some ``kind`` with its value."""

    kind: str
    text: str
    value: Any
    box: Box
    is_scrolled: bool
    """True if it stands in a list that can be scrolled."""
    ink: str
    """Colour of a text."""


class Layer(NamedTuple):
    """Nodes that are painted over each other, and how far lists among them are scrolled."""

    nodes: dict[str, Node]
    offsets: dict[str, float]


# --- how the nodes of a layer are read ----------------------------------------------------------


def _nodes(layer: Layer) -> dict[str, Node]:
    """The nodes of a layer, those of rows that scroll where they are in the window."""
    found: dict[str, Node] = {}
    for key, node in layer.nodes.items():
        found[key] = node
        if isinstance(node.look, Pane):
            offset = layer.offsets.get(key, 0.0)
            for row, inner in _rows_in_sight(node, offset).items():
                moved = inner._replace(x=inner.x + node.x, y=round(inner.y + node.y - offset))
                if node.y <= moved.y + moved.h / 2 <= node.y + node.h:
                    found[f"{key}/{row}"] = moved
    return found


def _rows_in_sight(pane: Node, offset: float) -> dict[str, Node]:
    rows = pane.look.rows
    step = (rows.height + rows.gap) * pane.look.scale
    last = min(len(rows.items), int((offset + pane.h) / step) + 1)
    return place_rows(pane.look, max(0, int(offset / step)), last, pane.w)


def _keys_of(layer: Layer) -> Iterator[Key]:
    nodes = _nodes(layer)
    for key, node in nodes.items():
        if node.hand and (node.hand.do or node.hand.reason):
            inside = (n for k, n in nodes.items() if k == key or k.startswith(f"{key}."))
            said = tuple(n.words for n in inside if isinstance(n.look, Words))
            box = Box(node.x, node.y, node.w, node.h)
            means, fill = _meaning(node.hand.do), getattr(node.look, "fill", "")
            words = said or ((node.label,) if node.label else ())
            yield Key(means, words, str(node.hand.reason), box, fill)


def _meaning(do: Do | None) -> Do:
    """What a tap means; an answer means its move."""
    if do and do[0] == "answer":
        return (do[0], do[1].move)
    return do or ("say",)


def met(node: Node) -> Node:
    """A node whose hand means what a test asks for."""
    if not node.hand or not node.hand.do:
        return node
    return node._replace(hand=node.hand._replace(do=_meaning(node.hand.do)))


_KINDS = {
    "tile": "player",
    "claim": "claim",
    "landed": "landing die",
    "move": "event",
    "deed": "deed",
    "moment": "moment",
    "snackbar": "snackbar",
    "idle": "idle",
    "side": "side",
    "toast": "toast",
}
"""Kind of figure of a part, by the first word of its key."""


class PlayerSight(NamedTuple):
    """Tile of a player, lit or not."""

    name: str
    is_actor: bool


def _sights_of(layer: Layer) -> Iterator[Sight]:
    nodes = _nodes(layer)
    for key, node in nodes.items():
        box, look = Box(node.x, node.y, node.w, node.h), node.look
        if isinstance(look, Words):
            yield Sight("text", node.words, None, box, "/" in key, look.ink)
        elif isinstance(look, Pane):
            yield Sight("list", "", look.length, box, False, "")
    for root in dict.fromkeys(key.split(".")[0] for key in nodes):
        name, _, rest = root.partition(":")
        if kind := _KINDS.get(name):
            own = [n for key, n in nodes.items() if key.split(".")[0] == root]
            said = " ".join(node.words for node in own if isinstance(node.look, Words))
            value = _value_of(kind, rest, own)
            yield Sight(kind, said, value, _around(own), False, "")


def _value_of(kind: str, name: str, nodes: list[Node]) -> Any:
    if kind == "landing die":
        return int(nodes[0].label)
    if kind == "player":
        fills = [node.look.fill for node in nodes[:2]]
        return PlayerSight(name, fills[0] == fills[1])
    return name


def _around(nodes: list[Node]) -> Box:
    left, top = min(node.x for node in nodes), min(node.y for node in nodes)
    right, bottom = max(n.x + n.w for n in nodes), max(n.y + n.h for n in nodes)
    return Box(left, top, right - left, bottom - top)


# --- the doors --------------------------------------------------------------------------------


def keys(layers: list[Layer], *does: Any) -> list[Key]:
    """Keys that mean what begins with ``does``."""
    found = (key for layer in layers for key in _keys_of(layer))
    return [key for key in found if key.does[: len(does)] == does]


def sights(layers: list[Layer], kind: str = "") -> list[Sight]:
    """Texts, and figures of a kind."""
    found = (sight for layer in layers for sight in _sights_of(layer))
    return [sight for sight in found if not kind or sight.kind == kind]
