"""Surface: the nodes of a screen in a window, and fingers on them.

A finger means the node that it came down on. It counts when it is lifted if that node is still
there, under the finger, and means the same. What it means goes to ``tap`` as a plain value, with
the number of the move that it was meant for and an id of its own. A node, or a row of a list, that
came under the finger within the last ``echo`` seconds was not meant: see ``screens/early_taps.py``.
"""

from collections.abc import Callable
from math import hypot
from typing import Any
from uuid import uuid4

from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.screens.early_taps import EarlyTaps, Seen
from companion.screens.layout import Memo, place
from companion.screens.parts import Ground, Hand, Pane, Part
from companion.table.taps import Do
from companion.ui.follower import Follower
from companion.ui.leaves import Leaves, PanePainter
from companion.ui.painting import rgba

DRAG, SCROLL = 24, 12
"""Pixels from which a finger drags, or scrolls."""
WHEEL = 900
"""Speed that a step of a wheel adds, in pixels a second."""


class Finger:
    """Finger on a node: it means what the node meant when it came down, or nothing."""

    def __init__(self, key: str, hand: Hand | None, start: tuple[float, float], number: float):
        self.key, self.hand, self.start, self.number = key, hand, start, number
        self.request = uuid4().hex
        self.is_down = True
        self.is_stale = False
        """True if what the finger came down on has gone, or means something else."""
        self.does = "tap"
        self.pane: PanePainter | None = None
        self.over: Do | None = None


