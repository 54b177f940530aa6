"""A verb: the row at the bottom, the menu, and wherever else a word is tapped."""

from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets.tappable import Tappable


class VerbButton(Tappable, AnchorLayout):
    """A word on a plain ground."""

    text = StringProperty()
    color = ColorProperty(theme.TEXT)
    fill = ColorProperty(theme.BACKGROUND)
    radius = NumericProperty("0dp")
    largest = NumericProperty("20sp")
    bold = BooleanProperty(False)
    lines = NumericProperty(2)
    font = StringProperty("Roboto")

    def _ground(self) -> list[float]:
        return self.size if self.fill[3] or self.state == "down" else [0, 0]

    ground = AliasProperty(_ground, bind=["size", "fill", "state"])
    """The size of what is filled: nothing, where it could not be seen."""


class BackButton(VerbButton):
    """The way back from a page, always top left."""


class UndoButton(VerbButton):
    """Undoes the last move, wherever there is a game to be seen."""


class MenuButton(Tappable, Widget):
    """Three bars."""


class StrayStrip(BoxLayout):
    """A throw that was perhaps not made for this move: somebody decides."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    wanted_height = NumericProperty("72dp")

    def on_width(self, *_: object) -> None:
        self.wanted_height = dp(72 if self.width >= dp(500) else 90)
