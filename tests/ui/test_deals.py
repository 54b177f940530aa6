"""A deal on its screen: what each side may put in, what it comes to, and who answers."""

import pytest

from companion.engine import moves
from companion.engine.moves import Goods
from companion.engine.rulings import Instalments
from companion.engine.state import Game
from companion.screens.trade import Trade, tapped
from companion.table.keyed_amount import BACKSPACE
from companion.table.trade.draft import (
    FREE,
    LEND,
    LOAN,
    LOAN_OF,
    TradeDraft,
    change_problem,
    follow_game,
    goods_problem,
    possible,
    seat_player,
    start_draft,
    toggle_item,
    with_cash,
)
from companion.table.trade.view import TICKET, Side, securities, sides
from tests.ui.positions import at, table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

OWNED = (
    "ruling: Ann owns Baltic Avenue; Ann holds chance jail card; Bob owns Park Place; "
    "Bob owns Water Works; Water Works is mortgaged"
)
DRAFT = TradeDraft(("Ann", "Bob"))
SWAP = TradeDraft(
    ("Ann", "Bob"), (Goods(("baltic-avenue",), 110), Goods(("park-place", "water-works")))
)


def side(game: Game, draft: TradeDraft, number: int) -> Side:
    return sides(game, draft)[number]


def moves_of(one: Side) -> list[object]:
    return [answer.move for answer in one.answers]


def test_it_begins_between_a_player_and_the_next_one() -> None:
    assert start_draft(at(), "Bob").players == ("Bob", "Cy")
    assert start_draft(at(), "Cy").players == ("Cy", "Ann")


def test_what_is_put_in_can_be_taken_out_again() -> None:
    draft = toggle_item(DRAFT, 0, "baltic-avenue")
    draft = toggle_item(with_cash(draft, 0, 60), 1, "chance")
    assert draft.goods == (Goods(("baltic-avenue",), 60), Goods(jail_cards=("chance",)))
    draft = toggle_item(toggle_item(draft, 0, "baltic-avenue"), 1, "chance")
    assert with_cash(draft, 0, 0) == DRAFT


def test_another_player_sits_down_with_nothing_and_the_two_change_places() -> None:
    assert seat_player(SWAP, 1, "Cy") == TradeDraft(("Ann", "Cy"), (SWAP.goods[0], Goods()))
    assert seat_player(SWAP, 0, "Bob") == TradeDraft(("Bob", "Ann"), SWAP.goods[::-1])
    assert seat_player(SWAP, 0, "Ann") == SWAP


def test_both_sides_may_offer_the_same_deal() -> None:
    game = at(OWNED)
    ann, bob = sides(game, SWAP)
    assert moves_of(ann) == [moves.OfferTrade("Ann", "Bob", *SWAP.goods)]
    assert moves_of(bob) == [moves.OfferTrade("Bob", "Ann", *SWAP.goods[::-1])]
    assert [(change.before, change.after) for change in ann.changes] == [(1500, 1390)]
    assert [(change.before, change.after) for change in bob.changes] == [(1500, 1610)]


def test_whoever_receives_a_mortgage_sees_its_tenth() -> None:
    game = at(OWNED)
    assert "interest(amount=$8)" in plain(side(game, SWAP, 0).gets[0])
    assert "interest" not in plain(side(game, SWAP, 1).gets[0])


def test_a_side_sees_the_set_that_it_completes() -> None:
    game = at("ruling: Ann owns Boardwalk; Bob owns Park Place")
    draft = toggle_item(DRAFT, 1, "park-place")
    assert "completes_set(player=Ann" in plain(side(game, draft, 0).completes[0])
    swapped = toggle_item(draft, 0, "boardwalk")
    assert side(game, swapped, 0).completes == side(game, swapped, 1).completes == ()


def test_an_empty_deal_cannot_be_offered() -> None:
    [offer] = side(at(OWNED), DRAFT, 0).answers
    assert plain(offer.reason) == "EMPTY_OFFER"


def test_the_lots_of_a_built_group_say_why_they_stay() -> None:
    game = at(
        "ruling: Ann owns Boardwalk; Ann owns Park Place; Boardwalk carries 1 house",
        "ruling: Ann owns Baltic Avenue",
    )
    baltic, built = side(game, DRAFT, 0).things
    assert (baltic.names[0], baltic.reason) == ("Baltic Avenue", "")
    assert plain(built.names) == ("built_on(count=2)",)
    assert "DEAL_OF_BUILT_GROUP(built=Boardwalk" in plain(built.reason)
    draft = toggle_item(DRAFT, 0, built.key)
    assert change_problem(game, DRAFT, draft, 0) == built.reason


