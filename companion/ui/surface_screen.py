"""A page of ``screens`` among the screens of the window."""

from typing import Any

from kivy.clock import Clock
from kivy.metrics import Metrics
from kivy.uix.screenmanager import Screen

from companion.screens.moments import flights
from companion.screens.pages import ENTRANCES, OBSERVED, PAGES
from companion.screens.parts import Part, Room
from companion.table.moments import Moment
from companion.ui import theme
from companion.ui.surface import Surface

BEFORE_THE_FRAME = -1


class SurfaceScreen(Screen):
    """Screen that shows a page, anew before the frame in which anything at the table changes."""

    def __init__(self, table: Any, name: str) -> None:
        super().__init__(name=name)
        self._table, self._page = table, PAGES[name]
        self._moment: Moment | None = None
        self._entered: Moment | None = None
        self.surface = Surface(self._view, table, Metrics.density)
        self.add_widget(self.surface)
        self._soon = Clock.create_trigger(self._show, BEFORE_THE_FRAME)
        # ``bind`` holds methods weakly: a screen of an earlier theme is let go.
        table.bind(**dict.fromkeys(table.properties(), self._note))
        table.moments.bind(shown=self._note, claims=self._note)
        for part in OBSERVED.get(name, ()):
            table.bind(**{part: self._observe})
            self._observe(table, getattr(table, part))
        table.moments.bind(on_book=self._follow, on_end=self._finish)

    def _note(self, *_: object) -> None:
        self._soon()

    def _observe(self, _: Any, state: Any) -> None:
        """Follow a part of the table; some begin, or are replaced, when the ledger is opened."""
        if state:
            state.bind(**dict.fromkeys(state.properties(), self._note))

    def on_pre_enter(self) -> None:
        # A new screen would have its size only later, and what moves would begin elsewhere.
        self.surface.size = self.size = self.manager.size
        self._show()
        moment = self._table.moments.shown
        if moment and moment is not self._entered and self.name in ENTRANCES:
            self._entered = moment
            self.surface.motion.play(ENTRANCES[self.name](self._table, theme.colors))

    def _show(self, *_: object) -> None:
        """Show the page, and let the moment of a new move be seen."""
        moment, self._moment = self._moment, None
        if not (self.manager and self.manager.current_screen is self):
            return
        motion = self.surface.motion
        motion.less = self._table.moments.less_motion
        self.surface.show()
        if moment:
            motion.play(flights(moment, self._table.rows, theme.colors))

    def _follow(self, _: object, moment: Moment) -> None:
        """End what still moves, and remember a moment until the page shows what it has changed."""
        self.surface.motion.finish()
        self._moment = moment if moment.is_seen else None
        self._soon()

    def _finish(self, *_: object) -> None:
        self.surface.motion.finish()

    def _view(self, width: float, height: float) -> Part:
        return self._page(self._table, Room(width, height, theme.colors))
