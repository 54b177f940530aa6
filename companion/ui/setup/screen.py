"""Pages of the set-up screen; the seats and names are in ``round_table``."""

from kivy.metrics import dp, sp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen

from companion.ui import theme
from companion.ui.setup import round_table
from companion.ui.setup.seating import parts
from companion.ui.widgets.buttons import Raised, SecondaryButton
from companion.ui.widgets.layout import BoxLayout, Page
from companion.ui.widgets.text import width_of

__all__ = ("SetupScreen", "round_table")

PAGES = {
    "table": "TablePage",
    "name": "NamePage",
    "token": "TokenPage",
    "more": "MorePage",
    "choice": "ChoicePage",
    "house": "HousePage",
    "banker": "BankerPage",
    "first": "FirstPage",
    "deal": "DealPage",
    "exchange": "ExchangePage",
}


SIDEWAYS = ("horizontal", "vertical")


class TablePage(FloatLayout):
    """Page with the table, the names, and the three large choices."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    seated = NumericProperty(0)
    columns = NumericProperty(3)
    """Number of large choices in a row."""
    past_text = StringProperty()
    """Text of the button of the past games; "" where there is only room for its icon."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("size", "pos", "seated"):
            self.fbind(name, self._arrange)
        self.value.bind(names=self._count)
        self.table.bind(unplayed=self._arrange)
        self._count()
        self._arrange()

    def _count(self, *_: object) -> None:
        self.seated = len(self.value.names)

    def _arrange(self, *_: object) -> None:
        is_wide = self.width >= self.height
        self.columns = 3 if is_wide else 1
        has_words = is_wide and self.table.unplayed
        self.past_text = self.value.words["past games"] if has_words else ""
        width, height = self.width / dp(1), self.height / dp(1)
        for name, box in parts(width, height, self.seated, not self.table.unplayed).items():
            part = self.ids[name]
            part.size_hint, part.opacity = (None, None), float(box.width * box.height > 0)
            part.disabled = not part.opacity
            part.size = dp(box.width), dp(box.height)
            part.pos = self.x + dp(box.x), self.y + dp(box.y)


class SetupPage(Page):
    """Page below a heading. ``columns`` are those of its tiles."""

    wide_columns = NumericProperty(1)
    upright_columns = NumericProperty(1)
    columns = NumericProperty(1)

    def on_size(self, *_: object) -> None:
        wide = self.width >= self.height
        self.columns = self.wide_columns if wide else self.upright_columns


class NamePage(SetupPage):
    """Page to type a name."""

    suggested_height = NumericProperty("54dp")

    def on_size(self, *_: object) -> None:
        super().on_size()
        self.suggested_height = dp(54 if self.width >= self.height else 180)


class TokenPage(SetupPage):
    """Page with the markers and their players."""


class MorePage(SetupPage):
    """Page with all options and their values."""


class ChoicePage(SetupPage):
    """Page with the values that an option may have."""

    tallest = NumericProperty("84dp")

    def on_size(self, *_: object) -> None:
        super().on_size()
        self.tallest = dp(84 if self.width >= self.height else 146)


class HousePage(SetupPage):
    """Page with the house rules."""


class BankerPage(SetupPage):
    """Page with the people who may be the banker."""


class FirstPage(SetupPage):
    """Page with the players who may start."""


class DealPage(SetupPage):
    """Page with the deeds dealt to each player."""

    row_height = NumericProperty("62dp")

    def on_size(self, *_: object) -> None:
        super().on_size()
        self.row_height = dp(62 if self.width >= self.height else 140)


class ExchangePage(SetupPage):
    """Page with the deeds that can replace a dealt one."""


class ClearButton(SecondaryButton):
    """Button that clears the table or seats the same people again; it has no surface."""


class PlanCard(Raised):
    """One of the three large choices. ``value`` is a ``Plan``."""

    value = ObjectProperty(rebind=True)
    columns = NumericProperty(1)
    """Two if title and line are beside each other."""

    def on_size(self, *_: object) -> None:
        self.columns = 1 if self.height >= dp(64) else 2

    def on_value(self, *_: object) -> None:
        """Share the width by the length of the words."""
        title = width_of(self.value.title, sp(26), True, theme.TEXT_FONT)
        about = width_of(self.value.about, sp(26), False, theme.TEXT_FONT)
        self.size_hint_x = max(title, about) + dp(15)

    def on_release(self) -> None:
        self.table.setup.choose_plan(self.value.key)


class SettingCard(Raised):
    """Option with its value. ``value`` is a ``Setting``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.open(self.value.key)


class OptionRow(Raised):
    """Value of an option, with a line about it. ``value`` is an ``Option``."""

    value = ObjectProperty(rebind=True)
    direction, across = StringProperty("horizontal"), StringProperty("vertical")
    """Directions of name and line, and of name and note."""
    head_hint = ListProperty([None, 1])
    head_gap = NumericProperty(0)
    """Distance between name and line where they are beside each other."""

    def on_width(self, *_: object) -> None:
        wide = self.width >= dp(600)
        self.direction, self.across = SIDEWAYS if wide else SIDEWAYS[::-1]
        self.head_hint = [None, 1] if wide else [1, 0.45]
        self.head_gap = dp(6) if wide else 0

    def on_release(self) -> None:
        self.table.setup.choose(self.value.key, self.value.name)


class SwitchRow(BoxLayout):
    """House rule, with keys for its amount if it is on. ``value`` is a ``Switch``."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class ChapterTab(Raised):
    """Tab of a chapter of house rules. ``value`` is a ``Tile``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.show_chapter(self.value.key)


class StepKey(SecondaryButton):
    """Key that makes an amount or a time larger or smaller."""


class SwitchButton(Raised):
    """Switch of a house rule, with its amount or a line about it. ``value`` is a ``Switch``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.turn_switch(self.value.name)


class TokenTile(Raised):
    """Marker. ``value`` is a ``Tile``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.take_token(int(self.value.key))


class PersonTile(Raised):
    """Person. ``value`` is a ``Tile``."""

    value = ObjectProperty(rebind=True)


class BankerTile(PersonTile):
    """Person who may be the banker."""

    def on_release(self) -> None:
        self.table.setup.choose_banker(self.value.key)


class FirstTile(PersonTile):
    """Player who may start."""

    def on_release(self) -> None:
        self.table.setup.choose_first(self.value.key)


class HandRow(Page):
    """Deeds dealt to one player. ``value`` is a ``Hand``."""

    name_hint = ListProperty([0.78, 1])
    deeds_hint = NumericProperty(2)

    def on_width(self, *_: object) -> None:
        wide = self.width >= dp(600)
        self.orientation = "horizontal" if wide else "vertical"
        self.name_hint, self.deeds_hint = ([0.78, 1], 2) if wide else ([1, 0.75], 1)


class HandDeed(Raised):
    """Dealt deed; a tap replaces it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.exchange(int(self.value.key))


class DealDeed(Raised):
    """Deed that can replace a dealt one."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.setup.pick(self.value.key)


class SetupScreen(Screen):
    """Set-up of the next game."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("TablePage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.setup.bind(page=self._turn)
        self._turn(self.table.setup, self.table.setup.page)

    def on_pre_enter(self) -> None:
        self.table.setup.show()

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
