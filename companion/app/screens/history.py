"""Every move of the game."""

from kivy.properties import AliasProperty, ObjectProperty, StringProperty
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

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.bind(history=self.property("lines").dispatch)

    def _lines(self) -> list[dict[str, str]]:
        return [
            {"number": str(line.number), "at": line.at, "text": line.text}
            for line in self.table.history
        ]

    lines = AliasProperty(_lines)
