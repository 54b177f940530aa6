"""A hand that plays any move as somebody at the table would: it looks for what can be touched on
the screen, touches it there, and calls nothing.

``NO_SCREEN_YET`` is the one list of what cannot be touched yet.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias
from unittest.mock import patch
from uuid import uuid4

from companion.app.now import Answer
from companion.engine import moves
from companion.engine.moves import Move
from hardware import FakeTray
from tests.app.desk import Desk

NO_SCREEN_YET: tuple[type[Move], ...] = (
    *(moves.Builds, moves.Sells, moves.SellsHotels, moves.SellsDown),
    *(moves.Mortgages, moves.HandsOver, moves.PutsUp),
    *(moves.Offers, moves.Accepts, moves.Refuses, moves.Withdraws),
    *(moves.Leaves, moves.TimeIsUp, moves.Ruling),
)
"""Moves that the table is told without a touch, because there is nothing to touch for them."""

Way: TypeAlias = "Callable[[Hand, Any], None]"


class Hand:
    """One finger, and a tray's dice for throws that are made by tray. ``taps`` counts what was
    touched, by the kind of move; ``unseen`` the moves that nothing could be touched for."""

    def __init__(self, desk: Desk, tray: FakeTray | None = None) -> None:
        self.desk, self.tray = desk, tray
        self.taps: Counter[type[Move]] = Counter()
        self.unseen: Counter[type[Move]] = Counter()
        self._making: type[Move] = Move

    def make(self, move: Move) -> None:
        """``move``, and nothing else, is booked and shown."""
        before, self._making = self.desk.moves, type(move)
        _way(move)(self, move)
        self.desk.until(lambda: self.desk.table.number == self.desk.moves + 1)
        made = [played.move for played in self.desk.table.session.history[before:]]
        assert same(made, move), f"{move} was wanted; {made} was made; {self.desk.table.notice!r}"

    def is_refused(self, move: Move) -> None:
        """Nothing that can be touched makes ``move``: there is no button for it, or the button
        says why not, and nothing is booked."""
        game = self.desk.table.session.game
        for button in self.buttons(move):
            self.desk.table.say("")
            self.tap(button)
            assert self.desk.table.session.game is game, f"{move} was booked"
            assert self.desk.table.notice in self.desk.texts(), f"{move}: no word was said"
            assert self.desk.table.notice, f"{move}: no word was said"

    # --- what is touched ------------------------------------------------------------------------

    def tap(self, what: Any) -> None:
        """A finger on it."""
        self.taps[self._making] += 1
        self.desk.tap(what)

    def answers(self) -> list[Any]:
        """Every button with an answer on it, dimmed ones, too."""
        from companion.app.widgets.answer_button import AnswerButton

        return self.desk.seen(AnswerButton)

    def buttons(self, move: Move) -> list[Any]:
        """What says on the screen that it would make ``move``; dimmed ones, too."""
        from companion.app.widgets.player_row import SeatRow

        found = [(button, button.meaning()) for button in self.answers()]
        found += [(row, row.value.ask) for row in self.desk.seen(SeatRow) if row.value.ask]
        return [button for button, answer in found if same([answer.move], move)]

    def button(self, move: Move) -> Any:
        """The first of them."""
        found = self.buttons(move)
        assert found, f"nothing to touch for {move}: {self.desk.texts()}"
        return found[0]

    def send(self, move: Move) -> None:
        """Without a touch, over the table's one road; for what has no screen."""
        self.unseen[type(move)] += 1
        table = self.desk.table
        table.send(Answer("", move, ""), table.number, uuid4().hex)
        self.desk.frames()


def same(made: list[Move], wanted: Move) -> bool:
    """Whether that is what was wanted: rent that is asked for of nobody in particular is the newest
    claim's, and several moves are taken back one after the other."""
    if isinstance(wanted, moves.Undo):
        return made == [moves.Undo()] * wanted.count
    if isinstance(wanted, moves.Collects) and wanted.payer is None:
        return [(type(m), getattr(m, "player", "")) for m in made] == [
            (moves.Collects, wanted.player)
        ]
    return made == [wanted]


# --- how each kind of move is made --------------------------------------------------------------


def _answers(hand: Hand, move: Move) -> None:
    hand.tap(hand.button(move))


def _throws(hand: Hand, move: moves.Throws | moves.Opens) -> None:
    if move.by_tray:
        _into_the_tray(hand, move.dice)
        return
    from companion.app.widgets.dice_keys import DieKey

    for face in move.dice:
        hand.tap(next(key for key in hand.desk.seen(DieKey) if key.face == face))


def _into_the_tray(hand: Hand, dice: moves.Dice) -> None:
    """Once its lamp asks for just this move; and it forgets the throw when it is booked."""
    desk, tray, wanted = hand.desk, hand.tray, ("ready", hand.desk.table.number)
    assert tray, "there is no tray at this table"
    desk.until(lambda: (tray.lamp.state, tray.lamp.number) == wanted)
    assert tray.throw(*dice)
    desk.until(lambda: not tray.waiting)
    desk.frames()


def _draws(hand: Hand, move: moves.Draws) -> None:
    """From the real pack it is picked; the program's own lies ready with that card on top."""
    if hand.desk.table.session.setup.cards == "table":
        _answers(hand, move)
        return
    with patch("companion.app.table.draw", lambda game: move.card):
        hand.tap(hand.button(moves.Draws(move.player, "")))


def _takes_back(hand: Hand, move: moves.Undo) -> None:
    for _ in range(move.count):
        hand.tap(hand.desk.table.words["undo"])


def _bids(hand: Hand, move: moves.Bids) -> None:
    """Sums that no key comes to cannot be said yet."""
    if hand.buttons(move):
        _answers(hand, move)
    else:
        hand.send(move)


def _lifts(hand: Hand, move: moves.Lifts) -> None:
    """The answer to a mortgage received; otherwise there is no screen yet."""
    if hand.buttons(move):
        _answers(hand, move)
    else:
        hand.send(move)


_WAYS: dict[type[Move], Way] = {
    moves.Opens: _throws,
    moves.Throws: _throws,
    moves.Draws: _draws,
    moves.Undo: _takes_back,
    moves.Bids: _bids,
    moves.Lifts: _lifts,
    **dict.fromkeys(NO_SCREEN_YET, Hand.send),
}


def _way(move: Move) -> Way:
    """Whatever is not listed is answered by a button that says so."""
    return _WAYS.get(type(move), _answers)
