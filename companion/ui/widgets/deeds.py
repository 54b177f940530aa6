"""Title deeds, large and small, and the buildings on them."""

from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import (
    NumericProperty,
    StringProperty,
)

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.drawing import Drawn


class DeedEdge(Drawn):
    """Narrow strip in the colour of a group, with a dark edge: a deed in a claim or on a chip."""

    group = StringProperty()
    radius = NumericProperty("6dp")
    drawn_from = ("group", "radius")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the strip within its edge."""
        if not self.group:
            return []
        edge = max(1, round(dp(1.5)))
        inner = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
        return [
            *drawing.rounded_box(box, theme.colors.deed_ink, self.radius),
            *drawing.rounded_box(inner, theme.group_color(self.group), self.radius - edge),
        ]
