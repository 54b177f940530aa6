"""Widgets of the history screen: moves, account statements and undo."""

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
"""Width of the "undone" label, and the gap before it, in dp."""
BESIDE, LETTER, LINE = 172, 8.4, 18
"""Metrics of a row, in dp.

``BESIDE`` is the width of everything beside the text, ``LETTER`` the average width of a letter of
the smallest type, ``LINE`` the height of a line.
"""


class LinesPage(Page):
    """List of moves; only visible rows are widgets."""

    data = ListProperty()
    row_height = NumericProperty("50dp")

    def on_width(self, *_: object) -> None:
        self.row_height = dp(50 if self.width > dp(600) else 68)
        self.lay_out([item["value"] for item in self.data])

    def lay_out(self, lines: Sequence[Any]) -> None:
        """Show moves, with rows high enough for long texts."""
        rooms = (dp(LINE) * ceil(len(line.text) / self._letters(line)) + dp(6) for line in lines)
        self.data = [
            {"value": line, "table": self.table, "room": (0, max(self.row_height, room))}
            for line, room in zip(lines, rooms, strict=True)
        ]

    def _letters(self, line: Any) -> float:
        """Return how many letters fit in a line of the row."""
        beside = BESIDE + (WORD + GAP if line.undone else 0)
        return max(1.0, (self.width - dp(beside)) / dp(LETTER))


class GoingLine(BoxLayout):
    """Move that an undo would take back."""

    value = ObjectProperty(None, allownone=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    number = StringProperty()
    at = StringProperty()
    text = StringProperty()
    source = StringProperty()
    gone = BooleanProperty(False)
    """True if the move is undone."""
    word = StringProperty()
    word_width = NumericProperty(0)
    undone = BooleanProperty(False)
    """True if the move is undone and has a label; an undo has none."""

    def on_value(self, _: object, line: Any) -> None:
        self.number, self.gone = str(line.number), not line.stands
        self.undone = bool(line.undone)
        self.at, self.text = line.at, line.text
        self.source, self.word = line.source, line.undone
        self.word_width = dp(WORD) if self.undone else 0


class HistoryRow(Tappable, GoingLine):
    """Move of the history."""

    def on_release(self) -> None:
        self.table.history.consider(self.value.number)


class StatementRow(BoxLayout):
    """Payment in a statement."""

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
    """Footer with a hint and the fingerprint, or the last undo."""

    table = ObjectProperty(None, allownone=True)
    hint = StringProperty()
    signature = StringProperty()
    undone = StringProperty()
    redo = StringProperty()


PAGES = {"moves": "MovesPage", "accounts": "AccountsPage", "undo": "UndoPage", "pick": "PastPick"}


class MovesPage(LinesPage):
    """Moves, newest first; a tap previews the undo to before a move."""

    def on_value(self, *_: object) -> None:
        self.value.bind(lines=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.lay_out(self.value.lines)


class AccountsPage(Page):
    """Statement of one account."""

    data = ListProperty()

    def on_value(self, *_: object) -> None:
        self.value.bind(statement=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.data = [{"value": line} for line in self.value.statement]


class UndoPage(LinesPage):
    """Preview of an undo."""

    change_columns = NumericProperty(2)
    title = StringProperty()
    answers = ListProperty()
    changes = ListProperty()

    def on_value(self, *_: object) -> None:
        # Kivy keeps the page and shows it again with another preview.
        self.value.bind(preview=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        if (preview := self.value.preview) is None:
            return
        self.title = preview.title
        self.lay_out(preview.lines)
        self.answers, self.changes = [preview.answer], preview.answer.changes

    def on_width(self, *_: object) -> None:
        super().on_width()
        self.change_columns = max(1, int(self.width // dp(190)))


class PastPick(Page):
    """Choice of a player, a deed or an account."""


class PastTile(PickTile):
    """Player, deed or account."""

    def on_release(self) -> None:
        self.table.history.pick(self.value.key)


class HistoryScreen(Screen):
    """History of the current game, with its pages."""

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
