"""Motion on a surface: leaves that follow their node, sums that count, money that flies.

Knows nodes and leaves, and no screen. With *less motion* everything is at its end at once.
"""

import re
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Translate

from companion.screens.parts import Drawing, Node, Words
from companion.ui.leaves import Leaf, Leaves
from companion.ui.widgets.motion import Draw, Motion

SLIDE, COUNT, APPEAR, FLY, APART = 0.25, 0.35, 0.18, 0.42, 0.04
"""Seconds of each motion, and between two that fly."""
STEPS = 12
"""Number of texts of a sum that counts: each has to be drawn."""
LEAN = 56
"""Pixels by which a flight leaves the straight line."""
CURVE = "out_cubic"


class Follower:
    """Moves the leaves of a surface, and carries what is dragged or flies above them."""

    def __init__(self, page: Leaves, above: Leaves) -> None:
        self.motion, self.less = Motion(), False
        self._page, self._above = page, above
        self._carried = Translate()
        canvas = above.host.canvas
        canvas.before.add(PushMatrix())
        canvas.before.add(self._carried)
        canvas.after.add(PopMatrix())

    def follow(self, leaf: Leaf, was: Node | None, node: Node, top: float) -> bool:
        """Start the motion of a node that changed; return False if it is simply shown."""
        if self.less or (was is None and node.moves != "appear"):
            return False
        if was is None:
            self._run(leaf, APPEAR, lambda share: setattr(leaf, "opacity", share))
        elif node.moves == "count" and _counts(was, node):
            self._count(leaf, was.look, node.look)
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

    def _run(self, leaf: Leaf, seconds: float, draw: Draw) -> None:
        """Draw a motion until it ends, or the leaf shows something else."""
        turn = leaf.turn
        self.motion.run(lambda share: leaf.turn == turn and draw(share), seconds, CURVE)

    def _count(self, leaf: Leaf, old: Any, new: Any) -> None:
        before, after = _sum(old), _sum(new)
        shown = -1

        def show(share: float) -> None:
            nonlocal shown
            if (step := int(share * STEPS)) != shown:
                shown = step
                now = before + (after - before) * step // STEPS
                words = re.sub(r"\d[\d,.]*", f"{now:,}", new.lines[0])
                leaf.put(new if step == STEPS else new._replace(lines=(words,)))

        self._run(leaf, COUNT, show)

    def fly(self, start: Node, end: Node, look: Drawing, count: int, w: int, h: int) -> None:
        """Let ``count`` figures of ``w`` x ``h`` pixels fly from one node to another."""
        if self.less:
            return
        top = self._page.top
        (x0, y0), (x1, y1) = (
            (node.x + (node.w - w) / 2, top - node.y - (node.h + h) / 2) for node in (start, end)
        )
        for number in range(count):
            leaf = self._above.take(Node(round(x0), round(top - y0 - h), w, h, look))
            lean = LEAN * (number % 3 - 1)

            def show(s: float, leaf: Leaf = leaf, lean: float = lean) -> None:
                if not leaf.parent and s < 1:
                    self._above.host.add_widget(leaf)
                leaf.pos = x0 + (x1 - x0) * s + lean * s * (1 - s), y0 + (y1 - y0) * s

            def land(leaf: Leaf = leaf) -> None:
                self._above.host.remove_widget(leaf)
                self._above.give_back(leaf)

            self.motion.run(show, FLY, CURVE, number * APART, land, waits_unseen=True)

    def carry(self, x: float, y: float) -> None:
        """Move what is dragged so far from where it was taken."""
        self._carried.xy = x, y


def _counts(was: Node, node: Node) -> bool:
    both = (was.look, node.look)
    return all(type(look) is Words for look in both) and was.look != node.look


def _sum(look: Words) -> int:
    return int(re.sub(r"\D", "", "".join(look.lines)) or 0)
