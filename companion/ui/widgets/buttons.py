"""Buttons: answers, actions, building slots, and the base class of them all."""

from typing import Any
from uuid import uuid4

from kivy.graphics import Color, Mesh
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior

from companion.ui import theme
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.dashes import dashes
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.text import width_of


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


class Raised(Tappable, BoxLayout):
    """Surface with an edge above a lip; pressed, it covers the lip.

    If there is a ``reason`` why it is refused, it is flat and its edge is dashed.
    """

    fill = ColorProperty()
    lip = ColorProperty()
    edge = ColorProperty()
    border = NumericProperty("2dp")
    """Width of the edge."""
    depth = NumericProperty("4dp")
    """Height of the lip."""
    radius = NumericProperty("14dp")
    reason = StringProperty()
    drop = AliasProperty(
        lambda self: -self.depth if self.state == "down" and not self.reason else 0,
        bind=["state", "depth", "reason"],
    )
    """Distance by which the surface and everything on it is moved upwards."""
    face_size = AliasProperty(
        lambda self: (self.width, self.height - self.depth), bind=["size", "depth"]
    )

    inner_pos = AliasProperty(
        lambda self: (self.x + self.border, self.y + self.depth + self.border),
        bind=["pos", "depth", "border"],
    )
    inner_size = AliasProperty(
        lambda self: (
            self.width - 2 * self.border,
            self.height - self.depth - 2 * self.border,
        ),
        bind=["size", "depth", "border"],
    )
    inner_radius = AliasProperty(lambda self: self.radius - self.border, bind=["radius", "border"])

    def __init__(self, **kwargs: object) -> None:
        self._dashes: Mesh | None = None
        super().__init__(**kwargs)
        for name in ("pos", "size", "reason", "radius"):
            self.fbind(name, self._dash)
        self._dash()

    def _dash(self, *_: object) -> None:
        if not self.reason:
            vertices: list[float] = []
        else:
            box = Box(self.x, self.y + self.depth, *self.face_size)
            vertices = dashes(box, self.radius, dp(2))
        if self._dashes is None:
            if not vertices:
                return
            with self.canvas.before:
                Color(rgba=theme.colors.edge)
                self._dashes = Mesh(mode="triangles")
        self._dashes.vertices = vertices
        self._dashes.indices = list(range(len(vertices) // 4))


class CaptionButton(Raised):
    """Raised surface with a caption.

    ``marker`` is the player whose token is shown, -1 for none; ``note`` is a second line.
    """

    text = StringProperty()
    note = StringProperty()
    marker = NumericProperty(-1)
    icon = StringProperty()
    largest = NumericProperty(theme.BUTTON)
    side = NumericProperty("46dp")
    """Width of the token."""
    inverse = BooleanProperty(False)
    """True if the button has the colour of the player whose token it shows."""
    ink = ColorProperty()
    icon_ink = ColorProperty()
    bold = BooleanProperty(True)
    font = StringProperty(theme.TEXT_FONT)
    subline = AliasProperty(
        lambda self: self.reason or self.note, bind=["reason", "note"], cache=True
    )

    def _width(self) -> float:
        lead = self.side + dp(14) if self.marker >= 0 else dp(38) if self.icon else 0
        text = width_of(self.text, sp(26), self.bold, self.font) if self.text else 0
        return lead + text + dp(24)

    natural_width = AliasProperty(
        _width, bind=["text", "icon", "marker", "side", "bold", "font"], cache=True
    )
    """Width of a button that is no wider than its token or icon and its text."""


class SecondaryButton(CaptionButton):
    """Button beside the primary one."""


class DangerButton(CaptionButton):
    """Button that ends something. A sheet confirms it; there the button is ``filled``."""

    filled = BooleanProperty(False)


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
