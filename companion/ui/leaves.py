"""Leaves: what is painted of each node. The only place that makes widgets.

Leaves are kept by kind of look and used again; ``kv/leaves.kv`` says how each kind is painted. A
leaf is touched only when its node differs from the last one.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeAlias

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    ScissorPop,
    ScissorPush,
    Translate,
)
from kivy.properties import AliasProperty, BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.screens.layout import place_rows
from companion.screens.parts import (
    Blank,
    Dashed,
    Drawing,
    Ground,
    Key,
    Look,
    Node,
    Pane,
    Plate,
    Words,
)
from companion.ui.painting import beside, lettering, picture, rgba

KEPT = 60
"""Leaves of a kind that wait for their look to come back, before one is used for another look."""
KEPT_PANES = 2
"""The same for lists, which keep the leaves of their rows: the look of most never comes back."""
SPARE_ROWS = 2
"""Rows made above and below those in sight."""

Nodes: TypeAlias = dict[str, Node]
Follow: TypeAlias = Callable[["Leaf", Node | None, Node, float], bool]
"""Starts the motion of a leaf to a node; returns False if the node is simply shown."""


class Leaf(Widget):
    """Widget of one node. Its properties are the fields of its look."""

    pressed = BooleanProperty(False)
    kind: type
    turn = 0
    """Number of nodes that it has shown: a motion that began earlier means nothing any more."""
    look: Any = None

    def put(self, look: Look) -> None:
        """Set what differs from the last look."""
        was, self.look = self.look, look
        for name, old, new in zip(look._fields, was, look, strict=True):
            if old != new:
                setattr(self, name, new)


def _leaf_of(look: type, base: type = Leaf) -> type:
    """Make the class of the leaves of a look: a property of Kivy for each field."""
    fields = {name: ObjectProperty(None, allownone=True) for name in look._fields}  # type: ignore[attr-defined]
    return type(f"{look.__name__}Leaf", (base,), {**fields, "kind": look})


class KeyPainter(Leaf):
    """Key, which sinks by its depth while it is pressed."""

    drop = AliasProperty(lambda leaf: leaf.depth * leaf.pressed, bind=["depth", "pressed"])


class WordsPainter(Leaf):
    """Text: two bare instructions, because texts are what changes most."""

    def __init__(self, **look: Any) -> None:
        self._ink, self._box = Color(), Rectangle()
        super().__init__(**look)
        self.canvas.add(self._ink)
        self.canvas.add(self._box)
        self.put(Words(**{name: look[name] for name in Words._fields}))
        for name in ("pos", "size"):
            self.fbind(name, self._place)

    def put(self, look: Look) -> None:
        """Show the text of a node."""
        self.look = look
        assert isinstance(look, Words)
        texture = lettering(look.lines, look.font, look.points, look.align)
        self._ink.rgba = rgba(look.ink)
        self._box.texture, self._box.size = texture, texture.size
        self._place()

    def _place(self, *_: object) -> None:
        look = self.look
        if look is not None:
            self._box.pos = beside(self._box.size, look.align, self.pos, self.size)


class DrawingPainter(Leaf):
    """Figure: bare instructions, because one has up to fifty; a leaf each would cost ten times."""

    def __init__(self, **kwargs: object) -> None:
        self._at, self._marks = Translate(), InstructionGroup()
        super().__init__(**kwargs)
        for part in (PushMatrix(), self._at, self._marks, PopMatrix()):
            self.canvas.add(part)
        self.fbind("pos", self._move)
        self._move()
        self._draw()

    def put(self, look: Look) -> None:
        """Draw the marks of another figure."""
        self.look, self.marks = look, look.marks  # type: ignore[union-attr]
        self._draw()

    def _move(self, *_: object) -> None:
        self._at.xy = self.pos

    def _draw(self) -> None:
        """Show a picture, which may be in several leaves at once.

        Kivy cannot take it out of one of them, so the group around it is made anew.
        """
        self._marks.clear()
        around = InstructionGroup()
        around.add(picture(self.marks, self.height))
        self._marks.add(around)


class PanePainter(Leaf):
    """Rows that scroll: only those in sight have leaves; to scroll is to move one translation."""

    def __init__(self, **kwargs: object) -> None:
        self._clip, self._at, self._seen = ScissorPush(), Translate(), (0, 0)
        self.effect = DampedScrollEffect(round_value=False)
        self.scrolled: Callable[[float], object] = lambda offset: None
        """Is called with the offset whenever the rows have moved."""
        super().__init__(**kwargs)
        self.content = Widget()
        self.leaves = Leaves(self.content)
        inner = (self._clip, self._at, self.content.canvas, ScissorPop())
        for part in (PushMatrix(), *inner, PopMatrix()):
            self.canvas.add(part)
        self.effect.bind(scroll=self._scroll)
        for name in ("pos", "size", "rows", "length", "theme", "enlarged"):
            self.fbind(name, self._fit)
        self._fit()

    @property
    def offset(self) -> float:
        """Pixels that the rows are scrolled."""
        return float(-self.effect.scroll)

    def _fit(self, *_: object) -> None:
        x, y = self.to_window(*self.pos)
        self._clip.x, self._clip.y, self._clip.width, self._clip.height = map(
            int, (x, y, *self.size)
        )
        self.effect.min, self.effect.max = 0, -max(0.0, self.length - self.height)
        if self.effect.scroll < self.effect.max:
            self._rest_at(self.effect.max)
        self._scroll(again=True)

    def _scroll(self, *_: object, again: bool = False) -> None:
        """Move the rows; make others only if another row has come in sight."""
        self._at.xy = self.x, self.top + self.offset
        rows = self.rows
        step = (rows.height + rows.gap) * self.scale
        first = max(0, int(self.offset / step) - SPARE_ROWS)
        last = min(len(rows.items), int((self.offset + self.height) / step) + 1 + SPARE_ROWS)
        if again or (first, last) != self._seen:
            self._seen = first, last
            pane = Pane(rows, self.length, self.scale, self.theme, self.enlarged)
            self.leaves.show(place_rows(pane, first, last, self.width))
        self.scrolled(self.offset)

    def rewind(self) -> None:
        """Show the first rows."""
        self._rest_at(0)

    def show_from(self, offset: float) -> None:
        """Scroll at once, so that the rows begin some pixels further down."""
        self._rest_at(max(self.effect.max, -offset))

    def _rest_at(self, scroll: float) -> None:
        """Scroll at once; what slides on would begin from the effect's own value."""
        self.effect.reset(scroll)
        self.effect.scroll = scroll


