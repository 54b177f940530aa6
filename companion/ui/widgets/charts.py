"""Progress bar, and arrow from an amount to the next."""

from kivy.properties import AliasProperty, NumericProperty
from kivy.uix.widget import Widget


class Arrow(Widget):
    """Arrow to the right."""


class Progress(Widget):
    """Progress bar; ``done`` is from 0 to 1, ``reach`` the width of the bar."""

    done = NumericProperty(0)
    reach = AliasProperty(lambda bar: bar.width * bar.done, bind=["done", "width"])
