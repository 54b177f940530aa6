"""What the table faces when buildings run short and mortgages change hands."""

import pytest

from companion.engine import moves
from companion.table.prompts import Change, auction_view, now
from tests.ui.positions import at, table
from tests.ui.said_of_deeds import ONE_LEFT

pytestmark = pytest.mark.usefixtures("keys")

SHORT = (*ONE_LEFT, "Ann builds on Boardwalk")
AUCTION = (*SHORT, "Cy claims")
MORTGAGED = "ruling: Ann owns Baltic Avenue; Baltic Avenue is mortgaged"
RECEIVED = (MORTGAGED, "Ann offers Bob Baltic Avenue for $20", "Bob accepts")


def test_in_a_shortage_who_else_wants_a_house_is_asked() -> None:
    page = now(at(*SHORT))
    assert (page.kind, page.player, page.title, page.question, page.sublines) == (
        "shortage",
        "Cy",
        "shortage.title(building=house, player=Cy)",
        "shortage.wants(deeds=Boardwalk, player=Ann)",
        ("shortage.left(stock=house(n=1))",),
    )
    claims, waives = page.answers
    assert (claims.text, claims.move) == ("shortage.claim", moves.ClaimBuilding("Cy"))
    assert (waives.text, waives.move) == ("shortage.waive", moves.WaiveBuilding("Cy"))
    assert (page.yes, page.no) == (claims, waives)


def test_the_auction_of_a_building_is_among_those_who_want_it() -> None:
    game = at(*AUCTION)
    page, view = now(game), auction_view(game)
    assert view is not None
    assert (page.question, page.title, page.deed) == ("auction.plain", "House", "")
    assert (view.item, view.deed, view.price) == ("House", "", 0)
    assert [bidder.name for bidder in view.bidders] == ["Ann", "Cy"]


def test_a_building_that_was_won_is_to_be_placed() -> None:
    page = now(at(*AUCTION, "Cy bids $60", "Ann passes"))
    assert (page.kind, page.player, page.title, page.sublines) == (
        "placing",
        "Cy",
        "placing.title(building=house, player=Cy)",
        ("placing.subline",),
    )
    assert [answer.text for answer in page.answers] == ["Mediterranean Avenue", "Baltic Avenue"]
    assert page.answers[0].move == moves.PlaceBuilding("Cy", "mediterranean-avenue")


def test_a_mortgage_received_is_kept_or_lifted() -> None:
    page = now(at(*RECEIVED))
    assert (page.kind, page.title, page.sublines, page.deed) == (
        "mortgage",
        "mortgage.title(player=Bob)",
        ("mortgaged+(deed=Baltic Avenue)",),
        "baltic-avenue",
    )
    keeps, lifts = page.answers
    assert (keeps.text, keeps.changes) == (
        "mortgage.keep(amount=$3)",
        (Change("Bob", 1480, 1477),),
    )
    assert (lifts.text, lifts.changes) == (
        "mortgage.lift(amount=$33)",
        (Change("Bob", 1480, 1447),),
    )
    assert page.yes is None


def test_a_jail_card_under_the_hammer() -> None:
    game = at(
        "ruling: Ann has $5; Ann holds chance jail card; Ann stands on space 36",
        "Ann throws 1 1",
        "Ann goes bankrupt",
        game=table(rules="1935"),
    )
    view = auction_view(game)
    assert view is not None
    assert (view.item, [bidder.name for bidder in view.bidders]) == ("Jail_card+", ["Bob", "Cy"])
