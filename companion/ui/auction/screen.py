"""Widgets of the auction screen: item, hammer, a block for each bidder, and the keyed bid."""

from typing import Any

from kivy.graphics import Color, Mesh
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
from companion.ui.widgets.buttons import AnswerButton, SecondaryAnswer, SecondaryButton, Tappable
from companion.ui.widgets.dashes import dashes
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.frame import HEADER, UPRIGHT_HEADER, Frame, wide_frame
from companion.ui.widgets.game_screen import TableScreen, put
from companion.ui.widgets.keys import Key
from companion.ui.widgets.layout import BoxLayout, Page

GAP, TIGHT = 8, 4
"""Gap between parts of the screen and between those of a block, in dp."""
UPRIGHT_BID = 88
"""Height of the bid and the hammer below the item in an upright window, in dp."""
HAMMER, ITEM = 248, 232
"""Width of the hammer, and least width of the item, in dp."""
NARROW = 300
"""Width in dp below which the name of the item is in narrow letters."""
FEW, SOME = 4, 8
"""Most bidders in one row, and in two rows of large blocks."""
TALL, SLIM = 230, 160
"""Least height of a block with three rows of keys, and width below which a block is slim, in dp."""
HIGHEST = 340
"""Greatest height of a block, in dp."""
HEADS = {"tall": 58, "low": 34, "slim": 34}
"""Height of the head of a block, in dp."""
SIDES = {"tall": 46, "low": 30, "slim": 26}
"""Width of the token in it, in dp."""
PADS = {"tall": 10, "low": 5, "slim": 4}
KEYPAD = 0.81
"""Width of the keypad, in shares of what is beside it."""
SLIM_RAISES = (1, 3)
"""Raises that a slim block has room for, by their place."""


class ItemPicture(Drawn):
    """Small deed in the colour of its group, or the building or card under auction."""

    group = StringProperty()
    picture = StringProperty()
    drawn_from = ("group", "picture")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the deed, or a picture."""
        if not self.group:
            if not self.picture:
                return []
            if self.picture in drawing.BUILDINGS:
                return drawing.building(self.picture, box, *drawing.BUILDINGS[self.picture])
            return drawing.icon(self.picture, box, theme.colors.ink)
        colors, line, inner = theme.colors, dp(2), box.width - dp(4)
        drawn = drawing.rounded_box(
            Box(box.x, box.y, box.width, box.height - dp(3)), colors.lip, dp(8)
        )
        face = Box(box.x, box.y + dp(3), box.width, box.height - dp(3))
        drawn += drawing.rounded_box(face, colors.deed_edge, dp(8))
        paper = Box(face.x + line, face.y + line, inner, face.height - 2 * line)
        drawn += drawing.rounded_box(paper, colors.deed, dp(6))
        band = Box(face.x + line, face.top - face.height * 0.37, inner, face.height * 0.37 - line)
        drawn += drawing.rounded_box(band, theme.group_color(self.group), dp(6), dp(6), 0, 0)
        drawn += drawing.filled(Box(band.x, band.y - line, inner, line), colors.deed_ink)
        for i, share in enumerate((0.7, 0.7, 0.45)):
            y = band.y - dp(11) - i * dp(9)
            row = Box(face.x + face.width * 0.15, y, face.width * share, dp(3))
            drawn += drawing.filled(row, colors.line)
        return drawn


class ItemView(BoxLayout):
    """Picture and name of the item."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    picture_size = ListProperty(["52dp", "68dp"])
    font = StringProperty(theme.TITLE_FONT)
    is_narrow = BooleanProperty(False)

    def on_width(self, *_: object) -> None:
        """Use the narrower letters where the name has little room."""
        self.is_narrow = self.width < dp(NARROW)
        self.font = theme.TEXT_FONT if self.is_narrow else theme.TITLE_FONT


