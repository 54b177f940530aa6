"""The set-up: who sits where, and by which rules."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.widgets.page import Page
from companion.app.widgets.verb_button import VerbButton

PAGES = {"names": "NamesPage", "rules": "RulesPage"}


class NamesPage(Page):
    """Who sits where; names are tapped on keys of our own, large enough for a finger."""

    columns = NumericProperty(4)

    def on_size(self, *_: object) -> None:
        self.columns = 4 if self.width >= self.height else 2


class RulesPage(Page):
    """The edition, and what else a table agrees on."""


class ChoiceRow(Page):
    """Some options, one of which is chosen, and what that one means: beside them, or below."""

    direction = StringProperty("horizontal")
    about_hint = NumericProperty(0.6)

    def on_width(self, *_: object) -> None:
        narrow = self.width < dp(600)
        self.direction = "vertical" if narrow else "horizontal"
        self.about_hint = 1 if narrow else 0.6


class OptionButton(VerbButton):
    """One of them."""

    value = ObjectProperty(rebind=True)


class SeatChip(ButtonBehavior, BoxLayout):
    """A name: tapped it sits down, tapped again it gets up."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        seating = self.table.seating
        change = seating.remove if self.value.seated else seating.add
        change(self.value.name)


class SetupScreen(Screen):
    """Two pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("NamesPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.seating.bind(page=self._turn)

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
