"""What the table faces, phase by phase: open is what the rules allow, and the sums are theirs."""

import pytest

from companion.engine import moves, play
from companion.table.prompts import Answer, Change, Prompt, auction_view, now
from tests.ui.positions import at, table

pytestmark = pytest.mark.usefixtures("keys")

AUCTION = ("Ann throws 1 2", "Ann declines")
RENTED = ("ruling: Bob owns Virginia Avenue; Ann stands on Oriental Avenue", "Ann throws 5 3")


def texts(answers: tuple[Answer, ...]) -> list[str]:
    return [answer.text for answer in answers]


def headings(page: Prompt) -> tuple[str, str, str, str, str]:
    """Kind and player, and the longest of each line."""
    return page.kind, page.player, page.title, "".join(page.sublines[:1]), page.question


def test_the_next_opening_throw_is_awaited() -> None:
    page = now(at("Ann opens 4 5", game=table(first="")))
    assert headings(page) == (
        "opening",
        "Bob",
        "opening.title(player=Bob)",
        "Ann 9",
        "opening.question",
    )
    assert page.wants_dice
    assert page.answers == ()


def test_whose_turn_it_is_is_said_before_a_throw() -> None:
    page = now(at("ruling: Ann stands on Electric Company"))
    assert headings(page) == (
        "roll",
        "Ann",
        "roll.title(player=Ann)",
        "roll.space(space=Electric Company)",
        "roll.question",
    )
    assert page.wants_dice
    assert (page.answers, page.claims, page.yes, page.no) == ((), (), None, None)


def test_after_doubles_there_is_one_throw_more() -> None:
    assert now(at("Ann throws 1 1", "Ann draws doctor")).question == "roll.again"


def test_an_unowned_deed_is_bought_or_auctioned() -> None:
    page = now(at("Ann throws 5 6"))
    assert headings(page) == (
        "buy",
        "Ann",
        "rolled(player=Ann, total=11)",
        "buy.subline(deed=St. Charles Place)",
        "",
    )
    buys, declines = page.answers
    assert (page.deed, page.yes, page.no) == ("st-charles-place", buys, declines)
    assert (buys.text, buys.tone, buys.changes) == (
        "buy.yes(amount=$140)",
        "out",
        (Change("Ann", 1500, 1360),),
    )
    assert (declines.text, declines.tone, declines.changes) == ("buy.no", "plain", ())


def test_what_is_too_dear_says_how_much_is_short() -> None:
    page = now(at("ruling: Ann has $40", "Ann throws 5 6"))
    assert page.answers[0].brief == "short(short=$100)"
    assert page.answers[0].reason == (
        "CANNOT_AFFORD_DEED(amount=$140, cash=$40, deed=St. Charles Place, player=Ann, short=$100)"
    )
    assert (page.yes, page.no) == (None, page.answers[1])


def test_in_jail_the_fine_and_the_card_are_offered() -> None:
    page = now(at("ruling: Ann is in jail"))
    assert page.sublines == ("roll.jail(turn=1, turns=3)",)
    fine, card = page.answers
    assert (fine.text, fine.tone, fine.changes) == (
        "roll.fine(amount=$50)",
        "out",
        (Change("Ann", 1500, 1450),),
    )
    assert card.reason == "NO_JAIL_CARD(player=Ann)"
    assert (page.wants_dice, page.yes) == (True, None)


def test_on_the_third_turn_in_jail_a_card_still_leads_out() -> None:
    fine, card = now(at("ruling: Ann is in jail, turn 3; Ann holds chance jail card")).answers
    assert fine.reason
    assert card.open


def test_a_claim_is_one_tap_and_says_until_when() -> None:
    page = now(at(*RENTED))
    (claim,) = page.claims
    assert claim.text == "claim(amount=$12, lapses=throw, last=Cy, payer=Ann, player=Bob)"
    assert (claim.player, claim.tone) == ("Bob", "in")
    assert claim.changes == (Change("Ann", 1500, 1488), Change("Bob", 1500, 1512))
    assert (page.kind, page.player, page.yes) == ("roll", "Bob", claim)


