"""A bar for what takes its time."""

from kivy.properties import AliasProperty, NumericProperty
from kivy.uix.widget import Widget


class Progress(Widget):
    """``done`` is how much of it, from 0 to 1; ``reach`` is how far the bar has come."""

    done = NumericProperty(0)
    reach = AliasProperty(lambda bar: bar.width * bar.done, bind=["done", "width"])
