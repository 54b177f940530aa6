"""Widgets of the story screen: one page at a time, turned by buttons or a swipe."""

from kivy.graphics import Color, RoundedRectangle
from kivy.graphics.instructions import Instruction
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui import theme
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.layout import Page

PAGES = {"worth": "WorthPage", "luck": "LuckPage", "rent": "RentPage", "end": "EndPage"}
SWIPE = 120
"""Distance in dp that a finger must slide sideways to turn the page."""


class StoryScreen(Screen):
    """Header with the page's title, and the page."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("WorthPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.story.bind(page=self._turn)
        self._turn()

    def on_pre_enter(self) -> None:
        self.table.story.show()

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Turn the page after a swipe."""
        across, along = touch.x - touch.ox, touch.y - touch.oy
        if abs(across) > dp(SWIPE) and abs(across) > 2 * abs(along):
            if across < 0:
                self.table.story.turn_over()
            else:
                self.table.story.turn_back()
            return True
        return bool(super().on_touch_up(touch))

    def go_back(self) -> None:
        """Show the screen of the game again."""
        self.table.show_screen("play")

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


class WorthPage(StoryPage):
    """Chart of worth with the swings below it."""


class LuckPage(StoryPage):
    """Rents that the dice avoided, and the awards."""

    row_height = NumericProperty("56dp")

    def arrange(self, *_: object) -> None:
        super().arrange()
        room = (self.height / 2 if self.upright else self.height) - dp(80)
        count = max(1, len(self.value.story.luck)) if self.value else 1
        self.row_height = min(dp(56), room / count)


class RentPage(StoryPage):
    """Properties that earned most."""

    row_height = NumericProperty("64dp")

    def arrange(self, *_: object) -> None:
        super().arrange()
        count = max(1, len(self.value.story.earners)) if self.value else 1
        self.row_height = min(dp(76), self.height / count)


class EndPage(StoryPage):
    """Standings beside the code of the game."""

    columns = NumericProperty(1)
    photograph = StringProperty()

    def arrange(self, *_: object) -> None:
        super().arrange()
        if self.value and self.table:
            many = len(self.value.standings) * dp(40) > self.height - dp(220)
            self.columns = 2 if many else 1
            words = self.value.words["photograph"]
            self.photograph = words.format(moves=self.table.played)

    def report(self) -> None:
        """Write the report of the finished game."""
        self.table.report_job.write(self.table.session.game_number)


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


class SwingCard(BoxLayout):
    """Move that changed somebody's worth most."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class LuckRow(BoxLayout):
    """Player with the rent that the dice avoided."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class EarnerRow(BoxLayout):
    """Property with the rent it earned."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class FinalRow(BoxLayout):
    """Player in the final standings: cash, properties, buildings and worth."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
