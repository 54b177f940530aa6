"""Widgets of the set-up screen: names, rules, house rules and the deal."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable, TextButton
from companion.ui.widgets.layout import Page
from companion.ui.widgets.lists import PickTile


class SetupPage(Page):
    """Page below the tabs."""

    columns = NumericProperty(4)

    def on_size(self, *_: object) -> None:
        self.columns = 4 if self.width >= self.height else 2


class SetupTabs(Page):
    """Tabs for the pages, and the start button."""


class ChoiceRow(Page):
    """Row of options with a line about the chosen one, beside or below them."""

    direction = StringProperty("horizontal")
    about_hint = NumericProperty(0.6)

    def on_width(self, *_: object) -> None:
        narrow = self.width < dp(600)
        self.direction = "vertical" if narrow else "horizontal"
        self.about_hint = 1 if narrow else 0.6


class OptionButton(TextButton):
    """Option."""

    value = ObjectProperty(rebind=True)


class EditionRow(Tappable, BoxLayout):
    """Edition with a line about it. ``value`` is an ``Option``."""

    value = ObjectProperty(rebind=True)


class SwitchRow(Page):
    """House rule, with its amount if it is on. ``value`` is a ``Switch``."""


class SwitchButton(Tappable, BoxLayout):
    """Switch of a house rule."""

    value = ObjectProperty(rebind=True)


class DealPage(SetupPage):
    """Page with the deeds dealt to each player."""


class HandRow(Page):
    """Deeds dealt to one player."""


class HandTile(PickTile):
    """Dealt deed; a tap replaces it."""

    def on_release(self) -> None:
        self.table.setup.exchange(int(self.value.key))


class DealPick(Page):
    """Page with the deeds that can replace a dealt one."""


class DealTile(PickTile):
    """Deed that can replace a dealt one."""

    def on_release(self) -> None:
        self.table.setup.pick(self.value.key)


class NameChip(Page):
    """Name, with a marker once the person has a seat. ``value`` is a ``Chip``."""


class NameKey(Tappable, BoxLayout):
    """Key that seats a person, or removes a seated one."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        seating = self.table.setup
        change = seating.remove if self.value.seated else seating.add
        change(self.value.name)


class SignKey(Tappable, AnchorLayout):
    """Marker of a player; a tap changes it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.ask_sign(self.value.name)


PAGES = {
    "names": "NamesPage",
    "rules": "RulesPage",
    "house": "HousePage",
    "table": "TablePage",
    "deal": "DealPage",
    "pick": "DealPick",
    "sign": "SignPick",
    "banker": "BankerPage",
}


class NamesPage(SetupPage):
    """Page with the seats, and a letter panel with keys large enough for fingers."""


class RulesPage(SetupPage):
    """Page with the editions and the boards."""


class HousePage(SetupPage):
    """Page with the house rules, in two columns on a wide screen."""


class TablePage(SetupPage):
    """Page with the other options and the state of the tray."""


class SignPick(SetupPage):
    """Page with the markers and their players."""


class SignTile(Tappable, BoxLayout):
    """Marker. ``value`` is a ``Tile``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.take_sign(int(self.value.key))


class BankerPage(SetupPage):
    """Page on which the players choose the banker."""


class BankerTile(PickTile):
    """Person who may be the banker."""

    def on_release(self) -> None:
        self.table.setup.choose_banker(self.value.key)


class SetupScreen(Screen):
    """Set-up of the next game; the pages can be visited in any order."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("NamesPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.setup.bind(page=self._turn)
        self._turn(self.table.setup, self.table.setup.page)

    def on_pre_enter(self) -> None:
        self.table.setup.show()

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
