"""Keys: raised surfaces without an edge, with a low lip."""

from kivy.properties import NumericProperty

from companion.ui.widgets.buttons import Raised


class Key(Raised):
    """Key of a keypad, of dice or of a party."""

    border = NumericProperty(0)
    depth = NumericProperty("3dp")
    radius = NumericProperty("10dp")

    def on_fill(self, *_: object) -> None:
        """Take the colour of the edge, too, which would shine through at the rim."""
        self.edge = self.fill

    on_edge = on_fill
