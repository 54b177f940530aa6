"""Widgets of the pay screen: two parties, an amount, and the keypad."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import PrimaryAnswer
from companion.ui.widgets.layout import Page
from companion.ui.widgets.parties import PartyKey

PAGES = {"": "PayKeys"}
"""Right part of the screen, by what is asked for; by default the parties."""


BESIDE = 0.81
"""Width of the keypad, in shares of what is beside it."""
HEADING, GAP, LEAST_ROW, MOST_ROW = 38, 4, 46.5, 64
"""Height of the question, gap between keys, and heights of a key, in dp."""
LONG = 6
"""Number of characters from which a balance needs a row of its own."""


class PartySide(PartyKey):
    """Payer or payee; a tap chooses another one."""


class PartyChoice(PartyKey):
    """Party that can be chosen."""

    def on_release(self) -> None:
        self.table.pay.choose(self.value.key)


class PayAnswer(PrimaryAnswer):
    """Payment in the colour of the payer, with a note that it is a ruling."""


class PayKeys(Page):
    """Keypad for the amount."""


class PayParties(Page):
    """Parties to choose from, in two columns of keys."""

    row_height = NumericProperty("64dp")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(height=self._arrange)
        self.value.bind(choices=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        rows = max(1, -(-len(self.value.choices) // 2))
        room = (self.height - dp(HEADING)) / rows - dp(GAP)
        self.row_height = min(dp(MOST_ROW), max(dp(LEAST_ROW), room))


class PayScreen(Screen):
    """Payment in preparation; it closes when the payment is booked."""

    table = ObjectProperty(rebind=True)
    direction = StringProperty("horizontal")
    right = StringProperty("PayParties")
    right_hint = NumericProperty(1)
    change_columns = NumericProperty(2)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.pay.bind(asking=self._turn, question=self.table.guard)
        self.table.pay.bind(changes=self._lay_out)
        self.bind(size=self._lay_out)
        self._turn()

    def on_pre_enter(self) -> None:
        self.table.pay.refresh()
        self.table.bind(number=self.table.pay.moved)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.pay.moved)

    def _turn(self, *_: object) -> None:
        self.right = PAGES.get(self.table.pay.asking, "PayParties")

    def _lay_out(self, *_: object) -> None:
        upright = self.height > self.width
        self.direction = "vertical" if upright else "horizontal"
        self.right_hint = 1 if upright else BESIDE
        self._arrange(upright)
        texts = [text for change in self.table.pay.changes for text in change.texts]
        self.change_columns = 1 if any(len(text) > LONG for text in texts) else 2

    def _arrange(self, upright: bool) -> None:
        """Put the button below the keypad in an upright window, else below the amount."""
        ids = self.ids
        ids.verb.parent.remove_widget(ids.verb.__self__)
        if upright:
            ids.body.add_widget(ids.verb.__self__)
        else:
            ids.left.add_widget(ids.verb.__self__)
