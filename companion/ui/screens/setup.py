"""Who plays, and by which rules."""

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.setup_page import SetupPage
from companion.ui.widgets.tappable import Tappable
from companion.ui.widgets.tile import PickTile

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
    """Who sits where; names are tapped on keys of our own, large enough for a finger."""


class RulesPage(SetupPage):
    """The edition and the board."""


class HousePage(SetupPage):
    """House rules, two beside each other where there is room."""


class TablePage(SetupPage):
    """What else a table agrees on, and whether the tray is there."""


class SignPick(SetupPage):
    """Every sign, and who has it."""


class SignTile(Tappable, BoxLayout):
    """One of them. ``value`` is a Tile."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.seating.take_sign(int(self.value.key))


class BankerPage(SetupPage):
    """Who keeps the bank: one of the players, or somebody else by name."""


class BankerTile(PickTile):
    """Somebody who may."""

    def on_release(self) -> None:
        self.table.seating.employ(self.value.key)


class SetupScreen(Screen):
    """One page after the other, or in any order."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("NamesPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.seating.bind(page=self._turn)
        self._turn(self.table.seating, self.table.seating.page)

    def on_pre_enter(self) -> None:
        self.table.seating.show()

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
