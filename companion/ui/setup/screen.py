"""Who plays, and by which rules."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable, TextButton
from companion.ui.widgets.layout import Page
from companion.ui.widgets.lists import PickTile


class SetupPage(Page):
    """Under the tabs, which lead to every page."""

    columns = NumericProperty(4)

    def on_size(self, *_: object) -> None:
        self.columns = 4 if self.width >= self.height else 2


class SetupTabs(Page):
    """Who, by which rules, and off we go."""


class ChoiceRow(Page):
    """Some options, one of which is chosen, and what that one means: beside them, or below."""

    direction = StringProperty("horizontal")
    about_hint = NumericProperty(0.6)

    def on_width(self, *_: object) -> None:
        narrow = self.width < dp(600)
        self.direction = "vertical" if narrow else "horizontal"
        self.about_hint = 1 if narrow else 0.6


class OptionButton(TextButton):
    """One of them."""

    value = ObjectProperty(rebind=True)


class EditionRow(Tappable, BoxLayout):
    """A rule sheet, and what is peculiar to it. ``value`` is an Option."""

    value = ObjectProperty(rebind=True)


class SwitchRow(Page):
    """A house rule; with its sum, if it has one and is on. ``value`` is a Switch."""


class SwitchButton(Tappable, BoxLayout):
    """On, or off."""

    value = ObjectProperty(rebind=True)


class DealPage(SetupPage):
    """What everybody is dealt."""


class HandRow(Page):
    """What one player is dealt."""


class HandTile(PickTile):
    """One of the deeds; touched, another takes its place."""

    def on_release(self) -> None:
        self.table.setup.exchange(int(self.value.key))


class DealPick(Page):
    """Another deed."""


class DealTile(PickTile):
    """A deed that might have been dealt instead."""

    def on_release(self) -> None:
        self.table.setup.pick(self.value.key)


class NameChip(Page):
    """A name, and once it sits the sign by which it is known. ``value`` is a Chip."""


class NameKey(Tappable, BoxLayout):
    """Tapped it sits down, tapped again it gets up."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        seating = self.table.setup
        change = seating.remove if self.value.seated else seating.add
        change(self.value.name)


class SignKey(Tappable, AnchorLayout):
    """The sign: tapped it can be changed."""

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
        self.table.setup.take_sign(int(self.value.key))


class BankerPage(SetupPage):
    """Who keeps the bank: one of the players, or somebody else by name."""


class BankerTile(PickTile):
    """Somebody who may."""

    def on_release(self) -> None:
        self.table.setup.employ(self.value.key)


class SetupScreen(Screen):
    """One page after the other, or in any order."""

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
