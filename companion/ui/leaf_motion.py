"""Motion on a surface: leaves that follow their node, sums that count, money that flies.

Knows nodes and leaves, and no screen. With *less motion* everything is at its end at once.
"""

from functools import partial
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Translate

from companion.look.palette import PAPER, color_of
from companion.screens.figures import chip, small_deed
from companion.screens.moments import (
    Confetti,
    DealtDeeds,
    Fill,
    Flash,
    Flight,
    Fly,
    Rise,
    Walk,
)
from companion.screens.parts import Drawing, Ground, Marks, Node, Plate, Words
from companion.text.told import Sum
from companion.ui.leaves import Leaf, Leaves
from companion.ui.motion import Draw, Motion

SLIDE, COUNT, APPEAR, DROP, FLASH, FLY, RAIN, RISE = 0.25, 0.35, 0.18, 0.26, 0.6, 0.42, 2.4, 0.5
"""Seconds of each motion."""
APART, NEXT_PAYMENT = 0.04, 0.25
"""Seconds between two chips, and between two payments, that fly."""
STEP, MOST_WALK, LANDING = 0.07, 0.7, 0.2
"""Seconds for a space, for a whole way, and before it: the dice land first."""
FALL, CHIP, DEED, CONFETTI, PAPER_SIDE = 40, (46, 28), (34, 46), 48, 18
"""Height in dp that a die falls, sizes of a chip and a deed, pieces of paper and their side."""
DEED_COLORS = "#2b2b2b", "#fffdf6"
"""Edge and paper of a deed that flies."""
STEPS = 12
"""Number of texts of a sum that counts: each has to be drawn."""
LEAN = 56
"""Pixels by which a flight leaves the straight line."""
CURVE = "out_cubic"


