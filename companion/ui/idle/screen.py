"""Idle screen: it covers everything while nobody touches the table."""

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.lists import Repeater

RINGS = {"compact": (0, 0), "ring": (77, 64), "upright": (44, 56)}
"""Depth of the ring at the sides, and at the bottom and top, in dp, by composition."""
FEW, MANY = 4, 8
"""Number of players that fill a narrow column, and two columns."""
TALLEST, TOKEN, BALANCE = 112, 0.75, 0.5
"""Largest height of a player in dp; sizes of token and balance in shares of the height."""
MOST_BALANCE, LEAST_BALANCE = 60, 30


class RestingPlayer(BoxLayout):
    """Player on the idle screen: token, name and balance."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    colors = ObjectProperty()
    side = NumericProperty(0)
    balance_size = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        kwargs.setdefault("colors", theme.evening())
        super().__init__(**kwargs)
        self.bind(height=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        self.side = round(TOKEN * self.height)
        size = BALANCE * self.height
        self.balance_size = min(sp(MOST_BALANCE), max(sp(LEAST_BALANCE), size))


class RestingPlayers(Repeater):
    """Players in as many columns as there is room for."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.row_force_default = True
        for name in ("values", "size"):
            self.fbind(name, self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        count, is_narrow = len(self.values), self.width < self.height
        if is_narrow:
            self.cols = 1 if count <= FEW else 2
        else:
            self.cols = 2 if count <= MANY else 3
        rows = max(1, -(-count // self.cols))
        self.row_default_height = min(dp(TALLEST), self.height / rows)


class IdleOverlay(FloatLayout):
    """Standings and clock on a dark ground, with the ring around them on a large panel.

    The colours are those of the evening, whichever theme is in force.
    """

    table = ObjectProperty(rebind=True)
    colors = ObjectProperty()
    cells = ListProperty()
    depths = ListProperty([0, 0])
    head_direction = StringProperty()
    head_height = NumericProperty()

    def __init__(self, *, composition: str, **kwargs: Any) -> None:
        depths = [dp(depth) for depth in RINGS[composition]]
        cells = kwargs["table"].idle.cells if any(depths) else []
        is_upright = composition == "upright"
        super().__init__(
            colors=theme.evening(),
            depths=depths,
            cells=cells,
            head_direction="vertical" if is_upright else "horizontal",
            head_height=dp(160 if is_upright else 92),
            **kwargs,
        )
