"""The last things that happened."""

from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.repeat import Repeat


class EventLine(BoxLayout):
    """When, and what."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class EventLines(Repeat):
    """The newest first, as many as there is room for."""

    def on_height(self, *_: object) -> None:
        self.show(self.values)

    def show(self, values: list) -> None:
        super().show(values[: max(0, int(self.height // dp(24)))])
