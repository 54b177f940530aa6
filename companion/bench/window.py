"""A window for measurements, and a bare one as reference: Kivy as the bank configures it."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, process_time
from typing import Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.bench.harness import memory
from companion.runtime.ui_driver import lift, press
from companion.system.systemd import Service
from companion.ui.kivy_config import PANEL

SETTLED_FRAMES = 3
"""Consecutive frames without drawing after which the window is settled."""
MAX_FRAMES, TIMEOUT_S = 60, 10.0
BARE_LABELS = 4


class BenchWindow:
    """A window of the size of the panel, with ``root`` in it and no limit on the frame rate."""

    def __init__(self, root: Widget) -> None:
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

        Window.bind(on_flip=on_flip)
        EventLoop.idle()
        Window.unbind(on_flip=on_flip)
        return drawn

    def redraw(self) -> float:
        """Draw everything again; return the processor time of the frame."""
        Window.canvas.ask_update()
        began = process_time()
        self.frame()
        return process_time() - began

    def tap(self, widget: Widget) -> float:
        """Tap a widget; return the processor time from lifting the finger to the next frame."""
        touch = press(widget)
        self.settle()
        began = process_time()
        lift(touch)
        while not self.frame():
            assert process_time() - began < TIMEOUT_S, "the tap changed nothing on the screen"
        seconds = process_time() - began
        self.settle()
        return seconds


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


class BareRoot(BoxLayout):
    """A button that changes all labels above it."""

    def __init__(self, labels: int) -> None:
        super().__init__(orientation="vertical")
        grid = GridLayout(cols=4)
        self.labels = [Label(text="$1500", font_size="20sp") for _ in range(labels)]
        self.button = Button(text="Collect $12", on_release=self._change, size_hint_y=0.2)
        for label in self.labels:
            grid.add_widget(label)
        self.add_widget(grid)
        self.add_widget(self.button)
        self._changes = 0

    def _change(self, _: Button) -> None:
        self._changes += 1
        for number, label in enumerate(self.labels):
            label.text = f"${1500 + 12 * self._changes + number}"


class BareApp(App):
    """App with only a ``BareRoot``."""

    def build(self) -> BareRoot:
        """Build a root with plain labels."""
        return BareRoot(BARE_LABELS)


def measure_bare_taps(labels: str, taps: str) -> list[float]:
    """Return the processor time of each tap on a button that changes ``labels`` labels."""
    root = BareRoot(int(labels))
    window = BenchWindow(root)
    return [window.tap(root.button) for _ in range(int(taps))]


def measure_bare_frames(labels: str, frames: str) -> list[float]:
    """Return the processor time of frames in which a rectangle moves over ``labels`` labels."""
    root = BareRoot(int(labels))
    window = BenchWindow(root)
    with root.canvas.after:
        moving = Rectangle(size=(64, 64))
    seconds: list[float] = []
    while len(seconds) < int(frames):
        moving.pos = (len(seconds) % 700, 200)
        began = process_time()
        if window.frame():
            seconds.append(process_time() - began)
    return seconds


def run_bare() -> Any:
    """Run a bare window until SIGTERM; return what ``observe`` saw."""
    app = BareApp()
    with observe(app.stop) as seen:
        app.run()
    return seen
