"""The dark that falls over the window while nobody is there."""

from kivy.properties import AliasProperty, BooleanProperty
from kivy.uix.widget import Widget


class Dusk(Widget):
    """Over everything, while it has ``fallen``; what is below goes on, and can just be seen."""

    fallen = BooleanProperty(False)
    depth = AliasProperty(lambda self: 0.8 * self.fallen, bind=["fallen"])
    """How much of the light is gone, from 0 to 1."""
    cover = AliasProperty(
        lambda self: self.size if self.fallen else (0, 0), bind=["fallen", "size"]
    )
    """As large as what lies in the dark: a window of nothing would be drawn in every frame, too."""
