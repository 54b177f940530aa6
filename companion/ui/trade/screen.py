"""Widgets of the trade screen: two sides, the players to choose from, and the keypad for cash."""

from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui import theme
from companion.ui.widgets.buttons import (
    PrimaryAnswer,
    Raised,
    SecondaryAnswer,
    SecondaryButton,
    Tappable,
)
from companion.ui.widgets.layout import Page
from companion.ui.widgets.parties import PartyKey
from companion.ui.widgets.text import NO_SHARE

THING, THING_GAP, EDGES = 180, 6, 20
"""Least width of a deed, gap between two, and width of the edges of a card, in dp."""
LOW_GETS, HIGH_GETS, LOW_THING, HIGH_THING, HIGH_FROM = 62, 94, 48, 58, 420
"""Heights of what a side gets and of a deed, and height of a side with room for more, in dp."""
HINT = 1.8
"""Width of the hint, in titles."""
SIDE, ICON = 16, 34
"""Widths of the side of a deed, and of the icon of something else, in dp."""
GIVEN, PLAIN = "3dp", "2dp"
"""Widths of the edge of what is in the trade, and of the rest."""


class TradeKey(Raised):
    """Key of something to trade; lit in the colour of its player while it is in the trade."""

    value = ObjectProperty(rebind=True)
    ground = ColorProperty()
    frame = ColorProperty()
    ink = ColorProperty()

    def on_value(self, *_: object) -> None:
        """Show if it is in the trade, or why it cannot be."""
        given, marker, colors = self.value.given, self.value.marker, theme.colors
        self.reason = self.value.reason
        self.ground = theme.player_tint(marker) if given else colors.sheet
        self.frame = theme.player_fill(marker) if given else colors.edge
        self.border = GIVEN if given else PLAIN
        self.ink = colors.quiet if self.reason else colors.ink


class ThingSide(Page):
    """Left side of the key of a deed (a Thing) in the colour of its group."""


class ThingKey(TradeKey):
    """Deed or jail card (a Thing); a tap adds it to the trade or removes it."""

    sides = ListProperty()
    lead = NumericProperty(0)
    icon_width = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        super().on_value()
        self.sides = [self.value] if self.value.group else []
        self.lead = dp(SIDE) if self.value.group else 0
        self.icon_width = dp(ICON) if self.value.icon else 0

    def on_release(self) -> None:
        self.table.trade.toggle(self.value.side, self.value.key)


class CashButton(TradeKey):
    """Cash of a side (a CashKey); a tap opens the keypad in place of the other side."""

    def on_release(self) -> None:
        self.table.trade.key_cash(self.value.side)


class ResetButton(SecondaryButton):
    """Button that removes all goods."""

    value = ObjectProperty()

    def on_release(self) -> None:
        self.value.clear()


class SideHead(Tappable, Page):
    """Token and name of the player of a side; a tap shows the others."""

    icon = AliasProperty(
        lambda head: "down" if head.value and len(head.value.others) > 1 else "", bind=["value"]
    )

    def on_release(self) -> None:
        if self.icon:
            self.table.trade.ask_player(self.value.number)


class BriefAnswer:
    """Answer without room for a long reason: a tap says it."""

    subline = AliasProperty(
        lambda button: button.value.brief if button.value else "", bind=["value"], cache=True
    )


class TradePrimary(BriefAnswer, PrimaryAnswer):
    """Offer, or its acceptance."""


class TradeSecondary(BriefAnswer, SecondaryAnswer):
    """Refusal or withdrawal of an offer."""


class TradeAnswer(Page):
    """Answer (a RankedAnswer) as the primary button or as another one."""

    button_class = StringProperty("TradePrimary")
    buttons = ListProperty()

    def on_value(self, *_: object) -> None:
        """Show the answer; a button of the other kind must never show it."""
        name = "TradePrimary" if self.value.is_primary else "TradeSecondary"
        if name != self.button_class:
            self.buttons = []
        self.button_class, self.buttons = name, [self.value.answer]


class SideCard(Page):
    """Card with an edge in the colour of a player."""

    fill = ColorProperty()
    marker = AliasProperty(lambda card: card.value.marker if card.value else -1, bind=["value"])


