"""On-screen keyboard for names and notes."""

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.table.keyboard import RUB_OUT
from companion.ui.widgets.keys import Key
from companion.ui.widgets.lists import Repeater
from companion.ui.widgets.text import AutoSizeLabel

CURSOR = "_"
HEIGHT, HIGH, NARROW = 168, 196, 600
"""Height of the keyboard, its height if it is narrow, and the width below which it is, in dp."""


class TextEntry(AutoSizeLabel):
    """Text with a cursor; nothing unless ``shown``."""

    entry = StringProperty()
    shown = BooleanProperty(True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("entry", "shown"):
            self.fbind(name, self._write)
        self._write()

    def _write(self, *_: object) -> None:
        self.text = f"{self.entry}{CURSOR}" if self.shown else ""


class LetterPanel(Repeater):
    """Keyboard of Letters; dispatches ``on_key`` with the typed character."""

    __events__ = ("on_key",)
    high = NumericProperty("168dp")

    def on_width(self, *_: object) -> None:
        """Take higher keys in an upright window, where they are narrow."""
        self.high = dp(HEIGHT if self.width >= dp(NARROW) else HIGH)

    def on_key(self, key: str) -> None:
        """Handle a tap on a key."""


class LetterKey(Key):
    """Key of the keyboard."""

    value = ObjectProperty(rebind=True)
    text = StringProperty()
    icon = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("value", self._show)
        self._show()

    def _show(self, *_: object) -> None:
        rubs_out = self.value.key == RUB_OUT
        self.text, self.icon = ("", "backspace") if rubs_out else (self.value.text, "")

    def on_release(self) -> None:
        self.parent.dispatch("on_key", self.value.key)
