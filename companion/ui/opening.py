"""The picture on the screen while the table is being opened: two dice on a dark ground.

It has no words, and looks the same from every side of the table. Import this module only after
``start.prepare``. It imports little, because the first frame waits for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.uix.widget import Widget

from companion.look.palette import EVENING, PAPER
from companion.screens.figures import die
from companion.screens.parts import Marks
from companion.system.systemd import Service
from companion.ui.painting import picture, register_fonts, rgba

FACES = (3, 4)
DIE = 1 / 5
"""Width of a die in shares of the shorter side of the window; the gap is a quarter of it."""
FRAMES = 2
"""On some panels the first frame stays black until the next one is drawn."""


@contextmanager
def opening_picture() -> Iterator[None]:
    """Show the picture within, and tell the service manager when it is on the screen.

    No frame is drawn within: whoever opens the table keeps the thread.
    """
    EventLoop.ensure_window()
    Window.clearcolor = rgba(EVENING.ground)
    pair = dice(min(Window.size) * DIE, Window.center)
    Window.add_widget(pair)
    for _ in range(FRAMES):
        Window.canvas.ask_update()
        EventLoop.idle()
    Service().opening()
    try:
        yield
    finally:
        Window.remove_widget(pair)


def dice(side: float, center: tuple[float, float]) -> Widget:
    """Return two dice of a width in pixels, one at each side of a point."""
    register_fonts()
    side, (x, y) = round(side), center
    pair = Widget()
    for face, left in zip(FACES, (x - side * 9 / 8, x + side / 8), strict=True):
        marks = die(side, side, 1.0, face, PAPER.die, PAPER.die_edge, PAPER.deed_ink)
        drawn = (Translate(round(left), round(y - side / 2)), picture(Marks(marks), side))
        for part in (PushMatrix(), *drawn, PopMatrix()):
            pair.canvas.add(part)
    return pair
