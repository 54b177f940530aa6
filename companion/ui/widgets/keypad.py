"""On-screen keyboard for names and notes."""

from kivy.properties import AliasProperty, BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.widgets.buttons import TextButton
from companion.ui.widgets.lists import Repeater
from companion.ui.widgets.text import AutoSizeLabel

CURSOR = "_"


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


class EntryLine(FloatLayout):
    """Text entry with a ``hint`` while it is empty, or with a ``problem``."""

    entry = StringProperty()
    problem = StringProperty()
    hint = StringProperty()
    typing = AliasProperty(lambda self: not self.problem, bind=["problem"])
    beside = AliasProperty(
        lambda self: self.problem or ("" if self.entry else self.hint),
        bind=["problem", "entry", "hint"],
    )


class LetterPanel(Repeater):
    """Keyboard of Letters; dispatches ``on_key`` with the typed character."""

    __events__ = ("on_key",)

    def on_key(self, key: str) -> None:
        """Handle a tap on a key."""


class LetterKey(TextButton):
    """Key of the keyboard."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.parent.dispatch("on_key", self.value.key)
