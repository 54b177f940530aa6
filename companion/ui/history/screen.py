"""Every move of the game, every account, and the way back to any point."""

from collections.abc import Sequence
from math import ceil
from typing import Any

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

from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.layout import Page
from companion.ui.widgets.lists import PickTile

WORD, GAP = 96, 10
"""Room for the word that marks a move as undone, and what is free before it, in dp."""
BESIDE, LETTER, LINE = 172, 8.4, 18
"""What stands beside the words of a move, how wide a letter of the smallest type is at most on
average, and how high a line of it."""


class LinesPage(Page):
    """Moves, a line each; only the lines in sight are widgets."""

    data = ListProperty()
    row_height = NumericProperty("50dp")

    def on_width(self, *_: object) -> None:
        self.row_height = dp(50 if self.width > dp(600) else 68)
        self.lay_out([item["value"] for item in self.data])

    def lay_out(self, lines: Sequence[Any]) -> None:
        """These moves; a row is as high as a long ruling needs it."""
        rooms = (dp(LINE) * ceil(len(line.text) / self._letters(line)) + dp(6) for line in lines)
        self.data = [
            {"value": line, "table": self.table, "room": (0, max(self.row_height, room))}
            for line, room in zip(lines, rooms, strict=True)
        ]

    def _letters(self, line: Any) -> float:
        """Return how many letters a line of these words has room for."""
        beside = BESIDE + (WORD + GAP if line.undone else 0)
        return max(1.0, (self.width - dp(beside)) / dp(LETTER))


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
    word = StringProperty()
    word_width = NumericProperty(0)
    undone = BooleanProperty(False)
    """The same for a move other than an undo."""

    def on_value(self, _: object, line: Any) -> None:
        self.number, self.gone = str(line.number), not line.stands
        self.undone = bool(line.undone)
        self.at, self.text = line.at, line.text
        self.source, self.word = line.source, line.undone
        self.word_width = dp(WORD) if self.undone else 0


class HistoryRow(Tappable, GoingLine):
    """One move of the history."""

    def on_release(self) -> None:
        self.table.history.consider(self.value.number)


class StatementRow(BoxLayout):
    """One payment."""

    value = ObjectProperty(None, allownone=True)
    at = StringProperty()
    text = StringProperty()
    amount = StringProperty()
    tone = StringProperty()
    balance = StringProperty()

    def on_value(self, _: object, line: Any) -> None:
        self.at, self.text, self.tone = line.at, line.text, line.tone
        self.amount, self.balance = line.amount, line.balance


class PastFoot(BoxLayout):
    """A hint and the fingerprint, or what was undone last."""

    table = ObjectProperty(None, allownone=True)
    hint = StringProperty()
    signature = StringProperty()
    undone = StringProperty()
    redo = StringProperty()


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
        self.table.history.pick(self.value.key)


class HistoryScreen(Screen):
    """Four pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("MovesPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.history.bind(page=self._turn)

    def on_pre_enter(self) -> None:
        self.table.history.open()
        self.table.bind(number=self.table.history.show)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.history.show)

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
