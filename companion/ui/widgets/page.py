"""Frame of a page: the header with Back, title and Undo, and the actions at the bottom."""

from typing import Any

from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.text.screens.play import WORDS
from companion.ui.widgets.layout import BoxLayout


class PageHeader(BoxLayout):
    """Back at the left, the title, what is added to the header, and Undo at the right.

    ``undo`` is the text of the undo button; there is none without a text. ``undo_off`` dims it
    while a plan is open. ``on_leave`` is dispatched by a tap on Back.
    """

    __events__ = ("on_leave",)
    table = ObjectProperty(None, allownone=True)
    text = StringProperty()
    names = ListProperty()
    """Titles to choose from, the longest first, instead of ``text``."""
    titles = AliasProperty(
        lambda header: header.names or ([header.text] if header.text else []),
        bind=["text", "names"],
    )
    note = StringProperty()
    back = StringProperty()
    """Text of the way back, if it is not the usual one."""
    way_back = AliasProperty(lambda header: header.back or WORDS["back"], bind=["back"])
    undo = StringProperty()
    undo_off = BooleanProperty(False)
    _button: Widget | None = None

    def on_table(self, _: object, table: Any) -> None:
        if table:
            table.bind(words=self._speak)

    def _speak(self, *_: object) -> None:
        self.property("way_back").dispatch(self)

    def _undo_width(self) -> float:
        return float(self._button.natural_width) if self._button and self.undo else 0.0

    undo_width = AliasProperty(_undo_width, bind=["undo"])
    """Width of Undo; 0 if there is none."""

    def on_leave(self) -> None:
        """Handle a tap on the back button."""

    def on_kv_post(self, *_: object) -> None:
        self._button = self.ids.undo.__self__  # The id alone would not keep it alive.
        self._place_undo()

    def on_undo(self, *_: object) -> None:
        self._place_undo()

    def _place_undo(self) -> None:
        """Put Undo at the right of everything that was added; take it away without a text."""
        if self._button and self._button.parent:
            self.remove_widget(self._button)
        if self._button and self.undo:
            self.add_widget(self._button)
