"""The ring of spaces: drawn once, and changed where a cell changed."""

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.graphics.instructions import Instruction
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import AliasProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.ui import theme
from companion.ui.widgets import drawing, ring
from companion.ui.widgets.boxes import Box, pack

LINE, FRAME = 1, 4
"""Width of the lines between cells, and of the frame of the selected one, in dp."""
BAND, LEAST_BAND = 0.3, 13
"""Share of a cell that its band takes, and its least thickness in dp."""
MARK, TOKEN, CORNER = 0.54, 1.6, 1.35
"""Size of marks in shares of a field, and of tokens and of corner icons in shares of a mark."""
HOUSE, HOTEL = 0.94, 1.5
"""Size of a house in shares of its band, and of a hotel in houses."""
_ON_BAND = (get_color_from_hex("#ffffff"), get_color_from_hex("#20262c"))
"""Fill and edge of buildings on a band: their own colours would vanish on some groups."""


class Ring(Widget):
    """The spaces around the edge of the board; a tap selects one, and so does a drag along it.

    ``cells`` has a value for each space, from GO on; ``across`` is the width of the cells at the
    sides, ``along`` the height of those at the bottom and top. ``on_select`` is dispatched whenever
    the selected space changes under the finger, ``on_release`` when the finger is lifted.
    """

    __events__ = ("on_select", "on_release")

    table = ObjectProperty(None, allownone=True)
    cells = ListProperty()
    selected = NumericProperty(-1)
    across = NumericProperty("66dp")
    along = NumericProperty("56dp")
    colors = ObjectProperty(None, allownone=True)
    """Colours of another theme than the one in force."""

    def _inside(self) -> Box:
        return ring.inside(self._box(), self.across, self.along)

    _bounds = ("pos", "size", "across", "along")
    inner_pos = AliasProperty(lambda self: (self._inside().x, self._inside().y), bind=_bounds)
    """Corner of the area that the ring stands around."""
    inner_size = AliasProperty(
        lambda self: (self._inside().width, self._inside().height), bind=_bounds
    )
    """Size of the area that the ring stands around."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._boxes: list[Box] = []
        self._groups: list[InstructionGroup] = []
        self._drawn: list[Any] = []
        self._frame = InstructionGroup()
        self._touch: MotionEvent | None = None
        for name in (*self._bounds, "colors"):
            self.fbind(name, self._arrange)
        self.fbind("cells", self._draw_changes)
        self.fbind("selected", self._draw_frame)
        self._arrange()

    # --- touches ------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not any(box.distance(*touch.pos) == 0 for box in self._boxes):
            return False
        if self.table:
            if self.table.is_echo(*self.to_window(*touch.pos)):
                return True
            self.table.finger = self.to_window(*touch.pos)
        touch.grab(self)
        self._touch = touch
        self._select(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or touch is not self._touch:
            return False
        self._select(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch is self._touch:
            self._touch = None
            self.dispatch("on_release", self.selected)
        return True

    def _select(self, touch: MotionEvent) -> None:
        position = ring.nearest(self._boxes, *touch.pos)
        if position != self.selected:
            self.selected = position
            self.dispatch("on_select", position)

    def on_select(self, position: int) -> None:
        """Handle another space under the finger."""

    def on_release(self, position: int) -> None:
        """Handle the end of a tap or a drag."""

    # --- drawing ------------------------------------------------------------------------------

    def _colors(self) -> theme.Colors:
        return self.colors or theme.colors

    def _box(self) -> Box:
        return Box(self.x, self.y, self.width, self.height)

    def _arrange(self, *_: object) -> None:
        """Draw every cell again, in its new place."""
        self._boxes = ring.cells(self._box(), self.across, self.along)
        self.canvas.clear()
        self._drawn = []
        self._groups = [InstructionGroup() for _ in self._boxes]
        for group in self._groups:
            self.canvas.add(group)
        self.canvas.add(self._frame)
        self._draw_changes()
        self._draw_frame()

    def _draw_changes(self, *_: object) -> None:
        before = self._drawn or [None] * len(self._boxes)
        for position, (was, cell) in enumerate(zip(before, self.cells, strict=False)):
            if was != cell:
                self._draw_cell(position, cell)
        self._drawn = [*self.cells]

    def _draw_frame(self, *_: object) -> None:
        self._frame.clear()
        if not 0 <= self.selected < len(self._boxes):
            return
        cell, width = self._boxes[self.selected], dp(FRAME)
        around = width / 2
        box = Box(cell.x - around, cell.y - around, cell.width + width, cell.height + width)
        for edge in (
            Box(box.x, box.y, box.width, width),
            Box(box.x, box.top - width, box.width, width),
            Box(box.x, box.y, width, box.height),
            Box(box.right - width, box.y, width, box.height),
        ):
            for instruction in drawing.filled(edge, self._colors().ink):
                self._frame.add(instruction)

    def _draw_cell(self, position: int, cell: Any) -> None:
        group = self._groups[position]
        group.clear()
        for instruction in self._cell(position, cell):
            group.add(instruction)

    def _cell(self, position: int, cell: Any) -> list[Instruction]:
        colors, box, line = self._colors(), self._boxes[position], max(1, round(dp(LINE)))
        # Neighbours share their lines: each cell draws those at its right and top, too.
        outer = Box(box.x, box.y, box.width + line, box.height + line)
        inner = Box(box.x + line, box.y + line, box.width - line, box.height - line)
        ground = colors.tint(cell.marker) if cell.marker >= 0 else colors.sheet
        drawn = [*drawing.filled(outer, colors.edge), *drawing.filled(inner, ground)]
        if not cell.group:
            return drawn + self._marks(position, cell, inner)
        thickness = round(max(dp(LEAST_BAND), BAND * min(box.width, box.height)))
        band = ring.band(inner, position, thickness)
        between = ring.band(inner, position, thickness + line)
        field = ring.field(inner, position, thickness + line)
        drawn += [*drawing.filled(between, colors.edge), *self._band(cell, band)]
        return drawn + self._marks(position, cell, field)

    def _band(self, cell: Any, band: Box) -> list[Instruction]:
        drawn = drawing.filled(band, self._colors().group(cell.group))
        if cell.mortgaged:
            drawn += drawing.hatching(band)
        side = HOUSE * min(band.width, band.height)
        if cell.hotel:
            wide = min(HOTEL * side, band.width)
            drawn += drawing.building("hotel", _middle(band, wide), *_ON_BAND)
        for place in pack(band, cell.houses, side):
            drawn += drawing.building("house", place, *_ON_BAND)
        return drawn

    def _marks(self, position: int, cell: Any, field: Box) -> list[Instruction]:
        colors = self._colors()
        mark = MARK * (self.along - max(dp(LEAST_BAND), BAND * self.along))
        if cell.tokens:
            places = pack(field, len(cell.tokens), TOKEN * mark, dp(2))
            tokens = [
                drawing.token(marker, place, colors=colors)
                for marker, place in zip(cell.tokens, places, strict=True)
            ]
            return [part for token in tokens for part in token]
        if cell.marker >= 0:
            return drawing.player_shape(cell.marker, _middle(field, mark), colors.fill(cell.marker))
        if cell.picture:
            side = mark * (CORNER if ring.is_corner(position) else 1)
            return drawing.icon(cell.picture, _middle(field, side), colors.edge)
        return []


def _middle(box: Box, side: float) -> Box:
    """Return a square in the middle of ``box``."""
    x, y = box.center
    return Box(x - side / 2, y - side / 2, side, side)
