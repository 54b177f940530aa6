"""Title deeds, large and small, and the buildings on them."""

from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.layout import BoxLayout


class House(Drawn):
    """House, as large as fits."""

    kind = "house"

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the house or the hotel."""
        return drawing.building(self.kind, box, *drawing.BUILDINGS[self.kind])


class Hotel(House):
    """Hotel, as large as fits."""

    kind = "hotel"


class Pictures(Drawn):
    """Pictures in a row: houses, hotels or icons; as wide as they are."""

    picture = StringProperty()
    count = NumericProperty(0)
    side = NumericProperty("24dp")
    gap = NumericProperty("3dp")
    color = ColorProperty()
    """Colour of icons."""
    drawn_from = ("picture", "count", "side", "gap", "color")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the pictures, and take the width that they need."""
        count, side = int(self.count) if self.picture else 0, self.side
        if self.picture == Hotel.kind:
            side *= HOTEL_SIZE
        self.size_hint_x, self.width = None, count * (side + self.gap)
        places = (
            Box(box.x + i * (side + self.gap), box.center[1] - side / 2, side, side)
            for i in range(count)
        )
        return [part for place in places for part in self._one(place)]

    def _one(self, place: Box) -> list[Instruction]:
        if self.picture in drawing.BUILDINGS:
            return drawing.building(self.picture, place, *drawing.BUILDINGS[self.picture])
        return drawing.icon(self.picture, place, self.color)


HOTEL_SIZE = 1.3
"""Width of a hotel, in houses."""


HATCHED = 0.4
"""Strength of the hatching of a band with a name on it."""


class DeedSide(Drawn):
    """Left side of a small deed in the colour of its group, hatched if it is mortgaged."""

    group = StringProperty()
    mortgaged = BooleanProperty(False)
    radius = NumericProperty("10dp")
    drawn_from = ("group", "mortgaged", "radius")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the side with a line at its right."""
        line = dp(2)
        side = Box(box.x, box.y, box.width - line, box.height)
        color = theme.group_color(self.group) if self.group else theme.colors.sunk
        drawn = drawing.rounded_box(side, color, self.radius, 0, 0, self.radius)
        if self.mortgaged:
            rest = side.height - 2 * self.radius
            drawn += drawing.hatching(Box(side.x, side.y + self.radius, side.width, rest))
        return drawn + drawing.filled(
            Box(side.right, box.y, line, box.height), theme.colors.deed_ink
        )


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


class Paper(BoxLayout):
    """Card of paper with an edge and a lip."""

    fill = ColorProperty()
    radius = NumericProperty("12dp")
    inner_radius = AliasProperty(lambda paper: paper.radius - dp(2), bind=["radius"])
    """Radius within the edge."""
