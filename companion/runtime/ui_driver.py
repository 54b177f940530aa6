"""Touches on the window for the demonstration and the benchmarks."""

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.engine.moves import Bid, Move, Pass
from companion.engine.phases import Auction
from companion.ui.table import Table
from companion.ui.widgets.buttons import AnswerButton
from companion.ui.widgets.dice import DieKey
from companion.ui.widgets.players import PlayerTile


def open_answers() -> list[AnswerButton]:
    """Return the visible answer buttons that are enabled."""
    return [button for button in on_screen(AnswerButton) if not button.meaning().reason]


def button_for(table: Table, move: Move) -> Widget | None:
    """Return the button for ``move`` or the nearest possible bid; None if there is none."""
    answers = open_answers()
    if isinstance(move, Bid):
        move = _bid(table, move, answers)
    found = [button for button in answers if button.meaning().move == move]
    rows = (row for row in on_screen(PlayerTile) if row.value.ask and row.value.ask.move == move)
    return next(iter(found), next(rows, None))


def die_key(die: int, face: int) -> Widget:
    """Return the key for the first (0) or the second (1) die that shows ``face``."""
    return next(key for key in on_screen(DieKey) if (key.die, key.face) == (die, face))


def _bid(table: Table, wanted: Bid, answers: list[AnswerButton]) -> Move:
    """Return the highest bid with a key that is not too much, or a pass.

    A limit of half the price keeps auctions short.
    """
    assert table.session, "a bid needs a game"
    phase, deeds = table.session.game.phase, table.session.game.board.deeds
    lot = deeds[phase.deed] if isinstance(phase, Auction) and phase.deed else None
    most = max(wanted.amount, lot.price // 2 if lot else 0)
    offered = [button.meaning().move for button in answers]
    mine = [m for m in offered if isinstance(m, Bid) and m.player == wanted.player]
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


def press(widget: Widget) -> Touch:
    """Begin a touch at the centre of ``widget``."""
    touch = Touch(*widget.to_window(*widget.center))
    EventLoop.post_dispatch_input("begin", touch)
    return touch


def lift(touch: Touch) -> None:
    """Take the finger off the screen."""
    EventLoop.post_dispatch_input("end", touch)


def tap(widget: Widget) -> None:
    """Touch the centre of ``widget`` and lift the finger."""
    lift(press(widget))


def on_screen(kind: type[Widget]) -> list[Widget]:
    """Return every widget of a class in the window."""
    widgets = (widget for root in Window.children for widget in root.walk(restrict=True))
    return [widget for widget in widgets if isinstance(widget, kind)]
