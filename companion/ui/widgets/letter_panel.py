"""Keys of our own for names and notes: nobody needs a keyboard."""

from kivy.properties import ObjectProperty

from companion.ui.widgets.repeat import Repeat
from companion.ui.widgets.verb_button import VerbButton


class LetterPanel(Repeat):
    """``values`` are Letters; ``on_key`` is told what one types."""

    __events__ = ("on_key",)

    def on_key(self, key: str) -> None:
        """A key was tapped."""


class LetterKey(VerbButton):
    """One key."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.parent.dispatch("on_key", self.value.key)
