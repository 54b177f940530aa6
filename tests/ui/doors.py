"""Two doors to what is on the screen: what can be tapped, and what can be seen.

A test of a screen goes through them and never asks for a class, an id or a tree of widgets, so
that it stays when the screen is drawn in another way. A ``Key`` is what can be tapped: what it
does, what it says, why it is refused, and its box. A ``Sight`` is what can be seen: a text, or a
figure with its value. Boxes are left, top, width and height in pixels from the top left of the
window.

``keys`` and ``sights`` read the window. How a widget of today is read is said in ``_DOES`` and
``_SHOWS``, by the name of its class or of a class that it inherits from.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from companion.engine.moves import Move
from companion.screens.faults import Page
from companion.screens.parts import Blank, Hand, Node, Pane, Part, Rows, Words

Do = tuple[Any, ...]
SHORTEST_ROW = 48
"""Height in dp of the lowest row of a list."""


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

    def overlaps(self, other: "Box", by: float = 0) -> bool:
        """Return True if two boxes lie over each other by more than some pixels."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return across > by and down > by


class Key(NamedTuple):
    """What can be tapped: ``does`` is its meaning, such as ``("answer", move)`` or ``("undo",)``.

    ``fill`` is the colour of the key; ``widget`` is for the finger alone.
    """

    does: Do
    words: tuple[str, ...]
    reason: str
    is_live: bool
    box: Box
    fill: list[float]
    widget: Any

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def move(self) -> Move | None:
        """The move that an answer makes."""
        return self.does[1] if self.does[0] == "answer" else None


class Sight(NamedTuple):
    """What can be seen: a ``text``, or a figure of some ``kind`` with its value."""

    kind: str
    text: str
    value: Any
    box: Box
    is_scrolled: bool
    """True if it stands in a list that can be scrolled."""
    is_cut: bool
    """True for a text without room for all of it."""
    ink: tuple[float, ...]
    """Colour of a text."""
    is_moving: bool


# --- how the widgets of today are read --------------------------------------------------------


_DOES: dict[str, Callable[[Any], Do]] = {
    "AnswerButton": lambda w: ("answer", w.meaning().move),
}
"""Meaning of whatever can be tapped; a class that is not here means what it says."""

_SHOWS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "Die": ("die", lambda w: w.face),
}
"""Kind and value of whatever can be seen besides texts."""


def _named(widget: Any, table: dict[str, Any]) -> Any:
    """The entry of the nearest class of a widget."""
    return next((table[c.__name__] for c in type(widget).__mro__ if c.__name__ in table), None)


def _words(widget: Any) -> tuple[str, ...]:
    from kivy.uix.label import Label

    labels = (part for part in widget.walk(restrict=True) if isinstance(part, Label))
    return tuple(label.text for label in labels if label.text and label.opacity)


def _does(widget: Any) -> Do:
    if entry := _named(widget, _DOES):
        return entry(widget)
    return (getattr(widget, "icon", "") or "say", " ".join(_words(widget)))


def _reason(widget: Any, does: Do) -> str:
    if does[0] == "answer" and hasattr(widget, "meaning"):
        return str(widget.meaning().reason or "")
    return str(getattr(widget, "reason", "") or "")


def _is_moving(widget: Any) -> bool:
    motions = (getattr(part, "motion", None) for part in widget.walk(restrict=True))
    return any(motion is not None and motion.is_running for motion in motions)


def box_of(widget: Any) -> Box:
    """The box of a widget in the window."""
    from kivy.core.window import Window

    x, y = widget.to_window(*widget.pos)
    return Box(x, Window.height - y - widget.height, widget.width, widget.height)


def page_of(widgets: Iterable[Any], size: tuple[int, int], scale: float) -> Page:
    """The texts, keys and lists among some widgets as nodes, for ``faults``.

    What is under a text is not known, so that its contrast is not checked.
    """
    nodes: dict[str, Node] = {}
    widgets = list(widgets)
    for surface in _surfaces(widgets):
        nodes |= {key: _met(node) for key, node in surface.leaves.nodes.items()}
    for number, widget in enumerate(widgets):
        if node := _node(widget, scale):
            nodes[f"{type(widget).__name__}-{number}"] = node
    return Page(nodes, *size, scale)