class Leaves:
    """The leaves of one host. ``show`` touches those whose nodes differ from the last ones.

    Nodes are placed from the top, Kivy's widgets from the bottom: ``top`` is where nodes begin.
    """

    def __init__(self, host: Widget, top: float = 0) -> None:
        self.host, self.top = host, top
        self.nodes: Nodes = {}
        self.leaf: dict[str, Leaf] = {}
        self._order: list[Leaf] = []
        """Leaves in the order of painting; only their canvases are in the host."""
        self._canvases = InstructionGroup()
        host.canvas.add(self._canvases)
        self._idle: dict[type, OrderedDict[Look, list[Leaf]]] = {}
        self._idle_count: dict[type, int] = {}
        self.follow: Follow = lambda *_: False

    def begin_at(self, top: float) -> None:
        """Place all nodes anew if they begin at another height now."""
        if top != self.top:
            self.top, self.nodes = top, {}

    def show(self, nodes: Nodes) -> None:
        """Show nodes, each in its place."""
        old, self.nodes, top = self.nodes, nodes, self.top
        if self._is_other(nodes):
            self._arrange(nodes)
        leaf = self.leaf
        for key, node in nodes.items():
            was = old.get(key)
            if was is node or was == node:
                continue
            this = leaf[key]
            this.turn += 1
            if node.moves and self.follow(this, was, node, top):
                continue
            if was is None or was[:4] != node[:4]:
                this.pos, this.size = (node.x, top - node.y - node.h), (node.w, node.h)
            if this.look != node.look:
                this.put(node.look)

    def _is_other(self, nodes: Nodes) -> bool:
        leaf = self.leaf
        return list(leaf) != list(nodes) or any(
            leaf[key].kind is not type(node.look) for key, node in nodes.items()
        )

    def _arrange(self, nodes: Nodes) -> None:
        """Give every node a leaf of its kind, in the order of painting."""
        kept: dict[str, Leaf] = {}
        for key, leaf in self.leaf.items():
            node = nodes.get(key)
            if node is None or leaf.kind is not type(node.look):
                self._order.remove(leaf)
                self._canvases.remove(leaf.canvas)
                self.give_back(leaf)
            else:
                kept[key] = leaf
        self.leaf, order, canvases = {}, self._order, self._canvases
        for number, (key, node) in enumerate(nodes.items()):
            if (leaf_ := kept.get(key)) is None:
                leaf_ = self.take(node)
            elif order[number] is leaf_:
                self.leaf[key] = leaf_
                continue
            else:
                order.remove(leaf_)
                canvases.remove(leaf_.canvas)
            order.insert(number, leaf_)
            canvases.insert(number, leaf_.canvas)
            self.leaf[key] = leaf_

    def take(self, node: Node) -> Leaf:
        """Return a leaf for a node: one that looked the same, a new one, or one of its kind."""
        look = node.look
        pos, size = (node.x, self.top - node.y - node.h), (node.w, node.h)
        idle = self._idle.setdefault(type(look), OrderedDict())
        same = look in idle
        kept = KEPT_PANES if type(look) is Pane else KEPT
        if not same and self._idle_count.get(type(look), 0) < kept:
            new: Leaf = LEAVES[type(look)](
                pos=pos, size=size, size_hint=(None, None), **look._asdict()
            )
            new.look = look
            return new
        was = look if same else next(iter(idle))
        leaf = idle[was].pop()
        self._idle_count[type(look)] -= 1
        if not idle[was]:
            del idle[was]
        leaf.pressed, leaf.opacity, leaf.pos, leaf.size = False, 1, pos, size
        leaf.turn += 1
        if not same:
            leaf.put(look)
            if isinstance(leaf, PanePainter):
                leaf.rewind()
        return leaf

    def rewind(self) -> None:
        """Let lists that are not shown now begin at their tops."""
        for leaves in self._idle.get(Pane, {}).values():
            for leaf in leaves:
                leaf.rewind()

    def give_back(self, leaf: Leaf) -> None:
        """Keep a leaf that is not shown any more; the one that has waited longest is used first."""
        idle = self._idle.setdefault(leaf.kind, OrderedDict())
        idle.setdefault(leaf.look, []).append(leaf)
        idle.move_to_end(leaf.look)
        self._idle_count[leaf.kind] = self._idle_count.get(leaf.kind, 0) + 1

    def press(self, key: str, down: bool) -> None:
        """Let a key and what is on it sink, or come up."""
        node = self.nodes.get(key)
        if node is None or type(node.look) is not Key:
            return
        depth, inside = node.look.depth if down else 0, f"{key}."
        for other, leaf in self.leaf.items():
            if other == key:
                leaf.pressed = down
            elif other.startswith(inside):
                on = self.nodes[other]
                leaf.pos = on.x, self.top - on.y - on.h - depth


LEAVES: dict[type, Any] = {
    **{look: _leaf_of(look) for look in (Blank, Ground, Plate, Dashed)},
    Key: _leaf_of(Key, KeyPainter),
    Words: _leaf_of(Words, WordsPainter),
    Drawing: _leaf_of(Drawing, DrawingPainter),
    Pane: _leaf_of(Pane, PanePainter),
}
