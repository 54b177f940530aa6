"""Moment on the stage: who, dice, the way of the token, and the verdict."""

from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate
from kivy.graphics.instructions import Instruction
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.dice import Die
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.motion import Motion

FALL, TURN = 40, 8
"""Height in dp from which a die falls, and degrees that it turns."""
HOTEL = 5
STRIP, LEAST_VERDICT, MOST_VERDICT, TIME = 126, 80, 92, 7
"""Heights of the strip of spaces, of the verdict and of the bar above them, in dp."""


class LandingDie(Die):
    """Die that can fall onto its place."""

    def __init__(self, **kwargs: object) -> None:
        self._fall, self._turn = Translate(), Rotate(axis=(0, 0, 1))
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self.canvas.before.add(self._fall)
            self.canvas.before.add(self._turn)
        with self.canvas.after:
            PopMatrix()

    def show(self, share: float) -> None:
        """Draw the die at a share of its fall."""
        self._turn.origin = self.center
        self._turn.angle = TURN * (1 - share)
        self._fall.y = dp(FALL) * (1 - share)


class Buildings(Drawn):
    """Houses or a hotel in a row, as high as the widget; as wide as they are."""

    count = NumericProperty(0)
    drawn_from = ("count",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("count", "height"):
            self.fbind(name, self._take_room)
        self._take_room()

    def _take_room(self, *_: object) -> None:
        self.size_hint_x, self.width = None, self.height * self._number()

    def _number(self) -> int:
        return 1 if self.count == HOTEL else int(self.count)

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the buildings from the left."""
        kind = "hotel" if self.count == HOTEL else "house"
        fill, edge = drawing.BUILDINGS[kind]
        places = (
            Box(box.x + i * box.height, box.y, box.height, box.height)
            for i in range(self._number())
        )
        return [part for place in places for part in drawing.building(kind, place, fill, edge)]


class TimeBar(Drawn):
    """Bar that fills while the moment of ``seat`` passes."""

    seat = NumericProperty(-1)
    drawn_from = ("seat",)

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the bar, full."""
        ground = drawing.filled(box, theme.player_tint(self.seat))
        full = drawing.filled(box, theme.player_lip(self.seat))
        self._filled = full[-1]
        return [*ground, *full]

    def show(self, share: float) -> None:
        """Fill a share of the bar."""
        self._filled.size = (self.width * share, self.height)


class MomentView(BoxLayout):
    """Picture and words of a Moment; it covers question and log while there is one.

    A touch on it does nothing but end the moment, which the window sees to.
    """

    value = ObjectProperty(None, allownone=True)
    less_motion = BooleanProperty(False)
    header = ObjectProperty(None, allownone=True)
    """Header of the stage, in which the dice land."""
    seat = NumericProperty(-1)
    stops = ListProperty()
    walks = BooleanProperty(False)
    verdict = StringProperty()
    detail = StringProperty()
    buildings = NumericProperty(0)
    amount = StringProperty()
    tone = StringProperty("plain")
    strip_height = NumericProperty(0)
    verdict_height = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        self._stops: list[Any] = []
        self.motion = Motion()
        super().__init__(**kwargs)
        self.fbind("value", self._show)
        self.fbind("height", self._measure)
        self._show()

    def _show(self, *_: object) -> None:
        self.motion.finish()
        self.opacity = float(bool(self.value))
        if self.value:
            self._tell(self.value)

    def _tell(self, moment: Any) -> None:
        verdict = moment.verdict
        self.seat = moment.seat
        self._stops, self.walks = list(moment.path or moment.spaces), bool(moment.path)
        self._measure()
        self.verdict, self.detail = verdict.text, verdict.detail
        self.buildings = verdict.buildings
        self.amount, self.tone = verdict.amount, verdict.tone

    def _measure(self, *_: object) -> None:
        """Leave the strip away where claims take its room."""
        has_room = self.height >= dp(STRIP + LEAST_VERDICT + TIME)
        self.stops = self._stops if has_room else []
        self.strip_height = dp(STRIP) if self.stops else 0
        self.verdict_height = min(dp(MOST_VERDICT), self.height - self.strip_height - dp(TIME))

    def play(self) -> None:
        """Let the dice land and the token slide."""
        self.motion.finish()
        if self.less_motion or not self.value:
            return
        self.motion.run(self.ids.time.show, self.value.seconds)
        if self.header and self.value.dice:
            self.header.land()
        self.ids.strip.slide()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(self.value) and bool(self.collide_point(*touch.pos))
