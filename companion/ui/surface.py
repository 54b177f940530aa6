"""Surface: the nodes of one layer of a picture in the window, and what moves among them."""

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.screens.fingers import Carried
from companion.screens.viewer import Nodes, Spot
from companion.ui.leaf_motion import LeafMotion
from companion.ui.leaves import Leaves, PanePainter

Scrolled = Callable[[str, float, bool], object]
"""Notes the key of a list, the pixels that it is scrolled, and if a finger has done it."""


class Surface(Widget):
    """Layer of a picture: the page, or what stands over it. It only paints."""

    def __init__(self, scrolled: Scrolled, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._scrolled, self._is_painting = scrolled, False
        page, above = Widget(), Widget()
        self.add_widget(page)
        self.add_widget(above)
        self.leaves, self.above = Leaves(page), Leaves(above)
        self._left: dict[str, Nodes] = {}
        """Nodes of the pages that were shown before: what is new since then moves."""
        self.motion = LeafMotion(self.leaves, self.above)
        self.leaves.follow = self.motion.follow

    def turn(self, before: str, page: str) -> None:
        """Clear the surface for another page, whose lists begin at their tops."""
        self.motion.finish()
        self._left[before] = self.leaves.nodes
        self.leaves.show({})
        self.leaves.rewind()
        self.leaves.nodes = self._left.get(page, {})

    def show(self, nodes: Nodes, size: tuple[float, float], scale: float) -> None:
        """Paint nodes, in pixels from the top left of a glass of some size."""
        self.motion.fit(*size, scale)
        self._is_painting = True
        self.leaves.show(nodes)
        for key, pane in self._panes():
            pane.scrolled = partial(self._scroll, key)
            pane.scrolled(pane.offset)
        self._is_painting = False

    def _scroll(self, key: str, offset: float) -> None:
        self._scrolled(key, offset, not self._is_painting)

    def _panes(self) -> list[tuple[str, PanePainter]]:
        leaves = self.leaves.leaf.items()
        return [(key, leaf) for key, leaf in leaves if isinstance(leaf, PanePainter)]

    def pane(self, key: str) -> PanePainter | None:
        """Return the list of a node; None if there is none."""
        return dict(self._panes()).get(key)

    def press(self, spot: Spot, down: bool) -> None:
        """Let a key, or a row of a list, sink or come up."""
        if pane := self.pane(spot.key):
            pane.leaves.press(spot.row, down)
        else:
            self.leaves.press(spot.key, down)

    def carry(self, carried: Carried | None) -> None:
        """Show what is dragged above everything else, where the finger is."""
        if not carried:
            self.motion.carry(0, 0)
            self.above.show({})
            return
        if not self.above.nodes:
            inside = f"{carried.key}."
            nodes = self.leaves.nodes.items()
            self.above.show(
                {key: node for key, node in nodes if key == carried.key or key.startswith(inside)}
            )
        self.motion.carry(carried.x, -carried.y)
