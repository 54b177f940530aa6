"""Kivy application: the window, which paints what one viewer sees and tells it of touches."""

from collections.abc import Callable, Sequence

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import Metrics
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.resources import kv_files
from companion.screens.density import density
from companion.screens.fingers import Carried, Finger, Fingers
from companion.screens.focus import Focus
from companion.screens.parts import Ground
from companion.screens.viewer import Picture, Spot, Viewer
from companion.table.states.settings import SettingsState
from companion.table.table import Table
from companion.text.screens.play import WORDS
from companion.ui.leaves import PanePainter
from companion.ui.painting import picture as drawing
from companion.ui.painting import register_fonts, rgba, shortage
from companion.ui.surface import Surface

KEYS = {8: "Backspace", 9: "Tab", 13: "Return", 27: "Escape", 32: "Return", 271: "Return"}
KEYS |= {273: "Up", 274: "Down", 275: "Right", 276: "Left"}
"""Names of keys by their codes in Kivy. A knob with a button is seen as arrows and Return."""
COMMANDS = {"ctrl", "alt", "meta"}
WHEEL = 900
"""Speed that a step of a wheel adds, in pixels a second."""


class TableTop(FloatLayout):
    """Root widget: the page, and above it the question and the message."""

    table = ObjectProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.viewer = viewer = Viewer(self.table, *Window.size)
        self.page, self.overlay = Surface(viewer.scroll), Surface(viewer.scroll)
        self.add_widget(self.page)
        self.add_widget(self.overlay)
        self._page, self._pressed = "", frozenset[Spot]()
        viewer.bind(on_look=self._paint, on_rest=self.page.motion.finish)
        self.fingers = Fingers(viewer)
        self.fingers.bind(pressed=self._press, carried=self._carry)
        self.focus = Focus(viewer, self.fingers)
        viewer.bind(on_reveal=self._reveal)
        Window.bind(on_key_down=self._key)
        self.table.bind(settings=self._follow_rotation)
        self._follow_rotation(self.table.settings)
        Window.bind(size=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        Metrics.density = density(*Window.size)
        self.viewer.fit(*Window.size)

    def _follow_rotation(self, settings: SettingsState | None) -> None:
        if settings:
            settings.bind(angle=_turn_window)
            _turn_window(settings.angle)

    # --- painting ---------------------------------------------------------------------------------

    def _paint(self, picture: Picture) -> None:
        """Paint what differs from the last picture, and let move what begins to."""
        motion, nodes = self.page.motion, dict(picture.nodes)
        motion.less, motion.theme = self.table.moments.less_motion, picture.theme
        if picture.page != self._page:
            self.page.turn(self._page, picture.page)
            self._page = picture.page
        if "" in nodes and isinstance(ground := nodes[""].look, Ground):
            # The window is cleared anyway: a rectangle of all its pixels less.
            if self.get_parent_window():
                Window.clearcolor = rgba(ground.fill)
            del nodes[""]
        size = picture.width, picture.height
        self.page.show(nodes, size, picture.scale)
        self.overlay.show(picture.over, size, picture.scale)
        if shortage.take():
            drawing.cache_clear()  # What was drawn without a font is drawn again another time.
            self.table.say(WORDS["no more files"])
        motion.play(picture.flights)

    def _surface(self, spot: Spot) -> Surface:
        return self.overlay if spot.is_over else self.page

    def _press(self, spots: frozenset[Spot]) -> None:
        before, self._pressed = self._pressed, spots
        for spot in before ^ spots:
            self._surface(spot).press(spot, spot in spots)

    def _carry(self, carried: Carried | None) -> None:
        self.page.carry(carried)

    # --- touches ----------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a finger; a list under it stops, or a wheel moves it."""
        self.focus.leave()
        finger = self.fingers.down(touch.uid, *self._place(touch))
        pane = self._pane(finger)
        if touch.is_mouse_scrolling:
            self.fingers.forget(touch.uid)
            if pane:
                pane.effect.velocity += WHEEL * (1 if touch.button == "scrolldown" else -1)
            return True
        touch.grab(self)
        if pane:
            pane.effect.start(-touch.y)
        touch.ud[self] = pane
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Move the finger, and the list that it scrolls."""
        if touch.grab_current is self:
            finger = self.fingers.move(touch.uid, *self._place(touch))
            pane = touch.ud[self]
            if finger and pane and finger.does == "scroll":
                pane.effect.update(-touch.y)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Lift the finger, and let the list under it slide on."""
        if touch.grab_current is self:
            touch.ungrab(self)
            if pane := touch.ud[self]:
                pane.effect.stop(-touch.y)
            self.fingers.up(touch.uid, *self._place(touch))
        return True

    def _reveal(self, spot: Spot, offset: float) -> None:
        if pane := self._surface(spot).pane(spot.key):
            pane.show_from(offset)

    def _key(
        self, _: object, key: int, __: int, letter: str | None, modifiers: Sequence[str]
    ) -> bool:
        """Give a key of the keyboard to the focus, by its name or its letter."""
        if COMMANDS.intersection(modifiers):
            return False
        name = KEYS.get(key, letter or "")
        if name == "Tab" and "shift" in modifiers:
            name = "BackTab"
        return self.focus.key(name)

    def _place(self, touch: MotionEvent) -> tuple[float, float]:
        """Return where a touch is, from the top left of the picture."""
        return touch.x, self.viewer.height - touch.y

    def _pane(self, finger: Finger | None) -> PanePainter | None:
        return self._surface(finger.spot).pane(finger.list) if finger and finger.list else None


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