class Surface(Widget):
    """A screen in a window. ``view(width, height)``, in dp, returns its part.

    Fingers act on ``table``: what they mean goes to its ``tap``.
    """

    def __init__(
        self,
        view: Callable[[float, float], Part],
        table: Any,
        scale: float = 1.0,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self._view, self._table, self.scale = view, table, scale
        page, above = Widget(), Widget()
        self.add_widget(page)
        self.add_widget(above)
        self.leaves = Leaves(page, self.height)
        self._above = Leaves(above, self.height)
        self._fingers: dict[Any, Finger] = {}
        self._early = EarlyTaps()
        self._memo: Memo = {}
        self.motion = Follower(self.leaves, self._above, scale)
        self.leaves.follow = self.motion.follow
        self.fbind("size", self.show)

    def show(self, *_: object) -> None:
        """Show what the view says now."""
        part = self._view(self.width / self.scale, self.height / self.scale)
        nodes = place(part, self.width, self.height, self.scale, self._memo)
        if "" in nodes and isinstance(ground := nodes[""].look, Ground):
            # The window is cleared anyway: a rectangle of all its pixels less.
            if self.get_parent_window():
                Window.clearcolor = rgba(ground.fill)
            del nodes[""]
        self.leaves.show(nodes, self.height)
        panes = ((key, self._pane(key)) for key in nodes if type(nodes[key].look) is Pane)
        lists = {key: Seen(pane.leaves.nodes, pane.jumps) for key, pane in panes}
        self._early.note(nodes, lists, self._table.clock())
        for finger in self._fingers.values():
            if finger.is_down and finger.hand and not self._is_same(finger):
                finger.is_down, finger.is_stale = False, True

    def rescale(self, scale: float) -> None:
        """Show the page with another number of pixels a dp."""
        self.scale = self.motion.scale = scale
        self.show()

    # --- fingers ------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a finger on whatever is under it."""
        key = self.leaves.at(touch.x, self.height - touch.y)
        if not key:
            return False
        node = self.leaves.nodes[key]
        finger = Finger(key, node.hand, touch.pos, self._table.number)
        if type(node.look) is not Pane:
            if self._is_new(key):
                return True
        else:
            pane = finger.pane = self._pane(key)
            if touch.is_mouse_scrolling:
                pane.effect.velocity += WHEEL * (1 if touch.button == "scrolldown" else -1)
                return True
            finger.key = pane.at(*touch.pos)
            if self._is_new(key, finger.key):
                finger.key = ""  # It may still scroll.
            finger.hand = pane.leaves.nodes[finger.key].hand if finger.key else None
            pane.effect.start(-touch.y)
        for other in self._fingers.values():
            if (other.pane, other.key) == (finger.pane, finger.key):
                other.is_down = False  # Of two fingers on one key, the last one counts.
        touch.grab(self)
        self._fingers[touch.uid] = finger
        self._leaves_of(finger).press(finger.key, True)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Scroll, drag, slide, or sink and come up with the finger."""
        finger = self._fingers.get(touch.uid)
        if not finger or touch.grab_current is not self:
            return False
        far = hypot(touch.x - finger.start[0], touch.y - finger.start[1])
        hand = finger.hand
        if finger.does == "tap" and finger.pane and abs(touch.y - finger.start[1]) > SCROLL:
            self._let_go(finger, "scroll")
        elif finger.does == "tap" and hand and hand.drag and far > DRAG:
            self._let_go(finger, "drag")
            self._carry(finger.key)
        if finger.does == "scroll" and finger.pane:
            finger.pane.effect.update(-touch.y)
        elif finger.does == "drag":
            self._drag(finger, touch)
        elif hand and hand.slides:
            self._slide(finger, touch)
        else:
            is_inside = self._at(finger, touch) == finger.key
            if is_inside != finger.is_down and self._is_same(finger):
                finger.is_down = is_inside
                self._leaves_of(finger).press(finger.key, is_inside)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Do what the finger means, if it still means it."""
        if touch.grab_current is not self or not (finger := self._fingers.pop(touch.uid, None)):
            return False
        touch.ungrab(self)
        if finger.pane:
            finger.pane.effect.stop(-touch.y)
        hand = finger.hand
        if finger.does == "drag" and hand:
            self._drop()
            if finger.over and self._is_same(finger) and self._takes(finger.over):
                self._table.tap(("drop", hand.drag, finger.over), finger.number, finger.request)
        elif finger.is_stale:
            self._table.report_stale_touch()
        elif finger.does == "tap" and finger.is_down and hand:
            self._leaves_of(finger).press(finger.key, False)
            if self._at(finger, touch) != finger.key or not self._is_same(finger):
                return True
            if hand.reason:
                self._table.refuse(hand.reason)
            elif hand.do and finger.over is None:
                self._table.tap(hand.do, finger.number, finger.request)
        return True

    def let_drags_go(self) -> None:
        """Let what is dragged go: where it came from is gone."""
        for finger in self._fingers.values():
            if finger.does == "drag":
                self._drop()
                finger.does, finger.is_stale = "", True

    def _drop(self) -> None:
        self.motion.carry(0, 0)
        self._above.show({})

    def _takes(self, what: Do) -> bool:
        """Return True if a part where things are dropped is still there."""
        return any(node.hand and node.hand.drop == what for node in self.leaves.nodes.values())

    def _drag(self, finger: Finger, touch: MotionEvent) -> None:
        self.motion.carry(touch.x - finger.start[0], touch.y - finger.start[1])
        hand = self._hand_at(touch)
        if hand and finger.hand and hand.drop != finger.over:
            finger.over = hand.drop
            do = ("over", finger.hand.drag, finger.over)
            self._table.tap(do, finger.number, finger.request)

    def _slide(self, finger: Finger, touch: MotionEvent) -> None:
        hand = self._hand_at(touch)
        if hand and hand.slides and hand.do and hand.do != finger.over:
            finger.over = hand.do
            self._table.tap(hand.do, finger.number, uuid4().hex)

    def _hand_at(self, touch: MotionEvent) -> Hand | None:
        node = self.leaves.nodes.get(self.leaves.at(touch.x, self.height - touch.y))
        return node.hand if node else None

    def _is_new(self, key: str, row: str = "") -> bool:
        """Return True if a node or a row came under the finger just now: it was not meant."""
        return self._early.age(key, row, self._table.clock()) < float(self._table.echo)

    def _is_same(self, finger: Finger) -> bool:
        """Return True if what the finger came down on is still there and means the same."""
        node = self._leaves_of(finger).nodes.get(finger.key)
        return bool(node and finger.hand and node.hand and node.hand[:2] == finger.hand[:2])

    def _at(self, finger: Finger, touch: MotionEvent) -> str:
        if finger.pane:
            return finger.pane.at(*touch.pos)
        return self.leaves.at(touch.x, self.height - touch.y)

    def _pane(self, key: str) -> PanePainter:
        pane = self.leaves.leaf[key]
        assert isinstance(pane, PanePainter), "rows are in a pane"
        return pane

    def _leaves_of(self, finger: Finger) -> Leaves:
        return finger.pane.leaves if finger.pane else self.leaves

    def _let_go(self, finger: Finger, does: str) -> None:
        self._leaves_of(finger).press(finger.key, False)
        finger.does, finger.is_down = does, False

    def _carry(self, key: str) -> None:
        """Show what is dragged above everything else."""
        inside = f"{key}."
        nodes = self.leaves.nodes.items()
        carried = {own: node for own, node in nodes if own == key or own.startswith(inside)}
        self._above.show(carried, self.height)
