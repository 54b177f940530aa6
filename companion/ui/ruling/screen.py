"""Widgets of the ruling screen: corrections by hand, one tap after another."""

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import PrimaryAnswer, Raised, SecondaryButton, Tappable
from companion.ui.widgets.layout import BoxLayout, Page
from companion.ui.widgets.lists import PickTile
from companion.ui.widgets.text import LINE, lines_of

PAGES = {
    "kinds": "RulingKinds",
    "pick": "RulingPick",
    "amount": "RulingAmount",
    "ruling": "RulingPage",
    "reason": "ReasonPick",
    "write": "ReasonWritten",
}
BESIDE = 0.81
"""Width of the keypad, in shares of what is beside it."""
REFUSED, PLAIN = 204, 82
"""Height of the button that saves, with and without the reason why it is refused, in dp."""
ICON = 62
"""Width of what is beside the text of an effect, in dp."""
LONG = 6
"""Number of characters from which a balance needs a row of its own."""


class RulingPart(Page):
    """Page that is arranged for a wide or an upright window."""

    upright = BooleanProperty(False)
    direction = StringProperty("horizontal")

    def on_size(self, *_: object) -> None:
        self.upright = self.height > self.width
        self.direction = "vertical" if self.upright else "horizontal"


class RulingKinds(RulingPart):
    """Page with the kinds of effects, in rows."""


class KindLine(BoxLayout):
    """Heading and keys of a KindRow; below each other in an upright window."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    is_wide = BooleanProperty(True)
    direction = StringProperty("horizontal")

    def on_size(self, *_: object) -> None:
        self.is_wide = self.width > dp(600)
        self.direction = "horizontal" if self.is_wide else "vertical"


class KindButton(SecondaryButton):
    """Kind of effect; a place without one cannot be tapped."""

    value = ObjectProperty(rebind=True)

    def on_value(self, *_: object) -> None:
        self.text, self.icon = self.value.text, self.value.icon
        self.disabled, self.opacity = not self.value.key, float(bool(self.value.key))

    def on_release(self) -> None:
        self.table.ruling.pick(self.value.key)


class HistoryStrip(Tappable, BoxLayout):
    """Advice that the history takes a wrong tap back; a tap opens it."""

    text = StringProperty()
    word = StringProperty()

    def on_release(self) -> None:
        self.table.show_screen("history")


class RulingPick(Page):
    """Page with the values to choose from."""


class RulingTile(PickTile):
    """Value to choose."""

    def on_release(self) -> None:
        self.table.ruling.pick(self.value.key)


class RulingAmount(RulingPart):
    """Page with the keypad for an amount, and what it changes."""

    right_hint = NumericProperty(1)
    change_columns = NumericProperty(2)

    def on_value(self, *_: object) -> None:
        self.value.bind(changes=self._lay_out)
        self._lay_out()

    def on_size(self, *_: object) -> None:
        super().on_size()
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        self.right_hint = 1 if self.upright else BESIDE
        self.change_columns = _columns(self.value.changes)


def _columns(changes: list[Any]) -> int:
    texts = [text for change in changes for text in change.texts]
    return 1 if any(len(text) > LONG for text in texts) else 2


class PartyTag(BoxLayout):
    """Player, bank or pot whose amount is keyed in (a ChosenValue)."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    icon = StringProperty()
    """Arrow before the one that is paid."""

    def on_value(self, *_: object) -> None:
        self.icon = "right" if self.value.slot == "payee" else ""


class RulingPage(RulingPart):
    """Page with the whole ruling, its effects on balances, and its reason."""

    answer_height = NumericProperty("82dp")
    change_columns = NumericProperty(1)

    def on_value(self, *_: object) -> None:
        self.value.bind(reason=self._make_room, changes=self._make_room)
        self._make_room()

    def _make_room(self, *_: object) -> None:
        """Make the button higher for a refusal: it is a long sentence."""
        self.answer_height = dp(REFUSED if self.value.reason else PLAIN)
        self.change_columns = _columns(self.value.changes)


class SaveAnswer(PrimaryAnswer):
    """Ruling, in the colour of the bank."""


class ReasonKey(Raised):
    """Key with the reason; a tap chooses another one."""

    text = StringProperty()


class EffectTile(Raised):
    """Effect of the ruling (a Tile); a tap removes it."""

    value = ObjectProperty(rebind=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._take_height, value=self._take_height)
        self._take_height()

    def _take_height(self, *_: object) -> None:
        lines = lines_of(self.value.text, sp(26), self.width - dp(ICON))
        self.height = dp(34) + lines * sp(26) * LINE

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
    page = StringProperty("RulingKinds")

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
