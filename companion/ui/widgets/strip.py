"""Strip of spaces: the way of a token, or the properties that a moment is about."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box, pack
from companion.ui.widgets.motion import Motion

CELL_SECONDS, MOST_SECONDS, DICE_SECONDS = 0.07, 0.7, 0.2
"""Time for one space, for the whole way, and before it: the dice land first."""
BIG_WIDTH, WIDTH, LEAST_WIDTH, GAP = 104, 62, 22, 6
BIG_HEIGHT, HEIGHT = 118, 92
BIG_BAND, BAND = 30, 24
MOST_CELLS = 13
"""Largest number of spaces: those of a roll of twelve. Of longer ways the end is shown."""
_PICTURES_KEPT = 512
ICONS = {
    "go": "go",
    "chance": "chance",
    "community_chest": "chest",
    "income_tax": "tax",
    "luxury_tax": "tax",
    "jail": "jail",
    "free_parking": "parking",
    "go_to_jail": "go_to_jail",
    "railroad": "railroad",
    "utility": "utility",
}
"""Icon of a space without an owner, by its kind."""


def cell_boxes(count: int, width: float, unit: float = 1.0) -> list[Box]:
    """Return the places of ``count`` cells in a strip of this width; the last one is large.

    ``unit`` is the number of pixels of a dp. The cells stand on the bottom edge, from the left.
    """
    if not count:
        return []
    small, big, gap = count - 1, BIG_WIDTH * unit, GAP * unit
    free = width - big - gap * small
    # Edges at whole pixels are sharp.
    share = free // small if small else 0.0
    each = min(WIDTH * unit, max(LEAST_WIDTH * unit, share)) if small else 0.0
    boxes = [Box(place * (each + gap), 0.0, each, HEIGHT * unit) for place in range(small)]
    return [*boxes, Box(small * (each + gap), 0.0, big, BIG_HEIGHT * unit)]


class Strip(Widget):
    """Spaces side by side, the last one large; on it stands the token of ``seat``.

    ``stops`` are values with kind, group, seat, buildings, mortgaged and by_jump. If ``walks``, the
    token slides from the first space to the last one, otherwise it is not drawn.
    """

    stops = ListProperty()
    seat = NumericProperty(-1)
    walks = BooleanProperty(False)
    less_motion = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.motion = Motion()
        self._cells, self._token, self._slide = InstructionGroup(), InstructionGroup(), Translate()
        for instruction in (self._cells, PushMatrix(), self._slide, self._token, PopMatrix()):
            self.canvas.add(instruction)
        self._boxes: list[Box] = []
        draw_soon = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "stops", "seat", "walks"):
            self.fbind(name, draw_soon)
        self._draw()

    def slide(self) -> None:
        """Let the token slide over the spaces to the last one."""
        self.motion.finish()
        if self.walks and len(self._boxes) > 1 and not self.less_motion:
            cells = len(self._boxes) - 1
            seconds = min(MOST_SECONDS, CELL_SECONDS * cells)
            self.motion.run(self._show_token, seconds, "in_out_sine", DICE_SECONDS)

    def _draw(self, *_: object) -> None:
        self.motion.finish()
        stops = self.stops[-MOST_CELLS:]
        width = self.width
        boxes = cell_boxes(len(stops), width, dp(1))
        left = round(self.x + max(0.0, width - (boxes[-1].right if boxes else 0)) / 2)
        bottom = round(self.y)
        self._boxes = [Box(left + box.x, bottom, box.width, box.height) for box in boxes]
        self._show_cells(stops)
        self._token.clear()
        if self.walks and self._boxes:
            for instruction in drawing.token(int(self.seat), _token_box(self._boxes[-1])):
                self._token.add(instruction)
        self._show_token(1.0)

    def _show_cells(self, stops: Sequence[Any]) -> None:
        """Put the picture of each space in its place.

        A picture can be in several places at once. Kivy cannot take it out of one of them, so the
        group of all of them is made anew.
        """
        self._cells.clear()
        cells = InstructionGroup()
        for number, (stop, box) in enumerate(zip(stops, self._boxes, strict=True)):
            is_last = number == len(stops) - 1
            look = _Look(stop.kind, stop.group, stop.seat, stop.buildings, stop.mortgaged)
            frame = int(self.seat) if is_last else None
            picture = _picture(
                look, stop.by_jump, box.width, box.height, frame, self.walks, theme.colors
            )
            for instruction in (PushMatrix(), Translate(box.x, box.y), picture, PopMatrix()):
                cells.add(instruction)
        self._cells.add(cells)

    def _show_token(self, share: float) -> None:
        """Move the token to a share of its way; it is drawn where it ends."""
        if not self._boxes:
            return
        at = share * (len(self._boxes) - 1)
        before = min(int(at), max(0, len(self._boxes) - 2))
        ends = [_token_box(box).center for box in self._boxes]
        after = min(before + 1, len(ends) - 1)
        x, y = (
            ends[before][axis] + (ends[after][axis] - ends[before][axis]) * (at - before)
            for axis in (0, 1)
        )
        self._slide.xy = (x - ends[-1][0], y - ends[-1][1])


# --- pictures of spaces ---------------------------------------------------------------------------


class _Look(NamedTuple):
    """Features of a space that its picture shows."""

    kind: str
    group: str
    seat: int
    buildings: int
    mortgaged: bool


@lru_cache(_PICTURES_KEPT)
def _picture(
    look: _Look,
    by_jump: bool,
    width: float,
    height: float,
    frame: int | None,
    walks: bool,
    colors: theme.Colors,
) -> InstructionGroup:
    """Draw a space with its lower left corner at the origin.

    ``frame`` is the player whose colour the frame of the last, large space has; None for others.
    Drawing takes much longer than moving a picture, so pictures are kept for the next moves.
    """
    box, is_big = Box(0, 0, width, height), frame is not None
    edge = dp(4 if is_big else 2)
    color = colors.deed_edge if frame is None else colors.fill(frame)
    inner = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
    band = dp(BIG_BAND if is_big else BAND) if look.group else 0.0
    drawn = [
        *drawing.rounded_box(box, color, dp(10)),
        *drawing.rounded_box(inner, colors.deed, dp(8)),
    ]
    if look.group:
        drawn += _band(look, Box(inner.x, inner.top - band, inner.width, band))
    field = Box(inner.x, inner.y, inner.width, inner.height - band)
    drawn += _mark(look, field, is_big, walks)
    if by_jump:
        drawn += _jump(box)
    picture = InstructionGroup()
    for instruction in drawn:
        picture.add(instruction)
    return picture


def _jump(box: Box) -> list[Instruction]:
    """Return an arrow at the left edge of a space that was not walked to."""
    side = dp(26)
    place = Box(box.x - side / 2, box.y + dp(6), side, side)
    return [
        *drawing.figure("disc", place, theme.colors.bank),
        *drawing.icon("right", _within(place, 0.7), theme.colors.on_bank),
    ]


def _band(look: _Look, band: Box) -> list[Instruction]:
    color, line = theme.group_color(look.group), dp(2)
    drawn = [
        *drawing.rounded_box(band, color, dp(8), dp(8), 0, 0),
        *drawing.filled(Box(band.x, band.y, band.width, line), theme.colors.deed_ink),
    ]
    if look.mortgaged:
        drawn += drawing.hatching(band)
    kind, count = ("hotel", 1) if look.buildings > MOST_HOUSES else ("house", look.buildings)
    for place in pack(band, count, band.height * 0.8, dp(2)):
        drawn += drawing.building(kind, place, *_ON_BAND)
    return drawn


def _mark(look: _Look, field: Box, is_big: bool, walks: bool) -> list[Instruction]:
    x, y = field.center
    side = min(dp(22 if is_big else 30), field.width - dp(6))
    place = Box(x - side / 2, y - side / 2, side, side)
    if is_big and walks:
        # The token covers the middle.
        place = Box(field.right - side - dp(2), field.y + dp(2), side, side)
    if look.seat >= 0:
        return drawing.player_shape(look.seat, place, theme.player_fill(look.seat))
    icon = ICONS.get(look.kind, "")
    return drawing.icon(icon, place, theme.colors.edge) if icon else []


MOST_HOUSES = 4
_ON_BAND = ([1.0, 1.0, 1.0, 1.0], [0.125, 0.149, 0.173, 1.0])
"""Fill and edge of buildings on a band: their own colours would vanish on some groups."""


def _within(box: Box, share: float) -> Box:
    """Return a smaller box in the middle of another one."""
    x, y = box.center
    width, height = box.width * share, box.height * share
    return Box(x - width / 2, y - height / 2, width, height)


def _token_box(box: Box) -> Box:
    """Return the place of the token in a cell: below its band."""
    side = min(dp(64), box.width - dp(4))
    middle = (box.height - dp(BIG_BAND if box.width > dp(WIDTH) else BAND)) / 2
    return Box(box.center[0] - side / 2, box.y + middle - side / 2, side, side)