class BidView(BoxLayout):
    """High bid, or that there is none yet."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class BidderHead(Tappable, BoxLayout):
    """Head of a block: token, name and cash; a tap opens the properties of the bidder."""

    value = ObjectProperty(rebind=True)
    form = StringProperty("tall")
    direction = StringProperty("vertical")
    name = StringProperty()
    side = NumericProperty("44dp")
    cash_side = StringProperty("left")
    cash_hint = NumericProperty(1, allownone=True)
    """None beside a name: the cash takes no more room than it needs."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("value", "form"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.direction = "vertical" if self.form == "tall" else "horizontal"
        self.side = dp(SIDES[self.form])
        self.name = self.value.name if self.form != "slim" else ""
        self.cash_side = "right" if self.form == "low" else "left"
        self.cash_hint = None if self.form == "low" else 1
        if self.form == "low" and self.ids:
            self.ids.cash.width = self.ids.cash.natural_width

    def on_release(self) -> None:
        self.table.open_properties(self.value.name)


class BidKey(AnswerButton, Key):
    """Key of a raise, in the colour of the bidder."""

    marker = NumericProperty(-1)
    ink = ColorProperty()


class PassKey(SecondaryAnswer):
    """Key of a pass; a cross where there is no room for the word."""

    form = StringProperty("tall")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("value", "form"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: object) -> None:
        is_small = self.form == "small"
        self.text, self.icon = ("", "cross") if is_small else (self.value.text, "")


class OtherBidKey(SecondaryButton):
    """Key that asks for the amount of a bid."""

    bidder = StringProperty()

    def on_release(self) -> None:
        self.table.auction.open(self.bidder)


class BidderNote(BoxLayout):
    """Words in the place of keys: who leads, who has passed, or why somebody cannot bid."""

    text = StringProperty()
    short = StringProperty()
    icon = StringProperty()
    color = ColorProperty()


