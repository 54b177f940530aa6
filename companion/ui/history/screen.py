"""Widgets of the history screen: moves, account statements and undo."""

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui import theme
from companion.ui.widgets.buttons import BackButton, PrimaryAnswer, SecondaryButton, Tappable
from companion.ui.widgets.layout import BoxLayout, Page
from companion.ui.widgets.lists import PickTile
from companion.ui.widgets.text import LINE, lines_of, width_of

TYPE = 26
"""Size of the type of a row, in sp."""
ROW, NUMBER, SIGN, CHEVRON, GAP = 56, 54, 40, 26, 10
"""Height of a row of one line, widths of its parts, and the gap between them, in dp."""
WHEN, WIDE = 176, 900
"""Width of time and source in a row, and the width of a row from which they are shown, in dp."""
TIME = 66
"""Width of the time of a payment, in dp."""


def row_height(text: str, room: float) -> float:
    """Return the height of a row whose text has ``room``."""
    return max(dp(ROW), dp(14) + sp(TYPE) * LINE * lines_of(text, sp(TYPE), room))


def _width(text: str) -> float:
    return width_of(text, sp(TYPE), True, theme.TEXT_FONT) + dp(2) if text else 0


class LinesPage(Page):
    """List of moves; only visible rows are widgets."""

    data = ListProperty()
    margin = 16.0
    """Width of what is beside the list, in dp."""

    def on_size(self, *_: object) -> None:
        self.lay_out([item["value"] for item in self.data])

    def lay_out(self, lines: Sequence[Any]) -> None:
        """Show moves, with rows high enough for long texts."""
        width = self.list_width()
        when = dp(WHEN + GAP) if width >= dp(WIDE) else 0
        beside = dp(NUMBER + SIGN + CHEVRON + 5 * GAP) + when
        self.data = [
            {
                "value": line,
                "table": self.table,
                "when_width": when,
                "room": (0, row_height(line.text, width - beside - _width(_end(line)))),
            }
            for line in lines
        ]

    def list_width(self) -> float:
        """Return the width of a row."""
        return self.width - dp(self.margin)


def _end(line: Any) -> str:
    return str(line.undone or line.amount)


