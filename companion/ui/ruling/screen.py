"""Widgets of the ruling screen: corrections by hand, one tap after another."""

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
    """Page with the values to choose from, as wide tiles if there are few."""

    narrowest = NumericProperty(150)

    def on_value(self, *_: object) -> None:
        self.value.bind(tiles=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        self.narrowest = dp(190 if len(self.value.tiles) <= 16 else 150)


class RulingTile(PickTile):
    """Value to choose."""

    def on_release(self) -> None:
        self.table.ruling.pick(self.value.key)


class RulingAmount(Page):
    """Page for an amount, with chips that add up."""


class Chip(TextButton):
    """Chip. ``value`` is a ``Tile``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.ruling.add(int(self.value.key))


class RulingPage(Page):
    """Page with the whole ruling, its effects on balances, and its reason."""

    direction = StringProperty("horizontal")
    right_hint = ListProperty([0.8, 1])
    answer_height = NumericProperty("84dp")

    def on_value(self, *_: object) -> None:
        self.value.bind(reason=self._make_room)
        self._make_room()

    def _make_room(self, *_: object) -> None:
        """Make the button higher for a refusal: it is a long sentence."""
        self.answer_height = dp(170 if self.value.reason else 84)

    def on_size(self, *_: object) -> None:
        upright = self.height > self.width
        self.direction = "vertical" if upright else "horizontal"
        self.right_hint = [1, 1] if upright else [0.8, 1]


class EffectTile(PickTile):
    """Effect of the ruling; a tap removes it."""

    def on_release(self) -> None:
        self.table.ruling.take_out(int(self.value.key))


class ReasonPick(Page):
    """Page with suggested reasons."""


class ReasonTile(PickTile):
    """Suggested reason."""

    def on_release(self) -> None:
        self.table.ruling.give_reason(self.value.key)


class ReasonWritten(Page):
    """Page on which players write a reason."""


class RulingScreen(Screen):
    """Ruling in preparation; the screen closes when it is made or given up."""

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
            self.table.show_screen("play")
