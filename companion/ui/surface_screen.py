"""A page of ``screens`` among the screens of the window."""

from typing import Any

from kivy.clock import Clock
from kivy.metrics import Metrics
from kivy.uix.screenmanager import Screen

from companion.screens.pages import PAGES
from companion.screens.parts import Part, Room
from companion.ui import theme
from companion.ui.surface import Surface

BEFORE_THE_FRAME = -1


class SurfaceScreen(Screen):
    """Screen that shows a page, anew before the frame in which anything at the table changes."""

    def __init__(self, table: Any, name: str) -> None:
        super().__init__(name=name)
        self._table, self._page = table, PAGES[name]
        self.surface = Surface(self._view, table, Metrics.density)
        self.surface.motion.less = True
        self.add_widget(self.surface)
        self._soon = Clock.create_trigger(self._show, BEFORE_THE_FRAME)
        for changed in table.properties():
            table.fbind(changed, self._soon)

    def on_pre_enter(self) -> None:
        self._show()

    def _show(self, *_: object) -> None:
        if self.manager and self.manager.current_screen is self:
            self.surface.show()

    def _view(self, width: float, height: float) -> Part:
        return self._page(self._table, Room(width, height, theme.colors.theme))
