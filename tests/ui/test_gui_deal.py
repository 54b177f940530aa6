"""A deal by touch, on both sides of the screen; the game goes on around it."""

from typing import Any

import pytest

from companion.engine.moves import AcceptTrade, Goods, OfferTrade, RefuseTrade, WithdrawTrade
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui

OWNED = "ruling: Ann owns Baltic Avenue; Bob owns Park Place; Bob holds chance jail card"


def side(desk: Desk, number: int) -> Any:
    from companion.ui.trade.screen import DealSide

    return next(side for side in desk.seen(DealSide) if side.value.number == number)


def tap_on(desk: Desk, number: int, text: str) -> None:
    """What says this on one side of the screen."""
    from kivy.uix.behaviors import ButtonBehavior

    buttons = [w for w in side(desk, number).walk(restrict=True) if isinstance(w, ButtonBehavior)]
    said = (
        button
        for button in buttons
        if any(getattr(part, "text", "") == text for part in button.walk(restrict=True))
    )
    desk.tap(next(said))


def last_move(desk: Desk) -> object:
    return desk.table.session.history[-1].move


def make_up(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob Cy", OWNED)
    desk.tap("Deal")
    desk.tap("Baltic Avenue")
    desk.tap("Park Place")
    for chip in ("+100", "+10"):
        tap_on(desk, 0, chip)


def test_a_deal_is_offered_on_one_side_and_accepted_on_the_other(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 0, "Ann offers this")
    assert last_move(desk) == OfferTrade(
        "Ann", "Bob", Goods(("baltic-avenue",), 110), Goods(("park-place",))
    )
    tap_on(desk, 1, "Accept")
    assert last_move(desk) == AcceptTrade("Bob")
    assert (desk.cash("Ann"), desk.cash("Bob")) == (1390, 1610)
    assert "gives nothing" in desk.texts(), "what was dealt is not offered again"


def test_a_refused_deal_can_be_bettered(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 1, "Bob offers this")
    tap_on(desk, 0, "Refuse")
    assert last_move(desk) == RefuseTrade("Ann")
    tap_on(desk, 0, "no cash")
    assert "gives Baltic Avenue" in desk.texts()


def test_an_offer_is_taken_back(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 0, "Ann offers this")
    tap_on(desk, 0, "Take the offer back")
    assert last_move(desk) == WithdrawTrade("Ann")


def test_an_open_offer_is_on_the_play_screen_too(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 0, "Ann offers this")
    desk.tap("Back")
    desk.tap("Ann offers Bob Baltic Avenue and $110 for Park Place")
    assert desk.table.screen == "trade"
    desk.tap("Back")
    desk.tap("Accept")
    assert desk.cash("Bob") == 1610
    assert "Accept" not in desk.texts()
    with pytest.raises(AssertionError):
        desk.tappable("Ann offers Bob Baltic Avenue and $110 for Park Place")


def test_nothing_is_changed_while_an_offer_is_open_and_it_says_so(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 0, "Ann offers this")
    desk.tap("Baltic Avenue")
    assert "offer" in desk.table.notice
    assert desk.table.notice in desk.texts()
    desk.table.say("")
    desk.tap("Clear")
    assert "offer" in desk.table.notice
    assert "gives Baltic Avenue and $110" in desk.texts()


def test_a_throw_goes_on_while_a_deal_is_made_up(desk: Desk) -> None:
    make_up(desk)
    desk.table.tray_input.on_throw("uid/boot/1", (1, 2), int(desk.table.number))
    desk.frames()
    assert desk.table.screen == "trade"
    assert "Ann threw 1 + 2 · Baltic Avenue" in desk.texts(), "it is said what happened meanwhile"
    assert "gives Baltic Avenue and $110" in desk.texts()
    tap_on(desk, 0, "Ann offers this")
    assert isinstance(last_move(desk), OfferTrade)


def test_an_auction_lets_a_deal_wait_with_a_sentence(desk: Desk) -> None:
    make_up(desk)
    desk.table.tray_input.on_throw("uid/boot/1", (4, 5), int(desk.table.number))
    desk.table.press("no", "press")
    desk.frames()
    moves = desk.moves
    tap_on(desk, 0, "Ann offers this")
    assert desk.moves == moves
    assert "the auction of Connecticut Avenue has to end" in desk.table.notice
    desk.tap("Back")
    assert desk.table.screen == "auction"


def test_another_player_sits_down_by_a_sign(desk: Desk) -> None:
    from companion.ui.widgets.players import PlayerTab

    make_up(desk)
    signs = [w for w in side(desk, 1).walk(restrict=True) if isinstance(w, PlayerTab)]
    desk.tap(next(sign for sign in signs if sign.value.key == "Cy"))
    assert "Cy offers this" in desk.texts()


def test_a_jail_card_changes_hands(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob", OWNED)
    desk.tap("Deal")
    desk.tap("Jail card: Chance")
    tap_on(desk, 1, "Bob offers this")
    tap_on(desk, 0, "Accept")
    assert desk.table.session.game.players["Ann"].jail_cards == ("chance",)


def test_a_mortgage_received_is_asked_about_at_once(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob", OWNED, "ruling: Park Place is mortgaged")
    desk.tap("Deal")
    desk.tap("Park Place")
    tap_on(desk, 1, "Bob offers this")
    tap_on(desk, 0, "Accept")
    assert desk.table.screen == "play"
    desk.tap("Pay $18, keep the mortgage")
    assert desk.table.now.kind == "throw"