class GoingLine(BoxLayout):
    """Move that an undo would take back."""

    value = ObjectProperty(None, allownone=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    number = StringProperty()
    when = StringProperty()
    when_width = NumericProperty(0)
    """Width of the time and the source; 0 if there is no room."""
    marker = NumericProperty(-1)
    icon = StringProperty()
    text = StringProperty()
    end = StringProperty()
    """Sum of the move, or the word for a move that is undone."""
    gone = BooleanProperty(False)
    """True if the move is undone."""
    undone = BooleanProperty(False)
    """True if the move is undone and has a label; an undo has none."""

    def on_value(self, _: object, line: Any) -> None:
        self.number, self.gone = str(line.number), not line.stands
        self.undone = bool(line.undone)
        self.when, self.text = f"{line.at} · {line.source}", line.text
        self.marker, self.icon, self.end = line.marker, line.icon, _end(line)


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
    direction = StringProperty("horizontal")
    sums_width = NumericProperty(0)

    def on_value(self, _: object, line: Any) -> None:
        self.at, self.text, self.tone = line.at, line.text, line.tone
        self.amount, self.balance = line.amount, line.balance


class PastFoot(BoxLayout):
    """Footer with a hint and the fingerprint, or the last undo, and the way to the other page."""

    table = ObjectProperty(None, allownone=True)
    hint = StringProperty()
    signature = StringProperty()
    undone = StringProperty()
    redo = StringProperty()
    word = StringProperty()
    icon = StringProperty()
    leads_to = StringProperty()
    upright = BooleanProperty(False)
    direction = AliasProperty(
        lambda foot: "vertical" if foot.upright else "horizontal", bind=["upright"]
    )


class HistoryFilter(SecondaryButton):
    """Key of a filter: the player, the deed or the account that is shown."""


class FilteredPage(LinesPage):
    """List with filters in its header, or below the header in an upright window.

    The title makes room for the filters.
    """

    title = StringProperty()
    upright = BooleanProperty(False)
    word = StringProperty()
    """Title while there is room for it."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        arrange = Clock.create_trigger(self._arrange, -1)
        self.bind(size=arrange, word=arrange)
        for part in self.ids.filters.children:
            part.bind(natural_width=arrange)
        arrange()

    def _arrange(self, *_: object) -> None:
        ids = self.ids
        filters, header = ids.filters.__self__, ids.header
        self.upright = self.height > self.width
        parts = filters.children
        wanted = sum(part.natural_width + dp(4) for part in parts) + dp(GAP) * (len(parts) - 1)
        room = self.width - dp(16)
        if filters.parent:
            filters.parent.remove_widget(filters)
        if self.upright:
            self.add_widget(filters, len(self.children) - 1)
            self.title = self.word
        else:
            header.add_widget(filters, index=1 if header.undo else 0)
            buttons = [BackButton(text=header.back).natural_width, header.undo_width]
            room -= sum(buttons) + dp(GAP) * 3
            self.title = self.word if wanted + _title_width(self.word) <= room else ""
        filters.size_hint_x, filters.width = None, room if self.upright else min(wanted, room)


def _title_width(text: str) -> float:
    return width_of(text, sp(36), False, theme.TITLE_FONT) + dp(GAP)


PAGES = {"moves": "MovesPage", "accounts": "AccountsPage", "undo": "UndoPage", "pick": "PastPick"}


class MovesPage(FilteredPage):
    """Moves, newest first; a tap previews the undo to before a move."""

    def on_value(self, *_: object) -> None:
        self.value.bind(lines=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.lay_out(self.value.lines)


class AccountsPage(FilteredPage):
    """Statement of one account."""

    def on_value(self, *_: object) -> None:
        self.value.bind(statement=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.lay_out(self.value.statement)

    def lay_out(self, lines: Sequence[Any]) -> None:
        """Show payments; in an upright window the balance is below the amount."""
        upright = self.height > self.width
        widest = max(_widest(lines, name) for name in ("amount", "balance"))
        sums_width = widest if upright else 2 * widest + dp(GAP)
        room = self.list_width() - dp(TIME + 3 * GAP) - sums_width
        self.data = [
            {
                "value": line,
                "direction": "vertical" if upright else "horizontal",
                "sums_width": sums_width,
                "room": (0, max(row_height(line.text, room), dp(72) if upright else 0)),
            }
            for line in lines
        ]


def _widest(lines: Sequence[Any], name: str) -> float:
    return max((_width(getattr(line, name)) for line in lines), default=0)


CARD = 780
"""Largest width of the sheet that asks before an undo, in dp."""


class UndoPage(LinesPage):
    """Preview of an undo, as a sheet."""

    change_columns = NumericProperty(2)
    when = StringProperty()
    """Time and source of the first move that goes."""
    upright = BooleanProperty(False)
    direction = AliasProperty(
        lambda page: "vertical" if page.upright else "horizontal", bind=["upright"]
    )
    answers = ListProperty()
    changes = ListProperty()
    card_width = AliasProperty(
        lambda page: min(dp(CARD), page.width - dp(16)), bind=["width"], cache=True
    )

    def on_value(self, *_: object) -> None:
        # Kivy keeps the page and shows it again with another preview.
        self.value.bind(preview=self._show)
        self._show()

    def list_width(self) -> float:
        """Return the width of a row, which has no chevron."""
        return float(self.card_width - dp(40 - CHEVRON - GAP))

    def _show(self, *_: object) -> None:
        if (preview := self.value.preview) is None:
            return
        self.lay_out(preview.lines)
        first = preview.lines[-1]
        self.when = f"{first.at} · {first.source}"
        self.answers, self.changes = [preview.answer], preview.answer.changes
        self._fill_rows()

    def on_size(self, *_: object) -> None:
        super().on_size()
        self.upright = self.height > self.width
        self._fill_rows()

    def _fill_rows(self) -> None:
        """Put as many changes beside each other as there is room for."""
        widest = max((sum(map(_width, change.texts)) for change in self.changes), default=0)
        self.change_columns = max(1, int(self.list_width() // (widest * 1.1 + dp(80))))


class UndoAnswer(PrimaryAnswer):
    """Answer that takes moves back."""


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
