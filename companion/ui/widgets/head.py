"""The head of a page: what it asks, and the way back."""

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout


class Head(BoxLayout):
    """``on_leave`` is told when the way back is tapped."""

    __events__ = ("on_leave",)
    table = ObjectProperty(None, allownone=True)
    text = StringProperty()
    note = StringProperty()
    back = StringProperty()

    def on_leave(self) -> None:
        """Somebody wants to go back."""
