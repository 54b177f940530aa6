"""The last things that happened."""

from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.repeat import Repeat

UNDONE = 110
"""Room for the word that marks a move as undone, in dp."""


class EventLine(BoxLayout):
    """When, and what."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    undone = BooleanProperty(False)
    word_width = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self.undone = bool(self.value.undone)
        self.word_width = dp(UNDONE) if self.undone else 0


class EventLines(Repeat):
    """The newest first, as many as there is room for."""

    def on_height(self, *_: object) -> None:
        self.show(self.values)

    def show(self, values: list[Any]) -> None:
        newest = values[: max(0, int(self.height // dp(24)))]
        if newest[1:] == [line.value for line in reversed(self.children)][:-1]:
            self._move_down()
        super().show(newest)

    def _move_down(self) -> None:
        """One line more: the others move as they are, for to draw words anew costs more."""
        if self.children:
            oldest = self.children[0]
            self.remove_widget(oldest)
            self.add_widget(oldest, len(self.children))