@pytest.mark.parametrize(
    ("seats", "rules", "until"),
    [
        ("Ann Bob", "1961", "lapses=throw, last=Ann"),
        ("Ann Bob Cy Dee", "1961", "lapses=throw, last=Cy"),
        ("Ann Bob Cy Dee", "1934", "lapses=receive, last=Cy"),
    ],
)
def test_how_long_a_claim_lives(seats: str, rules: str, until: str) -> None:
    game = at(*RENTED, game=table(seats, rules))
    assert now(game).claims[0].text.count(until)
    later = at("ruling: Bob stands on Free Parking", "Bob throws 4 6", game=game)
    # In 1934 the one after Bob has the dice by now, without having thrown them.
    assert bool(now(later).claims) == (rules != "1934")
    assert all(claim.text.count(until) for claim in now(later).claims)


def test_two_claims_between_the_same_players_are_collected_newest_first() -> None:
    owns = "ruling: Bob owns Oriental Avenue; Bob owns Connecticut Avenue"
    game = at(owns, "Ann throws 3 3", "Ann throws 1 2")
    newest, older = now(game).claims
    connecticut, oriental = "amount=$8", "amount=$6"
    assert newest.open
    assert connecticut in newest.text
    assert oriental in older.text
    assert older.reason == "claim.later(payer=Ann)"
    assert now(game).yes == newest
    (left,) = now(play(game, newest.move)).claims
    assert left.open
    assert oriental in left.text


def test_buying_is_what_yes_means_while_rent_waits() -> None:
    page = now(at(*RENTED, "Bob throws 1 2"))
    assert (page.kind, len(page.claims)) == ("buy", 1)
    assert page.yes == page.answers[0]


def test_watchful_tables_show_no_claim_and_always_a_way_to_ask() -> None:
    game = table(rent="watchful")
    with_claim, without = at(*RENTED, game=game), at(RENTED[0], "Ann throws 1 1", game=game)
    pages = [now(with_claim), now(without)]
    assert pages[0].asking == pages[1].asking
    for page in pages:
        assert page.claims == ()
        assert texts(page.asking) == [f"claim.ask(player={name})" for name in ("Ann", "Bob", "Cy")]
        assert all(a.open and not a.changes and a.tone == "plain" for a in page.asking)
    assert pages[0].yes is None
    assert play(with_claim, pages[0].asking[1].move).players["Bob"].cash == 1512


def test_in_an_auction_nobody_can_ask_and_that_shows_nothing_either() -> None:
    page = now(at(*RENTED, "Bob throws 1 2", "Bob declines", game=table(rent="watchful")))
    assert {asks.reason for asks in page.asking} == {
        "ANSWER_FIRST(waiting=Auction(item=Baltic Avenue))"
    }


def test_shown_tables_have_no_way_to_ask_but_the_claims() -> None:
    assert now(at(*RENTED)).asking == ()


def test_an_auction_before_any_bid() -> None:
    page = now(at(*AUCTION))
    assert headings(page) == (
        "auction",
        "",
        "Baltic Avenue",
        "auction.none",
        "auction.lead(price=$60)",
    )
    assert texts(page.answers) == ["auction.unsold"]
    assert (page.yes, page.no) == (None, None)


def test_an_auction_with_a_lead() -> None:
    game = at("ruling: Cy has $62", *AUCTION, "Bob bids $60", "Ann passes")
    view = auction_view(game)
    assert view is not None
    assert (view.item, view.price, view.bidder, view.bid) == ("Baltic Avenue", 60, "Bob", 60)
    assert (view.hammer.text, view.hammer.tone) == ("auction.sold(player=Bob)", "out")
    assert view.hammer.changes == (Change("Bob", 1500, 1440),)
    ann, bob, cy = view.bidders
    assert (ann.passed, ann.passes.open, {bid.open for bid in ann.bids}) == (True, False, {False})
    assert (bob.leads, bob.passes.open, {bid.open for bid in bob.bids}) == (True, False, {False})
    assert texts(cy.bids) == ["+1", "+10", "+50", "+100"]
    assert [bid.open for bid in cy.bids] == [True, False, False, False]
    assert cy.bids[0].move == moves.Bid("Cy", 61)
    assert cy.bids[1].reason == "CANNOT_AFFORD_BID(amount=$70, cash=$62, player=Cy, short=$8)"
    assert cy.passes.open


def test_no_auction_view_without_an_auction() -> None:
    assert auction_view(table()) is None


