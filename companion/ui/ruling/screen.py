"""A ruling: what the table puts right by hand, one tap after the other."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import TextButton
from companion.ui.widgets.layout import Page
from companion.ui.widgets.lists import PickTile

PAGES = {
    "pick": "RulingPick",
    "amount": "RulingAmount",
    "ruling": "RulingPage",
    "reason": "ReasonPick",
    "write": "ReasonWritten",
}


class RulingPick(Page):
    """What is asked for next: wide tiles, unless there are too many of them."""

    narrowest = NumericProperty(150)

    def on_value(self, *_: object) -> None:
        self.value.bind(tiles=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        self.narrowest = dp(190 if len(self.value.tiles) <= 16 else 150)


class RulingTile(PickTile):
    """One answer to it."""

    def on_release(self) -> None:
        self.table.ruling.pick(self.value.key)


class RulingAmount(Page):
    """A sum, by chips that add up."""


class Chip(TextButton):
    """One of them. ``value`` is a Tile."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.ruling.add(int(self.value.key))


class RulingPage(Page):
    """All of it, what it would change, and why."""

    direction = StringProperty("horizontal")
    right_hint = ListProperty([0.8, 1])
    answer_height = NumericProperty("84dp")

    def on_value(self, *_: object) -> None:
        self.value.bind(reason=self._make_room)
        self._make_room()

    def _make_room(self, *_: object) -> None:
        """A refusal is a long sentence."""
        self.answer_height = dp(170 if self.value.reason else 84)

    def on_size(self, *_: object) -> None:
        upright = self.height > self.width
        self.direction = "vertical" if upright else "horizontal"
        self.right_hint = [1, 1] if upright else [0.8, 1]


class EffectTile(PickTile):
    """One thing that the ruling does."""

    def on_release(self) -> None:
        self.table.ruling.take_out(int(self.value.key))


class ReasonPick(Page):
    """Why?"""


class ReasonTile(PickTile):
    """A reason."""

    def on_release(self) -> None:
        self.table.ruling.give_reason(self.value.key)


class ReasonWritten(Page):
    """In one's own words."""


class RulingScreen(Screen):
    """It is left when the ruling is booked, or given up."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("RulingPick")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.ruling.bind(page=self._turn, ruled=self._end, question=self.table.guard)

    def on_pre_enter(self) -> None:
        self.table.ruling.open()
        self.table.bind(number=self.table.ruling.moved)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.ruling.moved)

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]

    def _end(self, _: object, ruled: bool) -> None:
        if ruled:
            self.table.look_at("play")
