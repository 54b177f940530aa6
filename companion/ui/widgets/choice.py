"""Things to choose before a game: one of several options, a rule sheet, a house rule."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.page import Page
from companion.ui.widgets.tappable import Tappable
from companion.ui.widgets.verb_button import VerbButton


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


class EditionRow(Tappable, BoxLayout):
    """A rule sheet, and what is peculiar to it. ``value`` is an Option."""

    value = ObjectProperty(rebind=True)


class SwitchRow(Page):
    """A house rule; with its sum, if it has one and is on. ``value`` is a Switch."""


class SwitchButton(Tappable, BoxLayout):
    """On, or off."""

    value = ObjectProperty(rebind=True)
