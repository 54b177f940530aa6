"""The auction on its screen: the item, who can bid, and a bid of any amount."""

import pytest

from companion.engine.moves import Bid
from companion.engine.state import Game
from companion.table import auction as view
from companion.table.prompts import auction_view
from tests.ui.positions import at, table

pytestmark = pytest.mark.usefixtures("keys")

AUCTION = ("Ann throws 1 2", "Ann declines")


def statuses(game: Game) -> dict[str, tuple[str, str]]:
    auction = auction_view(game)
    assert auction
    return {block.name: (block.status, block.short) for block in view.blocks(game, auction)}


def item(game: Game) -> view.Item:
    auction = auction_view(game)
    assert auction
    return view.auction_item(game, auction)


def test_the_item_is_told_with_its_price_and_the_high_bid() -> None:
    before, after = at(*AUCTION), at(*AUCTION, "Bob bids $60")
    assert item(before).names == ("Baltic Avenue", "Baltic Ave")
    assert item(before).leads == ("auction.lead(price=$60)", "auction.list(price=$60)")
    assert (item(before).bid, item(before).nothing) == ("", "none")
    assert (item(after).bid, item(after).nothing) == ("$60", "")


def test_everybody_can_bid_at_first() -> None:
    assert set(statuses(at(*AUCTION)).values()) == {("", "")}


def test_a_block_says_who_leads_who_has_passed_and_who_cannot_top() -> None:
    game = at("ruling: Cy has $60", *AUCTION, "Bob bids $60")
    assert statuses(game) == {
        "Ann": ("", ""),
        "Bob": ("leads", ""),
        "Cy": ("cannot", "short(short=$1)"),
    }
    assert statuses(at("Cy passes", game=game))["Cy"] == ("passed", "")


def test_who_cannot_top_may_still_pass() -> None:
    game = at("ruling: Cy has $60", *AUCTION, "Bob bids $60")
    auction = auction_view(game)
    assert auction
    assert view.blocks(game, auction)[2].passes.open


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [
        (0, "no amount"),
        (59, "too low(amount=$60)"),
        (60, "too low(amount=$60)"),
        (61, ""),
        (1500, ""),
        (1501, "short(short=$1)"),
    ],
)
def test_any_amount_above_the_high_bid_can_be_bid(amount: int, refusal: str) -> None:
    made = view.keyed_bid(at(*AUCTION, "Bob bids $60"), "Cy", amount)
    assert made.move == Bid("Cy", amount)
    assert made.refusal == refusal


def test_only_who_takes_part_and_does_not_lead_can_bid() -> None:
    game = at(*AUCTION, "Bob bids $60", "Ann passes")
    assert [name for name in game.players if view.can_bid(game, name)] == ["Cy"]
    assert not view.can_bid(table(), "Cy")
