"""Title deeds, large and small, and the buildings on them."""

from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.floatlayout import FloatLayout
from kivy.utils import get_color_from_hex as rgba

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box, pack
from companion.ui.widgets.buttons import Tappable
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


class GroupBand(Drawn):
    """Band in the colour of a group, hatched on a mortgaged deed; its upper corners are round."""

    group = StringProperty()
    mortgaged = BooleanProperty(False)
    radius = NumericProperty("10dp")
    line = NumericProperty("2dp")
    """Height of the line below the band."""
    drawn_from = ("group", "mortgaged", "radius", "line")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the band above its line."""
        band = Box(box.x, box.y + self.line, box.width, box.height - self.line)
        color = theme.band_color(self.group)
        drawn = drawing.rounded_box(band, color, self.radius, self.radius, 0, 0)
        if self.mortgaged:
            inner = Box(
                band.x + self.radius / 2, band.y, band.width - self.radius, band.height - dp(2)
            )
            drawn += drawing.hatching(inner, HATCHED)
        line = Box(box.x, box.y, box.width, self.line)
        return drawn + drawing.filled(line, theme.colors.deed_ink)


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


class DeedBand(FloatLayout):
    """Band of a title deed with its name."""

    names = ListProperty()
    group = StringProperty()
    mortgaged = BooleanProperty(False)
    largest = NumericProperty(theme.NAME)
    color = ColorProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("group", self._color)
        self._color()

    def _color(self, *_: object) -> None:
        self.color = theme.text_on(theme.band_color(self.group))


BAND, LEAST_ROW, AROUND = 46, 26, 14
"""Height of a deed's band, least height of a row, and height of what is around the rows, in dp."""


class DeedCard(Paper):
    """Title deed as printed (a TitleDeed), with the rent of today marked.

    The prices of a house and of the mortgage are shown where there is room for them.
    """

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    rows = ListProperty()

    def on_value(self, *_: object) -> None:
        self._choose_rows()

    def on_height(self, *_: object) -> None:
        self._choose_rows()

    def _choose_rows(self) -> None:
        room = self.height - dp(BAND + AROUND)
        has_room = self.value and room >= dp(LEAST_ROW) * len(self.value.rows)
        self.rows = (self.value.rows if has_room else self.value.rents) if self.value else []


class DeedRowView(BoxLayout):
    """Row of a title deed (a DeedRow)."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    marked = AliasProperty(
        lambda row: row.size if row.value and row.value.today else (0, 0), bind=["size", "value"]
    )
    """Size of the ground that marks the rent of today."""


class MiniDeed(Tappable, Paper):
    """Small title deed: group, name, and one line about it.

    Its value has ``names``, ``group``, ``note`` and ``mortgaged``.
    """

    value = ObjectProperty(rebind=True)


_PLANNED = (rgba("#ffc24b"), rgba("#6b4700"))
"""Fill and edge of a building that is planned."""
_GOING = (rgba("#f8e2da"), rgba("#a8321f"))
"""Ground and frame of a building that is to be sold; deeds are light in every theme."""
PLACE, FREE, SHUT = 0.38, 0.55, 0.22
"""Strength of the ground of a place, and of the outlines of a free one and of a shut one."""


class BuildingSlot(Tappable, Drawn):
    """Place for a building (a Place): built, planned, going to be sold, free, or shut."""

    value = ObjectProperty(rebind=True)
    drawn_from = ("value", "state")

    def on_release(self) -> None:
        self.table.properties_state.touch(self.value.deed, self.value.rank)

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the place with its building, framed if the plan changes it."""
        colors, state, gap = theme.colors, self.value.state, dp(1.5)
        place = Box(box.x + gap, box.y + gap, box.width - 2 * gap, box.height - 2 * gap)
        ground, frame = {
            "planned": (colors.marked, _PLANNED[1]),
            "going": _GOING,
            "shut": (theme.NONE, None),
        }.get(state, ([*colors.deed_edge[:3], PLACE], None))
        thin = dp(2.5)
        inner = Box(place.x + thin, place.y + thin, place.width - 2 * thin, place.height - 2 * thin)
        drawn = drawing.rounded_box(place, frame or ground, dp(SLOT_RADIUS))
        if frame:
            drawn += drawing.rounded_box(inner, ground, dp(SLOT_RADIUS) - thin)
        if self.state == "down":
            drawn += drawing.rounded_box(place, [*colors.deed_ink[:3], PRESSED], dp(SLOT_RADIUS))
        kind = Hotel.kind if self.value.hotel else House.kind
        share = HOTEL_SHARE if self.value.hotel else HOUSE_SHARE
        [middle] = pack(inner, 1, share * min(place.width, place.height))
        if state in ("built", "planned"):
            painted = _PLANNED if state == "planned" else drawing.BUILDINGS[kind]
            return drawn + drawing.building(kind, middle, *painted)
        ink = colors.deed_ink[:3]
        outline = _GOING[1] if state == "going" else [*ink, FREE if state == "free" else SHUT]
        return drawn + drawing.figure(f"{kind}_dashed", middle, outline)


SLOT_RADIUS, PRESSED = 8, 0.12
HOUSE_SHARE, HOTEL_SHARE = 0.68, 0.84
"""Width of a building in shares of its slot."""
