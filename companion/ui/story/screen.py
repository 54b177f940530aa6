"""Widgets of the story screen: one page at a time, turned by buttons or a swipe."""

from kivy.graphics import Color, RoundedRectangle
from kivy.graphics.instructions import Instruction
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui import theme
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.layout import BoxLayout, Page

PAGES = {"end": "EndPage", "chances": "ChancesPage", "luck": "LuckPage", "rent": "RentPage"}
NO_EDGE = (0, 0, 0, 0)
SWIPE = 120
"""Distance in dp that a finger must slide sideways to turn the page."""


ROOMY_ROW = 640
"""Width in dp of a row with room for the number of rents."""


class StoryScreen(Screen):
    """Header with the page's title, and the page."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("EndPage")
    is_wide = BooleanProperty(True)
    next_word = StringProperty()
    """Text of the button to the next page; an upright window has room for its icon only."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.story.bind(page=self._turn, next_word=self._arrange)
        self.bind(size=self._arrange)
        self._turn()

    def on_pre_enter(self) -> None:
        self.table.report_job.written = ""  # It may be that of an earlier game.
        self.table.story.show()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        super().on_touch_down(touch)
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Turn the page after a swipe."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        across, along = touch.x - touch.ox, touch.y - touch.oy
        if abs(across) > dp(SWIPE) and abs(across) > 2 * abs(along):
            if across < 0:
                self.table.story.turn_over()
            else:
                self.table.story.turn_back()
        return True

    def go_back(self) -> None:
        """Show the screen of the game again."""
        self.table.show_screen("play")

    def _arrange(self, *_: object) -> None:
        self.is_wide = self.width > self.height
        self.next_word = self.table.story.next_word if self.is_wide else ""

    def _turn(self, *_: object) -> None:
        self.page = PAGES[self.table.story.page]


class StoryPage(Page):
    """Page of the story, with its parts beside each other, or below each other if upright."""

    upright = BooleanProperty(False)
    direction = StringProperty("horizontal")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(size=self.arrange, value=self.arrange)

    def arrange(self, *_: object) -> None:
        """Choose the direction for the size of the page."""
        self.upright = self.height > self.width
        self.direction = "vertical" if self.upright else "horizontal"


class ChancesPage(StoryPage):
    """Chart of chances, or of worth, above the moves that turned the game.

    In place of the chart there is the other branch of a choice that was tapped.
    """

    panel = StringProperty("ChartPanel")

    def on_table(self, *_: object) -> None:
        self.table.story.bind(chosen=self._show_panel)
        self._show_panel()

    def _show_panel(self, *_: object) -> None:
        self.panel = "BranchesPanel" if self.table.story.chosen else "ChartPanel"


class ChartPanel(StoryPage):
    """Chart with the names of the players."""

    columns = NumericProperty(1)
    legend_hint = ListProperty([0.22, 1])
    row_height = NumericProperty("60dp")

    def arrange(self, *_: object) -> None:
        window = self.get_root_window()
        self.upright = bool(window and window.height > window.width)
        self.direction = "vertical" if self.upright else "horizontal"
        if not self.value or not self.value.standings:
            return
        count = len(self.value.standings)
        self.columns = 4 if self.upright else 1 if self.height >= count * dp(32) else 2
        self.legend_hint = [1, None] if self.upright else [0.22 * self.columns, 1]
        room = self.height - dp(24)
        self.row_height = dp(36) if self.upright else min(dp(60), room * self.columns / count)


class LegendRow(BoxLayout):
    """Token and name of a player."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class BranchesPanel(StoryPage):
    """Chances of a player before a choice, after it, and with the other choice."""


class BranchRow(BoxLayout):
    """Chance in one branch (a Branch) with its bar."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class LuckPage(StoryPage):
    """Luck of everybody's dice, and the awards."""

    row_height = NumericProperty("56dp")

    def arrange(self, *_: object) -> None:
        super().arrange()
        room = (self.height / 2 if self.upright else self.height) - dp(156)
        count = max(1, len(self.value.luck)) if self.value else 1
        self.row_height = min(dp(56), room / count)


class RentPage(StoryPage):
    """Properties that earned most."""

    row_height = NumericProperty("64dp")

    def arrange(self, *_: object) -> None:
        super().arrange()
        count = max(1, len(self.value.story.earners)) if self.value else 1
        self.row_height = min(dp(76), self.height / count)


class EndPage(StoryPage):
    """Standings, the way to the code of the game, and its report."""

    columns = NumericProperty(1)
    footer = StringProperty()
    """Path of the report, or the number of moves with their fingerprint before it is written."""

    def on_table(self, *_: object) -> None:
        self.table.report_job.bind(written=self._show_footer)
        self.table.bind(signed=self._show_footer)
        self._show_footer()

    def _show_footer(self, *_: object) -> None:
        self.footer = self.table.report_job.written or self.table.signed

    def arrange(self, *_: object) -> None:
        super().arrange()
        if self.value:
            many = len(self.value.standings) * dp(40) > self.height - dp(174)
            self.columns = 2 if many else 1

    def report(self) -> None:
        """Write the report of the finished game."""
        self.table.report_job.write(self.table.session.game_number)

    def open_code(self) -> None:
        """Show the code of the finished game."""
        self.table.game_code.open(self.table.session.game_number, "story")
        self.table.show_screen("game_code")


class PageDots(Drawn):
    """Dot for each page; that of the page shown is dark."""

    dots = ListProperty()
    drawn_from = ("dots",)

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the dots, in the middle of ``box``."""
        side, step = dp(14), dp(26)
        left = box.center[0] - (step * (len(self.dots) - 1) + side) / 2
        y = box.center[1] - side / 2
        return [
            part
            for place, is_shown in enumerate(self.dots)
            for part in (
                Color(rgba=theme.colors.ink if is_shown else theme.colors.edge),
                RoundedRectangle(
                    pos=(left + place * step, y), size=(side, side), radius=[side / 2]
                ),
            )
        ]


class SwingCard(Tappable, BoxLayout):
    """Move that changed somebody's chance, or worth, most; a tap shows the other branch."""

    value = ObjectProperty(rebind=True)
    edge = ColorProperty(NO_EDGE)

    def on_table(self, *_: object) -> None:
        self.table.story.bind(chosen=self._mark)
        self._mark()

    def on_value(self, *_: object) -> None:
        self._mark()

    def on_release(self) -> None:
        self.table.story.choose(self.value)

    def _mark(self, *_: object) -> None:
        is_chosen = self.table and self.value and self.table.story.chosen == self.value
        self.edge = theme.player_color(self.value.marker) if is_chosen else NO_EDGE


class LuckRow(BoxLayout):
    """Player with the luck of the dice."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class EarnerRow(BoxLayout):
    """Property with the rent it earned."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    earned = StringProperty()
    """Rent, and how often it was paid if there is room for that."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(size=self._arrange, value=self._arrange)

    def _arrange(self, *_: object) -> None:
        is_wide = self.width > dp(ROOMY_ROW)
        self.earned = self.value.in_rents if is_wide else self.value.amount


class FinalRow(BoxLayout):
    """Player in the final standings: cash, properties, buildings and worth."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
