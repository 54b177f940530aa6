"""Buttons: answers, actions, building slots, and the base class of all of them."""

from typing import Any
from uuid import uuid4

from kivy.graphics import Color, Line, Mesh
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme


class Tappable(ButtonBehavior):
    """Something to tap.

    ``shown`` is the number of the move that was awaited when the finger came down: what is meant
    is what was seen then, whatever happens before the finger leaves. ``request`` names the tap, so
    that it is booked once.
    """

    _finger: MotionEvent | None = None

    table = ObjectProperty(None, allownone=True, rebind=True)
    shown = NumericProperty(0)
    request = StringProperty()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.collide_point(*touch.pos):
            if self.table and self.table.is_echo(*self.to_window(*touch.pos)):
                return True
            if self.table:
                self.table.finger = self.to_window(*touch.pos)
            self._finger = touch
        return super().on_touch_down(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Of two fingers on it only the one that came last taps."""
        if touch.grab_current is self and touch is not self._finger:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))

    def on_press(self) -> None:
        self.shown = self.table.number if self.table else 0
        self.request = uuid4().hex


class AnswerButton(Tappable, BoxLayout):
    """``value`` is an Answer; one that has a reason is there, dimmed, and says why."""

    value = ObjectProperty(rebind=True)

    def meaning(self) -> Any:
        """The Answer that a tap sends."""
        return self.value

    def on_press(self) -> None:
        super().on_press()
        self._meant = self.meaning()

    def on_release(self) -> None:
        """What was on the button when the finger came down, not what may have replaced it."""
        self.table.send(self._meant, self.shown, self.request)


class PlainAnswer(AnswerButton):
    """With the looks of a large button; a reason has its share of the height."""

    reason_share = NumericProperty(0.6)
    reason_height = AliasProperty(
        lambda self: self.height * self.reason_share, bind=["height", "reason_share"]
    )


class ClaimAnswer(PlainAnswer):
    """Rent to be asked for: how long it may be stays to be read beside the reason."""


class CardTile(AnswerButton):
    """A card of a pack, to be picked."""


MOST_CHANGES = 2


class Weighed(BoxLayout):
    """``value`` is an Answer; ``changes`` are the balances that it would change."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    changes = ListProperty()
    shown = ListProperty()
    """Those of them that there is room for."""
    below = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        # Whoever answers comes first; a card that everybody pays for would fill the screen.
        first = [c for c in self.value.changes if c.player == self.value.player]
        others = [c for c in self.value.changes if c.player != self.value.player]
        self.changes = (first + others)[:MOST_CHANGES]
        self.below = dp(26) if self.changes else 0


class AnswerView(Weighed):
    """The button, and before and after under it."""

    wanted_height = NumericProperty("98dp")

    def on_width(self, *_: object) -> None:
        self._make_room()

    def on_value(self, *_: object) -> None:
        super().on_value()
        self._make_room()

    def _make_room(self) -> None:
        """A reason needs its lines where the button is narrow."""
        narrow = bool(self.value.reason) and self.width < dp(290)
        self.wanted_height = dp(124 if narrow else 98)


class ClaimStrip(Weighed):
    """A rent that may still be asked for, while the game goes on; before and after beside it, where
    there is room for them."""

    beside = NumericProperty("150dp")
    wanted_height = NumericProperty("68dp")

    def on_width(self, *_: object) -> None:
        self.shown = self.changes if self.width >= dp(320) else []
        self.beside = dp(150) if self.shown else 0

    def on_changes(self, *_: object) -> None:
        self.on_width()

    def on_value(self, *_: object) -> None:
        super().on_value()
        self.wanted_height = dp(86 if self.value.reason else 68)


class ChangeView(BoxLayout):
    """One balance, before and after; whose, its shape says."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    seat = NumericProperty(-1)
    before = StringProperty()
    after = StringProperty()

    def on_value(self, *_: object) -> None:
        self.seat = self.table.seat_of(self.value.player)
        self.before, self.after = f"{self.value.before:,}", f"{self.value.after:,}"


class TextButton(Tappable, AnchorLayout):
    """A word on a plain ground."""

    text = StringProperty()
    color = ColorProperty(theme.TEXT)
    fill = ColorProperty(theme.BACKGROUND)
    radius = NumericProperty("0dp")
    largest = NumericProperty("20sp")
    bold = BooleanProperty(False)
    lines = NumericProperty(2)
    font = StringProperty("Roboto")

    def _ground(self) -> list[float]:
        return self.size if self.fill[3] or self.state == "down" else [0, 0]

    ground = AliasProperty(_ground, bind=["size", "fill", "state"])
    """The size of what is filled: nothing, where it could not be seen."""


class BackButton(TextButton):
    """The way back from a page, always top left."""


class UndoButton(TextButton):
    """Undoes the last move, wherever there is a game to be seen."""


class MenuButton(Tappable, Widget):
    """Three bars."""


class StrayStrip(BoxLayout):
    """A throw that was perhaps not made for this move: somebody decides."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    wanted_height = NumericProperty("72dp")

    def on_width(self, *_: object) -> None:
        self.wanted_height = dp(72 if self.width >= dp(500) else 90)


class DeedAction(Weighed):
    """The button, and what it does to the balance."""


class VerbAnswer(AnswerButton):
    """The button alone: its reason, if it is dimmed, has no room on it."""


_HOUSE = ((-0.7, -0.75), (0.7, -0.75), (0.7, 0.1), (0.0, 0.85), (-0.7, 0.1))
_HOTEL = ((-1.0, -0.75), (1.0, -0.75), (1.0, 0.25), (0.55, 0.8), (-0.55, 0.8), (-1.0, 0.25))


class BuildingSlot(Tappable, Widget):
    """``value`` is a Place: full where a building stands, an outline where one could."""

    value = ObjectProperty(rebind=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("value", "pos", "size", "state"):
            self.fbind(name, self._draw)
        self._draw()

    def on_release(self) -> None:
        self.table.properties_state.touch(self.value.deed, self.value.rank)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        fill, edge = theme.PLACES[self.value.state]
        radius = min(self.size) * 0.32
        points = [
            (self.x + self.width / 2 + radius * x, self.y + self.height / 2 + radius * y)
            for x, y in (_HOTEL if self.value.hotel else _HOUSE)
        ]
        with self.canvas:
            Color(rgba=theme.pressed(fill, self.state))
            Mesh(
                vertices=[part for x, y in points for part in (x, y, 0, 0)],
                indices=list(range(len(points))),
                mode="triangle_fan",
            )
            Color(rgba=edge)
            Line(points=[part for point in points for part in point], width=dp(1.2), close=True)
