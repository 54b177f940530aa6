"""Tokens of players: a disc in the player's colour, with a thin ring and the shape."""

from kivy.graphics.instructions import Instruction
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.drawing import Drawn


class Token(Drawn):
    """Token of a player, ``side`` wide; it takes no room for nobody (``marker`` -1).

    An ``inverse`` token is for a background in the colour of the player.
    """

    marker = NumericProperty(-1)
    side = NumericProperty("44dp")
    inverse = BooleanProperty(False)
    colors = ObjectProperty(None, allownone=True)
    """Colours of another theme than the one in force."""
    drawn_from = ("marker", "side", "inverse", "colors")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("marker", "side"):
            self.fbind(name, self._take_room)
        self._take_room()

    def _take_room(self, *_: object) -> None:
        self.size_hint_x, self.width = None, self.side if self.marker >= 0 else 0

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the token in the middle of ``box``."""
        if self.marker < 0:
            return []
        x, y = box.center
        place = Box(x - self.side / 2, y - self.side / 2, self.side, self.side)
        return drawing.token(int(self.marker), place, inverse=self.inverse, colors=self.colors)