def _node(widget: Any, scale: float) -> Node | None:
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.label import Label
    from kivy.uix.scrollview import ScrollView

    look: Any = Blank()
    hand = None
    if isinstance(widget, ScrollView):
        look = Pane(Rows((), Part, SHORTEST_ROW), widget.viewport_size[1], scale)
    elif isinstance(widget, ButtonBehavior):
        does = _does(widget)
        hand = Hand(None if widget.disabled else does, _reason(widget, does))
    elif isinstance(widget, Label) and widget.text and widget.opacity:
        lines, font = tuple(str(widget.text).split("\n")), _FONTS.get(widget.font_name, "text")
        look = Words(lines, font, widget.font_size, "#000000", cut=clipped(widget))
    else:
        return None
    label = " ".join(_words(widget)) if hand else ""
    return Node(*map(round, box_of(widget)), look, hand, label=label) if _in_sight(widget) else None


_FONTS = {"Icons": "icons", "Charis": "title"}


def _in_sight(widget: Any) -> bool:
    """True unless the middle of a widget is scrolled out of a list."""
    box = box_of(widget)
    views = map(box_of, _lists_around(widget))
    return all(view.y <= box.y + box.h / 2 <= view.bottom for view in views)


def _lists_around(widget: Any) -> Iterator[Any]:
    """The lists in which a widget is scrolled."""
    from kivy.uix.scrollview import ScrollView

    part = widget.parent
    while part is not None and part is not part.parent:
        if isinstance(part, ScrollView):
            yield part
        part = part.parent


def clipped(label: Any) -> bool:
    """Whether a text is larger than its place, or lost its end."""
    from companion.ui.widgets.text import AutoSizeLabel

    if not label.text:
        return False
    if isinstance(label, AutoSizeLabel):
        return not label.fits(label.font_size, 1.0)
    lines = len(label._label._cached_lines) if label.text_size[0] else 1
    high = label.texture_size[1] if lines > 1 else label.font_size
    too_high = high > label.height + 1
    return too_high or label.texture_size[0] > label.width + 1 or label.is_shortened


# --- how the nodes of a surface are read ------------------------------------------------------


class Spot:
    """Node of a surface as a finger touches it."""

    parent = None
    opacity = 1.0
    disabled = False

    def __init__(self, box: Box) -> None:
        self._box = box

    @property
    def center(self) -> tuple[float, float]:
        """The middle from the bottom left of the window."""
        from kivy.core.window import Window

        x, y = self._box.middle
        return x, Window.height - y

    @property
    def pos(self) -> tuple[float, float]:
        """The corner from the bottom left of the window."""
        x, y = self.center
        return x - self.width / 2, y - self.height / 2

    @property
    def width(self) -> float:
        return self._box.w

    @property
    def height(self) -> float:
        return self._box.h

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        return x, y


def _surfaces(widgets: Iterable[Any]) -> Iterator[Any]:
    from companion.ui.surface import Surface

    return (widget for widget in widgets if isinstance(widget, Surface))


def _nodes(surface: Any) -> dict[str, Node]:
    """The nodes of a surface, those of rows that scroll where they are in the window."""
    found: dict[str, Node] = {}
    for key, node in surface.leaves.nodes.items():
        found[key] = node
        if isinstance(node.look, Pane):
            pane = surface.leaves.leaf[key]
            for row, inner in pane.leaves.nodes.items():
                moved = inner._replace(x=inner.x + node.x, y=round(inner.y + node.y - pane.offset))
                if node.y <= moved.y + moved.h / 2 <= node.y + node.h:
                    found[f"{key}/{row}"] = moved
    return found


def _keys_of(surface: Any) -> Iterator[Key]:
    nodes = _nodes(surface)
    for key, node in nodes.items():
        if node.hand and (node.hand.do or node.hand.reason):
            inside = (n for k, n in nodes.items() if k == key or k.startswith(f"{key}."))
            said = tuple(n.words for n in inside if isinstance(n.look, Words))
            box = Box(node.x, node.y, node.w, node.h)
            means, fill = _meaning(node.hand.do), rgba_of(node.look)
            words = said or ((node.label,) if node.label else ())
            yield Key(means, words, node.hand.reason, True, box, fill, Spot(box))


def _meaning(do: Do | None) -> Do:
    """What a tap means; an answer means its move."""
    if do and do[0] == "answer":
        return ("answer", do[1].move)
    return do or ("say",)


