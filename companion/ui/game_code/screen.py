"""Widgets of the game code screen: the code as large as possible, and what to do with it."""

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.layout import BoxLayout

PANEL = 0.91
"""Width of the code's panel beside the text, as a share of its height."""
ROOM = 0.56
"""Largest share of the height of an upright window for the code."""


class GameCodeScreen(Screen):
    """Code at the left over the whole height, or at the top of an upright window."""

    table = ObjectProperty(rebind=True)
    upright = BooleanProperty(False)
    direction = StringProperty("horizontal")
    panel = ListProperty([0, 0])
    """Width and height of the white ground of the code."""

    def on_size(self, *_: object) -> None:
        self.upright = self.height > self.width
        self.direction = "vertical" if self.upright else "horizontal"
        self.panel = [self.height * PANEL, self.height]
        if self.upright:
            self.panel = [self.width, min(self.width, self.height * ROOM)]

    def go_back(self) -> None:
        """Show the screen again that led here."""
        state = self.table.game_code
        self.table.show_screen(state.back)
        if state.back == "past_games":
            self.table.past_games.open_game(state.number)


class CodeStep(BoxLayout):
    """One thing to do with the code."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