def test_nobody_puts_in_more_cash_than_there_is() -> None:
    game = at("ruling: Ann has $40")
    assert "CANNOT_AFFORD_DEAL(" in plain(change_problem(game, DRAFT, with_cash(DRAFT, 0, 50), 0))
    assert change_problem(game, DRAFT, with_cash(DRAFT, 0, 10), 0) == ""
    assert change_problem(game, with_cash(DRAFT, 0, 50), DRAFT, 0) == "", (
        "cash may always be taken out"
    )


OFFERED = (OWNED, "Ann offers Bob Baltic Avenue, $110 for Park Place, Water Works")


def test_an_open_offer_is_answered_on_the_side_it_is_made_to() -> None:
    game = at(*OFFERED)
    ann, bob = sides(game, SWAP)
    assert moves_of(ann) == [moves.WithdrawTrade("Ann")]
    assert moves_of(bob) == [moves.AcceptTrade("Bob"), moves.RefuseTrade("Bob")]
    assert "OFFER_OPEN" in plain(goods_problem(game, SWAP, 0, Goods())), (
        "nothing is changed while it is open"
    )


def test_the_draft_follows_the_moves() -> None:
    offered = at(*OFFERED)
    seats_kept = TradeDraft(("Bob", "Ann"), SWAP.goods[::-1])
    assert follow_game(offered, DRAFT) == SWAP
    assert follow_game(offered, TradeDraft(("Bob", "Ann"))) == seats_kept, "each keeps the own side"
    assert follow_game(at(*OFFERED, "Bob refuses"), SWAP, moves.RefuseTrade("Bob")) == SWAP
    assert follow_game(at(*OFFERED, "Bob accepts"), SWAP, moves.AcceptTrade("Bob")) == DRAFT
    gone = at(OWNED, "ruling: Cy owns Baltic Avenue")
    assert follow_game(gone, SWAP) == DRAFT
    assert follow_game(at(OWNED, "Bob leaves"), SWAP).players == ("Ann", "Cy")


# --- the debt among the goods (FLOW-8) -----------------------------------------------------------

OWES = (
    "ruling: Ann owns Boardwalk; Bob owns Baltic Avenue; Bob has $20; Bob stands on Pacific Avenue",
    "ruling: Bob has the dice",
    "Bob throws 3 5",
    "Ann collects rent",
)


def test_a_trade_of_a_debtor_begins_empty_with_the_creditor() -> None:
    game = at(*OWES)
    draft = start_draft(game, "Bob")
    assert draft == TradeDraft(("Bob", "Ann"))
    draft = toggle_item(draft, 1, "debt")
    assert draft == TradeDraft(("Bob", "Ann"), (Goods(), Goods(debt=True)))
    bob, ann = sides(game, draft)
    assert plain(bob.gets) == ("forgiven(amount=$50, player=Ann)",)
    assert (ann.things[0].key, ann.things[0].given) == ("debt", True)
    baltic = toggle_item(draft, 0, "baltic-avenue")
    assert moves_of(side(game, baltic, 0)) == [
        moves.OfferTrade("Bob", "Ann", Goods(("baltic-avenue",)), Goods(debt=True))
    ]
    assert toggle_item(draft, 1, "debt").is_empty


def test_only_what_is_owed_can_be_put_in_and_a_debt_that_is_paid_is_gone() -> None:
    game = at(*OWES)
    assert [thing.key for thing in side(game, start_draft(game, "Bob"), 0).things] == [
        "baltic-avenue"
    ]
    paid = at("Bob mortgages Baltic Avenue", "Bob pays", game=game)
    assert follow_game(paid, start_draft(game, "Bob")) == TradeDraft(("Bob", "Ann"))


def test_owners_who_watch_for_rent_are_not_told_of_it_by_a_trade() -> None:
    lines = OWES[:-1]
    for rent, keys in (("shown", ["debt", "boardwalk"]), ("watchful", ["boardwalk"])):
        game = at(*lines, game=table(rent=rent))
        things = side(game, TradeDraft(("Bob", "Ann")), 1).things
        assert [thing.key for thing in things] == keys


# --- promises (DEAL-1) ---------------------------------------------------------------------------

