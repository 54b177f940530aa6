"""Widgets of the properties screen: the fan of deeds, one deed, and what can be done."""

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen

from companion.ui import theme
from companion.ui.widgets.buttons import AnswerButton, PrimaryAnswer, SecondaryAnswer, Tappable
from companion.ui.widgets.deeds import DeedCard, MiniDeed, Paper
from companion.ui.widgets.layout import Page
from companion.ui.widgets.text import width_of

CARD, GAP = 226, 6
"""Least width of a deed, and distance of two, in dp."""
HIGH_LOT, LOW_LOT, MINI = 142, 106, 70
"""Heights of a deed with places, with its rent on a line or on the band, and of another, in dp."""
LINE, AROUND = 31, 40
"""Height of a line of a reason, and of what is around it on a button, in dp."""
DEED_WIDTH, DEED_HEIGHT = 264, 262
"""Width of the chosen deed beside its actions, and its height above them, in dp."""
NARROW = 600
"""Width below which a foot has no room for the balance, in dp."""
BALANCE, OF_PLAN = 218, 252
"""Widths of the balance before and after beside an action, and of that beside a plan, in dp."""
LEAST_ACTION, MOST_ACTION = 48, 100
"""Heights of an action on a deed, in dp."""
MOST_IN_HEADER, TAB, TABS_A_ROW = 8, 48, 8
"""Most players in the header, height of a tab and most tabs in a row, in an upright window too."""
FOOT, UPRIGHT_FOOT, UPRIGHT_PLAN = 72, 96, 144
"""Heights of the foot: in a wide window, in an upright one, and there with a plan, in dp."""


class DeedKey:
    """Base class of whatever shows its deed when it is tapped."""

    table: Any
    value: Any

    def on_release(self) -> None:
        self.table.properties_state.choose(self.value.key)


class LotBand(DeedKey, Tappable, FloatLayout):
    """Band of a deed with places (a HeldDeed)."""

    value = ObjectProperty(rebind=True)
    amount = StringProperty()
    halign = StringProperty("center")
    font = StringProperty(theme.TITLE_FONT)
    bold = BooleanProperty(False)
    color = ColorProperty()

    def on_value(self, *_: object) -> None:
        self.color = theme.text_on(theme.group_color(self.value.group))


class RentBand(LotBand):
    """The same with the rent, for a card without a line for it."""


class RentLine(Page):
    """Rent of a deed (a HeldDeed) before and after the plan."""

    rents = ListProperty()

    def on_value(self, *_: object) -> None:
        self.rents = [self.value.after] if self.value.after else []


class RentAfter(Page):
    """Rent after the plan."""


class LotCard(Paper):
    """Deed with places for buildings (a HeldDeed)."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    lines = ListProperty()
    band = StringProperty("LotBand")

    def on_value(self, *_: object) -> None:
        self._arrange()

    def on_height(self, *_: object) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Put the rent on a line of its own, or on the band of a low card."""
        is_high = self.height >= dp(HIGH_LOT) - 1
        self.lines = [self.value] if is_high else []
        self.band = "LotBand" if is_high else "RentBand"


class HeldMini(DeedKey, MiniDeed):
    """Small deed without places (a HeldDeed)."""