class BidderBlock(Widget):
    """Block of one bidder (a Block): the head, keys for raises and a pass, or words instead."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._parts: dict[str, Widget] = {}
        super().__init__(**kwargs)
        with self.canvas.before:
            self._edge_color, self._edge = Color(), drawing.RoundedBox()
            self._fill_color, self._fill = Color(), drawing.RoundedBox()
            Color(rgba=theme.colors.edge)
            self._dashes = Mesh(mode="triangles")
        value, table = self.value, self.table
        self._parts = {
            "head": BidderHead(table=table, value=value),
            **{f"raise {i}": BidKey(table=table, value=bid) for i, bid in enumerate(value.raises)},
            "other": OtherBidKey(table=table),
            "pass": PassKey(table=table, value=value.passes),
            "note": BidderNote(),
        }
        for name in ("pos", "size", "value"):
            self.fbind(name, self._show)
        self._show()

    def on_table(self, *_: object) -> None:
        for part in self._parts.values():
            if not isinstance(part, BidderNote):
                part.table = self.table

    def _show(self, *_: object) -> None:
        if not self._parts or min(self.size) <= 0:
            return
        value, parts = self.value, self._parts
        form = form_of(self.width / dp(1), self.height / dp(1))
        places = block_places(Box(*self.pos, *self.size), form, value.status, dp(1))
        parts["head"].form, parts["head"].value = form, value
        for i, bid in enumerate(value.raises):
            key = parts[f"raise {i}"]
            key.marker, key.value = value.marker, bid
        parts["other"].bidder = value.name
        is_narrow = "pass" in places and places["pass"].width < dp(90)
        parts["pass"].form, parts["pass"].value = "small" if is_narrow else form, value.passes
        note = parts["note"]
        note.text, note.short = value.note, value.short
        note.icon = "check" if value.status == "leads" else ""
        note.color = theme.colors.ink if value.status == "leads" else theme.colors.quiet
        if form != "tall" and value.short:
            note.text, note.short = value.short, ""
        if form == "slim" and note.icon:
            note.text = ""
        for name, part in parts.items():
            if name in places:
                put(part, places[name])
                if not part.parent:
                    self.add_widget(part)
            elif part.parent:
                self.remove_widget(part)
        self._paint()

    def _paint(self) -> None:
        """Frame the high bidder, tint who can bid, and dash who cannot."""
        value, line = self.value, dp(3)
        is_out = value.status in ("passed", "cannot")
        edge = theme.player_fill(value.marker) if value.status == "leads" else theme.NONE
        fill = theme.colors.sheet if value.status == "leads" else theme.player_tint(value.marker)
        self._edge_color.rgba, self._fill_color.rgba = edge, theme.NONE if is_out else fill
        self._edge.pos, self._edge.size, self._edge.radius = self.pos, self.size, [dp(12)]
        self._fill.pos = self.x + line, self.y + line
        self._fill.size = self.width - 2 * line, self.height - 2 * line
        self._fill.radius = [dp(10)]
        if value.status == "":
            self._fill.pos, self._fill.size, self._fill.radius = self.pos, self.size, [dp(12)]
        box = Box(self.x, self.y, self.width, self.height)
        vertices = dashes(box, dp(12), dp(2)) if is_out else []
        self._dashes.vertices = vertices
        self._dashes.indices = list(range(len(vertices) // 4))


def form_of(width: float, height: float) -> str:
    """Return the form of a block of this size in dp: ``tall``, ``low`` or ``slim``."""
    if width < SLIM:
        return "slim"
    return "tall" if height >= TALL else "low"


def block_places(box: Box, form: str, status: str, dp: float) -> dict[str, Box]:
    """Return the places of the parts of a block that its form and status need."""
    pad, gap = PADS[form] * dp, TIGHT * dp * (2 if form == "tall" else 1)
    left, width = box.x + pad, box.width - 2 * pad
    head = Box(left, box.top - pad - HEADS[form] * dp, width, HEADS[form] * dp)
    keys = Box(left, box.y + pad, width, head.y - gap - box.y - pad)
    places = {"head": head}
    if status in ("leads", "passed"):
        return places | {"note": keys}
    columns, rows = (2, 3) if form == "tall" else (3, 2) if form == "low" else (2, 2)
    cells = _grid(keys, columns, rows, gap)
    if status == "cannot":
        bottom = cells[-1]
        lowest = Box(left, bottom.y, width, bottom.height)
        above = Box(left, bottom.top + gap, width, keys.top - gap - bottom.top)
        return places | {"note": above, "pass": lowest}
    raises = SLIM_RAISES if form == "slim" else range(4)
    names = [*(f"raise {i}" for i in raises), "other", "pass"]
    places |= dict(zip(names, cells, strict=True))
    if form == "tall":
        other, last = places["other"], places["pass"]
        narrow = min(other.width, 60 * dp)
        places["other"] = Box(other.x, other.y, narrow, other.height)
        start = other.x + narrow + gap
        places["pass"] = Box(start, last.y, last.right - start, last.height)
    return places


def _grid(box: Box, columns: int, rows: int, gap: float) -> list[Box]:
    """Return equal cells in reading order."""
    width = (box.width - gap * (columns - 1)) / columns
    height = (box.height - gap * (rows - 1)) / rows
    return [
        Box(box.x + column * (width + gap), box.top - height - row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def columns_for(count: int, is_upright: bool) -> int:
    """Return the number of blocks in a row."""
    if is_upright:
        return 2 if count <= SOME else 3
    return count if count <= FEW else -(-count // 2)


class BidderPill(BoxLayout):
    """Name of the player whose bid is keyed in, in the colour of the player."""

    text = StringProperty()
    marker = NumericProperty(-1)


class BidPage(Page):
    """Page on which the amount of a bid is keyed in."""

    direction = StringProperty("horizontal")
    keypad_hint = NumericProperty(KEYPAD)

    def on_size(self, *_: object) -> None:
        """Put the button below the keypad in an upright window, else below the amount."""
        is_upright = self.height > self.width
        self.direction = "vertical" if is_upright else "horizontal"
        self.keypad_hint = 1 if is_upright else KEYPAD
        verb = self.ids.verb.__self__
        if verb.parent:
            verb.parent.remove_widget(verb)
        (self if is_upright else self.ids.left).add_widget(verb)


PARTS = ("item", "bid", "hammer", "undo", "blocks", "bar", "snackbar")
"""Parts of the screen that the page of a bid takes the place of."""


class AuctionScreen(TableScreen):
    """Auction of the current game: the item with its hammer, and everybody's block."""

    board_replaces = "trade"

    def __init__(self, **kwargs: Any) -> None:
        self._parts: dict[str, Widget] = {}
        super().__init__(**kwargs)
        # Parts come and go; the ids alone would not keep them alive.
        self._parts = {name: self.ids[name].__self__ for name in (*PARTS, "page")}
        auction = self.table.auction
        auction.bind(bidder=self._turn, blocks=self._compose)
        auction.bind(bidder=self.table.guard)
        self.table.bind(undone=self._show_bar)
        self._turn()

    def places(self, window: Box) -> Frame:
        """Return the places of a screen without a rail: the blocks are all the players."""
        header = UPRIGHT_HEADER + GAP + UPRIGHT_BID if self.kind == UPRIGHT else HEADER
        return wide_frame(self.kind, window, header, dp(1))

    def lay_out(self, places: Frame) -> None:
        """Arrange the header and the blocks."""
        ids, head, gap = self.ids, places.header, dp(GAP)
        top = head
        below = Box(head.x, head.y, 0, 0)
        if self.kind == UPRIGHT:
            top = Box(head.x, head.top - dp(UPRIGHT_HEADER), head.width, dp(UPRIGHT_HEADER))
            below = Box(head.x, head.y, head.width, dp(UPRIGHT_BID))
        undo = ids.undo
        undo.pos = (top.right - undo.width, top.center[1] - undo.height / 2)
        right = undo.x - gap
        if self.kind == UPRIGHT:
            width = below.width * 0.45
            put(ids.bid, Box(below.x, below.y, width, below.height))
            left = below.x + width + gap
            put(ids.hammer, Box(left, below.y, below.right - left, below.height))
        else:
            put(ids.hammer, Box(right - dp(HAMMER), top.y, dp(HAMMER), top.height))
            right -= dp(HAMMER) + gap
            bid = (right - top.x) - max(dp(ITEM), (right - top.x) * 0.58)
            put(ids.bid, Box(right - bid, top.y, bid, top.height))
            right -= bid + gap
        put(ids.item, Box(top.x, top.y, right - top.x, top.height))
        ids.blocks.cols = columns_for(max(1, len(self.table.auction.blocks)), self.is_upright)
        rows = -(-len(self.table.auction.blocks) // ids.blocks.cols)
        height = min(places.stage.height, rows * (dp(HIGHEST) + gap))
        stage = places.stage
        put(ids.blocks, Box(stage.x, stage.top - height, stage.width, height))
        bar = places.bar
        put(ids.snackbar, Box(bar.x + gap, bar.y, bar.width - 2 * gap, bar.height + dp(2)))
        put(ids.page, places.body)

    def _show_bar(self, *_: object) -> None:
        """Let the offer to redo take the place of the actions."""
        self.ids.bar.opacity = theme.behind(self.table.undone)

    def _turn(self, *_: object) -> None:
        """Show the page of a bid, or the auction."""
        is_page = bool(self.table.auction.bidder)
        for name, part in self._parts.items():
            is_shown = (name == "page") == is_page
            if is_shown and not part.parent:
                self.add_widget(part)
            elif not is_shown and part.parent:
                self.remove_widget(part)
