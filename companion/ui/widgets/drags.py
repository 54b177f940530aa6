"""Payments by a drag from one player to another."""

from math import hypot
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.buttons import Tappable

FAR = 24
"""Distance in dp from which a touch is a drag and no tap any more."""
TOKEN, WIDTH = 64, 4
"""Size of the token at the finger, and half the width of the line to it, in dp."""


class PayDrag(Tappable):
    """Base class of the tile of a player: a drag to the tile of another one prepares a payment.

    ``value`` has the ``name`` and the ``marker`` of the player. Only the tiles beside this one in
    the same container can be paid.
    """

    value = ObjectProperty(rebind=True)
    _start: tuple[float, float] = (0, 0)
    _is_dragged = False

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.collide_point(*touch.pos):
            self._start, self._is_dragged = self.to_window(*touch.pos), False
        return super().on_touch_down(touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self and touch is self._finger:
            x, y = self.to_window(*touch.pos)
            far = hypot(x - self._start[0], y - self._start[1])
            self._is_dragged = self._is_dragged or far > dp(FAR)
            if self._is_dragged:
                self.table.dragged = (self.value.marker, self._start, (x, y))
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Prepare the payment if a drag ends on another player; a drag is never a tap."""
        if touch.grab_current is not self or touch is not self._finger or not self._is_dragged:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.state, self._is_dragged = "normal", False
        self.table.dragged = None
        if payee := self._at(*touch.pos):
            self.table.open_pay(self.value.name, payee)
        return True

    def _at(self, x: float, y: float) -> str:
        """Return the name of the other player whose tile is at a place; empty if there is none."""
        tiles = (tile for tile in self.parent.children if tile is not self)
        return next((tile.value.name for tile in tiles if tile.collide_point(x, y)), "")


class DragLayer(Widget):
    """Layer above the screens that shows the token of the payer at the finger."""

    table = ObjectProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.table.bind(dragged=self._draw)

    def _draw(self, _: object, dragged: Any) -> None:
        self._group.clear()
        if not dragged:
            return
        marker, start, end = dragged
        side = dp(TOKEN)
        place = Box(end[0] - side / 2, end[1] - side / 2, side, side)
        self._group.add(Color(rgba=theme.player_fill(marker)))
        self._group.add(SmoothLine(points=[*start, *end], width=dp(WIDTH)))
        for instruction in drawing.token(marker, place):
            self._group.add(instruction)
