"""The auction on its screen: who can bid, and a bid of any amount."""

from dataclasses import replace

import pytest

from companion.engine.moves import Bid
from companion.engine.state import Game
from companion.screens import auction
from companion.screens.auction import KeyedBid
from tests.ui.positions import at, table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

AUCTION = ("Ann throws 1 2", "Ann declines")


def opened(game: Game, bidder: str, *digits: str) -> KeyedBid:
    value = auction.tapped(KeyedBid(), ("other bid", bidder), game)
    for digit in digits:
        value = auction.tapped(value, ("digit", digit), game)
    return value


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [
        (0, "no amount"),
        (59, "too low(amount=$61)"),
        (60, "too low(amount=$61)"),
        (61, ""),
        (1500, ""),
        (1501, "short(short=$1)"),
    ],
)
def test_any_amount_above_the_high_bid_can_be_bid(amount: int, refusal: str) -> None:
    game = at(*AUCTION, "Bob bids $60")
    made = auction.keyed_answer(game, replace(opened(game, "Cy"), amount=amount))
    assert made.move == Bid("Cy", amount)
    assert plain(made.refusal) == plain(refusal)


def test_only_who_takes_part_and_does_not_lead_can_bid() -> None:
    game = at(*AUCTION, "Bob bids $60", "Ann passes")
    assert [name for name in game.players if opened(game, name).bidder] == ["Cy"]
    assert not opened(table(), "Cy").bidder


def test_digits_and_quick_amounts_make_a_bid() -> None:
    game = at(*AUCTION, "Bob bids $60")
    assert opened(game, "Cy", "1", "3", "7").amount == 137
    quick = auction.tapped(opened(game, "Cy"), ("quick", 10), game)
    assert quick.amount == 70, "the first one adds to the high bid"
    assert auction.tapped(quick, ("quick", 50), game).amount == 120
    assert auction.tapped(quick, ("quick", None), game).amount == 1500
    assert not auction.tapped(quick, ("back", "auction"), game).bidder


def test_a_keyed_bid_is_given_up_once_it_cannot_be_made() -> None:
    game = at(*AUCTION, "Bob bids $60")
    value = opened(game, "Cy", "9", "9")
    assert auction.followed(value, at("Ann bids $70", game=game)) == value
    assert not auction.followed(value, at("Cy bids $70", game=game)).bidder
    assert not auction.followed(value, at("sold", game=game)).bidder
    assert not auction.followed(replace(value, item=("boardwalk", "", "")), game).bidder
