"""A player's sign as a key: whose side of things is shown."""

from kivy.properties import ObjectProperty
from kivy.uix.anchorlayout import AnchorLayout

from companion.ui.widgets.repeat import Repeat
from companion.ui.widgets.tappable import Tappable


class SeatTab(Tappable, AnchorLayout):
    """``value`` is a player's Tile."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.parent.picked(self.value.key)


class SeatTabs(Repeat):
    """One for each of several players, of whom one is looked at; ``on_pick`` tells the tapped."""

    __events__ = ("on_pick",)

    def picked(self, key: str) -> None:
        """That one."""
        self.dispatch("on_pick", key)

    def on_pick(self, key: str) -> None:
        """Somebody wants to look at another player."""
