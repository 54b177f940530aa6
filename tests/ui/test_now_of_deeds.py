"""What the table faces when buildings run short and mortgages change hands."""

from companion.engine import moves
from companion.ui.play.prompts import Change, auction_view, now
from tests.ui.positions import at, table
from tests.ui.said_of_deeds import ONE_LEFT

SHORT = (*ONE_LEFT, "Ann builds on Boardwalk")
AUCTION = (*SHORT, "Cy claims")
MORTGAGED = "ruling: Ann owns Baltic Avenue; Baltic Avenue is mortgaged"
RECEIVED = (MORTGAGED, "Ann offers Bob Baltic Avenue for $20", "Bob accepts")


def test_in_a_shortage_who_else_wants_a_house_is_asked() -> None:
    page = now(at(*SHORT))
    assert (page.kind, page.player, page.lead, page.title, page.detail) == (
        *("shortage", "Cy", "Ann wants to build on Boardwalk"),
        *("Who else wants a house?", "the bank has 1 house left"),
    )
    claims, waives = page.answers
    assert (claims.text, claims.move) == ("Cy wants one, too", moves.ClaimBuilding("Cy"))
    assert (waives.text, waives.move) == ("Cy lets Ann build", moves.WaiveBuilding("Cy"))
    assert (page.yes, page.no) == (claims, waives)


def test_the_auction_of_a_building_is_among_those_who_want_it() -> None:
    game = at(*AUCTION)
    page, view = now(game), auction_view(game)
    assert view is not None
    assert (page.lead, page.title, page.deed) == ("Auction", "A house", "")
    assert (view.lot, view.deed, view.price) == ("A house", "", 0)
    assert [bidder.name for bidder in view.bidders] == ["Ann", "Cy"]


def test_a_building_that_was_won_is_to_be_placed() -> None:
    page = now(at(*AUCTION, "Cy bids $60", "Ann passes"))
    assert (page.kind, page.player, page.lead, page.title) == (
        *("placing", "Cy", "Cy has won a house"),
        "Where does it stand?",
    )
    assert [answer.text for answer in page.answers] == ["Mediterranean Avenue", "Baltic Avenue"]
    assert page.answers[0].move == moves.PlaceBuilding("Cy", "mediterranean-avenue")


def test_a_mortgage_received_is_kept_or_lifted() -> None:
    page = now(at(*RECEIVED))
    assert (page.kind, page.lead, page.title, page.deed) == (
        *("mortgage", "Bob gets a mortgaged deed"),
        *("Baltic Avenue", "baltic-avenue"),
    )
    keeps, lifts = page.answers
    assert (keeps.text, keeps.changes) == (
        "Pay $3, keep the mortgage",
        (Change("Bob", 1480, 1477),),
    )
    assert (lifts.text, lifts.changes) == (
        "Pay $33, lift the mortgage",
        (Change("Bob", 1480, 1447),),
    )
    assert page.yes is None


def test_a_jail_card_under_the_hammer() -> None:
    game = at(
        "ruling: Ann has $5; Ann holds chance jail card; Ann stands on space 36",
        *("Ann throws 1 1", "Ann goes bankrupt"),
        game=table(rules="1935"),
    )
    view = auction_view(game)
    assert view is not None
    assert (view.lot, [bidder.name for bidder in view.bidders]) == ("A jail card", ["Bob", "Cy"])
