"""Frame of a page: the header with Back, title and Undo, and the actions at the bottom."""

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.text.screens.play import WORDS
from companion.ui import theme
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.layout import BoxLayout
from companion.ui.widgets.text import width_of

ICON = 36
"""Width of an icon beside a word, in dp."""


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


class Action(Tappable, BoxLayout):
    """Action of the bar at the bottom: an icon and a word, side by side or ``stacked``."""

    value = ObjectProperty(rebind=True)
    stacked = BooleanProperty(False)

    def on_release(self) -> None:
        self.parent.dispatch("on_action", self.value.key)


class BottomBar(BoxLayout):
    """Bar at the bottom; dispatches ``on_action`` with the key of an action.

    ``actions`` are values with ``key``, ``icon`` and ``text``. In an ``upright`` window the words
    are below the icons.
    """

    __events__ = ("on_action",)
    table = ObjectProperty(None, allownone=True)
    actions = ListProperty()
    upright = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("actions", "upright", "width", "table"):
            self.fbind(name, self._arrange)
        self._arrange()

    def on_action(self, key: str) -> None:
        """Handle a tap on an action."""

    def _arrange(self, *_: object) -> None:
        if [child.value for child in reversed(self.children)] != self.actions:
            self.clear_widgets()
            for value in self.actions:
                self.add_widget(Action(value=value, table=self.table))
        count = max(1, len(self.actions))
        natural = [self._natural_width(action.text) for action in self.actions]
        if self.upright:
            natural = [width - dp(ICON) for width in natural]
            if max(natural, default=0) <= self.width / count:
                natural = [self.width / count] * len(self.actions)
        spare = (self.width - sum(natural)) / count
        for child, width in zip(reversed(self.children), natural, strict=True):
            child.table, child.stacked = self.table, self.upright
            child.size_hint_x, child.width = None, width + spare

    def _natural_width(self, text: str) -> float:
        return width_of(text, sp(26), False, theme.MEDIUM_FONT) + dp(ICON + 12)
