"""Every move of the game."""

from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen


class HistoryLine(BoxLayout):
    """One move."""

    number = StringProperty()
    at = StringProperty()
    text = StringProperty()


class HistoryScreen(Screen):
    """The newest move first; only the lines in sight are widgets."""

    table = ObjectProperty(rebind=True)
    lines = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.bind(history=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.lines = [
            {"number": str(line.number), "at": line.at, "text": line.text}
            for line in self.table.history
        ]