class LeafMotion:
    """Moves the leaves of a surface, and carries what is dragged or flies above them."""

    def __init__(self, page: Leaves, above: Leaves) -> None:
        self.motion, self.less, self.theme = Motion(), False, PAPER
        self.scale, self.size = 1.0, (0.0, 0.0)
        self._page, self._above = page, above
        self._carried = Translate()
        canvas = above.host.canvas
        canvas.before.add(PushMatrix())
        canvas.before.add(self._carried)
        canvas.after.add(PopMatrix())

    def fit(self, width: float, height: float, scale: float) -> None:
        """Move what is on a glass of another size, with ``scale`` pixels a dp."""
        self.size, self.scale = (width, height), scale
        for leaves in (self._page, self._above):
            leaves.begin_at(height)

    def follow(self, leaf: Leaf, was: Node | None, node: Node, top: float) -> bool:
        """Start the motion of a node that changed; return False if it is simply shown."""
        if self.less or (was is None and node.moves not in ("appear", "drop")):
            return False
        if was is None and node.moves == "drop":
            y, fall = leaf.y, FALL * self.scale
            self._run(leaf, DROP, lambda s: setattr(leaf, "y", y + fall * (1 - s)), "out_bounce")
        elif was is None:
            self._run(leaf, APPEAR, lambda share: setattr(leaf, "opacity", share))
        elif node.moves == "count" and (sums := _sums(was, node)):
            self._count(leaf, *sums, node.look)
            return was[:4] == node[:4]
        elif node.moves == "slide" and was[:4] != node[:4]:
            self._slide(leaf, node, top)
            return True
        return False

    def _slide(self, leaf: Leaf, node: Node, top: float) -> None:
        (x0, y0), (x1, y1) = leaf.pos, (node.x, top - node.y - node.h)
        leaf.size = node.w, node.h
        leaf.put(node.look)
        self._run(
            leaf,
            SLIDE,
            lambda s: setattr(leaf, "pos", (x0 + (x1 - x0) * s, y0 + (y1 - y0) * s)),
        )

    def _run(self, leaf: Leaf, seconds: float, draw: Draw, curve: str = CURVE) -> None:
        """Draw a motion until it ends, or the leaf shows something else."""
        turn = leaf.turn
        self.motion.run(lambda share: leaf.turn == turn and draw(share), seconds, curve)

    def _count(self, leaf: Leaf, old: Sum, total: Sum, new: Any) -> None:
        before, after = old.amount, total.amount
        shown = -1

        def show(share: float) -> None:
            nonlocal shown
            if (step := int(share * STEPS)) != shown:
                shown = step
                now = before + (after - before) * step // STEPS
                words = str(total.of(now))
                leaf.put(new if step == STEPS else new._replace(lines=(words,)))

        self._run(leaf, COUNT, show)

    def play(self, flights: tuple[Flight, ...]) -> None:
        """Play what a moment asks for; with less motion, only parts that light up."""
        payments = 0
        for flight in flights:
            match flight:
                case Flash(key, color):
                    self._flash(key, color)
                case _ if self.less:
                    pass
                case Fill(key, seconds):
                    self._fill(key, seconds)
                case Walk(key, stops):
                    self._walk(key, stops)
                case Fly():
                    self._fly(flight, payments * NEXT_PAYMENT)
                    payments += 1
                case Confetti(colors, begins):
                    self._rain(colors, begins)
                case Rise(key, begins):
                    self._rise(key, begins)
                case DealtDeeds(end, colors, begins):
                    self._deal(end, colors, begins)

    def finish(self) -> None:
        """Let everything be at its end at once."""
        self.motion.finish()

    def _flash(self, key: str, color: str) -> None:
        """Light a part up."""
        if node := self._page.nodes.get(key):
            light = Node(*node[:4], Plate("#00000000", color_of(self.theme, color), 12, 6))
            leaf = self._raise(light)
            end = partial(self._lower, leaf)
            self.motion.run(lambda s: setattr(leaf, "opacity", 1 - s), FLASH, CURVE, 0.0, end)

    def _fill(self, key: str, seconds: float) -> None:
        """Let a part grow from the left to its whole width."""
        leaf, node = self._page.leaf.get(key), self._page.nodes.get(key)
        if leaf and node:
            turn, width, height = leaf.turn, node.w, node.h

            def draw(share: float) -> None:
                if leaf.turn == turn:
                    leaf.size = width * share, height

            self.motion.run(draw, seconds)

    def _walk(self, key: str, stops: tuple[str, ...]) -> None:
        """Move a part and what is in it over others, to its place on the last one."""
        places = [self._page.nodes[stop] for stop in stops if stop in self._page.nodes]
        leaves = {
            own: leaf
            for own, leaf in self._page.leaf.items()
            if own == key or own.startswith(f"{key}.")
        }
        if len(places) < 2 or not leaves:
            return
        middles = [node.x + node.w / 2 for node in places]
        there = {own: (leaf, leaf.x, leaf.turn) for own, leaf in leaves.items()}

        def draw(share: float) -> None:
            at = share * (len(middles) - 1)
            before = min(int(at), len(middles) - 2)
            x = middles[before] + (middles[before + 1] - middles[before]) * (at - before)
            for leaf, home, turn in there.values():
                if leaf.turn == turn:
                    leaf.x = home + x - middles[-1]

        seconds = min(MOST_WALK, STEP * (len(middles) - 1))
        self.motion.run(draw, seconds, "in_out_sine", LANDING)

    def _fly(self, money: Fly, begins: float) -> None:
        """Let money fly from one part to another; the bank's comes from the stage."""
        nodes, top = self._page.nodes, self._page.top
        first, last = (nodes.get(key) or nodes.get("stage") for key in (money.start, money.end))
        if not first or not last or first is last:
            return
        w, h = round(CHIP[0] * self.scale), round(CHIP[1] * self.scale)
        inks = (color_of(self.theme, color) for color in money.colors)
        look = Drawing(Marks(chip(w, h, self.scale, *inks)))
        way = [
            (node.x + (node.w - w) / 2, top - node.y - (node.h + h) / 2) for node in (first, last)
        ]
        for number in range(money.chips):
            leaf = self._above.take(Node(round(way[0][0]), round(top - way[0][1] - h), w, h, look))
            self._send(leaf, way, number, begins)

    def _deal(self, end: str, colors: tuple[str, ...], begins: float) -> None:
        """Let title deeds fly from below the window to a part."""
        if not (node := self._page.nodes.get(end)):
            return
        w, h = round(DEED[0] * self.scale), round(DEED[1] * self.scale)
        across, top = self.size
        there = node.x + (node.w - w) / 2, top - node.y - h
        for number, color in enumerate(colors):
            band = color_of(self.theme, color)
            look = Drawing(Marks(small_deed(w, h, self.scale, band, *DEED_COLORS)))
            x = across * (number + 0.5) / len(colors) - w / 2
            leaf = self._above.take(Node(round(x), round(top), w, h, look))
            self._send(leaf, [(x, -h), there], number, begins)

    def _send(self, leaf: Leaf, way: list[tuple[float, float]], number: int, begins: float) -> None:
        """Let a leaf above the page fly from one place to another, one of several."""
        (x0, y0), (x1, y1) = way
        lean = LEAN * (number % 3 - 1)

        def show(s: float) -> None:
            if not leaf.parent and s < 1:
                self._above.host.add_widget(leaf)
            leaf.pos = x0 + (x1 - x0) * s + lean * s * (1 - s), y0 + (y1 - y0) * s

        end = partial(self._lower, leaf)
        self.motion.run(show, FLY, CURVE, begins + number * APART, end, waits_unseen=True)

    def _rise(self, key: str, begins: float) -> None:
        """Let a part grow from its lower edge, and what is in it rise from there."""
        inside = f"{key}."
        leaves = [
            leaf for own, leaf in self._page.leaf.items() if own == key or own.startswith(inside)
        ]
        base = min((leaf.y for leaf in leaves), default=0.0)
        for leaf in leaves:
            self._lift(leaf, base, begins)

    def _lift(self, leaf: Leaf, base: float, begins: float) -> None:
        turn, y, (width, height) = leaf.turn, leaf.y, leaf.size

        def draw(share: float) -> None:
            if leaf.turn == turn:
                leaf.opacity = share
                leaf.y = base + (y - base) * share
                if y == base:
                    leaf.size = width, height * share

        self.motion.run(draw, RISE, CURVE, begins)

    def _rain(self, colors: tuple[str, ...], begins: float) -> None:
        """Let paper in several colours rain over the page, once."""
        (width, height), side = self.size, round(PAPER_SIDE * self.scale)
        for number in range(CONFETTI):
            x = width * (number + 0.5) / CONFETTI
            look = Ground(color_of(self.theme, colors[number % len(colors)]), 2)
            leaf = self._raise(Node(round(x), -side, side, side, look))
            sway = side * (2 + number % 3) * (-1) ** number

            def fall(s: float, leaf: Leaf = leaf, x: float = x, sway: float = sway) -> None:
                leaf.pos = x + sway * s, height - (height + side) * s

            late = begins + 0.04 * (number * 7 % CONFETTI)
            self.motion.run(fall, RAIN, "linear", late, partial(self._lower, leaf))

    def _raise(self, node: Node) -> Leaf:
        leaf = self._above.take(node)
        self._above.host.add_widget(leaf)
        return leaf

    def _lower(self, leaf: Leaf) -> None:
        self._above.host.remove_widget(leaf)
        self._above.give_back(leaf)

    def carry(self, x: float, y: float) -> None:
        """Move what is dragged so far from where it was taken."""
        self._carried.xy = x, y


def _sums(was: Node, node: Node) -> tuple[Sum, Sum] | None:
    """Return the sums between which a text counts; None if it does not."""
    old, new = was.look, node.look
    if type(old) is Words and type(new) is Words and old.sum and new.sum and old != new:
        return old.sum, new.sum
    return None
