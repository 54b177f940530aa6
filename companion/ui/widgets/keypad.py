"""Keypad for amounts: twelve keys, and quick amounts that add up."""

from kivy.properties import ObjectProperty, StringProperty

from companion.table.keyed_amount import BACKSPACE, KEYS
from companion.ui.widgets.keys import Key
from companion.ui.widgets.layout import GridLayout
from companion.ui.widgets.lists import Repeater


class KeypadKey(Key):
    """Key of the keypad: a digit, two zeros or backspace."""

    key = StringProperty()
    text = StringProperty()
    icon = StringProperty()

    def on_key(self, *_: object) -> None:
        is_digit = self.key != BACKSPACE
        self.text, self.icon = (self.key, "") if is_digit else ("", self.key)


class Keypad(GridLayout):
    """Keys for an amount, in four rows of three; dispatches ``on_key`` with the key."""

    __events__ = ("on_key",)
    table = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in KEYS:
            key = KeypadKey(key=name, table=self.table)
            key.bind(on_release=self._press)
            self.add_widget(key)

    def on_table(self, *_: object) -> None:
        for key in self.children:
            key.table = self.table

    def _press(self, key: KeypadKey) -> None:
        self.dispatch("on_key", key.key)

    def on_key(self, key: str) -> None:
        """Handle a tap on a key."""


class QuickKey(Key):
    """Key of a QuickAmount."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.parent.dispatch("on_add", self.value.step)


class QuickKeys(Repeater):
    """Row of QuickAmounts; dispatches ``on_add`` with the step."""

    __events__ = ("on_add",)

    def on_add(self, step: int | None) -> None:
        """Handle a tap on a quick amount."""