class DealSide(SideCard):
    """Side of one player (a Side): what is given, what it gets, and its answers."""

    thing_columns = NumericProperty(2)
    thing_width = NumericProperty(0)
    thing_height = NumericProperty("48dp")
    gets_height = NumericProperty(0)
    balances = ListProperty()
    """Balance while the trade does not change it."""
    shown_completes = ListProperty()

    def on_size(self, *_: object) -> None:
        columns = self.thing_columns = max(2, int(self.width // dp(THING)))
        self.thing_width = (self.width - dp(EDGES) - dp(THING_GAP) * (columns - 1)) / columns
        is_high = self.height > dp(HIGH_FROM)
        self.gets_height = dp(HIGH_GETS if is_high else LOW_GETS)
        self.thing_height = dp(HIGH_THING if is_high else LOW_THING)

    def on_value(self, *_: object) -> None:
        self.balances = [] if self.value.changes else [self.value.balance]
        self.shown_completes = [self.value] if self.value.completes else []


class BalanceLabel(Page):
    """Balance that the trade does not change."""


class SetBadge(Page):
    """Set that the trade completes (a Side)."""


class PartnerKey(PartyKey):
    """Player who could be on a side."""

    def on_release(self) -> None:
        self.table.trade.seat(self.value.key)


class PartnerChoice(SideCard):
    """Players to choose from for a side (a Side)."""

    columns = NumericProperty(2)
    row_height = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self._arrange()

    def on_size(self, *_: object) -> None:
        self._arrange()

    def _arrange(self) -> None:
        count = len(self.value.others)
        self.columns = 1 if count <= IN_A_COLUMN else 2
        rows = max(1, -(-count // self.columns))
        self.row_height = min(dp(MOST_ROW), (self.height - dp(AROUND)) / rows - dp(ROW_GAP))


IN_A_COLUMN = 5
"""Most players that are below each other."""
MOST_ROW, ROW_GAP, AROUND = 64, 4, 76
"""Greatest height of a player's key, gap between them, and height of what is around, in dp."""


class CashPad(SideCard):
    """Keypad for the cash of the other side (a KeyedCash)."""


class TradeScreen(Screen):
    """Trade in preparation; the sides are stacked on an upright screen."""

    table = ObjectProperty(rebind=True)
    columns = NumericProperty(2)
    title = StringProperty()
    hints = ListProperty()
    hint_share = NumericProperty(0)
    resets = ListProperty()
    classes = ListProperty(["DealSide", "DealSide"])
    left = ListProperty()
    right = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        trade = self.table.trade
        trade.bind(sides=self._deal, pads=self._deal, choosing=self._deal, words=self._name)
        trade.bind(hint=self._name, is_planned=self._name)
        self.table.bind(undone=self._name)
        self.bind(size=self._arrange)
        self._name()
        self._deal()

    def on_pre_enter(self) -> None:
        self.table.trade.show()
        self.table.bind(number=self.table.trade.show)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.trade.show)

    def _arrange(self, *_: object) -> None:
        self.columns = 2 if self.width >= self.height else 1
        self._name()

    def _name(self, *_: object) -> None:
        """Leave the place of title and hint to the offer to redo."""
        trade, undone = self.table.trade, self.table.undone
        self.title = "" if undone else trade.words["title"]
        has_hint = trade.hint and not undone and self.columns > 1
        self.hints = [trade.hint, ""] if has_hint else []
        self.hint_share = HINT if has_hint else NO_SHARE
        self.resets = [trade] if trade.is_planned and not undone else []

    def _deal(self, *_: object) -> None:
        trade = self.table.trade
        if len(trade.sides) < 2:
            return
        shown = [self._shown(number) for number in (0, 1)]
        classes = [name for name, _ in shown]
        if classes != self.classes:
            self.left, self.right = [], []  # A card of another kind must never show a side.
            self.classes = classes
        self.left, self.right = [shown[0][1]], [shown[1][1]]

    def _shown(self, number: int) -> tuple[str, object]:
        """Return the class of a card, and what it shows."""
        trade = self.table.trade
        if trade.choosing == number:
            return "PartnerChoice", trade.sides[number]
        if trade.pads and trade.pads[0].side != number:
            return "CashPad", trade.pads[0]
        return "DealSide", trade.sides[number]
