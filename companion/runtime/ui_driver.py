"""A finger on the glass, for the demonstration: real touches on the window, nothing else."""

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget


class Touch(MotionEvent):
    """One finger, at a place in the window."""

    def __init__(self, x: float, y: float) -> None:
        share = {"x": x / max(1, Window.width - 1), "y": y / max(1, Window.height - 1)}
        super().__init__("finger", id(self), share, is_touch=True, type_id="touch")
        self.profile = ("pos",)
        self.sx, self.sy = share["x"], share["y"]

    def depack(self, args: dict[str, float]) -> None:
        """Where it is now, as shares of the window."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


def press(widget: Widget) -> Touch:
    """Down on the middle of ``widget``."""
    touch = Touch(*widget.to_window(*widget.center))
    EventLoop.post_dispatch_input("begin", touch)
    return touch


def lift(touch: Touch) -> None:
    """And up again."""
    EventLoop.post_dispatch_input("end", touch)


def tap(widget: Widget) -> None:
    """Down on the middle of ``widget``, and up again."""
    lift(press(widget))


def on_screen(kind: type[Widget]) -> list[Widget]:
    """Every widget of that class that can be seen now."""
    widgets = (widget for root in Window.children for widget in root.walk(restrict=True))
    return [widget for widget in widgets if isinstance(widget, kind)]
