"""Players: markers, tabs and rows."""

from kivy.graphics.instructions import Instruction
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
)

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
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
