"""A window for measurements, and a bare one as reference: Kivy as the bank configures it."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from time import monotonic, process_time
from typing import Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.instructions import Instruction
from kivy.uix.button import Button
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.system.systemd import Service
from companion.ui.driver import Target, lift, press
from companion.ui.leaves import WordsPainter
from companion.ui.start import PANEL
from tests.bench.harness import memory

SETTLED_FRAMES = 3
"""Consecutive frames without drawing after which the window is settled."""
MAX_FRAMES, TIMEOUT_S = 60, 10.0
COLUMNS = 16
SENTENCE = "to the bank for two houses on a property, and then to everybody for the party"


class BenchWindow:
    """A window of the size of the panel, with ``root`` in it and no limit on the frame rate.

    ``before_frame`` is called before each frame.
    """

    def __init__(self, root: Widget, before_frame: Callable[[], object] = lambda: None) -> None:
        self._before_frame = before_frame
        Clock._max_fps = 0
        EventLoop.ensure_window()
        Window.size = PANEL
        Window.add_widget(root)
        self.settle()

    def settle(self) -> None:
        """Run frames until nothing changes."""
        still = 0
        for _ in range(MAX_FRAMES):
            still = 0 if self.frame() else still + 1
            if still == SETTLED_FRAMES:
                return

    def frame(self) -> bool:
        """Run one frame; return True if anything was drawn."""
        drawn = False

        def on_flip(_: object) -> None:
            nonlocal drawn
            drawn = True

        self._before_frame()
        Window.bind(on_flip=on_flip)
        EventLoop.idle()
        Window.unbind(on_flip=on_flip)
        return drawn

    def tap(self, widget: Target | Widget) -> float:
        """Tap a widget; return the processor time from lifting the finger to the next frame."""
        touch = press(widget)
        self.settle()
        began = process_time()
        lift(touch)
        while not self.frame():
            assert process_time() - began < TIMEOUT_S, "the tap changed nothing on the screen"
        return process_time() - began


@contextmanager
def observe(stop: Callable[[], object]) -> Iterator[dict[str, Any]]:
    """Observe a program until SIGTERM; report its first frame to the service manager.

    The yielded dictionary is filled in: ``drawn`` has the monotonic time of each frame, ``peak``
    the memory in MB.
    """
    drawn: list[float] = []
    service = Service()

    def on_flip(_: object) -> None:
        if not drawn:
            Clock.schedule_once(lambda _: service.ready())
        drawn.append(monotonic())

    Window.bind(on_flip=on_flip)
    signal.signal(signal.SIGTERM, lambda *_: Clock.schedule_once(lambda _: stop()))
    seen: dict[str, Any] = {"drawn": drawn}
    yield seen
    seen["peak"] = memory("VmHWM")


@dataclass(frozen=True, slots=True)
class Load:
    """Amounts on a screen: widgets, labels among them, and drawing instructions.

    ``changing`` is the number of labels that a tap changes, or of things that a frame moves;
    ``characters`` is the length of these labels, and ``font_size`` the size of all, in pixels.
    """

    widgets: int
    labels: int
    instructions: int
    changing: int
    characters: int = 5
    font_size: int = 16


def load_of(root: Widget, changing: int, **texts: int) -> dict[str, int]:
    """Count what is on the screen of ``root``; the rest is as in ``Load``."""
    shown = [*root.walk(restrict=True)]
    labels = sum(isinstance(widget, Label | WordsPainter) for widget in shown)
    drawn = sum(1 for _ in instructions(root.canvas))
    return asdict(Load(len(shown), labels, drawn, changing, **texts))


def instructions(group: InstructionGroup) -> Iterator[Instruction]:
    """Yield what is drawn for a canvas and those in it."""
    for part in group.children:
        if isinstance(part, InstructionGroup):
            yield from instructions(part)
        else:
            yield part


class BareScreen(GridLayout):
    """Plain widgets, with a button that changes labels; as much of everything as in ``load``."""

    def __init__(self, load: Load) -> None:
        super().__init__(cols=COLUMNS)
        self._changing, self._changes, self._characters = load.changing, 0, load.characters
        self.button = Button(text="Collect $12", on_release=self._change)
        self.labels = [
            Label(text="$1500", font_size=load.font_size) for _ in range(load.labels - 1)
        ]
        plain = max(load.changing, load.widgets - load.labels - 1)
        self.plain = [Widget(size_hint=(None, None), size=(20, 20)) for _ in range(plain)]
        for widget in (self.button, *self.labels, *self.plain):
            self.add_widget(widget)
        missing = load.instructions - sum(1 for _ in instructions(self.canvas))
        for number in range(max(len(self.plain), missing // 2)):
            self._draw_square(self.plain[number % len(self.plain)])

    def move(self, x: float) -> None:
        """Move as many widgets as the load says."""
        for number, widget in enumerate(self.plain[: self._changing]):
            widget.pos = (x + number, 200)

    def _draw_square(self, widget: Widget) -> None:
        with widget.canvas:
            Color(0.2, 0.3, 0.4)
            square = Rectangle(pos=widget.pos, size=widget.size)
        widget.bind(pos=lambda _, pos: setattr(square, "pos", pos))

    def _change(self, _: Button) -> None:
        self._changes += 1
        for number, label in enumerate(self.labels[: self._changing]):
            text = f"${1500 + 12 * self._changes + number} {SENTENCE}"
            label.text = text[: self._characters]


class BareApp(App):
    """App with only a few plain labels and a button."""

    def build(self) -> BareScreen:
        """Build a screen with a few labels."""
        return BareScreen(Load(widgets=7, labels=5, instructions=0, changing=1))


def measure_bare_taps(load: str, taps: str) -> list[float]:
    """Return the processor time of each tap on a button of a ``BareScreen``."""
    root = BareScreen(Load(**json.loads(load)))
    window = BenchWindow(root)
    return [window.tap(root.button) for _ in range(int(taps))]


def measure_bare_frames(load: str, frames: str) -> list[float]:
    """Return the processor time of frames in which widgets of a ``BareScreen`` move."""
    root = BareScreen(Load(**json.loads(load)))
    window = BenchWindow(root)
    seconds: list[float] = []
    for number in range(int(frames)):
        began = process_time()
        root.move(number % 700)
        assert window.frame()
        seconds.append(process_time() - began)
    return seconds


def run_bare() -> Any:
    """Run a bare window until SIGTERM; return what ``observe`` saw."""
    app = BareApp()
    with observe(app.stop) as seen:
        app.run()
    return seen