def test_a_card_to_draw() -> None:
    page = now(at("ruling: Bob holds chance jail card", "Ann throws 3 4"))
    assert headings(page) == (
        "draw",
        "Ann",
        "rolled(player=Ann, total=7)",
        "draw.subline(pack=Chance)",
        "",
    )
    assert len(page.answers) == 14
    by_text = {answer.text: answer for answer in page.answers}
    assert by_text["collect(amount=$50)"].changes == (Change("Ann", 1500, 1550),)
    assert by_text["collect(amount=$50)"].tone == "in"
    assert by_text["pay_each(amount=$50)"].tone == "out"
    assert "jail_card" not in by_text
    assert (page.yes, page.no) == (None, None)


def test_a_throw_for_a_card() -> None:
    page = now(
        at("ruling: Bob owns Electric Company", "Ann throws 3 4", "Ann draws nearest-utility")
    )
    assert headings(page) == (
        "card_roll",
        "Ann",
        "card_roll.title(player=Ann)",
        "card_roll.subline(deed=Electric Company)",
        "card_roll.question(times=10)",
    )
    assert page.wants_dice


def test_a_fine_or_a_chance_card() -> None:
    page = now(at("Ann throws 1 1", "Ann draws fine-or-chance", game=table(where="london")))
    assert (page.kind, page.question) == ("fine_or_chance", "fine_or_chance.question")
    assert texts(page.answers) == ["fine_or_chance.pay(amount=£10)", "fine_or_chance.take"]
    assert [answer.tone for answer in page.answers] == ["out", "plain"]


def test_the_tax_choice_shows_nothing_of_the_worth() -> None:
    poor = at("ruling: Ann has $731; Ann owns Boardwalk", "Ann throws 1 3")
    rich = at("ruling: Ann has $731; Ann owns Park Place", "Ann throws 1 3")
    assert now(poor) == now(rich)
    flat, tenth = now(poor).answers
    assert (flat.text, flat.changes) == (
        "fine_or_chance.pay(amount=$200)",
        (Change("Ann", 731, 531),),
    )
    assert (tenth.text, tenth.changes, tenth.tone) == ("tax.tenth", (), "out")
    assert "113" not in repr(now(poor))
    assert (now(poor).yes, now(poor).no) == (None, None)


def test_a_debt_is_paid_or_ends_in_bankruptcy() -> None:
    game = at("ruling: Ann has $5", *RENTED, "Bob collects rent")
    page = now(game)
    assert headings(page) == (
        "settle",
        "Ann",
        "lead(amount=$12, creditor=Bob, player=Ann)",
        "collected.for(deed=Virginia Avenue)",
        "",
    )
    pays, bankrupt = page.answers
    assert (bankrupt.text, bankrupt.tone) == ("settle.bankrupt(creditor=Bob, player=Ann)", "plain")
    assert pays.reason == "CANNOT_PAY_DEBT(amount=$12, cash=$5, creditor=Bob, player=Ann, short=$7)"
    assert (pays.tone, page.yes) == ("out", None)
    raised = now(at("ruling: Ann has $20", game=game))
    assert raised.yes == raised.answers[0]
    assert raised.answers[0].changes == (Change("Ann", 20, 8), Change("Bob", 1500, 1512))


def test_several_debtors_answer_each_for_themselves() -> None:
    game = at("ruling: Bob has $5; Cy has $60", "Ann throws 1 1", "Ann draws grand-opera")
    poor = at("ruling: Cy has $5", game=at("undo", game=game))
    page = now(at("Ann draws grand-opera", game=poor))
    assert texts(page.answers) == [
        "fine_or_chance.pay(amount=$50)",
        "settle.other(amount=$50, player=Cy)",
        "settle.bankrupt(creditor=Ann, player=Bob)",
        "settle.bankrupt(creditor=Ann, player=Cy)",
    ]
    assert [answer.player for answer in page.answers] == ["Bob", "Cy", "Bob", "Cy"]


def test_bankruptcy_is_offered_only_when_it_is_true() -> None:
    rich = at("ruling: Ann has $5; Ann owns Boardwalk", *RENTED, "Bob collects rent")
    assert texts(now(rich).answers) == ["fine_or_chance.pay(amount=$12)"]


def test_at_the_end_the_winner_is_named() -> None:
    page = now(at("ruling: Ann is out; Bob is out"))
    assert headings(page) == ("over", "", "over.one(winners=Cy)", "over.subline", "")
    watchful = table(rent="watchful")
    assert now(at("ruling: Ann is out; Bob is out", game=watchful)).asking == ()


def test_the_amounts_are_the_boards() -> None:
    page = now(at("Ann throws 5 6", game=table(where="london")))
    assert page.answers[0].text == "buy.yes(amount=£140)"
