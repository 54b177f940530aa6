"""Containers: boxes and grids, optional content, pages, and columns that become rows."""

from kivy.factory import Factory
from kivy.uix import boxlayout, gridlayout
from kivy.uix.layout import Layout

# Kivy has given these names to its own classes, and keeps the first class of a name.
Factory.unregister("BoxLayout", "GridLayout")


class _Calm(Layout):
    """Mixin of layouts that arrange their children no more often than necessary.

    Kivy's layouts do so once more for every size that they have just set themselves, and when they
    are taken from the screen.
    """

    def do_layout(self, *args: object) -> None:
        if not self.parent:  # It is arranged when it gets one.
            return
        before = self._fixed_sizes()
        super().do_layout(*args)
        if self._fixed_sizes() == before:
            self._trigger_layout.cancel()

    def _fixed_sizes(self) -> list[float | None]:
        """Return the sizes that the children choose themselves, maybe by what is left for them."""
        sizes = []
        for child in self.children:
            sizes.append(child.width if child.size_hint_x is None else None)
            sizes.append(child.height if child.size_hint_y is None else None)
        return sizes


class BoxLayout(_Calm, boxlayout.BoxLayout):
    """Kivy's box layout, which kv files get by this name, too."""


class GridLayout(_Calm, gridlayout.GridLayout):
    """Kivy's grid layout, which kv files get by this name, too."""