def _met(node: Node) -> Node:
    """A node whose hand means what a test asks for."""
    if not node.hand or not node.hand.do:
        return node
    return node._replace(hand=node.hand._replace(do=_meaning(node.hand.do)))


def rgba_of(look: Any) -> list[float]:
    from companion.ui.painting import rgba

    return list(rgba(look.fill)) if hasattr(look, "fill") else []


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
}
"""Kind of figure of a part, by the first word of its key."""


class PlayerSight(NamedTuple):
    """Tile of a player, lit or not."""

    name: str
    is_actor: bool


def _sights_of(surface: Any) -> Iterator[Sight]:
    from companion.ui.painting import rgba

    nodes = _nodes(surface)
    is_moving = surface.motion.motion.is_running and not surface.motion.less
    for key, node in nodes.items():
        box, look = Box(node.x, node.y, node.w, node.h), node.look
        if isinstance(look, Words):
            ink = tuple(rgba(look.ink))
            yield Sight("text", node.words, None, box, "/" in key, look.cut, ink, False)
        elif isinstance(look, Pane):
            yield Sight("list", "", look.length, box, False, False, (), False)
    for root in dict.fromkeys(key.split(".")[0] for key in nodes):
        name, _, rest = root.partition(":")
        if kind := _KINDS.get(name):
            own = [n for key, n in nodes.items() if key.split(".")[0] == root]
            said = " ".join(node.words for node in own if isinstance(node.look, Words))
            value = _value_of(kind, rest, own)
            yield Sight(kind, said, value, _around(own), False, False, (), is_moving)


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


def parts(root: Any) -> list[Any]:
    """A widget that is in no window, and everything in it."""
    return [*root.walk()]


def keys(widgets: Iterable[Any], *does: Any) -> list[Key]:
    """What can be tapped among some widgets, and means what begins with ``does``."""
    from kivy.uix.behaviors import ButtonBehavior

    found = []
    for widget in widgets:
        if isinstance(widget, ButtonBehavior):
            means = _does(widget)
            if means[: len(does)] == does:
                reason, words = _reason(widget, means), _words(widget)
                fill = list(getattr(widget, "fill", ()))
                is_live, box = not widget.disabled, box_of(widget)
                found.append(Key(means, words, reason, is_live, box, fill, widget))
    of_nodes = (key for surface in _surfaces(widgets) for key in _keys_of(surface))
    return found + [key for key in of_nodes if key.does[: len(does)] == does]


def sights(widgets: Iterable[Any], kind: str = "") -> list[Sight]:
    """What can be seen among some widgets: texts, and figures of a kind."""
    from kivy.uix.label import Label

    found = []
    for widget in widgets:
        name, value = ("text", None)
        if entry := _named(widget, _SHOWS):
            name, value = entry[0], entry[1](widget)
        elif not isinstance(widget, Label) or not widget.text:
            continue
        if not kind or name == kind:
            is_scrolled = any(_lists_around(widget))
            is_text = name == "text"
            ink = tuple(widget.color) if is_text else ()
            is_cut, words = is_text and clipped(widget), " ".join(_words(widget))
            box, moves = box_of(widget), _is_moving(widget)
            found.append(Sight(name, words, value, box, is_scrolled, is_cut, ink, moves))
    of_nodes = (sight for surface in _surfaces(widgets) for sight in _sights_of(surface))
    return found + [sight for sight in of_nodes if not kind or sight.kind == kind]


def surfaces(root: Any) -> list[Any]:
    """The surfaces in a widget."""
    return list(_surfaces(root.walk()))


def painted(root: Any) -> list[str]:
    """The texts on surfaces as they are painted now."""
    leaves = (leaf for one in surfaces(root) for leaf in one.leaves.leaf.values())
    return [" ".join(leaf.look.lines) for leaf in leaves if isinstance(leaf.look, Words)]


def texts(widgets: Iterable[Any]) -> list[str]:
    """Every text among some widgets."""
    from kivy.uix.label import Label

    labels = [widget.text for widget in widgets if isinstance(widget, Label)]
    return [text for text in labels if text] + [
        sight.text for surface in _surfaces(widgets) for sight in _sights_of(surface) if sight.text
    ]
