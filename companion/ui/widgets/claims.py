"""Rent still due: lines that stack upwards from the bottom of the stage and keep their places."""

from math import pi, sin

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.buttons import AnswerButton
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.motion import Motion

HEIGHTS = {
    "wide": 82,
    "slim": 56,
    "tiles": 56,
}
TALL = 120
"""Height of a wide line in an upright window, in dp."""
TILE_ROWS, TILE_COLUMNS = 2, 2
"""Rows that tiles fill, and their least number in a row."""
GAPS = {"wide": 7, "slim": 6, "tiles": 6}
BUTTONS, NARROW_BUTTON = {"wide": 280, "slim": 220, "tiles": 0}, 140
"""Width of the button in dp; 0 for all that the line has left."""
IN_SECONDS, SHAKE_SECONDS, SHAKE = 0.16, 0.3, 4
DOT, DOT_GAP = 13, 5
NARROW = 420
"""Width of a line in dp below which its button is narrower."""


class Dots(Drawn):
    """Rolls until a claim lapses: ``filled`` of ``count`` dots are filled."""

    count = NumericProperty(0)
    filled = NumericProperty(0)
    drawn_from = ("count", "filled")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("count", self._take_room)
        self._take_room()

    def _take_room(self, *_: object) -> None:
        self.size_hint_x, self.width = None, dp(DOT + DOT_GAP) * self.count

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the dots, from the left."""
        side, thick = dp(DOT), dp(2.5)
        drawn = []
        for place in range(int(self.count)):
            dot = Box(box.x + place * dp(DOT + DOT_GAP), box.center[1] - side / 2, side, side)
            drawn += drawing.figure("disc", dot, theme.colors.ink)
            if place >= self.filled:
                hole = Box(dot.x + thick, dot.y + thick, side - 2 * thick, side - 2 * thick)
                drawn += drawing.figure("disc", hole, theme.player_tint(-1))
        return drawn


class ClaimButton(AnswerButton):
    """Button that collects the rent of a ClaimLine, in the colour of the owner."""

    fill = ListProperty([0, 0, 0, 0])
    lip = ListProperty([0, 0, 0, 0])
    ink = ListProperty([0, 0, 0, 1])
    texts = ListProperty()
    notes = ListProperty()
    warning = StringProperty()
    warning_width = NumericProperty(0)
    marker = NumericProperty(-1)
    side = NumericProperty(0)

    def on_warning(self, *_: object) -> None:
        """Make room for the icon."""
        self.warning_width = dp(30) if self.warning else 0


class ClaimRow(BoxLayout):
    """Line of a claim: the property, how long it may be collected, and the button."""

    table = ObjectProperty(None, allownone=True)
    value = ObjectProperty(rebind=True)
    less_motion = BooleanProperty(False)
    fill = ListProperty([0, 0, 0, 0])
    lip = ListProperty([0, 0, 0, 0])
    tint = ListProperty([0, 0, 0, 0])
    ink = ListProperty([0, 0, 0, 1])
    group = StringProperty()
    names = ListProperty()
    until = ListProperty()
    notes = ListProperty()
    collect = ListProperty()
    stacking = StringProperty("vertical")
    until_share = ObjectProperty(1, allownone=True)
    until_width = NumericProperty(0)
    marker = NumericProperty(-1)
    rolls = NumericProperty(0)
    most_rolls = NumericProperty(0)
    is_missed = BooleanProperty(False)
    answer = ObjectProperty(None, allownone=True)
    warning = StringProperty()
    """Icon before the note of a payer who is short."""
    text_width = NumericProperty(0)
    button_width = NumericProperty(0)
    token = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        self.motion, self._aside = Motion(), Translate()
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self.canvas.before.add(self._aside)
        with self.canvas.after:
            PopMatrix()
        self.fbind("width", self._fit)

    def on_value(self, *_: object) -> None:
        """Show the claim, greyed if it was missed."""
        line = self.value
        is_gone = self.is_missed = line.is_missed
        self.answer, self.collect, self.marker = line.answer, list(line.collect), line.marker
        self.warning = "warning" if line.is_short and line.form == "wide" else ""
        # A tile has room for its button only.
        is_tile = line.form == "tiles"
        self.rolls, self.most_rolls = line.rolls, 0 if is_tile else line.most_rolls
        self.fill = theme.colors.edge if is_gone else theme.player_fill(line.marker)
        self.lip = theme.colors.edge if is_gone else theme.player_lip(line.marker)
        self.tint = theme.colors.sunk if is_gone else theme.player_tint(line.marker)
        self.ink = theme.colors.sheet if is_gone else theme.on_player(line.marker)
        self.group = line.group
        self.names = [] if is_tile else list(line.names)
        is_wide = line.form == "wide"
        self.until = list(line.until) if is_wide else []
        self.notes = list(line.note) if is_wide else []
        self.stacking = "vertical" if is_wide else "horizontal"
        self.until_share = 1 if is_wide else None
        self.until_width = 0 if is_wide else dp(DOT + DOT_GAP) * self.most_rolls + dp(DOT_GAP)
        self.token = dp(44 if line.form == "wide" else 36)
        self._fit()

    def _fit(self, *_: object) -> None:
        """Give the button its width; what is left is for the text, or nothing."""
        if self.value is None:
            return
        around = dp(5 + 14 + 8 + 8 + 5)
        button = dp(BUTTONS[self.value.form])
        if self.value.form == "slim" and self.width < dp(NARROW):
            button = dp(NARROW_BUTTON)
        self.button_width = button or self.width - around + dp(8)
        self.text_width = self.width - around - button if button else 0

    def come_in(self) -> None:
        """Let a new claim appear; it can be touched at once."""

        def show(share: float) -> None:
            self.opacity = share

        if not self.less_motion:
            self.motion.run(show, IN_SECONDS, "out_cubic")

    def shake(self) -> None:
        """Shake a claim that was missed."""

        def show(share: float) -> None:
            self._aside.x = dp(SHAKE) * sin(6 * pi * share) * (1 - share)

        if not self.less_motion:
            self.motion.run(show, SHAKE_SECONDS)


class TallClaimRow(ClaimRow):
    """Line of a claim in an upright window: the button is below the text."""


class ClaimStack(Widget):
    """Lines of all claims, each in its place, from the bottom upwards; none is scrolled away."""

    table = ObjectProperty(None, allownone=True, rebind=True)
    lines = ListProperty()
    form = StringProperty("wide")
    less_motion = BooleanProperty(False)
    upright = BooleanProperty(False)
    needed = NumericProperty(0)
    """Height of all lines."""

    def __init__(self, **kwargs: object) -> None:
        self._rows: list[ClaimRow] = []
        self._has_tall_rows = False
        super().__init__(**kwargs)
        for name in ("pos", "size"):
            self.fbind(name, self._arrange)
        for name in ("lines", "form"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: object) -> None:
        if self._has_tall_rows != self._is_tall():
            self._rows, self._has_tall_rows = [], self._is_tall()
        claims = {line.claim for line in self.lines}
        rows = (row for row in self._rows if row.parent)
        known = {row.value.claim: row for row in rows if row.value.claim in claims}
        while len(self._rows) < len(self.lines):
            self._rows.append(self._new_row())
        spare = [row for row in self._rows if row not in known.values()]
        self.clear_widgets()
        for line in self.lines:
            row = known.pop(line.claim, None)
            is_new = row is None
            row = row or spare.pop()
            was_missed = bool(not is_new and row.value.is_missed)
            row.less_motion = self.less_motion
            if row.value != line:
                row.value = line
            self.add_widget(row)
            if is_new:
                row.come_in()
            if line.is_missed and not was_missed:
                row.shake()
        self._measure()
        self._arrange()

    def _new_row(self) -> ClaimRow:
        return (TallClaimRow if self._is_tall() else ClaimRow)(table=self.table)

    def _is_tall(self) -> bool:
        return bool(self.upright and self.form == "wide")

    def _height(self) -> int:
        return TALL if self._is_tall() else HEIGHTS[self.form]

    def _columns(self) -> int:
        """Return the number of lines in a row: many tiles are narrow, so that none is scrolled."""
        if self.form != "tiles":
            return 1
        most = max((line.place for line in self.lines), default=0)
        return max(TILE_COLUMNS, most // TILE_ROWS + 1)

    def _measure(self) -> None:
        if not self.lines:
            self.needed = 0
            return
        most = max(line.place for line in self.lines) // self._columns() + 1
        self.needed = dp(most * (self._height() + GAPS[self.form]) - GAPS[self.form])

    def _arrange(self, *_: object) -> None:
        form = self.form
        columns, height, gap = self._columns(), dp(self._height()), dp(GAPS[form])
        width = (self.width - gap * (columns - 1)) / columns
        for row in self.children:
            place = row.value.place
            row.size = (width, height)
            row.pos = (
                self.x + place % columns * (width + gap),
                self.y + place // columns * (height + gap),
            )
