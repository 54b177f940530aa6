"""Frame of the screens on which the game is played: players, header, ring and actions."""

from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.table.board import ring_cells
from companion.ui.composition import UPRIGHT, composition
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.frame import EDGE, FEW, RINGS, SOME, Frame, frame, tile_gap
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.lists import Repeater


@dataclass(frozen=True, slots=True)
class BarAction:
    """Action of the bar at the bottom."""

    key: str
    icon: str
    text: str


ICONS = {
    "properties": "cards",
    "board": "board",
    "history": "history",
    "trade": "trade",
    "pay": "pay",
    "menu": "menu",
}
ACTIONS = {
    "compact": ("properties", "board", "trade", "pay", "menu"),
    "ring": ("properties", "history", "trade", "pay", "menu"),
    "upright": ("properties", "trade", "pay", "menu"),
}
"""Actions by composition. Where the ring is on the screen, the board needs none."""
STACKED = ("claims", "offers", "pending_rolls")
"""Strips that stack upwards from the bottom of the stage."""
STACK_GAP = 8
"""Gap above each of them, in dp."""


class PlayerRail(Repeater):
    """Tiles of all players, as large as there is room for."""

    def on_values(self, *_: object) -> None:
        count = len(self.values)
        each = "TallTile" if count <= FEW else "LowTile" if count <= SOME else "LineTile"
        if each != self.each:
            self.show([])  # A tile of another kind must never show a player.
            self.each = each
        super().on_values()

    def take(self, places: Frame) -> None:
        """Take the place of the rail."""
        put(self, places.rail)
        self.cols = places.columns
        self.row_force_default, self.row_default_height = True, places.tile
        gap = tile_gap(len(self.values), dp(1))
        self.spacing = (gap, gap)


class StageHeader(BoxLayout):
    """Header of the stage in the colour of a player: who, where, and Undo."""

    table = ObjectProperty(None, allownone=True, rebind=True)
    marker = NumericProperty(-1)
    titles = ListProperty()
    sublines = ListProperty()
    undo = StringProperty()
    corners = ListProperty([0, 16, 0, 0])


