"""A deal on its screen: what each side may put in, what it comes to, and who answers."""

from companion.engine import moves
from companion.engine.moves import Goods
from companion.engine.state import Game
from companion.ui.play.prompts import now
from companion.ui.trade.draft import (
    Draft,
    add_cash,
    change_problem,
    follow_game,
    goods_problem,
    seat_player,
    start_draft,
    toggle_item,
)
from companion.ui.trade.view import Side, sides
from tests.ui.positions import at

OWNED = (
    "ruling: Ann owns Baltic Avenue; Ann holds chance jail card; Bob owns Park Place; "
    "Bob owns Water Works; Water Works is mortgaged"
)
DRAFT = Draft(("Ann", "Bob"))
SWAP = Draft(("Ann", "Bob"), (Goods(("baltic-avenue",), 110), Goods(("park-place", "water-works"))))


def side(game: Game, draft: Draft, number: int) -> Side:
    return sides(game, draft)[number]


def test_it_begins_between_a_player_and_the_next_one() -> None:
    assert start_draft(at(), "Bob").players == ("Bob", "Cy")
    assert start_draft(at(), "Cy").players == ("Cy", "Ann")


def test_what_is_put_in_can_be_taken_out_again() -> None:
    draft = toggle_item(DRAFT, 0, "baltic-avenue", is_card=False)
    draft = toggle_item(add_cash(add_cash(draft, 0, 50), 0, 10), 1, "chance", is_card=True)
    assert draft.goods == (Goods(("baltic-avenue",), 60), Goods(jail_cards=("chance",)))
    draft = toggle_item(
        toggle_item(draft, 0, "baltic-avenue", is_card=False), 1, "chance", is_card=True
    )
    assert add_cash(draft, 0, 0) == DRAFT


def test_another_player_sits_down_with_nothing_and_the_two_change_places() -> None:
    assert seat_player(SWAP, 1, "Cy") == Draft(("Ann", "Cy"), (SWAP.goods[0], Goods()))
    assert seat_player(SWAP, 0, "Bob") == Draft(("Bob", "Ann"), SWAP.goods[::-1])
    assert seat_player(SWAP, 0, "Ann") == SWAP


def test_both_sides_may_offer_the_same_deal() -> None:
    game = at(OWNED)
    [ann], [bob] = side(game, SWAP, 0).answers, side(game, SWAP, 1).answers
    assert ann.move == moves.OfferTrade("Ann", "Bob", *SWAP.goods)
    assert bob.move == moves.OfferTrade("Bob", "Ann", *SWAP.goods[::-1])
    assert [(change.before, change.after) for change in ann.changes] == [(1500, 1390)]
    assert [(change.before, change.after) for change in bob.changes] == [(1500, 1610)]


def test_whoever_receives_a_mortgage_sees_its_tenth() -> None:
    game = at(OWNED)
    assert side(game, SWAP, 0).interest == "pays $8 for mortgages"
    assert side(game, SWAP, 1).interest == ""


def test_an_empty_deal_cannot_be_offered() -> None:
    [offer] = side(at(OWNED), DRAFT, 0).answers
    assert "something to change hands" in offer.reason


def test_the_lots_of_a_built_group_say_why_they_stay() -> None:
    game = at(
        "ruling: Ann owns Boardwalk; Ann owns Park Place; Boardwalk carries 1 house",
        "ruling: Ann owns Baltic Avenue",
    )
    reasons = {thing.name: thing.reason for thing in side(game, DRAFT, 0).things}
    assert reasons["Baltic Avenue"] == ""
    assert "Boardwalk has buildings" in reasons["Park Place"]
    draft = toggle_item(DRAFT, 0, "park-place", is_card=False)
    assert change_problem(game, DRAFT, draft, 0) == reasons["Park Place"]


def test_nobody_puts_in_more_cash_than_there_is() -> None:
    game = at("ruling: Ann has $40")
    assert "Ann has $40" in change_problem(game, DRAFT, add_cash(DRAFT, 0, 50), 0)
    assert change_problem(game, DRAFT, add_cash(DRAFT, 0, 10), 0) == ""
    assert change_problem(game, add_cash(DRAFT, 0, 50), DRAFT, 0) == "", (
        "cash may always be taken out"
    )


OFFERED = (OWNED, "Ann offers Bob Baltic Avenue, $110 for Park Place, Water Works")


def test_an_open_offer_is_answered_on_the_side_it_is_made_to() -> None:
    game = at(*OFFERED)
    ann, bob = sides(game, SWAP)
    assert [answer.move for answer in ann.answers] == [moves.WithdrawTrade("Ann")]
    assert [answer.move for answer in bob.answers] == [
        moves.AcceptTrade("Bob"),
        moves.RefuseTrade("Bob"),
    ]
    assert "offer" in goods_problem(game, SWAP, 0, Goods()), "nothing is changed while it is open"


def test_an_open_offer_waits_beside_whatever_is_faced() -> None:
    [offer] = now(at(*OFFERED)).offers
    assert offer.text == "Ann offers Bob Baltic Avenue and $110 for 2 deeds"
    assert (offer.accepts.move, offer.refuses.move) == (
        moves.AcceptTrade("Bob"),
        moves.RefuseTrade("Bob"),
    )
    assert now(at(OWNED)).offers == ()


def test_the_draft_follows_the_moves() -> None:
    offered = at(*OFFERED)
    seats_kept = Draft(("Bob", "Ann"), SWAP.goods[::-1])
    assert follow_game(offered, DRAFT) == SWAP
    assert follow_game(offered, Draft(("Bob", "Ann"))) == seats_kept, "each keeps the own side"
    assert follow_game(at(*OFFERED, "Bob refuses"), SWAP, moves.RefuseTrade("Bob")) == SWAP
    assert follow_game(at(*OFFERED, "Bob accepts"), SWAP, moves.AcceptTrade("Bob")) == DRAFT
    gone = at(OWNED, "ruling: Cy owns Baltic Avenue")
    assert follow_game(gone, SWAP) == DRAFT
    assert follow_game(at(OWNED, "Bob leaves"), SWAP).players == ("Ann", "Cy")
