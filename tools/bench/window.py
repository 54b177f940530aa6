"""A window for measurements, and a bare one as reference: Kivy as the bank configures it."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
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
from companion.ui.start import PANEL
from tools.bench.harness import memory
from tools.bench.layers import Layers

SETTLED_FRAMES = 3
"""Consecutive frames without drawing after which the window is settled."""
MAX_FRAMES, TIMEOUT_S = 60, 10.0
COLUMNS, FONT_SIZE, CHARACTERS = 16, 26, 11
SENTENCE = "to the bank for two houses on a property, and then to everybody for the party"


class BenchWindow:
    """A window of the size of the panel, with ``root`` in it and no limit on the frame rate.

    ``before_frame`` is called before each frame.
    """

    def __init__(self, root: Widget, before_frame: Callable[[], object] = lambda: None) -> None:
        self._before_frame = before_frame
        self.layers: Layers | None = None
        """Stopwatch of the layers of a tap, if they are to be measured, too."""
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
        with self.layers.measuring() if self.layers else nullcontext():
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
    """Amounts on a bare screen: plain widgets, labels and drawing instructions.

    ``changing`` is the number of labels that a tap changes, ``moving`` that of widgets that a frame
    moves.
    """

    plain: int
    labels: int
    instructions: int
    changing: int
    moving: int = 0


FULL = Load(plain=100, labels=30, instructions=700, changing=10, moving=4)
"""Amounts of a page of the table in plain Kivy: a widget for each thing.

The amounts are fixed. Those of the table's own page would make the reference dearer or cheaper with
each change of how a page is painted, and so excuse it.
"""
FEW = Load(plain=0, labels=5, instructions=0, changing=1)


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
        self._load, self._changes = load, 0
        self.button = Button(text="Collect $12", on_release=self._change)
        self.labels = [Label(text="$1500", font_size=FONT_SIZE) for _ in range(load.labels)]
        self.plain = [Widget(size_hint=(None, None), size=(20, 20)) for _ in range(load.plain)]
        for widget in (self.button, *self.labels, *self.plain):
            self.add_widget(widget)
        missing = load.instructions - sum(1 for _ in instructions(self.canvas))
        for number in range(missing // 2):
            self._draw_square(self.plain[number % len(self.plain)])

    def move(self, x: float) -> None:
        """Move as many widgets as the load says."""
        for number, widget in enumerate(self.plain[: self._load.moving]):
            widget.pos = (x + number, 200)

    def _draw_square(self, widget: Widget) -> None:
        with widget.canvas:
            Color(0.2, 0.3, 0.4)
            square = Rectangle(pos=widget.pos, size=widget.size)
        widget.bind(pos=lambda _, pos: setattr(square, "pos", pos))

    def _change(self, _: Button) -> None:
        self._changes += 1
        for number, label in enumerate(self.labels[: self._load.changing]):
            label.text = f"${1500 + 12 * self._changes + number} {SENTENCE}"[:CHARACTERS]


class BareApp(App):
    """App with only a few plain labels and a button."""

    def build(self) -> BareScreen:
        """Build a screen with a few labels."""
        return BareScreen(FEW)


def measure_bare_taps(taps: str) -> list[float]:
    """Return the processor time of each tap on a button of a ``BareScreen``."""
    root = BareScreen(FULL)
    window = BenchWindow(root)
    return [window.tap(root.button) for _ in range(int(taps))]


def measure_bare_frames(frames: str) -> list[float]:
    """Return the processor time of frames in which widgets of a ``BareScreen`` move."""
    root = BareScreen(FULL)
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
