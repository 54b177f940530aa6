"""Widgets of the device screen: version, copies, checks and power."""

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.label import Label
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.ui.widgets.buttons import SecondaryButton, Tappable
from companion.ui.widgets.layout import BoxLayout, Page

EVERY_SECOND = 1.0
PAGES = {
    "upkeep": "UpkeepPage",
    "sure": "SurePage",
    "doctor": "DoctorPage",
    "versions": "VersionsPage",
}

WAYS = ["is_card", "upright"]


class UpkeepPage(Page):
    """Page with a row for each part of the device, and the result of the last tap."""

    upright = BooleanProperty(False)
    is_card = BooleanProperty(False)
    """True on a flashed card: then the version is a key that leads to the others."""
    leads_wide = AliasProperty(lambda page: page.is_card and not page.upright, bind=WAYS)
    leads_upright = AliasProperty(lambda page: page.is_card and page.upright, bind=WAYS)
    tells_wide = AliasProperty(lambda page: not page.is_card and not page.upright, bind=WAYS)
    tells_upright = AliasProperty(lambda page: not page.is_card and page.upright, bind=WAYS)
    direction = StringProperty("horizontal")
    row_height = NumericProperty("76dp")
    power_height = NumericProperty("76dp")
    trouble = StringProperty()
    """Trouble of the table; with a row for phones, the result of a tap takes its place."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.value.bind(phones=self._arrange, versions=self._arrange, sentence=self._arrange)
        self.table.bind(trouble=self._arrange)
        self._arrange()

    def on_size(self, *_: object) -> None:
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self.upright, self.is_card = self.height > self.width, bool(self.value.versions)
        self.direction = "vertical" if self.upright else "horizontal"
        low = dp(70) if self.value.phones else dp(76)
        self.row_height = dp(140) if self.upright else low
        is_full = self.value.phones and self.value.sentence
        self.trouble = "" if is_full else self.table.trouble
        self.power_height = dp(172) if self.upright else low


class DeviceRow(BoxLayout):
    """Part of the device with what there is to say about it; its buttons are added."""

    icon = StringProperty()
    text = StringProperty()
    note = StringProperty()
    direction = StringProperty("horizontal")


class UpkeepVerb(SecondaryButton):
    """Button of a part of the device."""


class PhonesRow(DeviceRow):
    """Server of the phones, with its switch. ``value`` is the state of the phones."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class VersionsPage(Page):
    """Page with the versions of a flashed card, and the keys to change them."""


class VersionsCard(BoxLayout):
    """State of the versions. ``value`` is a ``VersionRow``."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class Toggle(Tappable, Widget):
    """Switch that is on or off."""

    is_on = BooleanProperty(False)
    knob_x = AliasProperty(
        lambda self: self.right - self.height + dp(6) if self.is_on else self.x + dp(6),
        bind=["is_on", "pos", "size"],
    )
    """Left of the knob."""


CARD = 600
"""Largest width of the sheet that asks, in dp."""


class SurePage(Page):
    """Sheet that asks before the device is switched off or restarted."""

    card_width = AliasProperty(
        lambda page: min(dp(CARD), page.width - dp(32)), bind=["width"], cache=True
    )


class DoctorPage(Page):
    """Page with the results of the checks."""


class RemarkRow(BoxLayout):
    """Result of a check. ``value`` is a ``Remark``."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class RemarkLine(Label):
    """Text as high as its lines; an empty text takes no room."""

    def on_texture_size(self, *_: object) -> None:
        self.height = self.texture_size[1] if self.text else 0


class DeviceScreen(Screen):
    """Device screen with its pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("UpkeepPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.device.bind(page=self._turn, pending=self.table.guard)

    def on_pre_enter(self) -> None:
        self.table.device.open()
        self._ticks = Clock.schedule_interval(self._look, EVERY_SECOND)
        self._look()

    def on_leave(self) -> None:
        self._ticks.cancel()

    def _look(self, *_: object) -> None:
        self.table.device.watch_versions()
        phones = self.table.phones  # There are none before the ledger is open.
        if phones:
            phones.show()
        self.table.device.phones = [phones] if phones and phones.has_switch else []

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
