"""From before to after: drawn, because the font has no arrow."""

from kivy.uix.widget import Widget


class Arrow(Widget):
    """Points to the right."""
