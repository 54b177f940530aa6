"""The auction on its screen: who can bid, and a bid of any amount."""

from dataclasses import replace

import pytest

from companion.engine.moves import Bid
from companion.engine.state import Game
from companion.screens import keyed_bid
from companion.screens.keyed_bid import KeyedBid
from companion.table.confirmation import sheet_for
from companion.table.prompts import auction_view, button_bid
from tests.ui.positions import at, table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

AUCTION = ("Ann throws 1 2", "Ann declines")


def opened(game: Game, bidder: str, *digits: str) -> KeyedBid:
    value = keyed_bid.tapped(KeyedBid(), ("other bid", bidder), game)
    for digit in digits:
        value = keyed_bid.tapped(value, ("digit", digit), game)
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
    made = keyed_bid.keyed_answer(game, replace(opened(game, "Cy"), amount=amount))
    assert made.move == Bid("Cy", amount)
    assert plain(made.refusal) == plain(refusal)


def test_only_who_takes_part_and_does_not_lead_can_bid() -> None:
    game = at(*AUCTION, "Bob bids $60", "Ann passes")
    assert [name for name in game.players if opened(game, name).bidder] == ["Cy"]
    assert not opened(table(), "Cy").bidder


def test_digits_and_quick_amounts_make_a_bid() -> None:
    game = at(*AUCTION, "Bob bids $60")
    assert opened(game, "Cy", "1", "3", "7").amount == 137
    quick = keyed_bid.tapped(opened(game, "Cy"), ("quick", 10), game)
    assert quick.amount == 70, "the first one adds to the high bid"
    assert keyed_bid.tapped(quick, ("quick", 50), game).amount == 120
    assert keyed_bid.tapped(quick, ("quick", None), game).amount == 1500
    assert not keyed_bid.tapped(quick, ("back", "auction"), game).bidder


def test_a_keyed_bid_is_given_up_once_it_cannot_be_made() -> None:
    game = at(*AUCTION, "Bob bids $60")
    value = opened(game, "Cy", "9", "9")
    assert keyed_bid.followed(value, at("Ann bids $70", game=game)) == value
    assert not keyed_bid.followed(value, at("Cy bids $70", game=game)).bidder
    assert not keyed_bid.followed(value, at("sold", game=game)).bidder
    assert not keyed_bid.followed(replace(value, item=("boardwalk", "", "")), game).bidder


# --- sealed bids ----------------------------------------------------------------------------------


def sealed(*lines: str) -> Game:
    return at(*AUCTION, *lines, game=table(house_rules=("sealed bids", "auctions from half")))


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [
        (0, "no amount"),
        (29, "too low(amount=$30)"),
        (30, ""),
        (1500, ""),
        (1501, "too much"),
    ],
)
def test_a_sealed_bid_is_keyed_in_without_its_sum(amount: int, refusal: str) -> None:
    game = sealed("Bob bids $137")
    made = keyed_bid.keyed_answer(game, replace(opened(game, "Cy"), amount=amount))
    assert made.move == Bid("Cy", amount)
    assert (plain(made.refusal), made.changes) == (plain(refusal), ())
    assert str(amount) not in str(made.text)


def test_who_has_keyed_in_does_so_once() -> None:
    game = sealed("Bob bids $137", "Cy passes")
    assert [name for name in game.players if opened(game, name).bidder] == ["Ann"]
    view = auction_view(game)
    assert view
    assert [one.keyed for one in view.bidders] == [False, True, True]
    assert not view.bidder


def test_the_last_answer_does_not_show_what_it_opens() -> None:
    view = auction_view(sealed("Bob bids $137", "Cy passes"))
    assert view
    last = view.bidders[0]
    assert [one.changes for one in (*last.bids, last.passes, view.hammer)] == [(), (), ()]


def test_a_tie_is_told_with_its_sum() -> None:
    view = auction_view(sealed("Bob bids $137", "Cy bids $137", "Ann passes"))
    assert view
    assert (view.tied, [one.name for one in view.bidders]) == (137, ["Bob", "Cy"])


def test_to_open_early_is_asked_about_with_who_has_not_keyed_in() -> None:
    game = sealed("Bob bids $137")
    view = auction_view(game)
    assert view
    sheet = sheet_for(game, view.hammer)
    assert sheet
    assert "Ann" in str(sheet.lines[0].text)
    assert "Cy" in str(sheet.lines[0].text)
    assert "Bob" not in str(sheet.lines[0].text)


def test_a_button_makes_no_sealed_bid() -> None:
    assert button_bid(sealed(), 2) is None


def test_a_tie_begins_with_an_empty_page() -> None:
    game = sealed("Bob bids $137", "Ann passes")
    value = opened(game, "Cy", "1", "3", "7")
    assert keyed_bid.followed(value, at("Cy bids $137", game=game)) == KeyedBid()
