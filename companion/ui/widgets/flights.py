"""Flights: money, confetti and flashes over the screens, on one canvas.

The layer has no widgets and takes no touches. What it draws ends by itself, is finished at once by
``finish``, and leaves nothing behind.
"""

from collections.abc import Callable, Sequence

from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    RoundedRectangle,
    Scale,
    Translate,
)
from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.digits import CountingAmount
from companion.ui.widgets.motion import Draw, Motion

CHIP_SECONDS, CHIP_APART = 0.42, 0.04
COUNT_SECONDS, FLASH_SECONDS, FADE_SECONDS = 0.35, 0.6, 0.18
CONFETTI_SECONDS, CONFETTI = 1.6, 24
CHIPS = ((50, 3), (100, 4), (200, 5))
"""Number of chips up to an amount in dollars; more fly as ``MOST_CHIPS``."""
MOST_CHIPS = 6
CHIP_WIDTH, CHIP_HEIGHT = 46, 28
LEAN = 12
"""Largest angle of a chip in degrees."""
FLASH_OPACITY = 0.4


def chip_count(amount: int) -> int:
    """Return the number of chips for a payment."""
    return next((count for most, count in CHIPS if amount < most), MOST_CHIPS)


class Flights(Widget):
    """Layer above the screens on which money flies."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.motion = Motion()

    @property
    def is_empty(self) -> bool:
        """Return True if nothing is drawn."""
        return not self.canvas.length() and not self.motion.is_running

    def finish(self) -> None:
        """End everything at once."""
        self.motion.finish()

    # --- what is drawn ------------------------------------------------------------------------

    def fly(self, start: Box, end: Box, amount: int, delay: float = 0.0) -> float:
        """Let chips fly from one box to another; return the seconds until the last one starts."""
        last = delay
        for place in range(chip_count(amount)):
            last = delay + place * CHIP_APART
            chip = _Chip(start, end, place)
            self._run(chip, chip.show, CHIP_SECONDS, "out_cubic", last, waits_unseen=True)
        return last

    def count(self, label: Label, before: int, after: int, delay: float = 0.0) -> None:
        """Count the amount of a label, which shows its final text, from the old to the new."""
        amount = CountingAmount(label, self.to_widget(*label.to_window(*label.pos)), before, after)
        self._run(amount, amount.show, COUNT_SECONDS, "linear", delay, amount.end)

    def flash(self, box: Box, color: Sequence[float], seconds: float = FLASH_SECONDS) -> None:
        """Light a box in a colour that fades."""
        self._fade(box, color, FLASH_OPACITY, seconds, "out_quad")

    def uncover(self, box: Box, color: Sequence[float], seconds: float = FADE_SECONDS) -> None:
        """Let something new in a box appear out of the colour of its ground."""
        self._fade(box, color, 1.0, seconds, "out_cubic")

    def throw_confetti(self) -> None:
        """Throw confetti in the colours of all players, once."""
        for place in range(CONFETTI):
            piece = _Confetti(self, theme.player_fill(place), place)
            self._run(piece, piece.show, CONFETTI_SECONDS, "linear", place * CHIP_APART / 2)

    def _fade(
        self, box: Box, color: Sequence[float], opacity: float, seconds: float, curve: str
    ) -> None:
        group, paint = InstructionGroup(), Color(rgba=color)
        group.add(paint)
        group.add(
            RoundedRectangle(pos=(box.x, box.y), size=(box.width, box.height), radius=[dp(12)])
        )

        def show(share: float) -> None:
            paint.a = opacity * (1 - share)

        self._run(group, show, seconds, curve)

    def _run(
        self,
        group: InstructionGroup,
        show: Draw,
        seconds: float,
        curve: str,
        delay: float = 0.0,
        at_end: Callable[[], object] = lambda: None,
        waits_unseen: bool = False,
    ) -> None:
        self.canvas.add(group)

        def end() -> None:
            self.canvas.remove(group)
            at_end()

        self.motion.run(show, seconds, curve, delay, end, waits_unseen)


class _Sprite(InstructionGroup):
    """Small picture that moves, turns and grows."""

    def __init__(self) -> None:
        super().__init__()
        self.place, self.angle, self.scale = Translate(), Rotate(axis=(0, 0, 1)), Scale(1)

    def draw(self, *picture: Instruction) -> None:
        """Draw the picture, with its middle at the origin."""
        for part in (PushMatrix(), self.place, self.angle, self.scale, *picture, PopMatrix()):
            self.add(part)

    def move(self, x: float, y: float) -> None:
        """Move the middle of the picture."""
        self.place.xy = (x, y)


class _Chip(_Sprite):
    """Banknote on its way from one box to another; drawn when it sets out."""

    def __init__(self, start: Box, end: Box, place: int) -> None:
        super().__init__()
        self._start, self._end = start.center, end.center
        self._lean = place % 3 - 1

    def show(self, share: float) -> None:
        """Draw the chip at a share of its way, a little beside the straight line."""
        if not self.children:
            self._draw()
        (x0, y0), (x1, y1) = self._start, self._end
        aside = dp(14) * self._lean * 4 * share * (1 - share)
        self.move(x0 + (x1 - x0) * share + aside, y0 + (y1 - y0) * share)
        self.scale.xyz = (0.7 + 0.3 * share, 0.7 + 0.3 * share, 1)

    def _draw(self) -> None:
        self.angle.angle = LEAN * self._lean
        width, height, edge = dp(CHIP_WIDTH), dp(CHIP_HEIGHT), dp(2.5)
        side = height * 0.5
        note = Box(-width / 2, -height / 2, width, height)
        field = Box(edge + note.x, edge + note.y, width - 2 * edge, height - 2 * edge)
        self.draw(
            *_rounded(note, theme.colors.credit),
            *_rounded(field, theme.colors.receiving),
            *drawing.figure("disc", Box(-side / 2, -side / 2, side, side), theme.colors.credit),
        )


class _Confetti(_Sprite):
    """Piece of confetti that falls from above the window to below it."""

    def __init__(self, layer: Widget, color: Sequence[float], place: int) -> None:
        super().__init__()
        self._x = layer.x + layer.width * _spread(place, 1)
        self._drift = dp(120) * (_spread(place, 2) - 0.5)
        self._top, self._bottom = layer.top + dp(20), layer.y - dp(20)
        self._turns = 360 * (1 + 2 * _spread(place, 3))
        width, height = dp(14), dp(9)
        self.draw(Color(rgba=color), Rectangle(pos=(-width / 2, -height / 2), size=(width, height)))

    def show(self, share: float) -> None:
        """Draw the piece at a share of its fall."""
        self.move(
            self._x + self._drift * share, self._top + (self._bottom - self._top) * share**1.4
        )
        self.angle.angle = self._turns * share


def _spread(place: int, kind: int) -> float:
    """Return a number from 0 to 1; those of successive places are spread evenly."""
    return place * kind * GOLDEN % 1


GOLDEN = 0.618034
"""Golden ratio: its multiples are spread evenly."""


def _rounded(box: Box, color: Sequence[float]) -> tuple[Instruction, ...]:
    corners = RoundedRectangle(
        pos=(box.x, box.y), size=(box.width, box.height), radius=[dp(5)], segments=4
    )
    return Color(rgba=color), corners
