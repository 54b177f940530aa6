"""Every move of the game, every account, and the way back to any point."""

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.widgets.page import Page
from companion.app.widgets.tappable import Tappable
from companion.app.widgets.tile import PickTile

PAGES = {"moves": "MovesPage", "accounts": "AccountsPage", "undo": "UndoPage", "pick": "PastPick"}


class MovesPage(Page):
    """The newest move first; only the lines in sight are widgets. A tap goes back to before one."""

    data = ListProperty()

    def on_value(self, *_: object) -> None:
        self.value.bind(lines=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.data = [{"value": line, "table": self.table} for line in self.value.lines]


class AccountsPage(Page):
    """The statement of one account."""

    data = ListProperty()

    def on_value(self, *_: object) -> None:
        self.value.bind(statement=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.data = [{"value": line} for line in self.value.statement]


class UndoPage(Page):
    """What would be taken back, before it is; only the lines in sight are widgets."""

    change_columns = NumericProperty(2)
    title = StringProperty()
    data = ListProperty()
    answers = ListProperty()
    changes = ListProperty()

    def on_value(self, *_: object) -> None:
        undoing = self.value.undoing
        self.title = undoing.title
        self.data = [{"value": line, "table": self.table} for line in undoing.lines]
        self.answers, self.changes = [undoing.answer], undoing.answer.changes

    def on_width(self, *_: object) -> None:
        self.change_columns = max(1, int(self.width // dp(190)))


class PastPick(Page):
    """Whose moves, which deed, whose account."""


class PastTile(PickTile):
    """One of them."""

    def on_release(self) -> None:
        self.table.past.pick(self.value.key)


class GoingLine(BoxLayout):
    """A move that would be taken back."""

    value = ObjectProperty(None, allownone=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    number = StringProperty()
    at = StringProperty()
    text = StringProperty()
    source = StringProperty()
    stands = BooleanProperty(True)

    def on_value(self, _: object, line: object) -> None:
        self.number, self.stands = str(line.number), line.stands
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
    fingerprint = StringProperty()
    back = StringProperty()


class HistoryScreen(Screen):
    """Four pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("MovesPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.past.bind(page=self._turn)

    def on_pre_enter(self) -> None:
        self.table.past.open()
        self.table.bind(number=self.table.past.show)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.past.show)

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
