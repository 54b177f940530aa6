"""The surface of the page that the table is turned to."""

from typing import Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import Metrics

from companion.palette import EVENING
from companion.screens import idle
from companion.screens.moments import flights
from companion.screens.parts import Part, Room
from companion.table.moments import Moment
from companion.table.observed import Observed
from companion.text.screens.play import WORDS
from companion.ui import theme
from companion.ui.leaves import Nodes
from companion.ui.painting import shortage
from companion.ui.surface import Surface

BEFORE_THE_FRAME = -1
IDLE = "idle"


class PageSurface(Surface):
    """Surface that shows a page, anew before the frame in which anything at the table changes.

    ``page`` is its name: that of the screen, or ``idle`` while nobody touches the table.
    """

    def __init__(self, table: Any) -> None:
        self.table, self.page = table, table.screen
        self._left: dict[str, Nodes] = {}
        """Nodes of the pages that were shown before: what is new since then moves."""
        self._moment: Moment | None = None
        self._entered: Moment | None = None
        self._soon = Clock.create_trigger(self.turn, BEFORE_THE_FRAME)
        super().__init__(self._view_page, table, Metrics.density)
        table.bind_all(self._soon)
        table.moments.bind_all(self._soon)
        for name in table.attributes:
            table.bind(**{name: self._observe})
            self._observe(getattr(table, name))
        self._observe(table.recovery)
        table.moments.bind(on_book=self._follow, on_end=self._finish)

    def _observe(self, state: Any) -> None:
        """Follow a part of the table; some begin, or are replaced, when the ledger is opened."""
        if isinstance(state, Observed):
            state.bind_all(self._soon)

    def turn(self, *_: object) -> None:
        """Show the page of this moment, and let the moment of a new move be seen."""
        table, motion, page = self.table, self.motion, self._page_of_now()
        motion.less = table.moments.less_motion
        if is_other := page != self.page:
            motion.finish()
            self.let_drags_go()
            self._left[self.page] = self.leaves.nodes
            self.leaves.show({})
            self.leaves.rewind()
            self.leaves.nodes = self._left.get(page, {})
            self.page = page
        self.show()
        if shortage.take():
            table.say(WORDS["no more files"])
        moment, self._moment = self._moment, None
        if moment:
            motion.play(flights(moment, table.rows, theme.colors))
        if is_other:
            self._enter()

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Do what the finger means, unless another one has just led to another page."""
        if self.page != self._page_of_now():
            self.turn()
        return bool(super().on_touch_up(touch))

    def _page_of_now(self) -> str:
        settings = self.table.settings
        return IDLE if settings and settings.light.dimmed else str(self.table.screen)

    def _enter(self) -> None:
        """Let the page come in that a new moment has led to."""
        moment = self.table.moments.shown
        enter = None if self.page == IDLE else self.table.screens[self.page].entrance
        if enter and moment and moment is not self._entered:
            self._entered = moment
            self.motion.play(enter(self.table, theme.colors))

    def _follow(self, moment: Moment) -> None:
        """End what still moves, and remember a moment until the page shows what it has changed."""
        self.motion.finish()
        self._moment = moment if moment.is_seen else None
        self._soon()

    def _finish(self, *_: object) -> None:
        self.motion.finish()

    def _view_page(self, width: float, height: float) -> Part:
        """Return the page; the idle one has the evening's colours, whichever theme is in force."""
        if self.page == IDLE:
            return idle.page(self.table, Room(width, height, EVENING))
        page: Part = self.table.screens[self.page].page(
            self.table, Room(width, height, theme.colors)
        )
        return page
