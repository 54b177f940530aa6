"""Keys for names and notes."""

from kivy.properties import AliasProperty, BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.widgets.buttons import TextButton
from companion.ui.widgets.lists import Repeater
from companion.ui.widgets.text import AutoSizeLabel

CURSOR = "_"


class TextEntry(AutoSizeLabel):
    """``entry``, and where the next letter will be; nothing unless it is ``shown``."""

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
    """An Entry with a ``hint`` until something is typed; or what the ``problem`` with it is."""

    entry = StringProperty()
    problem = StringProperty()
    hint = StringProperty()
    typing = AliasProperty(lambda self: not self.problem, bind=["problem"])
    beside = AliasProperty(
        lambda self: self.problem or ("" if self.entry else self.hint),
        bind=["problem", "entry", "hint"],
    )


class LetterPanel(Repeater):
    """``values`` are Letters; ``on_key`` is told what one types."""

    __events__ = ("on_key",)

    def on_key(self, key: str) -> None:
        """A key was tapped."""


class LetterKey(TextButton):
    """One key."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.parent.dispatch("on_key", self.value.key)
