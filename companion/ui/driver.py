"""Touches on the window for the demonstration."""

from typing import NamedTuple, TypeVar

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.engine.moves import Bid, Move, Pass
from companion.engine.phases import Auction
from companion.screens.parts import Node
from companion.table.prompts import Answer
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.told import Wording
from companion.ui.app import TableTop
from companion.ui.surface import Surface

W = TypeVar("W", bound=Widget)


class Target(NamedTuple):
    """Node of a page that a finger can touch: its meaning, and its middle in the window."""

    do: Do
    reason: Wording
    center: tuple[float, float]


def targets() -> list[Target]:
    """Return whatever can be touched on the pages in the window."""
    return [
        Target(node.hand.do, node.hand.reason, _middle(surface, node))
        for surface in on_screen(Surface)
        for node in surface.leaves.nodes.values()
        if node.hand and node.hand.do
    ]


def target(*do: object) -> Target:
    """Return what means ``do``, or what begins with it."""
    return next(one for one in targets() if one.do[: len(do)] == do)


def _middle(surface: Surface, node: Node) -> tuple[float, float]:
    return node.x + node.w / 2, surface.height - node.y - node.h / 2


def open_answers() -> list[tuple[Answer, Target]]:
    """Return the visible answers that are not refused, with what is to be touched for them."""
    return [(one.do[1], one) for one in targets() if one.do[0] == "answer" and not one.reason]


def is_guarded() -> bool:
    """Return True while touches would be ignored: the page or the question has just changed."""
    return any(top.viewer.is_guarded for top in on_screen(TableTop))


def button_for(table: Table, move: Move) -> Target | None:
    """Return what makes ``move`` or the nearest possible bid; None if nothing does."""
    answers = open_answers()
    if isinstance(move, Bid):
        move = _bid(table, move, [answer for answer, _ in answers])
    return next((where for answer, where in answers if answer.move == move), None)


def die_key(die: int, face: int) -> Target:
    """Return the key for the first (0) or the second (1) die that shows ``face``."""
    return target("die", die, face)


def _bid(table: Table, wanted: Bid, offered: list[Answer]) -> Move:
    """Return the highest bid with a key that is not too much, or a pass.

    A limit of half the price keeps auctions short.
    """
    assert table.session, "a bid needs a game"
    phase, deeds = table.session.game.phase, table.session.game.board.deeds
    item = deeds[phase.deed] if isinstance(phase, Auction) and phase.deed else None
    most = max(wanted.amount, item.price // 2 if item else 0)
    moves = [answer.move for answer in offered]
    mine = [m for m in moves if isinstance(m, Bid) and m.player == wanted.player]
    within = [m for m in mine if m.amount <= most]
    return max(within, key=lambda m: m.amount, default=Pass(wanted.player))


class Touch(MotionEvent):
    """A touch at a position in the window."""

    def __init__(self, x: float, y: float) -> None:
        share = {"x": x / max(1, Window.width - 1), "y": y / max(1, Window.height - 1)}
        super().__init__("finger", id(self), share, is_touch=True, type_id="touch")
        self.profile = ("pos",)
        self.sx, self.sy = share["x"], share["y"]

    def depack(self, args: dict[str, float]) -> None:
        """Store the position, relative to the size of the window."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


def press(where: Target | Widget) -> Touch:
    """Begin a touch in the middle of something."""
    touch = Touch(*where.center)
    EventLoop.post_dispatch_input("begin", touch)
    return touch


def lift(touch: Touch) -> None:
    """Take the finger off the screen."""
    EventLoop.post_dispatch_input("end", touch)


def tap(where: Target | Widget) -> None:
    """Touch the middle of something and lift the finger."""
    lift(press(where))


def on_screen(kind: type[W]) -> list[W]:
    """Return every widget of a class in the window."""
    widgets = (widget for root in Window.children for widget in root.walk(restrict=True))
    return [widget for widget in widgets if isinstance(widget, kind)]
