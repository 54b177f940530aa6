"""Players: markers, tabs and rows."""

from typing import Any

from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
)
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.drags import PayDrag
from companion.ui.widgets.drawing import Drawn


class PlayerShape(Drawn):
    """Shape of a player, in the colour of the player or, ``inverse``, for text on it."""

    marker = NumericProperty(-1)
    inverse = BooleanProperty(False)
    drawn_from = ("marker", "inverse")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the shape, as large as fits."""
        color = theme.on_player(self.marker) if self.inverse else theme.player_fill(self.marker)
        return drawing.player_shape(int(self.marker), box, color)


class SetMarks(Drawn):
    """Field for each group with a cell for each of its properties; a whole set is framed.

    ``framed`` puts all of them on a strip of their own, on the colour of a player.
    """

    marks = ListProperty()
    framed = BooleanProperty(False)
    drawn_from = ("marks", "framed")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the strip, and the field of each group."""
        if not self.marks:
            return []
        edge, gap = dp(3), dp(3)
        width = (box.width - 2 * edge - gap * (len(self.marks) - 1)) / len(self.marks)
        drawn = drawing.rounded_box(box, theme.colors.sheet, dp(5)) if self.framed else []
        for i, mark in enumerate(self.marks):
            left = box.x + edge + i * (width + gap)
            drawn += _field(mark, Box(left, box.y + edge, width, box.height - 2 * edge))
        return drawn


def _field(mark: Any, box: Box) -> list[Instruction]:
    colors, thin = theme.colors, dp(1)
    is_whole = mark.owned == mark.size
    drawn = drawing.rounded_box(box, colors.ink if is_whole else colors.sunk, dp(3))
    width = (box.width - thin * (mark.size + 1)) / mark.size
    for i in range(mark.owned):
        left = box.x + thin + i * (width + thin)
        cell = Box(left, box.y + thin, width, box.height - 2 * thin)
        drawn += drawing.filled(cell, theme.group_color(mark.group))
    return drawn


class PlayerTile(PayDrag, Widget):
    """Tile of a player (a Row): token, name, last change and balance; the actor's is filled.

    A tap shows the player's properties or, where owners watch for their own rent, asks for that
    rent.
    """

    def on_release(self) -> None:
        if self.value.ask:
            self.table.submit(self.value.ask, self.shown, self.request)
        else:
            self.table.open_properties(self.value.name)


class TallTile(PlayerTile):
    """Tile of up to four players: two lines of text, and the groups."""


class LowTile(PlayerTile):
    """Tile of up to eight players: one line of text, and the groups."""


class LineTile(PlayerTile):
    """Tile of up to twelve players: one line of text."""
