"""What a hand would touch for a move: the button that can be seen now."""

from kivy.uix.widget import Widget

from companion.engine.moves import Bids, Move, Passes
from companion.engine.phases import Auction
from companion.runtime.ui_driver import on_screen
from companion.ui.table import Table
from companion.ui.widgets.buttons import AnswerButton
from companion.ui.widgets.dice import DieKey
from companion.ui.widgets.players import SeatRow


def open_answers() -> list[AnswerButton]:
    """Every answer on the screen that is not refused."""
    return [button for button in on_screen(AnswerButton) if not button.meaning().reason]


def button_for(table: Table, move: Move) -> Widget | None:
    """The button for ``move``, or for the nearest bid there is a key for; None without one."""
    answers = open_answers()
    if isinstance(move, Bids):
        move = _bid(table, move, answers)
    found = [button for button in answers if button.meaning().move == move]
    rows = (row for row in on_screen(SeatRow) if row.value.ask and row.value.ask.move == move)
    return next(iter(found), next(rows, None))


def die_key(face: int) -> Widget:
    """The key with which a die of that face is tapped in."""
    return next(key for key in on_screen(DieKey) if key.face == face)


def _bid(table: Table, wanted: Bids, answers: list[AnswerButton]) -> Move:
    """The highest raise there is a key for, and a bold one at first, or it takes all evening;
    a pass when any would be too much."""
    assert table.session, "a bid is for something"
    phase, deeds = table.session.game.phase, table.session.game.board.deeds
    lot = deeds[phase.deed] if isinstance(phase, Auction) and phase.deed else None
    most = max(wanted.amount, lot.price // 2 if lot else 0)
    offered = [button.meaning().move for button in answers]
    mine = [m for m in offered if isinstance(m, Bids) and m.player == wanted.player]
    within = [m for m in mine if m.amount <= most]
    return max(within, key=lambda m: m.amount, default=Passes(wanted.player))
