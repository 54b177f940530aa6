"""Buttons: answers, actions, building slots, and the base class of them all."""

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
    """Base class of everything that can be tapped.

    ``shown`` is the number of the expected move when the finger came down: a tap applies to what
    was visible then, even if the position changes before the finger is lifted. ``request``
    identifies the tap, so that it counts once.
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
        """Ignore all fingers on the widget except the one that touched it last."""
        if touch.grab_current is self and touch is not self._finger:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))

    def on_press(self) -> None:
        self.shown = self.table.number if self.table else 0
        self.request = uuid4().hex


class AnswerButton(Tappable, BoxLayout):
    """Button of an Answer; dimmed if the answer has a reason, which a tap shows."""

    value = ObjectProperty(rebind=True)

    def meaning(self) -> Any:
        """Return the Answer that a tap submits."""
        return self.value

    def on_press(self) -> None:
        super().on_press()
        self._answer = self.meaning()

    def on_release(self) -> None:
        """Submit the answer that was shown when the finger came down."""
        self.table.submit(self._answer, self.shown, self.request)


class PlainAnswer(AnswerButton):
    """Large answer button, with the reason below the text."""

    reason_share = NumericProperty(0.6)
    reason_height = AliasProperty(
        lambda self: self.height * self.reason_share, bind=["height", "reason_share"]
    )


class ClaimAnswer(PlainAnswer):
    """Button to ask for rent: shows the time left as well as the reason."""


class CardTile(AnswerButton):
    """Card of a pack, to be picked."""


MOST_CHANGES = 2


class Weighed(BoxLayout):
    """Answer with the balances that it would change."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    changes = ListProperty()
    shown = ListProperty()
    """Changes that there is room for."""
    below = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        # The player who answers comes first. A card that everybody pays for would fill the screen.
        first = [c for c in self.value.changes if c.player == self.value.player]
        others = [c for c in self.value.changes if c.player != self.value.player]
        self.changes = (first + others)[:MOST_CHANGES]
        self.below = dp(26) if self.changes else 0


class AnswerView(Weighed):
    """Answer button with the balances before and after below it."""

    wanted_height = NumericProperty("98dp")

    def on_width(self, *_: object) -> None:
        self._make_room()

    def on_value(self, *_: object) -> None:
        super().on_value()
        self._make_room()

    def _make_room(self) -> None:
        """Make a narrow button with a reason higher: the reason takes more lines."""
        narrow = bool(self.value.reason) and self.width < dp(290)
        self.wanted_height = dp(124 if narrow else 98)


class ClaimStrip(Weighed):
    """Strip of a rent still due, with the balances beside it where there is room."""

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
    """Balance of a player before and after; the marker shows whose it is."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    seat = NumericProperty(-1)
    before = StringProperty()
    after = StringProperty()

    def on_value(self, *_: object) -> None:
        self.seat = self.table.seat_of(self.value.player)
        self.before, self.after = f"{self.value.before:,}", f"{self.value.after:,}"


class TextButton(Tappable, AnchorLayout):
    """Text on a plain background."""

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
    """Size of the filled background: zero if filling would not be visible."""


class BackButton(TextButton):
    """Button back from a page, always top left."""


class UndoButton(TextButton):
    """Button to undo the last move, on every screen that shows the game."""


class MenuButton(Tappable, Widget):
    """Button with three bars."""


class StrayStrip(BoxLayout):
    """Strip of a pending throw, with the buttons to accept or discard it."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    wanted_height = NumericProperty("72dp")

    def on_width(self, *_: object) -> None:
        self.wanted_height = dp(72 if self.width >= dp(500) else 90)


class DeedAction(Weighed):
    """Button of an action on a deed, with the balances before and after."""


class VerbAnswer(AnswerButton):
    """Answer button without room for a reason."""


_HOUSE = ((-0.7, -0.75), (0.7, -0.75), (0.7, 0.1), (0.0, 0.85), (-0.7, 0.1))
_HOTEL = ((-1.0, -0.75), (1.0, -0.75), (1.0, 0.25), (0.55, 0.8), (-0.55, 0.8), (-1.0, 0.25))


class BuildingSlot(Tappable, Widget):
    """Slot of a building (a Place): filled if built, outlined if free."""

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
