"""As many widgets as there are values."""

from kivy.factory import Factory
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout


class Repeat(GridLayout):
    """One widget of the class named ``each`` for every value, which it finds in its ``value``.

    Widgets are kept and given other values, because making one costs more than a frame on a small
    computer.
    """

    each = StringProperty()
    values = ListProperty()
    table = ObjectProperty(None, allownone=True)

    def on_values(self, *_: object) -> None:
        self.show(self.values)

    def on_table(self, *_: object) -> None:
        for widget in self.children:
            widget.table = self.table

    def on_each(self, *_: object) -> None:
        self.clear_widgets()
        self.show(self.values)

    def show(self, values: list) -> None:
        """These values, and no others."""
        if not self.each:
            return
        for widget in self.children[: max(0, len(self.children) - len(values))]:
            self.remove_widget(widget)
        for widget, value in zip(reversed(self.children), values, strict=False):
            widget.value = value
        for value in values[len(self.children) :]:
            self.add_widget(Factory.get(self.each)(table=self.table, value=value))
        if not values:
            # A grid that lost its last child would go on asking for the room it took.
            self.minimum_height = self.padding[1] + self.padding[3]
