"""The application: the window, the screens in it, and its end."""

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
"""What a touch is marked with that did nothing but wake the screen."""
LEAST_DENSITY = 0.6
"""Of what the screens are drawn for: where they would be smaller, they are cut off and not tiny."""


class TableTop(FloatLayout):
    """All of the window: the screens, and above them what is said."""

    table = ObjectProperty(rebind=True)

    def __init__(
        self, every: Callable[[Any, float], object] = Clock.schedule_interval, **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        self._screens = ScreenManager(transition=NoTransition())
        # Nothing slides out of the window, so that nothing has to be cut off at its edge.
        self._screens.canvas.before.clear()
        self._screens.canvas.after.clear()
        self.add_widget(self._screens)
        self.sheet_layer = SheetLayer(table=self.table)
        self.add_widget(self.sheet_layer)
        notice = Toast()
        self.add_widget(notice)
        self._dusk = DimOverlay()
        self.add_widget(self._dusk)
        self._woken = -1e9
        self.table.bind(screen=self._turn_to, number=self._has_changed, changes=self._guard)
        self.table.bind(notice=notice.setter("sentence"), finger=notice.setter("finger"))
        self.table.bind(preferences=self._settle)
        self._turn_to(self.table, self.table.screen)
        self._settle()
        self._changed = -1
        GcScheduler(self.table, every)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Ignore touches that wake the screen, or that follow a change of screen too soon. Also
        ignore touches that started before the current frame was drawn: their target may have
        changed."""
        if self._wakes():
            touch.ud[WAKING] = True
            return True
        if self.table.is_guarded:
            return True
        if Clock.frames - self._changed > 1:
            return bool(super().on_touch_down(touch))
        if not self.table.is_echo(*touch.pos):
            self.table.finger = touch.pos
            self.table.report_stale_touch()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return WAKING in touch.ud or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        return WAKING in touch.ud or bool(super().on_touch_up(touch))

    def _wakes(self) -> bool:
        if self.table.preferences and self.table.preferences.light.stir():
            self._woken = self.table.clock()
            return True
        return bool(self.table.clock() - self._woken < self.table.echo)

    def _settle(self, *_: object) -> None:
        """The window is turned as the table is used to, and dark when nobody is there."""
        if comfort := self.table.preferences:
            comfort.bind(angle=_turn_window)
            _turn_window(comfort, comfort.angle)
            comfort.light.bind(dimmed=self._dusk.setter("fallen"))

    def _guard(self, *_: object) -> None:
        Clock.schedule_once(self.table.guard_again, 0)

    def _has_changed(self, *_: object) -> None:
        self._changed = Clock.frames

    def _turn_to(self, table: Table, name: str) -> None:
        # A screen is made when it is first looked at: the first frame waits for one of them only.
        if not self._screens.has_screen(name):
            screen = _screen(name)(table=table, name=name)
            if "page" in screen.properties():
                screen.fbind("page", table.guard)
            self._screens.add_widget(screen)
        self._screens.current = name


def _turn_window(_: object, angle: float) -> None:
    Window.rotation = angle


class CompanionApp(App):
    """``on_end`` is called once, when the window is gone, whoever closed it."""

    title = "Table companion"

    def __init__(self, table: Table, on_end: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._table = table
        self._on_end = on_end

    def open_settings(self, *_: object) -> bool:
        """Kivy would show its own settings, at F1, with no way back by touch."""
        return True

    def build(self) -> TableTop:
        load_looks()
        self._table.bind(on_close=lambda _: self.stop())
        self._tell_time()
        return TableTop(table=self._table)

    def on_start(self) -> None:
        # On some panels the very first frame stays black until the next one.
        for delay in (0.5, 1.5):
            Clock.schedule_once(lambda _: Window.canvas.ask_update(), delay)

    def on_stop(self) -> None:
        self._on_end()

    def _tell_time(self, *_: object) -> None:
        """Once a minute, on the minute: an idle screen costs nothing."""
        now = datetime.now()
        self._table.time = f"{now:%H:%M}"
        Clock.schedule_once(self._tell_time, 60 - now.second)


def load_looks() -> None:
    """The kv files, at the scale of this window."""
    Window.clearcolor = theme.BACKGROUND
    across, along = min(Window.size), max(Window.size)
    Metrics.density = max(LEAST_DENSITY, min(across / min(PANEL), along / max(PANEL)))
    widgets.register()
    of_screens = {kv_file(name) for name in SCREENS}
    for path in kv_files():
        if path not in of_screens:
            _load(path)


def _screen(name: str) -> type[Screen]:
    """Import the class of a screen and load its kv file, when the screen is first shown."""
    made: type[Screen] = resolve_name(SCREENS[name])
    _load(kv_file(name))
    return made


def _load(path: Path) -> None:
    if str(path) not in Builder.files:
        Builder.load_file(str(path))
