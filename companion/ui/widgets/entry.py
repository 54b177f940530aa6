"""What was typed so far on keys of our own."""

from kivy.properties import AliasProperty, BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.widgets.fit_label import FitLabel

CURSOR = "_"


class Entry(FitLabel):
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
