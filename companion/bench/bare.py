"""Reference for windows: a button and labels in Kivy as the bank configures it.

Run by ``__main__``. Without arguments the window idles until SIGTERM; ``20 300`` means 20 labels
and 300 taps.
"""

from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label

from companion.bench import watch
from companion.bench.glass import Glass

LABELS = 4


class Bare(BoxLayout):
    """A button that changes all labels above it."""

    def __init__(self, labels: int) -> None:
        super().__init__(orientation="vertical")
        grid = GridLayout(cols=4)
        self.labels = [Label(text="$1500", font_size="20sp") for _ in range(labels)]
        self.button = Button(text="Collect $12", on_release=self._change, size_hint_y=0.2)
        for label in self.labels:
            grid.add_widget(label)
        self.add_widget(grid)
        self.add_widget(self.button)
        self._changes = 0

    def _change(self, _: Button) -> None:
        self._changes += 1
        for number, label in enumerate(self.labels):
            label.text = f"${1500 + 12 * self._changes + number}"


class BareApp(App):
    """App with only a ``Bare`` widget."""

    def build(self) -> Bare:
        """Build the widgets."""
        return Bare(LABELS)


def main(labels: str = "", taps: str = "") -> Any:
    """Return the seconds of each tap, or the observations of an idle window."""
    if not taps:
        return _idle()
    root = Bare(int(labels))
    glass = Glass(root)
    return [glass.tap(root.button) for _ in range(int(taps))]


def _idle() -> Any:
    app = BareApp()
    with watch.until_told_to_end(Window, app.stop) as seen:
        app.run()
    return seen
