"""Widgets of the debt screen: the shortfall, ways to raise cash, payment and bankruptcy."""

from dataclasses import replace
from typing import Any

from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.composition import UPRIGHT
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.buttons import AnswerButton, DangerButton, PrimaryAnswer, Raised
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.frame import Frame
from companion.ui.widgets.game_screen import GameScreen, put
from companion.ui.widgets.keys import Key
from companion.ui.widgets.text import width_of

TAB, BAR, LINE, VERB, GAP = 50, 44, 32, 54, 4
"""Heights in dp: tab of a debtor, bar of cash, line of words, and the buttons at the bottom."""
LOW_KEY, KEY, HIGH_KEY, UPRIGHT_KEY, TWO_LINES = 47, 52, 64, 84, 72
"""Heights of a way to raise cash in dp: the least, the one in a list that is scrolled, the
greatest, that in an upright window, and the least for two lines."""
COLUMNS, BETWEEN = 2, 8
TWO_BALANCES = 500
"""Least width of the stage for two balances beside each other, in dp."""
NAMED = 3
"""Most debtors whose tabs have names."""
AROUND = 28
"""Room around the words on a part of the bar, in dp."""


class DebtBar(Drawn):
    """Bar of a debt: the part that there is cash for, and what is short."""

    seat = NumericProperty(-1)
    share = NumericProperty(0)
    cash = StringProperty()
    short = StringProperty()
    cash_size = ListProperty([0, 0])
    """Size of the part that there is cash for: never too narrow for its words."""
    short_pos = ListProperty([0, 0])
    short_size = ListProperty([0, 0])
    drawn_from = ("seat", "share", "cash", "short")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the filled part, on the stripes of what is short."""
        split = self._split(box)
        self.cash_size = (split, box.height)
        self.short_pos, self.short_size = (box.x + split, box.y), (box.width - split, box.height)
        colors = theme.colors
        drawn = drawing.rounded_box(box, colors.amber_ground, dp(8))
        if self.short:
            right = Box(box.x + split, box.y, box.width - split - dp(4), box.height)
            drawn += drawing.hatching(right, HATCHED)
        corners = [dp(8), 0, 0, dp(8)] if self.short else [dp(8)]
        left = Box(box.x, box.y, split, box.height)
        return drawn + drawing.rounded_box(left, theme.player_fill(int(self.seat)), *corners)

    def _split(self, box: Box) -> float:
        if not self.short:
            return box.width
        size = dp(26)
        least = width_of(self.cash, size, True, theme.TEXT_FONT) + dp(AROUND)
        most = box.width - width_of(self.short, size, True, theme.TEXT_FONT) - dp(AROUND)
        return max(least, min(most, box.width * self.share))


HATCHED = 0.35
"""Strength of the stripes."""


class DebtorKey(Key):
    """Key of a debtor (a Tile): shows the debt of that player."""

    value = ObjectProperty(rebind=True)
    seat = NumericProperty(-1)
    text = StringProperty()
    ink = ColorProperty()
    is_chosen = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("value", self._show)
        self._show()

    def _show(self, *_: object) -> None:
        """Fill the key of whose debt is shown."""
        self.seat, self.is_chosen = self.value.seat, self.value.chosen
        is_named = len(self.table.debt.tabs) <= NAMED
        self.text = self.value.text if is_named else ""
        colors = theme.colors
        self.fill = theme.player_fill(self.seat) if self.is_chosen else theme.key_fill()
        self.lip = theme.player_lip(self.seat) if self.is_chosen else colors.key_lip
        self.ink = theme.on_player(self.seat) if self.is_chosen else colors.ink

    def on_release(self) -> None:
        self.table.debt.open(self.value.key)


class WayKey(AnswerButton, Raised):
    """Way to raise cash. ``value`` is a ``Way``; a high key has the amount below the name."""

    direction = StringProperty("horizontal")
    amount_hint = NumericProperty(None, allownone=True)
    amount_side = StringProperty("right")

    def on_height(self, *_: object) -> None:
        """Put the amount below the name where there is room."""
        is_high = self.height >= dp(TWO_LINES)
        self.direction = "vertical" if is_high else "horizontal"
        self.amount_hint, self.amount_side = (1, "left") if is_high else (None, "right")
        if not is_high:
            self.ids.amount.width = self.ids.amount.natural_width

    def meaning(self) -> object:
        return self.value.answer


class DebtPayment(PrimaryAnswer):
    """Payment of a debt; the bar above says what is short."""

    subline = StringProperty()


class Bankruptcy(AnswerButton, DangerButton):
    """Button that a sheet confirms."""


PARTS = ("tabs", "line", "changes", "trade", "snackbar")
"""Parts that are on the stage only while there is something to say, and room for it."""


class DebtScreen(GameScreen):
    """Oldest debt of one player; more ways than fit can be scrolled."""

    changes = ListProperty()
    """Balances after the payment, as many as there is room for."""

    def __init__(self, **kwargs: Any) -> None:
        self._places: Frame | None = None
        self._parts: dict[str, Widget] = {}
        super().__init__(**kwargs)
        self._parts = {name: self.ids[name].__self__ for name in PARTS}
        debt = self.table.debt
        shown = ("seat", "titles", "sublines", "ways", "payments", "bankruptcies", "tabs")
        debt.bind(**dict.fromkeys((*shown, "changes", "short"), self._arrange))
        self.table.bind(undone=self._arrange)
        self.follow_stack(self._arrange)
        self._arrange()

    def on_pre_enter(self) -> None:
        self.table.debt.refresh()
        super().on_pre_enter()
        self.table.bind(number=self.table.debt.refresh)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.debt.refresh)

    def show_rail(self) -> None:
        """Light the player whose debt is on the stage, which need not be the oldest one."""
        seat = self.table.debt.seat
        self.rail_rows = [replace(row, is_actor=row.seat == seat) for row in self.table.rows]

    def places(self, window: Box) -> Frame:
        """Return the places; in an upright window the board makes room for the ways."""
        places = super().places(window)
        if not places.below:
            return places
        stage, bottom = places.stage, places.below.y
        body = Box(stage.x, bottom, stage.width, stage.top - bottom)
        return replace(places, ring=None, body=body)

    def lay_out(self, places: Frame) -> None:
        """Arrange the stage in the places of this window."""
        self._places = places
        self._arrange()

    def _arrange(self, *_: object) -> None:
        """Put bar, ways and buttons on the stage above claims, offers and rolls."""
        places, ids, debt = self._places, self.ids, self.table.debt
        if places is None or not self._parts:
            return
        self.show_rail()
        self.seat, self.titles, self.sublines = debt.seat, debt.titles, debt.sublines
        self.changes = debt.changes if places.body.width >= dp(TWO_BALANCES) else debt.changes[:1]
        floor, body, wanted = self.stack(places.body), places.body, []
        top, gap = body.top, dp(GAP)
        if self.table.undone:
            wanted.append("snackbar")
            self.put_snackbar_in_header(self._parts["snackbar"], places.header)
        if debt.tabs:
            wanted.append("tabs")
            tabs = self._parts["tabs"]
            tabs.spacing = dp(6 if len(debt.tabs) <= NAMED else 0)
            put(tabs, Box(body.x, top - dp(TAB), body.width, dp(TAB)))
            top -= dp(TAB) + gap
        put(ids.bar_of_debt, Box(body.x, top - dp(BAR), body.width, dp(BAR)))
        top -= dp(BAR) + gap
        self._place_verbs(Box(body.x, floor, body.width, dp(VERB)))
        floor += dp(VERB) + gap
        rows = -(-len(debt.ways) // COLUMNS)
        least = rows * (dp(LOW_KEY) + gap) - gap
        if top - floor - dp(LINE) - gap >= least or not rows:
            wanted.append("line" if debt.short else "changes")
            put(self._parts[wanted[-1]], Box(body.x, top - dp(LINE), body.width, dp(LINE)))
            top -= dp(LINE) + gap
        self._place_ways(Box(body.x, floor, body.width, top - floor), rows, wanted)
        for name, part in self._parts.items():
            if name in wanted and not part.parent:
                self.add_widget(part)
            elif name not in wanted and part.parent:
                self.remove_widget(part)

    def _place_verbs(self, box: Box) -> None:
        """Put the payment at the left, and the bankruptcy beside it if there is one."""
        gap, width = dp(BETWEEN), box.width
        if self.table.debt.bankruptcies:
            width = (box.width - gap) / 2
        put(self.ids.payments, Box(box.x, box.y, width, box.height))
        put(self.ids.gone, Box(box.x + width + gap, box.y, box.width - width - gap, box.height))

    def _place_ways(self, box: Box, rows: int, wanted: list[str]) -> None:
        """Put the ways into two columns, and a trade into a cell that they leave free."""
        grid, gap, count = self.ids.ways, dp(GAP), len(self.table.debt.ways)
        put(self.ids.scroll, box)
        is_odd = count % COLUMNS == 1 or not count
        cells = max(1, rows)
        height = (box.height + gap) / cells - gap
        highest = dp(UPRIGHT_KEY if self.kind == UPRIGHT else HIGH_KEY)
        height = min(highest, max(dp(LOW_KEY) if height >= dp(LOW_KEY) else dp(KEY), height))
        grid.row_default_height = height
        if is_odd and height * cells + gap * (cells - 1) <= box.height + 1:
            wanted.append("trade")
            width = (box.width - dp(BETWEEN)) / COLUMNS if count else box.width
            y = box.top - cells * height - (cells - 1) * gap
            put(self._parts["trade"], Box(box.right - width, y, width, height))
