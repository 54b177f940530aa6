"""What is seldom wanted: another game, a ruling, to leave; and what makes the table comfortable."""

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import TextButton
from companion.ui.widgets.layout import Page
from companion.ui.widgets.lists import PickTile

PAGES = {
    "menu": "MenuPage",
    "comfort": "ComfortPage",
    "parting": "PartingPage",
    "finish": "FinishPage",
}


class MenuPage(Page):
    """A few large verbs, two beside each other where there is room."""

    columns = NumericProperty(2)

    def on_size(self, *_: object) -> None:
        self.columns = 2 if self.width > self.height else 1

    def leave(self) -> None:
        """Go back to the game, or to the set-up when there is none."""
        self.table.look_at("setup" if self.table.unplayed else "play")


class ComfortPage(Page):
    """Which way the screen is turned, sounds, light, the language."""


class PartingPage(Page):
    """Who leaves."""


class FinishPage(Page):
    """What everybody is worth, and the button that ends the game."""


class TurnKey(TextButton):
    """One way to turn the screen. ``value`` is a Tile, its key in degrees."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.preferences.turn(int(self.value.key))


class VolumeKey(TextButton):
    """How loud the sounds are. ``value`` is a Tile, its key a level."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.preferences.play_at(int(self.value.key))


class LightKey(TextButton):
    """How bright the screen is. ``value`` is a Tile, its key a level."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.preferences.shine_at(int(self.value.key))


class SeatSide(TextButton):
    """Where somebody sits; touched, the next side. ``value`` is a Side."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.preferences.move_seat(self.value.name)


class LanguageTile(PickTile):
    """A language."""

    def on_release(self) -> None:
        self.table.preferences.speak(self.value.key)


class MenuScreen(Screen):
    """Three pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("MenuPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.preferences.bind(page=self._turn)

    def on_pre_enter(self) -> None:
        self.table.preferences.open()
        self.table.bind(number=self._moved)

    def on_leave(self) -> None:
        self.table.unbind(number=self._moved)

    def _moved(self, *_: object) -> None:
        """Somebody left, or the hour has come: what follows is on another screen."""
        if self.table.preferences.page in ("parting", "finish"):
            self.table.look_at("play")

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
