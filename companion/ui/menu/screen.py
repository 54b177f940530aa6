"""Widgets of the menu: actions that are seldom needed, and preferences."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import PrimaryAnswer, SecondaryButton, TextButton
from companion.ui.widgets.layout import Page

PAGES = {
    "menu": "MenuPage",
    "settings": "SettingsPage",
    "parting": "PartingPage",
    "finish": "FinishPage",
}


class MenuAction(SecondaryButton):
    """Action of the menu: an icon and words."""


class MenuAnswer(PrimaryAnswer):
    """Answer that ends the game, for the player in whose colour it is or for all."""


class MenuPage(Page):
    """Page with a few large buttons, in three columns on a wide screen."""

    columns = NumericProperty(3)
    fingerprint_height = NumericProperty(0)

    def on_size(self, *_: object) -> None:
        is_wide = self.width > self.height
        self.columns = 3 if is_wide else 1
        self.fingerprint_height = dp(34 if is_wide else 66)

    def leave(self) -> None:
        """Go back to the game, or to the set-up when there is none."""
        self.table.show_screen("setup" if self.table.unplayed else "play")


class SettingsPage(Page):
    """Page of the preferences: screen, sound and language."""


class PartingPage(Page):
    """Page on which a player leaves the game."""


class FinishPage(Page):
    """Page with the standings and the button that ends the game."""


class SettingKey(TextButton):
    """Value of a preference. ``value`` is a ``Choice``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.settings.change(**self.value.changes)


class VolumeKey(SettingKey):
    """Volume of the sounds, which plays a sample."""

    def on_release(self) -> None:
        self.table.settings.set_volume(**self.value.changes)


class SeatSide(TextButton):
    """Side of the table on which a player sits; a tap moves the player on."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.settings.move_seat(self.value.name)


class LanguageKey(TextButton):
    """Language. ``value`` is a ``Tile``; its key is the code of the language."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.settings.speak(self.value.key)


class MenuScreen(Screen):
    """Menu with its pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("MenuPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.settings.bind(page=self._turn)

    def on_pre_enter(self) -> None:
        self.table.settings.open()
        self.table.bind(number=self._moved)

    def on_leave(self) -> None:
        self.table.unbind(number=self._moved)

    def _moved(self, *_: object) -> None:
        """Return to the game after somebody left or the game ended."""
        if self.table.settings.page in ("parting", "finish"):
            self.table.show_screen("play")

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
