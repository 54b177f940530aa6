"""The machine itself: its version, a copy to a stick, the doctor, the switch."""

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.layout import Page

PAGES = {"upkeep": "UpkeepPage", "doctor": "DoctorPage"}


class UpkeepPage(Page):
    """A few large verbs, and what came of them."""

    columns = NumericProperty(2)

    def on_size(self, *_: object) -> None:
        self.columns = 2 if self.width > self.height else 1


class DoctorPage(Page):
    """What was found, a line each."""


class RemarkRow(BoxLayout):
    """``value`` is a Remark."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class RemarkLine(Label):
    """As high as its words, on as many lines as they need; without words it takes no room."""

    def on_texture_size(self, *_: object) -> None:
        self.height = self.texture_size[1] if self.text else 0


class DeviceScreen(Screen):
    """Two pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("UpkeepPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.device.bind(page=self._turn, asked=self.table.guard)

    def on_pre_enter(self) -> None:
        self.table.device.open()

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