FREE_ON = f"{FREE}park-place"


def promising(*lines: str, rule: str = "promises in deals") -> Game:
    return at(OWNED, *lines, game=table(house_rules=(rule,)))


def tickets(game: Game, draft: TradeDraft, number: int) -> list[str]:
    return [one.key for one in side(game, draft, number).things if one.is_promise]


def after_taps(game: Game, draft: TradeDraft, *taps: tuple[object, ...]) -> Trade:
    trade = Trade(draft)
    for do in taps:
        trade, reason = tapped(trade, do, game)
        assert not reason
    return trade


def test_whoever_has_the_property_after_the_deal_has_the_ticket() -> None:
    game = promising()
    assert (FREE_ON in tickets(game, DRAFT, 0), FREE_ON in tickets(game, DRAFT, 1)) == (False, True)
    sold = toggle_item(DRAFT, 1, "park-place")
    assert (FREE_ON in tickets(game, sold, 0), FREE_ON in tickets(game, sold, 1)) == (True, False)


def test_a_promise_leaves_with_the_property_that_it_is_about() -> None:
    game = promising()
    sold = toggle_item(DRAFT, 1, "park-place")
    promised = after_taps(game, sold, ("thing", 0, FREE_ON), ("digit", "3")).draft
    assert promised.goods[0] == Goods(landings=(("park-place", 3),))
    assert follow_game(game, promised) == promised
    back = after_taps(game, promised, ("thing", 1, "park-place")).draft
    assert back == DRAFT
    gone = promising("ruling: Cy owns Park Place")
    assert follow_game(gone, promised) == DRAFT


@pytest.mark.parametrize(
    ("taps", "times"),
    [
        ([("digit", "4"), ("digit", "1")], 41),
        ([("digit", "9"), ("digit", "9"), ("digit", "9")], 99),
        ([("digit", "4"), ("digit", "backspace")], 0),
        ([("digit", "00")], 0),
        ([("for good",)], None),
    ],
)
def test_any_number_of_landings_is_keyed_in(
    taps: list[tuple[object, ...]], times: int | None
) -> None:
    trade = after_taps(promising(), DRAFT, ("thing", 1, FREE_ON), *taps)
    wanted = (("park-place", times),) if times != 0 else ()
    assert trade.draft.goods[1].landings == wanted
    assert bool(trade.promising) == (taps[0][0] == "digit")


def test_a_ticket_is_taken_back_by_a_tap() -> None:
    game, ticket = promising(), ("thing", 1, FREE_ON)
    assert after_taps(game, DRAFT, ticket, ("for good",), ticket) == Trade(DRAFT)
    assert after_taps(game, DRAFT, ticket, ticket) == Trade(DRAFT)


def test_a_buyer_sees_the_promises_that_bind() -> None:
    lines = (
        "ruling: Cy lands free on Park Place 3 times; Cy lands free on Water Works for good; "
        "Ann lands free on Park Place 1 time",
        "Bob offers Ann Park Place for $200",
    )
    game = promising(*lines, rule="promises bind buyers")
    draft = start_draft(game, "Bob")
    kept = [one for one in side(game, draft, 0).things if one.icon == TICKET]
    assert plain([one.reason for one in kept]) == [
        "keeps_all(deed=Park Place, landings=free landing(n=3), player=Cy)"
    ]
    assert str(side(game, draft, 1).gets[-1]).endswith("promises")
    assert "promises" not in plain(side(game, draft, 0).gets[0])
    assert not [one for one in side(promising(*lines), draft, 0).things if one.icon == TICKET]
    both = toggle_item(draft, 0, "water-works")
    assert len([one for one in side(game, both, 0).things if one.icon == TICKET]) == 2


# --- loans (HOUSE-1 to HOUSE-6) -------------------------------------------------------------------

LENT = "Ann offers Bob $300 for $110 at each of the next 3 times"
BY_THREE = [("thing", 1, LEND), ("digit", "1"), ("digit", "1"), ("digit", "0"), ("times", 2)]


def lending(*lines: str) -> Game:
    return at(OWNED, *lines, game=table(house_rules=("loans between players",)))


def things(game: Game, draft: TradeDraft, number: int) -> list[str]:
    return [one.key for one in side(game, draft, number).things]


def test_money_is_paid_back_later_only_where_the_house_rule_has_it() -> None:
    assert LEND in things(lending(), DRAFT, 0)
    assert LEND not in things(at(OWNED), DRAFT, 0)


