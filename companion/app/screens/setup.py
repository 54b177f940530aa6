"""Who plays, and by which rules."""

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.widgets.setup_page import SetupPage

PAGES = {
    "names": "NamesPage",
    "rules": "RulesPage",
    "house": "HousePage",
    "table": "TablePage",
    "deal": "DealPage",
    "pick": "DealPick",
}


class NamesPage(SetupPage):
    """Who sits where; names are tapped on keys of our own, large enough for a finger."""


class RulesPage(SetupPage):
    """The edition and the board."""


class HousePage(SetupPage):
    """House rules, two beside each other where there is room."""


class TablePage(SetupPage):
    """What else a table agrees on, and whether the tray is there."""


class SeatChip(ButtonBehavior, BoxLayout):
    """A name: tapped it sits down, tapped again it gets up."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        seating = self.table.seating
        change = seating.remove if self.value.seated else seating.add
        change(self.value.name)


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
