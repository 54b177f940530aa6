"""Widgets of the device screen: version, copies, checks and power."""

from kivy.metrics import dp
from kivy.properties import AliasProperty, BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.label import Label
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import SecondaryButton
from companion.ui.widgets.layout import BoxLayout, Page

PAGES = {"upkeep": "UpkeepPage", "sure": "SurePage", "doctor": "DoctorPage"}


class UpkeepPage(Page):
    """Page with a row for each part of the device, and the result of the last tap."""

    upright = BooleanProperty(False)
    is_wide = AliasProperty(lambda page: not page.upright, bind=["upright"])
    direction = StringProperty("horizontal")

    def on_size(self, *_: object) -> None:
        self.upright = self.height > self.width
        self.direction = "vertical" if self.upright else "horizontal"


class DeviceRow(BoxLayout):
    """Part of the device with what there is to say about it; its buttons are added."""

    icon = StringProperty()
    text = StringProperty()
    note = StringProperty()
    direction = StringProperty("horizontal")


class UpkeepVerb(SecondaryButton):
    """Button of a part of the device."""


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

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
