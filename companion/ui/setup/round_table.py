"""Table with the seats of the players around it, and the names of people who could join.

A seat can be tapped, to change it, or dragged to another place; a name can be tapped, to join in
the next seat, or dragged to the table. Whatever is dragged hangs below the finger, and its seat
shows where it would be put down.
"""

from collections.abc import Sequence
from math import dist
from typing import Any

from kivy.factory import Factory
from kivy.graphics.instructions import Instruction
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.floatlayout import FloatLayout
from kivy.utils import get_color_from_hex as rgba

from companion.ui import theme
from companion.ui.setup.seating import CHIP, Room, fill_rows, nearest, seat_boxes
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.buttons import Raised, SecondaryButton, Tappable
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.text import width_of

DRAG = 16
"""Distance in dp from which a moving finger drags."""
LEAST, TALLEST, BETWEEN = 47, 62, 2
"""Heights of a seat, and the distance of two, in dp."""
AROUND_NAME, AROUND_CHIP, PLUS = 82, 30, 36
"""Room in dp beside the name on a seat, which has a token, and on a chip; and of an icon."""
CHIP_GAP = 9
FELT, RIM, LIP = rgba("#2d5a49"), rgba("#3b6e5a"), rgba("#1d3d31")
BOARD, BOARD_LINE = rgba("#efe6d0"), rgba("#b9ae93")
"""Colours of the drawn table and the board on it, the same in every theme."""


class Draggable(Tappable):
    """Button that can be dragged as well; a finger that dragged it does not tap it."""

    dragged = BooleanProperty(False)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self and touch is self._finger:
            self.dragged = self.dragged or dist(touch.pos, touch.opos) > dp(DRAG)
            if self.dragged:
                self.carry(*touch.pos)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or not self.dragged:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.state, self.dragged = "normal", False
        self.put_down(*touch.pos)
        return True

    def carry(self, x: float, y: float) -> None:
        """Move with the finger."""

    def put_down(self, x: float, y: float) -> None:
        """Put down what was dragged."""


class SeatPill(Draggable, BoxLayout):
    """Player at the table: token and name. ``value`` is a ``Seat``."""

    value = ObjectProperty(rebind=True)
    text = StringProperty()
    """Name, or its short form where there is no room."""
    lines = NumericProperty(1)
    """Number of lines of the name that there is room for."""
    side = NumericProperty("48dp")
    """Width of the token."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("value", "size"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        self.side = min(dp(48), self.height - dp(12))
        self.lines = 2 if self.height >= dp(TALLEST) else 1
        in_a_line = width_of(self.value.name, sp(26), True, theme.TEXT_FONT) + dp(AROUND_NAME)
        fits = in_a_line <= self.width or self.lines > 1
        self.text = self.value.name if fits else self.value.short

    def wanted_width(self) -> float:
        """Return the width for the whole name in one line."""
        text = width_of(self.value.name, sp(28), True, theme.TEXT_FONT)
        return float(text + dp(AROUND_NAME))

    def on_press(self) -> None:
        super().on_press()
        self._name = self.value.name  # While it is dragged, others take this seat.

    def on_release(self) -> None:
        self.table.setup.ask_token(self._name)

    def carry(self, x: float, y: float) -> None:
        self.parent.carry(self._name, x, y)

    def put_down(self, x: float, y: float) -> None:
        self.parent.put_down(self._name, x, y)


class Felt(Drawn):
    """Table with a board in the middle."""

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the table and the board on it, each above its shadow."""
        width, height = box.width * 0.66, box.height * 0.68
        table = _around(box, width, height)
        radius = min(width, height) / 2
        board = _around(box, width * 0.44, height * 0.52)
        line = _within(board, dp(14))
        return [
            *drawing.rounded_box(_below(table, dp(6)), LIP, radius),
            *drawing.rounded_box(table, RIM, radius),
            *drawing.rounded_box(_within(table, dp(8)), FELT, radius - dp(8)),
            *drawing.rounded_box(_below(board, dp(3)), LIP, dp(6)),
            *drawing.rounded_box(board, BOARD, dp(6)),
            *drawing.rounded_box(line, BOARD_LINE, dp(4)),
            *drawing.rounded_box(_within(line, dp(2)), BOARD, dp(3)),
        ]


def _around(box: Box, width: float, height: float) -> Box:
    """Return a box in the middle of ``box``."""
    x, y = box.center
    return Box(x - width / 2, y - height / 2, width, height)


def _within(box: Box, by: float) -> Box:
    return Box(box.x + by, box.y + by, max(0, box.width - 2 * by), max(0, box.height - 2 * by))


def _below(box: Box, by: float) -> Box:
    return Box(box.x, box.y - by, box.width, box.height)