class DeedFan(Page):
    """All deeds of a player by group: those with places first."""

    lots = ListProperty()
    minis = ListProperty()
    columns = NumericProperty(1)
    card_width = NumericProperty(0)
    lot_height = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.value.bind(groups=self._arrange)
        self.bind(size=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        deeds = [deed for group in self.value.groups for deed in group.deeds]
        lots = [deed for deed in deeds if deed.places]
        minis = [deed for deed in deeds if not deed.places]
        columns = self.columns = max(1, int((self.width + dp(GAP)) // dp(CARD + GAP)))
        self.card_width = (self.width - dp(GAP) * (columns - 1)) / columns
        rows = -(-len(lots) // columns)
        others = -(-len(minis) // columns) * dp(MINI + GAP)
        is_high = rows * dp(HIGH_LOT + GAP) + others <= self.height
        self.lot_height = dp(HIGH_LOT if is_high else LOW_LOT)
        self.lots, self.minis = lots, minis


class Reasoned(AnswerButton):
    """Answer that says why it is refused where there is room; otherwise a tap does."""

    shown_reason = StringProperty()
    subline = AliasProperty(lambda button: button.shown_reason, bind=["shown_reason"], cache=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("size", "value"):
            self.fbind(name, self._choose_reason)
        self._choose_reason()

    def _choose_reason(self, *_: object) -> None:
        answer = self.value
        for reason in (answer.reason, answer.brief):
            width = width_of(reason, sp(26), False, theme.TEXT_FONT) if reason else 0
            room = max(1.0, (self.width - dp(24)) * 0.9)
            lines = -(-int(width) // int(room))
            if lines * dp(LINE) + dp(AROUND) <= self.height:
                self.shown_reason = reason
                return
        self.shown_reason = ""


class DeedVerb(Reasoned, SecondaryAnswer):
    """Action on the chosen deed."""


class PlanVerb(Reasoned, PrimaryAnswer):
    """Plan, to be carried out."""


class DeedAnswer(Page):
    """Action on the chosen deed (an Answer) with the balance before and after."""

    changes = ListProperty()
    across = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self.changes = own_changes(self.value)
        self.across = dp(BALANCE) if self.changes else 0


class ChosenDeed(DeedCard):
    """The chosen deed, as high as there is room for."""


class DeedPage(Page):
    """The chosen deed, and what its owner can do with it."""

    direction = StringProperty("horizontal")
    deed_hint_x = NumericProperty(None, allownone=True)
    deed_hint_y = NumericProperty(1, allownone=True)
    deed_size = ListProperty([0, 0])
    row_height = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.value.bind(answers=self._arrange)
        self.bind(size=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        upright = self.height > self.width
        self.direction = "vertical" if upright else "horizontal"
        self.deed_hint_x, self.deed_hint_y = (1, None) if upright else (None, 1)
        self.deed_size = [dp(DEED_WIDTH), dp(DEED_HEIGHT)]
        room = self.height - (dp(DEED_HEIGHT) + dp(12) if upright else 0)
        rows = max(1, len(self.value.answers))
        share = (room - dp(GAP) * (rows - 1)) / rows
        self.row_height = max(dp(LEAST_ACTION), min(dp(MOST_ACTION), share))


class OwnBalance(Page):
    """Shape and balance of the player."""


class HintFoot(Page):
    """Hint at what can be tapped, the stock of the bank and, with room for it, the balance.

    While phones are served, there is the way to the player's code.
    """

    balances = ListProperty()
    phone = StringProperty()
    caption = AliasProperty(
        lambda foot: foot.phone if foot.balances else "", bind=["phone", "balances"]
    )
    """Text of the button for a phone; where there is no room, the icon stands alone."""

    def on_width(self, *_: object) -> None:
        self.balances = [self.value] if self.width >= dp(NARROW) else []

    def join(self) -> None:
        """Show the code to join with on a phone."""
        self.table.show_screen("phones")
        self.table.phones.leads_back = "properties"


class DeedFoot(Page):
    """Way back to all deeds, and the balance of the player."""


class Planned(Page):
    """Base class of a foot with a plan: its reset, and the balance before and after."""

    changes = ListProperty()
    across = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.value.bind(answers=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.changes = own_changes(*self.value.answers[:1])
        self.across = dp(OF_PLAN) if self.changes else 0


class PlanFoot(Planned):
    """Plan in one row."""


class TallPlanFoot(Planned):
    """Plan in two rows, for an upright window."""


def own_changes(*answers: Any) -> list[Any]:
    """Return the changes of the players who give the answers."""
    return [change for one in answers for change in one.changes if change.player == one.player]


class PropertiesScreen(Screen):
    """Deeds of one player, or one of them."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("DeedFan")
    pages = ListProperty()
    foot = StringProperty("HintFoot")
    feet = ListProperty()
    foot_height = NumericProperty(0)
    header_tabs = ListProperty()
    header_width = NumericProperty(0)
    row_tabs = ListProperty()
    tab_columns = NumericProperty(1)
    row_height = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        shown = ("tabs", "deeds", "is_planned")
        self.table.properties_state.bind(**dict.fromkeys(shown, self._lay_out))
        self.bind(size=self._lay_out)
        self._lay_out()

    def on_pre_enter(self) -> None:
        self.table.properties_state.show()
        self.table.bind(number=self.table.properties_state.show)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.properties_state.show)

    def _lay_out(self, *_: object) -> None:
        state, upright = self.table.properties_state, self.height > self.width
        self._seat_tabs(state.tabs, upright, one=bool(state.deeds))
        foot = "DeedFoot" if state.deeds else "HintFoot"
        if state.is_planned:
            foot = "TallPlanFoot" if upright else "PlanFoot"
        tall = UPRIGHT_PLAN if state.is_planned else UPRIGHT_FOOT
        self.foot_height = dp(tall if upright else FOOT)
        self.page, self.pages = "DeedPage" if state.deeds else "DeedFan", [state]
        self.foot, self.feet = foot, [state]

    def _seat_tabs(self, tabs: list[Any], upright: bool, *, one: bool) -> None:
        """Put the tabs into the header, or in rows below it unless one deed needs the room."""
        count = len(tabs)
        if count <= MOST_IN_HEADER and not upright:
            self.header_tabs, self.row_tabs = tabs, []
            self.header_width, self.row_height = dp(TAB + 2) * count, 0
            return
        if one and not upright:
            self.header_tabs, self.row_tabs, self.header_width, self.row_height = [], [], 0, 0
            return
        rows = -(-count // TABS_A_ROW) if upright else 1
        self.tab_columns = max(1, -(-count // rows))
        self.header_tabs, self.row_tabs = [], tabs
        self.header_width, self.row_height = 0, dp(TAB + 4) * rows
