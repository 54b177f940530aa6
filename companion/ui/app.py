"""Kivy application: the window, the screen manager and the layers above it."""

import gc
from collections.abc import Callable
from datetime import datetime

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.palette import EVENING
from companion.resources import kv_files
from companion.screens import idle, overlay
from companion.screens.parts import Part, Room
from companion.ui import theme
from companion.ui.composition import composition
from companion.ui.gc_scheduler import GcScheduler
from companion.ui.painting import register_fonts, rgba
from companion.ui.surface import Surface
from companion.ui.surface_screen import SurfaceScreen
from companion.ui.table import Table

WAKING = "waking"
"""Key in the data of a touch that did nothing except wake the screen."""
SKIPPED = "skipped"
"""Key in the data of a touch for the moment that was on the screen when it began."""


class TableTop(FloatLayout):
    """Root widget: the current screen, above it the question and the toast, or the idle page.

    Another theme or composition of the window makes everything again: nothing that is drawn has to
    watch for either.
    """

    table = ObjectProperty(rebind=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._woken_at = -1e9
        self._changed_frame = -1
        self.composition = composition(*Window.size)
        self._build()
        self.table.bind(screen=self._switch_to, number=self._note_change, changes=self._guard)
        self.table.bind(settings=self._apply_settings)
        self.table.bind(sheet=self._show_overlay, notice=self._show_overlay)
        self._apply_settings()
        Window.bind(size=self._recompose)

    def _build(self) -> None:
        """Make the layers, and the current screen; the others are made on first use."""
        Metrics.density = self.composition.density
        self._screens = ScreenManager(transition=NoTransition())
        # Screens never slide out of the window: no stencil is needed to clip them.
        self._screens.canvas.before.clear()
        self._screens.canvas.after.clear()
        self.overlay = Surface(self._view_overlay, self.table, Metrics.density)
        self._idle: Surface | None = None
        self._show_layers()
        self._switch_to(self.table, self.table.screen)

    def _show_layers(self) -> None:
        self.clear_widgets()
        self.add_widget(self._screens)
        self.add_widget(self.overlay)

    def _rebuild(self) -> None:
        """Make everything again, in the theme and the composition of this moment."""
        self.clear_widgets()
        self._screens.clear_widgets()
        self._build()
        self._dim()
        self.table.guard()
        gc.collect()  # The old screens would follow the table until they are collected.

    def _recompose(self, *_: object) -> None:
        if self.composition != (composed := composition(*Window.size)):
            self.composition = composed
            self._rebuild()

    def _change_theme(self, _: object, name: str) -> None:
        if theme.colors.name != name:
            theme.use(name)
            self._rebuild()

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
            _turn_window(settings, settings.angle)
            settings.bind(theme=self._change_theme)
            self._change_theme(settings, settings.theme)
            settings.light.bind(dimmed=self._dim)

    def _dim(self, *_: object) -> None:
        """Replace everything by the idle screen, or the other way round."""
        settings = self.table.settings
        is_dim = bool(settings and settings.light.dimmed)
        if is_dim and not self._idle:
            self._idle = Surface(self._view_idle, self.table, Metrics.density)
            self.table.bind(time=self._idle.show)
            self.clear_widgets()
            self.add_widget(self._idle)
        elif self._idle and not is_dim:
            self._idle = None
            self._show_layers()

    def _view_idle(self, width: float, height: float) -> Part:
        """Return the idle page, in the colours of the evening whichever theme is in force."""
        return idle.page(self.table, Room(width, height, EVENING))

    def _show_overlay(self, *_: object) -> None:
        self.overlay.show()

    def _view_overlay(self, width: float, height: float) -> Part:
        """Return the question and the toast, which keeps away from the last touch."""
        x, y = (place / Metrics.density for place in self.table.finger)
        finger = (x, height - y) if any(self.table.finger) else None
        return overlay.page(self.table, Room(width, height, theme.colors), finger)

    def _guard(self, *_: object) -> None:
        Clock.schedule_once(self.table.guard_again, 0)

    def _note_change(self, *_: object) -> None:
        self._changed_frame = Clock.frames

    def _switch_to(self, table: Table, name: str) -> None:
        # Screens are built on first use: the first frame waits for one of them only.
        if not self._screens.has_screen(name):
            self._screens.add_widget(SurfaceScreen(table, name))
        # A page clears the window with its own ground.
        Window.clearcolor = rgba(theme.colors.ground)
        self._screens.current = name


def _is_taken(touch: MotionEvent) -> bool:
    """Return True if Kivy reports the touch to a surface that took it: none is searched for."""
    takers = [taker() for taker in touch.grab_list]
    return bool(takers) and all(isinstance(taker, Surface) for taker in takers)


def _turn_window(_: object, angle: float) -> None:
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
        self._table.bind(on_close=lambda _: self.stop())
        self._update_time()
        GcScheduler(self._table)
        return TableTop(table=self._table)

    def on_start(self) -> None:
        # On some panels the first frame stays black until the next one is drawn.
        for delay in (0.5, 1.5):
            Clock.schedule_once(lambda _: Window.canvas.ask_update(), delay)

    def on_stop(self) -> None:
        self._on_end()

    def _update_time(self, *_: object) -> None:
        """Update the clock once a minute, on the minute: an idle screen costs nothing."""
        now = datetime.now()
        self._table.time = f"{now:%H:%M}"
        Clock.schedule_once(self._update_time, 60 - now.second)


def load_looks() -> None:
    """Load the fonts, and how looks are painted, in the density of the window."""
    Metrics.density = composition(*Window.size).density
    register_fonts()
    for path in kv_files():
        if str(path) not in Builder.files:
            Builder.load_file(str(path))
