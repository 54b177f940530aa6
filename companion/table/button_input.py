"""Take presses of the buttons on pins: yes, no, undo, redo, and a bid for each player."""

from collections.abc import Callable, Mapping

from companion.engine.moves import Move, Undo
from companion.table.prompts import button_bid
from companion.table.prompts.answers import Answer
from companion.table.session import Session
from companion.table.table import Table
from companion.text.screens.play import text_of

REDO = "redo"
"""Name of the button that plays what was undone again: any number of moves."""
BIDS = "bid_"
"""Prefix of the names of the bid buttons; the number of the seat follows."""
MOVES: Mapping[str, Callable[[Table], Move | None]] = {
    "yes": lambda table: _move_of(table.now.yes),
    "no": lambda table: _move_of(table.now.no),
    "undo": lambda table: Undo(),
}
"""Function that finds the move of a button, by its name; None while it has none."""


def _move_of(answer: Answer | None) -> Move | None:
    return answer.move if answer else None


def has_move(name: str) -> bool:
    """Return True if a press of the button of this name can be a move."""
    return name in MOVES or name == REDO or name.startswith(BIDS)


class ButtonInput:
    """Receiver of presses; each has an id of its own."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pressed: tuple[float, str] = (-1e9, "")

    def press(self, name: str, press_id: str) -> None:
        """Handle the button ``yes``, ``no``, ``undo`` or ``redo``, or ``bid_1`` of seat 1."""
        table, (at, before) = self._table, self._pressed
        if table.session is None or (name == before and table.clock() - at < table.echo):
            return
        if table.tray_input.pending_rolls and name in ("yes", "no"):
            if name == "yes":
                table.tray_input.use_roll()
            else:
                table.tray_input.discard_roll()
            self._pressed = (table.clock(), name)
            return
        if name == REDO:
            self._redo(press_id)
            return
        move = self._move(table.session, name)
        if move is None:
            table.refuse(text_of("nothing_to_answer"))
        elif table.press(move, press_id):
            self._pressed = (table.clock(), name)

    def _redo(self, press_id: str) -> None:
        table = self._table
        if not table.can_redo:
            table.refuse(text_of("nothing_to_redo"))
            return
        table.redo(table.number, press_id)
        self._pressed = (table.clock(), REDO)

    def _move(self, session: Session, name: str) -> Move | None:
        if name.startswith(BIDS):
            return button_bid(session.game, int(name.removeprefix(BIDS)))
        return MOVES[name](self._table)
