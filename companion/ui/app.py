"""Kivy application: the window, and what a touch on it may do."""

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.resources import kv_files
from companion.screens import overlay
from companion.screens.density import density
from companion.screens.parts import Part, Room
from companion.table.table import Table
from companion.ui import theme
from companion.ui.page_surface import IDLE, PageSurface
from companion.ui.painting import register_fonts
from companion.ui.surface import Surface

WAKING = "waking"
"""Key in the data of a touch that did nothing except wake the screen."""
SKIPPED = "skipped"
"""Key in the data of a touch for the moment that was on the screen when it began."""


class TableTop(FloatLayout):
    """Root widget: the page, and above it the question and the toast."""

    table = ObjectProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._woken_at = -1e9
        self._changed_frame = -1
        Metrics.density = density(*Window.size)
        self.page = PageSurface(self.table)
        self.overlay = Surface(self._view_overlay, self.table, Metrics.density)
        self.add_widget(self.page)
        self.add_widget(self.overlay)
        self.table.bind(number=self._note_change, changes=self._guard)
        self.table.bind(settings=self._apply_settings)
        self.table.bind(sheet=self._show_overlay, notice=self._show_overlay)
        self._apply_settings()
        Window.bind(size=self._recompose)

    def _recompose(self, *_: object) -> None:
        if Metrics.density != (now := density(*Window.size)):
            Metrics.density = now
            for surface in (self.page, self.overlay):
                surface.rescale(now)
            self.table.guard()

    def _change_theme(self, name: str) -> None:
        if theme.colors.name != name:
            theme.use(name)
            self.page.show()
            self._show_overlay()
            self.table.guard()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Ignore touches that cannot have been meant for what is on the screen.

        A touch is ignored if it wakes the screen, follows a change of screen too soon, or started
        before the current frame was drawn: its target may have changed.
        """
        if self._wakes_screen():
            touch.ud[WAKING] = True
            return True
        if self.table.is_guarded or self.table.is_echo(*touch.pos):
            return True
        self.table.finger = touch.pos
        if Clock.frames - self._changed_frame <= 1:
            self.table.report_stale_touch()
            return True
        touch.ud[SKIPPED] = self.table.moments.shown
        if self.table.sheet:
            return bool(self.overlay.on_touch_down(touch)) or True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return WAKING in touch.ud or _is_taken(touch) or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """End the moment that the touch began on, after whatever was touched has done its work."""
        if WAKING in touch.ud:
            return True
        handled = _is_taken(touch) or bool(super().on_touch_up(touch))
        moments = self.table.moments
        if moments.shown and touch.ud.get(SKIPPED) is moments.shown:
            moments.skip()
        return handled

    def _wakes_screen(self) -> bool:
        if self.table.settings and self.table.settings.light.wake():
            self._woken_at = self.table.clock()
            return True
        return bool(self.table.clock() - self._woken_at < self.table.echo)

    def _apply_settings(self, *_: object) -> None:
        """Apply the settings for rotation and dimming."""
        if settings := self.table.settings:
            settings.bind(angle=_turn_window)
            _turn_window(settings.angle)
            settings.bind(theme=self._change_theme)
            self._change_theme(settings.theme)
            settings.light.bind(dimmed=self._dim)

    def _dim(self, *_: object) -> None:
        """Replace everything by the idle page, or the other way round."""
        self.page.turn()
        self._show_overlay()

    def _show_overlay(self, *_: object) -> None:
        self.overlay.show()

    def _view_overlay(self, width: float, height: float) -> Part:
        """Return the question and the toast, which keeps away from the last touch."""
        if self.page.page == IDLE:
            return Part()
        x, y = (place / Metrics.density for place in self.table.finger)
        return overlay.page(self.table, Room(width, height, theme.colors), (x, height - y))

    def _guard(self, *_: object) -> None:
        Clock.schedule_once(self.table.guard_again, 0)

    def _note_change(self, *_: object) -> None:
        self._changed_frame = Clock.frames


def _is_taken(touch: MotionEvent) -> bool:
    """Return True if Kivy reports the touch to a surface that took it: none is searched for."""
    takers = [taker() for taker in touch.grab_list]
    return bool(takers) and all(isinstance(taker, Surface) for taker in takers)


def _turn_window(angle: float) -> None:
    Window.rotation = angle


class CompanionApp(App):
    """Application of one window.

    ``on_end`` is called once, when the window has closed for any reason.
    """

    title = "Table companion"

    def __init__(self, table: Table, on_end: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._table = table
        self._on_end = on_end

    def open_settings(self, *_: object) -> bool:
        """Keep Kivy's own settings closed: F1 opens them, and no touch closes them."""
        return True

    def build(self) -> TableTop:
        load_looks()
        self._table.bind(on_close=self.stop)
        return TableTop(table=self._table)

    def on_start(self) -> None:
        # On some panels the first frame stays black until the next one is drawn.
        for delay in (0.5, 1.5):
            Clock.schedule_once(lambda _: Window.canvas.ask_update(), delay)

    def on_stop(self) -> None:
        self._on_end()


def load_looks() -> None:
    """Load the fonts, and how looks are painted, in the density of the window."""
    Metrics.density = density(*Window.size)
    register_fonts()
    for path in kv_files():
        if str(path) not in Builder.files:
            Builder.load_file(str(path))