def test_a_loan_is_keyed_in_and_shown_on_the_borrowers_side() -> None:
    game = lending()
    secured = after_taps(game, DRAFT, *BY_THREE, ("secures",), ("secured", "park-place"))
    assert secured.draft
    assert secured.draft.goods[1].instalments == Instalments(110, 3, "park-place")
    assert (secured.keying, secured.secures) == (1, False)
    box = side(game, secured.draft, 1).repayment
    assert box
    assert (box.group, plain(box.pays[0])) == (
        "dark_blue",
        "pays_back(amount=$110, player=Bob, times=3)",
    )
    assert LEND not in things(game, secured.draft, 1)
    assert "later(" in plain(side(game, secured.draft, 0).gets[0])
    assert moves_of(side(game, secured.draft, 0)) == [
        moves.OfferTrade("Ann", "Bob", Goods(), secured.draft.goods[1])
    ]


@pytest.mark.parametrize(("more", "times"), [(-1, 1), (30, 20), (4, 5)])
def test_a_loan_has_1_to_20_instalments(more: int, times: int) -> None:
    trade = after_taps(lending(), DRAFT, ("thing", 1, LEND), ("digit", "9"), ("times", more))
    assert trade.draft
    assert trade.draft.goods[1].instalments == Instalments(9, times)


def test_a_loan_of_nothing_is_none() -> None:
    game, loan = lending(), ("thing", 1, LEND)
    assert after_taps(game, DRAFT, loan, loan) == Trade(DRAFT)
    gone = after_taps(game, DRAFT, loan, ("digit", "9"), ("digit", BACKSPACE), ("cash", 0))
    assert gone == Trade(DRAFT, keying=0)


def test_only_a_free_deed_of_the_borrower_after_the_deal_secures_a_loan() -> None:
    game = lending("ruling: Bob owes Ann $50 when passing GO secured by Water Works")
    assert [one.key for one in securities(game, DRAFT, 1)] == ["park-place"]
    bought = toggle_item(DRAFT, 0, "baltic-avenue")
    assert [one.key for one in securities(game, bought, 1)] == ["baltic-avenue", "park-place"]
    secured = after_taps(game, bought, *BY_THREE, ("secured", "baltic-avenue")).draft
    back = after_taps(game, secured, ("thing", 0, "baltic-avenue")).draft
    assert back.goods == (Goods(), Goods(instalments=Instalments(110, 3)))


def test_a_deed_that_secures_a_loan_says_why_it_stays() -> None:
    game = lending("ruling: Bob owes Ann $50 when passing GO secured by Park Place")
    [park_place] = [
        one for one in side(game, TradeDraft(("Cy", "Bob")), 1).things if one.key == "park-place"
    ]
    assert "DEED_IS_SECURITY" in plain(park_place.reason)
    [to_lender] = [one for one in side(game, DRAFT, 1).things if one.key == "park-place"]
    assert to_lender.reason == ""


def test_a_lender_forgives_a_loan_or_passes_it_on() -> None:
    game = lending(LENT, "Bob accepts")
    assert LOAN in things(game, DRAFT, 0)
    assert LOAN not in things(game, DRAFT, 1)
    forgiven = toggle_item(DRAFT, 0, LOAN)
    assert "forgiven_loan(amount=$330, player=Ann)" in plain(side(game, forgiven, 1).gets[0])
    to_cy = TradeDraft(("Ann", "Cy"))
    assert LOAN_OF + "Bob" in things(game, to_cy, 0)
    passed = toggle_item(to_cy, 0, LOAN_OF + "Bob")
    assert passed.goods[0] == Goods(loans_of=("Bob",))
    assert moves_of(side(game, passed, 1)) == [
        moves.OfferTrade("Cy", "Ann", Goods(), Goods(loans_of=("Bob",)))
    ]
    assert possible(game, seat_player(passed, 1, "Bob")) == DRAFT
    assert follow_game(at("Bob pays off Ann", game=game), forgiven) == DRAFT


def test_a_loan_in_an_open_offer_cannot_be_changed() -> None:
    game = lending(LENT)
    draft = start_draft(game, "Ann")
    trade, reason = tapped(Trade(draft), ("thing", 1, LEND), game)
    assert trade == Trade(draft)
    assert "OFFER_OPEN" in plain(reason)
    box = side(game, draft, 1).repayment
    assert box
    assert "each_time" in plain(box.when[0])