class RoundTable(FloatLayout):
    """Table with a SeatPill for each of ``seats``."""

    table = ObjectProperty(None, allownone=True)
    seats = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pills: list[SeatPill] = []
        self._ghost: SeatPill | None = None
        for name in ("seats", "pos", "size", "table"):
            self.fbind(name, self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self._show(self.seats)

    def _show(self, seats: Sequence[Any], carried: str = "") -> None:
        for seat in seats[len(self._pills) :]:
            self._pills.append(SeatPill(table=self.table, value=seat))
        for number, pill in enumerate(self._pills):
            if number >= len(seats):
                self.remove_widget(pill)
                continue
            pill.table, pill.value = self.table, seats[number]
            pill.opacity = 0.35 if pill.value.name == carried else 1.0
            if pill.parent is None:  # Below what hangs on the finger.
                self.add_widget(pill, int(self._is_carrying()))
        shown = self._pills[: len(seats)]
        boxes = self._boxes([pill.wanted_width() for pill in shown])
        for pill, box in zip(shown, boxes, strict=True):
            pill.pos, pill.size = (self.x + box.x, self.y + box.y), (box.width, box.height)

    def _boxes(self, wanted: Sequence[float]) -> list[Box]:
        room = Room(self.width, self.height, dp(LEAST), dp(TALLEST), dp(BETWEEN))
        return seat_boxes(wanted, room)

    def _place_at(self, name: str, x: float, y: float) -> int:
        is_new = all(seat.name != name for seat in self.seats)
        boxes = self._boxes([dp(100)] * (len(self.seats) + is_new))
        return nearest(boxes, x - self.x, y - self.y)

    def carry(self, name: str, x: float, y: float) -> None:
        """Show ``name`` below the finger, and the others as they would sit."""
        seats = self.seats
        if self.collide_point(x, y):
            seats = self.table.setup.preview(name, self._place_at(name, x, y))
        self._show(seats, name)
        self._show_ghost(self.table.setup.preview(name, 0)[0], x, y)

    def _is_carrying(self) -> bool:
        return self._ghost is not None and self._ghost.parent is self

    def _show_ghost(self, seat: Any, x: float, y: float) -> None:
        ghost = self._ghost = self._ghost or SeatPill(value=seat, disabled=True)
        ghost.value = seat
        ghost.size = ghost.wanted_width(), dp(TALLEST)
        ghost.center = x, y
        if ghost.parent is None:
            self.add_widget(ghost)

    def put_down(self, name: str, x: float, y: float) -> None:
        """Seat ``name`` in the nearest seat; nowhere outside of the table."""
        if self._ghost:
            self.remove_widget(self._ghost)
        self._show(self.seats)
        if self.collide_point(x, y):
            self.table.setup.place(name, self._place_at(name, x, y))


class NameChip(Draggable, Raised):
    """Name of a person who could join."""

    text = StringProperty()

    def on_release(self) -> None:
        self.table.setup.add(self.text)

    def carry(self, x: float, y: float) -> None:
        self.parent.round_table.carry(self.text, x, y)

    def put_down(self, x: float, y: float) -> None:
        self.parent.round_table.put_down(self.text, x, y)


class SuggestedName(Raised):
    """Name of somebody who may be meant by what is typed."""

    text = StringProperty()

    def on_release(self) -> None:
        self.table.setup.enter(self.text)


class NewNameChip(SecondaryButton):
    """Button to type another name."""

    def on_release(self) -> None:
        self.table.setup.ask_name()


class NameChips(FloatLayout):
    """Names in rows, as many as there is room for; ``each`` is the class of a chip."""

    table = ObjectProperty(None, allownone=True)
    each = StringProperty("NameChip")
    names = ListProperty()
    text = StringProperty()
    """Text of a button for another name behind the names; none without a text."""
    round_table = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._chips: list[Any] = []
        self.new = NewNameChip()
        for name in ("names", "text", "pos", "size", "table"):
            self.fbind(name, self._arrange)

    def _arrange(self, *_: object) -> None:
        rows = max(1, int((self.height + dp(CHIP_GAP)) // dp(CHIP + CHIP_GAP)))
        widths = [_width(name) + dp(AROUND_CHIP) for name in self.names]
        last = _width(self.text) + dp(AROUND_CHIP + PLUS) if self.text else 0
        placed = fill_rows(widths, last, self.width, rows, dp(CHIP_GAP))
        end = placed.pop()
        while len(self._chips) < len(placed):
            self._chips.append(Factory.get(self.each)())
        for chip, name, place in zip(self._chips, self.names, placed, strict=False):
            chip.text = name
            self._put(chip, *place)
        for chip in self._chips[len(placed) :]:
            self.remove_widget(chip)
        if self.text:
            self.new.text = self.text
            self._put(self.new, *end)
        else:
            self.remove_widget(self.new)

    def _put(self, chip: Any, row: int, x: float, width: float) -> None:
        chip.table, chip.size = self.table, (width, dp(CHIP))
        chip.pos = self.x + x, self.top - dp(CHIP) - row * dp(CHIP + CHIP_GAP)
        if chip.parent is None:
            self.add_widget(chip)


def _width(text: str) -> int:
    return width_of(text, sp(26), False, theme.MEDIUM_FONT)
