"""Arrow from an amount to the next."""

from kivy.uix.widget import Widget


class Arrow(Widget):
    """Arrow to the right."""
