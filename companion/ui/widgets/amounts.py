"""Amounts: a balance before and after a move, and the buildings in the bank."""

from kivy.metrics import dp, sp
from kivy.properties import NumericProperty, ObjectProperty

from companion.ui import theme
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.text import width_of

SHAPE, ARROW, GAP, SMALL_GAP, LARGE, SMALL = 23, 22, 7, 3, 28, 26
"""Widths of the shape and of the arrow, and the distances of the parts, in dp; sizes in sp."""


class BeforeAfter(BoxLayout):
    """Balance of a player before and after (a Change): the shape shows whose it is.

    Where there is no room for the shape, whatever is around must show whose it is.
    """

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    marker = NumericProperty(-1)
    shape = NumericProperty(0)
    """Width of the shape."""
    text_size = NumericProperty(theme.NAME)
    gap = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self._fit()

    def on_width(self, *_: object) -> None:
        self._fit()

    def _fit(self) -> None:
        if not self.value:
            return
        before, after = self.value.texts
        texts = width_of(before, sp(LARGE), False, theme.TEXT_FONT)
        texts += width_of(after, sp(LARGE), True, theme.TEXT_FONT)
        has_room = texts + dp(SHAPE + ARROW + 5 * GAP) <= self.width
        self.shape = dp(SHAPE) if has_room else 0
        self.marker = self.table.marker_of(self.value.player) if has_room else -1
        self.text_size = sp(LARGE if has_room else SMALL)
        self.gap = dp(GAP if has_room else SMALL_GAP)
