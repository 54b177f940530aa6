"""What was: a move, and a payment, as a line each."""

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.tappable import Tappable


class GoingLine(BoxLayout):
    """A move that would be taken back."""

    value = ObjectProperty(None, allownone=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    number = StringProperty()
    at = StringProperty()
    text = StringProperty()
    source = StringProperty()
    gone = BooleanProperty(False)
    """Taken back already."""

    def on_value(self, _: object, line: object) -> None:
        self.number, self.gone = str(line.number), not line.stands
        self.at, self.text, self.source = line.at, line.text, line.source


class HistoryLine(Tappable, GoingLine):
    """One move of the history."""

    def on_release(self) -> None:
        self.table.past.consider(self.value.number)


class StatementRow(BoxLayout):
    """One payment."""

    value = ObjectProperty(None, allownone=True)
    at = StringProperty()
    text = StringProperty()
    amount = StringProperty()
    tone = StringProperty()
    balance = StringProperty()

    def on_value(self, _: object, line: object) -> None:
        self.at, self.text, self.tone = line.at, line.text, line.tone
        self.amount, self.balance = line.amount, line.balance


class PastFoot(BoxLayout):
    """The fingerprint, and the way back to the game."""

    table = ObjectProperty(None, allownone=True)
    hint = StringProperty()
    signature = StringProperty()
    back = StringProperty()
