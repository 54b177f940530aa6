"""Taps for each kind of move: the screen, and what is touched there."""

from collections.abc import Callable
from typing import Any, TypeAlias
from unittest.mock import patch

from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.phases import ReceivedMortgages
from companion.text.screens.menu import SETTINGS
from tests.ui.moves_of_ruling import people, rules
from tests.ui.moves_with_deeds import answers_a_deal, builds, of_a_deed, offers, sells_down, settles
from tests.ui.touch import Hand

Way: TypeAlias = Callable[[Hand, Any], None]


def way_of(move: Move) -> Way:
    """How ``move`` is made; whatever is not listed is answered by a button that says so."""
    return _WAYS.get(type(move), _answers)


def _answers(hand: Hand, move: Move) -> None:
    hand.at_the_game()
    hand.answer(move)
    if hand.desk.table.sheet:
        hand.answer_sheet()


# --- the game -----------------------------------------------------------------------------------


def _throws(hand: Hand, move: moves.Roll | moves.RollForStart) -> None:
    if move.by_tray:
        _into_the_tray(hand, move.dice)
        return
    hand.at_the_game()
    for die, face in enumerate(move.dice):
        hand.tap(hand.desk.key("die", die, face))


def _into_the_tray(hand: Hand, dice: moves.Dice) -> None:
    """Once its lamp asks for just this move; and it forgets the throw when it is booked."""
    desk, tray, wanted = hand.desk, hand.tray, ("ready", hand.desk.table.number)
    assert tray, "there is no tray at this table"
    desk.until(lambda: (tray.lamp.state, tray.lamp.number) == wanted)
    assert tray.throw(*dice)
    desk.until(lambda: not tray.waiting)
    desk.frames()
    desk.watch()


def _draws(hand: Hand, move: moves.DrawCard) -> None:
    """From the real pack it is picked; the program's own lies ready with that card on top."""
    if hand.desk.table.session.setup.cards == "table":
        _answers(hand, move)
        return
    with patch("companion.table.shuffle.Packs.top", lambda *_: move.card):
        _answers(hand, moves.DrawCard(move.player, ""))


def _bids(hand: Hand, move: moves.Bid) -> None:
    """Bid by a key that comes to the sum, or key it in digit by digit."""
    hand.at_the_game()
    if not hand.buttons(move):
        hand.tap(hand.desk.key("other bid", move.player))
        for digit in str(move.amount):
            hand.tap(hand.desk.key("digit", digit))
    hand.answer(move)


def _passes(hand: Hand, move: moves.Pass) -> None:
    """Pass by a key beside the bids, or on the page of a sealed bid."""
    hand.at_the_game()
    if not hand.buttons(move):
        hand.tap(hand.desk.key("other bid", move.player))
    hand.answer(move)


# --- taking back --------------------------------------------------------------------------------


def _takes_back(hand: Hand, move: moves.Undo) -> None:
    """One after the other, or in the history."""
    hand.at_the_game()
    if move.count > 1:
        _goes_back(hand, move)
        return
    for _ in range(move.count):
        hand.tap(hand.desk.table.words["undo"])


def _goes_back(hand: Hand, move: moves.Undo) -> None:
    """In the history, to before the oldest move that shall be gone."""
    desk, past = hand.desk, hand.desk.table.history
    desk.to_history()
    standing = [line.number for line in past.value.moves if line.stands]
    desk.frames()
    oldest = standing[move.count - 1]
    hand.tap(hand.find("move", oldest))
    desk.until(lambda: past.value.page == "undo" and hand.buttons(move))
    hand.answer(move)


# --- the menu -----------------------------------------------------------------------------------


def _in_the_menu(hand: Hand, move: Move) -> None:
    hand.at_the_game()
    hand.desk.to_menu()
    if isinstance(move, moves.Rule):
        kind = people(move.effects[0])
        hand.tap(SETTINGS["leave" if kind else "ruling"])
        if kind:
            hand.tap(SETTINGS[kind])
        rules(hand, move)
    else:
        hand.tap(SETTINGS["finish" if isinstance(move, moves.EndByTime) else "leave"])
        hand.answer(move)
        hand.answer_sheet()


def _pays_off(hand: Hand, move: moves.PayOff) -> None:
    """On the page of the borrower's properties, below which the loans are."""
    hand.desk.table.open("properties", move.player)
    hand.desk.frames()
    hand.find("answer")
    hand.answer(move)


def _lifts(hand: Hand, move: moves.Unmortgage) -> None:
    asked = isinstance(hand.desk.table.session.game.phase, ReceivedMortgages)
    (_answers if asked else of_a_deed)(hand, move)


_WAYS: dict[type[Move], Way] = {
    moves.RollForStart: _throws,
    moves.Roll: _throws,
    moves.DrawCard: _draws,
    moves.Bid: _bids,
    moves.Pass: _passes,
    moves.Undo: _takes_back,
    moves.Build: builds,
    moves.Sell: of_a_deed,
    moves.Mortgage: of_a_deed,
    moves.PayOff: _pays_off,
    moves.Unmortgage: _lifts,
    moves.SellDown: sells_down,
    moves.SellHotels: sells_down,
    moves.OfferTrade: offers,
    **dict.fromkeys((moves.AcceptTrade, moves.RefuseTrade, moves.WithdrawTrade), answers_a_deal),
    **dict.fromkeys(
        (moves.PayDebt, moves.DeclareBankruptcy, moves.HandOverDeed, moves.PutUpDeed), settles
    ),
    **dict.fromkeys((moves.LeaveGame, moves.EndByTime, moves.Rule), _in_the_menu),
}
