"""Every move of the game, every account, and the way back to any point."""

from kivy.metrics import dp
from kivy.properties import (
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.page import Page
from companion.ui.widgets.past_line import LinesPage
from companion.ui.widgets.tile import PickTile

PAGES = {"moves": "MovesPage", "accounts": "AccountsPage", "undo": "UndoPage", "pick": "PastPick"}


class MovesPage(LinesPage):
    """The newest move first. A tap goes back to before one."""

    def on_value(self, *_: object) -> None:
        self.value.bind(lines=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.lay_out(self.value.lines)


class AccountsPage(Page):
    """The statement of one account."""

    data = ListProperty()

    def on_value(self, *_: object) -> None:
        self.value.bind(statement=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.data = [{"value": line} for line in self.value.statement]


class UndoPage(LinesPage):
    """What would be taken back, before it is."""

    change_columns = NumericProperty(2)
    title = StringProperty()
    answers = ListProperty()
    changes = ListProperty()

    def on_value(self, *_: object) -> None:
        # The page is laid aside and shown again, with another way back in it.
        self.value.bind(undoing=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        if (undoing := self.value.undoing) is None:
            return
        self.title = undoing.title
        self.lay_out(undoing.lines)
        self.answers, self.changes = [undoing.answer], undoing.answer.changes

    def on_width(self, *_: object) -> None:
        super().on_width()
        self.change_columns = max(1, int(self.width // dp(190)))


class PastPick(Page):
    """Whose moves, which deed, whose account."""


class PastTile(PickTile):
    """One of them."""

    def on_release(self) -> None:
        self.table.past.pick(self.value.key)


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
