"""Kivy application: the window, the screen manager and the layers above it."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager

from companion.resources import kv_file, kv_files
from companion.ui import theme, widgets
from companion.ui.gc_scheduler import GcScheduler
from companion.ui.kivy_config import PANEL
from companion.ui.screens import SCREENS
from companion.ui.table import Table
from companion.ui.widgets.overlays import DimOverlay, SheetLayer, Toast

WAKING = "waking"
"""Key in the data of a touch that did nothing except wake the screen."""
LEAST_DENSITY = 0.6
"""Smallest scale. On smaller windows the layout is clipped, not shrunk further."""


class TableTop(FloatLayout):
    """Root widget: the current screen, and above it sheets, toasts and the dimming."""

    table = ObjectProperty(rebind=True)

    def __init__(
        self, every: Callable[[Any, float], object] = Clock.schedule_interval, **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        self._screens = ScreenManager(transition=NoTransition())
        # Screens never slide out of the window: no stencil is needed to clip them.
        self._screens.canvas.before.clear()
        self._screens.canvas.after.clear()
        self.add_widget(self._screens)
        self.sheet_layer = SheetLayer(table=self.table)
        self.add_widget(self.sheet_layer)
        toast = Toast()
        self.add_widget(toast)
        self._dimming = DimOverlay()
        self.add_widget(self._dimming)
        self._woken_at = -1e9
        self.table.bind(screen=self._switch_to, number=self._note_change, changes=self._guard)
        self.table.bind(notice=toast.setter("sentence"), finger=toast.setter("finger"))
        self.table.bind(preferences=self._apply_preferences)
        self._switch_to(self.table, self.table.screen)
        self._apply_preferences()
        self._changed_frame = -1
        GcScheduler(self.table, every)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Ignore touches that cannot have been meant for what is on the screen.

        A touch is ignored if it wakes the screen, follows a change of screen too soon, or started
        before the current frame was drawn: its target may have changed.
        """
        if self._wakes_screen():
            touch.ud[WAKING] = True
            return True
        if self.table.is_guarded:
            return True
        if Clock.frames - self._changed_frame > 1:
            return bool(super().on_touch_down(touch))
        if not self.table.is_echo(*touch.pos):
            self.table.finger = touch.pos
            self.table.report_stale_touch()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return WAKING in touch.ud or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        return WAKING in touch.ud or bool(super().on_touch_up(touch))

    def _wakes_screen(self) -> bool:
        if self.table.preferences and self.table.preferences.light.wake():
            self._woken_at = self.table.clock()
            return True
        return bool(self.table.clock() - self._woken_at < self.table.echo)

    def _apply_preferences(self, *_: object) -> None:
        """Apply the preferences for rotation and dimming."""
        if preferences := self.table.preferences:
            preferences.bind(angle=_turn_window)
            _turn_window(preferences, preferences.angle)
            preferences.light.bind(dimmed=self._dimming.setter("fallen"))

    def _guard(self, *_: object) -> None:
        Clock.schedule_once(self.table.guard_again, 0)

    def _note_change(self, *_: object) -> None:
        self._changed_frame = Clock.frames

    def _switch_to(self, table: Table, name: str) -> None:
        # Screens are built on first use: the first frame waits for one of them only.
        if not self._screens.has_screen(name):
            screen = _screen(name)(table=table, name=name)
            if "page" in screen.properties():
                screen.fbind("page", table.guard)
            self._screens.add_widget(screen)
        self._screens.current = name


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
    """Load the kv files, at the scale of this window."""
    Window.clearcolor = theme.BACKGROUND
    across, along = min(Window.size), max(Window.size)
    Metrics.density = max(LEAST_DENSITY, min(across / min(PANEL), along / max(PANEL)))
    widgets.register()
    screen_files = {kv_file(name) for name in SCREENS}
    for path in kv_files():
        if path not in screen_files:
            _load(path)


def _screen(name: str) -> type[Screen]:
    """Import the class of a screen and load its kv file."""
    screen: type[Screen] = resolve_name(SCREENS[name])
    _load(kv_file(name))
    return screen


def _load(path: Path) -> None:
    if str(path) not in Builder.files:
        Builder.load_file(str(path))
