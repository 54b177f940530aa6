"""The page of play around a purchase in plain Kivy, as somebody would write it by hand.

It knows the two pictures, before and after, and nothing of games: a tap sets what differs. What it
costs is Kivy's part of such a tap, whoever writes the program.
"""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kivy.graphics import Color, PopMatrix, PushMatrix, RoundedRectangle, Translate
from kivy.uix.button import Button
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.screens.parts import Blank, Dashed, Drawing, Ground, Key, Node, Plate, Words
from companion.ui.painting import picture, register_fonts, rgba
from companion.ui.start import PANEL
from tools.bench.window import BenchWindow

Nodes: TypeAlias = dict[str, Node]
PICTURES = "purchase.pickle"
"""File with the two pictures."""
SPARE = 4
"""Pixels that a label is wider than its text, whose width is rounded."""
ALIGNED = {0.0: "left", 0.5: "center", 1.0: "right"}


def save(pictures: list[Nodes], folder: Path) -> None:
    """Write the pictures before and after a purchase for a process that draws them by hand."""
    plain = [{key: node._replace(hand=None) for key, node in one.items()} for one in pictures]
    (folder / PICTURES).write_bytes(pickle.dumps(plain))


def load(folder: Path) -> list[Nodes]:
    """Read what ``save`` has written."""
    found: list[Nodes] = pickle.loads((folder / PICTURES).read_bytes())
    return found


class PlainText(Label):
    """Words of a page."""

    def put(self, node: Node, height: float) -> None:
        """Show the words of a node."""
        look: Any = node.look
        self.size_hint = None, None
        self.font_name, self.font_size, self.color = look.font, look.points, rgba(look.ink)
        self.text = "\n".join(look.lines)
        spare = SPARE * look.align
        self.pos = node.x - spare, height - node.y - node.h
        self.size = self.text_size = node.w + SPARE, node.h
        self.halign, self.valign = ALIGNED[look.align], "middle"


class PlainBox(Widget):
    """Rounded boxes on each other, such as the edge of a key and its face."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        self._drawn: list[tuple[Color, RoundedRectangle]] = []

    def put(self, node: Node, height: float) -> None:
        """Draw the boxes of a node."""
        wanted = boxes(node.look)
        if not self._drawn:
            with self.canvas:
                self._drawn = [(Color(), RoundedRectangle()) for _ in wanted]
        x, y = node.x, height - node.y - node.h
        for (color, drawn), box in zip(self._drawn, wanted, strict=True):
            color.rgba, drawn.radius = rgba(box.color), [max(0, box.radius)]
            drawn.pos = x + box.left, y + box.bottom
            drawn.size = node.w - 2 * box.left, node.h - box.bottom - box.top


class Box(NamedTuple):
    """Rounded box within a node: a colour, a radius, and the room around it in pixels."""

    color: str
    radius: float
    left: float = 0
    bottom: float = 0
    top: float = 0


def boxes(look: Any) -> list[Box]:
    """List the boxes of a look; those of one kind are as many."""
    match look:
        case Ground() | Dashed():
            return [Box(look.fill, look.radius)]
        case Plate(edge=edge, fill=fill, radius=radius, border=border):
            return [Box(edge, radius), Box(fill, radius - border, border, border, border)]
        case Key(depth=depth, radius=radius):
            face = Box(look.fill, radius - 2, 2, depth + 2, 2)
            return [Box(look.lip, radius), Box(look.edge, radius, bottom=depth), face]
    return []


class PlainDrawing(Widget):
    """Figure of a page, from the same marks."""

    def put(self, node: Node, height: float) -> None:
        """Draw the marks of a node."""
        look: Any = node.look
        self.canvas.clear()
        with self.canvas:
            PushMatrix()
            Translate(node.x, height - node.y - node.h)
        self.canvas.add(picture(look.marks, node.h))
        with self.canvas:
            PopMatrix()


KINDS: dict[type, Callable[[], Any]] = {
    Words: PlainText,
    Drawing: PlainDrawing,
    **dict.fromkeys((Ground, Plate, Key, Dashed, Blank), PlainBox),
}


class PlainPage(Widget):
    """Page that shows one picture or the other; its button changes to the other one."""

    def __init__(self, pictures: list[Nodes], size: tuple[int, int]) -> None:
        super().__init__(size=size, size_hint=(None, None))
        register_fonts()
        self._pictures, self._shown = pictures, 0
        self._kept: dict[tuple[str, type], Any] = {}
        self.button = Button(size=(2, 2), opacity=0, on_release=self.change)
        self._put({}, pictures[0])

    def change(self, *_: object) -> None:
        """Show the other picture."""
        before, self._shown = self._pictures[self._shown], 1 - self._shown
        self._put(before, self._pictures[self._shown])

    def _put(self, before: Nodes, nodes: Nodes) -> None:
        for key, node in before.items():
            if key not in nodes or type(nodes[key].look) is not type(node.look):
                self.remove_widget(self._widget(key, node))
        for place, (key, node) in enumerate(nodes.items()):
            was, widget = before.get(key), self._widget(key, node)
            if was is None or (*was[:4], was.look) != (*node[:4], node.look):
                widget.put(node, self.height)
            if widget.parent is None:
                self.add_widget(widget, len(self.children) - place)
        if self.button.parent is None:
            self.add_widget(self.button)

    def _widget(self, key: str, node: Node) -> Any:
        kind = type(node.look)
        if (key, kind) not in self._kept:
            self._kept[key, kind] = KINDS[kind]()
        return self._kept[key, kind]


def measure(folder: str, taps: str) -> list[float]:
    """Return the processor time of each tap that shows the purchase; taps back do not count."""
    page = PlainPage(load(Path(folder)), PANEL)
    window = BenchWindow(page)
    found = []
    for _ in range(int(taps)):
        found.append(window.tap(page.button))
        window.settle()
        window.tap(page.button)
        window.settle()
    return found