class TableScreen(Screen):
    """Screen with the actions at the bottom, and the board around it where there is room."""

    table = ObjectProperty(rebind=True)
    kind = StringProperty("compact")
    actions = ListProperty()
    has_ring = BooleanProperty(False)
    ring_depth = ListProperty([0, 0])
    ring_cells = ListProperty()
    here = NumericProperty(-1)
    """Position of the player on turn."""
    is_upright = BooleanProperty(False)
    board_replaces = ""
    """Action that makes room for the board in an upright window without a ring."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs["kind"] = kind = composition(*Window.size).kind
        self.show_soon = Clock.create_trigger(self._show_if_current, -1)
        super().__init__(is_upright=kind == UPRIGHT, **kwargs)
        self.bind(size=self._compose)
        self.table.bind(words=self._name_actions, number=self.show_soon)
        self._name_actions()

    def on_pre_enter(self) -> None:
        self.show_position()

    def show_position(self) -> None:
        """Show the current position.

        It is called once before the next frame, however much ``show_soon`` was told has changed,
        and when the screen is entered: a hidden screen is left as it is.
        """
        self.draw_ring()

    def _show_if_current(self, *_: object) -> None:
        if self.manager and self.manager.current_screen is self:
            self.show_position()

    def _name_actions(self, *_: object) -> None:
        keys = [*ACTIONS[self.kind]]
        if self.kind == UPRIGHT and not self.has_ring:
            keys.insert(1, "board")
            keys = [key for key in keys if key != self.board_replaces]
        texts = self.table.words
        self.actions = [BarAction(key, ICONS[key], texts[key]) for key in keys]

    def draw_ring(self, *_: object) -> None:
        """Draw the board as it is now, if it is on the screen."""
        if self.has_ring and self.table.session:
            game = self.table.session.game
            self.ring_cells = ring_cells(game)
            self.here = game.players[game.turn.player].space

    def _compose(self, *_: object) -> None:
        """Put everything in its place."""
        places = self.places(Box(0, 0, self.width, self.height))
        put(self.ids.bar, places.bar)
        self.has_ring = bool(places.ring)
        self.draw_ring()
        if places.ring:
            across, along = RINGS[self.kind]
            self.ring_depth = [dp(across), dp(along)]
            put(self.ids.ring, places.ring)
        self._name_actions()
        self.lay_out(places)

    def places(self, window: Box) -> Frame:
        """Return the places of everything in a window."""
        return frame(self.kind, window, max(2, len(self.table.rows)), dp(1))

    def lay_out(self, places: Frame) -> None:
        """Put the content of the screen in its place."""


class GameScreen(TableScreen):
    """Screen on which the game is played: players, and a stage for its own content."""

    rail_rows = ListProperty()
    """Players as the rail shows them."""
    titles = ListProperty()
    sublines = ListProperty()
    marker = NumericProperty(-1)
    stage_size = ListProperty([0, 0])
    stage_pos = ListProperty([0, 0])
    pending_rolls = ListProperty()
    offers = ListProperty()
    claims = ListProperty()
    claim_form = StringProperty("wide")
    header_corners = ListProperty([0, 16, 0, 0])
    sheet_pos = ListProperty([0, 0])
    sheet_size = ListProperty([0, 0])
    """Content of the stage within its frame; nothing in an upright window."""

    def __init__(self, **kwargs: Any) -> None:
        self._seated = 0
        super().__init__(**kwargs)
        followed = dict.fromkeys(("rows", "now", "first_pending_roll"), self.show_soon)
        self.table.bind(**followed)
        self.table.moments.bind(claims=self.show_soon, claim_form=self.show_soon)
        self._compose()

    def show_position(self) -> None:
        """Show players, rolls, offers and claims."""
        super().show_position()
        table = self.table
        self.show_rail()
        self.pending_rolls, self.offers = table.first_pending_roll, table.now.offers
        self.claims, self.claim_form = table.moments.claims, table.moments.claim_form
        if len(table.rows) != self._seated:
            self._compose()

    def show_rail(self) -> None:
        """Show the players, lit as the table has them."""
        self.rail_rows = self.table.rows

    def _compose(self, *_: object) -> None:
        self.show_rail()  # Its tiles are as high as their number allows.
        self._seated = len(self.table.rows)
        places = self.places(Box(0, 0, self.width, self.height))
        self.ids.rail.take(places)
        put(self.ids.header, places.header)
        self._frame_stage(places)
        super()._compose()

    def _frame_stage(self, places: Frame) -> None:
        """Frame the stage in the colour of the player; an upright one only has a header."""
        if places.below:
            self.header_corners = [dp(14)] * 4
            return
        stage, edge = places.stage, dp(EDGE)
        self.header_corners = [0, dp(16), 0, 0]
        self.stage_pos, self.stage_size = (stage.x, stage.y), (stage.width, stage.height)
        self.sheet_pos = (stage.x + edge, stage.y + edge)
        self.sheet_size = (stage.width - 2 * edge, places.header.y - stage.y - edge)

    def stack(self, body: Box) -> float:
        """Stack claims, offers and rolls upwards; return where the rest of the stage begins."""
        floor = body.y
        for name in STACKED:
            part = self.ids[name]
            height = part.needed if name == "claims" else part.minimum_height
            put(part, Box(body.x, floor, body.width, height))
            if height:
                floor += height + dp(STACK_GAP)
        return floor


def put(widget: Widget, box: Box) -> None:
    """Put a widget in a box, at whole pixels."""
    widget.size_hint = (None, None)
    left, bottom = round(box.x), round(box.y)
    widget.pos = (left, bottom)
    widget.size = (round(box.right) - left, round(box.top) - bottom)
