"""Widgets of the first start."""

from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Raised, SecondaryButton
from companion.ui.widgets.dice import DiceKeys, DieKey
from companion.ui.widgets.layout import BoxLayout, Page

PAGES = {
    "hello": "HelloPage",
    "date": "DatePage",
    "zone": "ZonePage",
    "practice": "PracticePage",
}


class FirstStartPage(Page):
    """Page of the first start; in an ``upright`` window its rows are higher."""

    upright = BooleanProperty(False)
    direction = StringProperty("horizontal")

    def on_size(self, *_: object) -> None:
        self.upright = self.height > self.width
        self.direction = "vertical" if self.upright else "horizontal"


class HelloPage(FirstStartPage):
    """Page that asks for language, time and dice."""

    dials_share = AliasProperty(lambda page: 2.2 if page.upright else 1.5, bind=["upright"])
    """Width of the dials of the time beside that of the date."""


class DatePage(FirstStartPage):
    """Page with the dials of the date."""


class ZonePage(FirstStartPage):
    """Page with the regions, or the cities of one, to choose a time zone."""


class ZoneKey(SecondaryButton):
    """Region or city (a Tile)."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.first_start.pick_zone(self.value.key)


class PracticePage(FirstStartPage):
    """Page for three rolls, which nothing remembers."""


class HelloRow(BoxLayout):
    """Question with its icon; what answers it is added."""

    icon = StringProperty()
    text = StringProperty()
    direction = StringProperty("horizontal")


class SpokenLanguage(Raised):
    """Language. ``value`` is a ``Tile``; its key is the code of the language."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.settings.speak(self.value.key)


class ClockDial(BoxLayout):
    """Part of the time or date between its two keys. ``value`` is a ``Dial``."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class DateDial(BoxLayout):
    """Part of the date, with its name. ``value`` is a ``Dial``."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class DialKey(SecondaryButton):
    """Key of a dial that turns it by ``step``."""

    key = StringProperty()
    step = NumericProperty(1)

    def on_release(self) -> None:
        self.table.first_start.turn_dial(self.key, int(self.step))


class PracticeKeys(DiceKeys):
    """Keys for the dice of a roll that no game expects."""

    def roll(self, faces: list[int], key: DieKey) -> None:
        """Try the roll: it is stored nowhere."""
        self.table.first_start.roll(*faces)


class FirstStartScreen(Screen):
    """First start with its pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("HelloPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.first_start.bind(page=self._turn)

    def on_pre_enter(self) -> None:
        self.table.first_start.open()

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
        self.table.guard()
