"""Widgets of the device screen: version, copies, checks and power."""

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.layout import Page

PAGES = {"upkeep": "UpkeepPage", "doctor": "DoctorPage"}


class UpkeepPage(Page):
    """Page with a few large buttons, and the result of the last one."""

    columns = NumericProperty(2)

    def on_size(self, *_: object) -> None:
        self.columns = 2 if self.width > self.height else 1


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
