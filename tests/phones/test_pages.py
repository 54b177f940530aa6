"""Pages as values: what they show, and what they keep to themselves."""

import re
from dataclasses import replace
from datetime import datetime
from html import unescape
from urllib.parse import urlencode

import pytest

from companion.engine.decide import outcome
from companion.engine.events import ClaimArose
from companion.engine.moves import AcceptTrade, Bid, Goods, Move, OfferTrade, Undo
from companion.engine.notation import format_move, parse_record
from companion.engine.state import Game, start
from companion.phones import pages
from companion.phones.address import WALLET, parse_address
from companion.phones.seats import Asking
from companion.table.phones.judging import ALLOWED
from companion.table.session import Played, Source
from companion.table.trade.draft import TradeDraft
from companion.text.event_texts import sentence
from companion.text.phones import PHONE, bidders
from companion.text.prompts import PROMPTS
from companion.text.purposes import purpose
from companion.text.screens.play import DEED
from companion.text.screens.properties import HOLDINGS
from companion.text.screens.trade import DEALS
from companion.web.visitors import chosen_language
from tests.phones.evening import moves
from tests.report.translated import translated
from tests.tree import files
from tests.ui.positions import at, play, read, table
from tests.words import plain

OWNED = "ruling: Bob owns Baltic Avenue; Bob owns Boardwalk; Cy owns Reading Railroad"
ADDRESSES = (
    "/",
    "/board",
    "/deed/baltic-avenue",
    "/deed/boardwalk",
    "/trade?with=Bob&pay=5",
    "/pay",
    "/claims",
)


def page(game: Game, seat: str, address: str = "/") -> str:
    return pages.main(parse_address(address), game, (), seat, 7)


def foot(html: str) -> str:
    """Return what stands at the lower edge of a page."""
    return html[html.index('<div class="dock">') : html.index("<nav") if "<nav" in html else None]


def words(html: str, part: str) -> str:
    """Return the text of a part of a page that has no part of the same kind in it."""
    [inner] = re.findall(rf"<{part}[^>]*>(.*?)</{part.split()[0]}>", html, re.DOTALL)
    return " ".join(unescape(re.sub("<i .*?</i>|<[^>]+>", "", inner)).split())


def watchful(*lines: str) -> Game:
    return at(*lines, game=table(rent="watchful"))


def promise_table(*lines: str) -> Game:
    return at(OWNED, *lines, game=table(house_rules=("promises in deals",)))


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("seat", ["Ann", "Bob", "Cy", ""])
def test_a_watching_table_sends_the_same_with_and_without_a_claim(seat: str, address: str) -> None:
    game = watchful(OWNED, "Ann throws 1 2")
    assert game.claims, "Bob may ask for rent"
    without = replace(game, claims=())
    assert page(game, seat, address) == page(without, seat, address)


def test_the_last_moves_of_a_watching_table_do_not_tell_of_a_claim() -> None:
    before = watchful(OWNED)
    move = read(before, "Ann throws 1 2")
    events, after = outcome(before, move)
    players = after.setup.players
    told = Played(2, datetime(2026, 7, 1), "Ann", Source.TOUCH, move, events, "", players)
    silent = replace(told, events=tuple(e for e in events if not isinstance(e, ClaimArose)))
    assert silent.events != told.events
    for seat in ("Ann", "Bob", ""):
        with_claim = pages.main(WALLET, after, (told,), seat, 2)
        assert with_claim == pages.main(WALLET, after, (silent,), seat, 2)


CLAIM = at(OWNED, "Ann throws 1 2")
WATCHED = watchful(OWNED, "Ann throws 1 2")
CHOOSING = at("Ann throws 1 3")
TAXES = ["Ann pays flat tax", "Ann pays ten percent"]


@pytest.mark.parametrize(
    ("game", "seat", "address", "offered"),
    [
        pytest.param(CLAIM, "Bob", "/", ["Bob collects rent from Ann"], id="the-owner-asks"),
        pytest.param(CLAIM, "Ann", "/", [], id="who-owes-does-not"),
        pytest.param(CLAIM, "Cy", "/", [], id="nor-anybody-else"),
        pytest.param(WATCHED, "Ann", "/", ["Ann collects rent"], id="everybody-may-who-owes"),
        pytest.param(WATCHED, "Cy", "/", ["Cy collects rent"], id="and-who-has-no-claim"),
        pytest.param(WATCHED, "", "/", [], id="but-nobody-without-a-seat"),
        pytest.param(CLAIM, "Bob", "/deed/boardwalk", ["Bob mortgages Boardwalk"], id="own-deed"),
        pytest.param(CLAIM, "Ann", "/deed/boardwalk", [], id="another's-deed"),
        pytest.param(CHOOSING, "Ann", "/", TAXES, id="a-tax-to-choose"),
        pytest.param(CHOOSING, "Ann", "/pay", TAXES, id="a-tax-to-choose-where-one-pays"),
    ],
)
def test_a_page_offers_first_what_its_player_may_do(
    game: Game, seat: str, address: str, offered: list[str]
) -> None:
    found = moves(page(game, seat, address))
    assert found[: len(offered)] == offered
    assert offered or not found


def test_nobody_may_add_up_the_worth_before_the_tax_is_chosen() -> None:
    worth = PHONE["worth"]
    assert worth in page(at("Ann throws 1 2"), "Ann")
    for name in ("Ann", "Bob"):
        assert worth not in page(CHOOSING, name)


@pytest.mark.parametrize(
    "address",
    ["", "x", "/deed/", "/deed/nothing", "/deed/../..", "//evil/trade", "/trade?with=Nobody",
     "/trade?give=boardwalk&want=x&pay=-5&get=99999999&givecard=chance", "/trade?" + "a=1&" * 500,
     "http://[", "/trade?pay=%D9%A3", "/board?x=<script>", "/deed/%00", "/pay?to=Nobody",
     "/pay?to=Bob"],
)  # fmt: skip
def test_every_address_is_a_page(address: str) -> None:
    game = at(OWNED, "Ann throws 1 2")
    for seat in ("Ann", "Bob", ""):
        assert page(game, seat, address).startswith("<main")


def test_names_are_escaped() -> None:
    game = at(OWNED, "Ann throws 1 2")
    assert "<script>" not in pages.notice("<script>", "&")
    assert "<script>" not in pages.joining(game, '"><script>', ())
    assert "<script>" not in page(game, "Ann", "/trade?with=<script>")


def test_a_trade_is_drafted_in_the_address_and_offered_with_one_tap() -> None:
    game = at(OWNED, "ruling: Ann owns Oriental Avenue")
    html = page(game, "Ann", "/trade?with=Bob&give=oriental-avenue&want=boardwalk&pay=50")
    [offer] = moves(html)
    move = read(game, offer)
    given, wanted = Goods(("oriental-avenue",), 50), Goods(("boardwalk",))
    assert move == OfferTrade("Ann", "Bob", given, wanted)
    assert moves(page(game, "Ann", "/trade?with=Bob")) == []


def test_a_promise_is_offered_where_the_table_makes_them() -> None:
    promising = promise_table("ruling: Ann owns Oriental Avenue")
    address = "/trade?with=Bob&free=oriental-avenue.2&want=boardwalk&freed=boardwalk.77"
    [offer] = moves(page(promising, "Ann", address))
    given, wanted = Goods(landings=(("oriental-avenue", 2),)), Goods(("boardwalk",))
    assert read(promising, offer) == OfferTrade("Ann", "Bob", given, wanted)
    assert "free=" in page(promising, "Ann", "/trade?with=Bob")
    assert "free=" not in page(at(OWNED), "Ann", "/trade?with=Bob")


@pytest.mark.parametrize(
    ("fields", "times"),
    [("free=park-place.3", 3), ("free=park-place.good", None), ("free=park-place.100", 0),
     ("free=park-place.3&ticket=0.park-place&times=41", 41),
     ("free=park-place.3&ticket=0.park-place&times=0", 0),
     ("free=park-place.3&ticket=0.park-place&times=x", 0),
     ("free=boardwalk.3&ticket=0.boardwalk&times=41", 0), ("ticket=7.park-place&times=4", 0)],
)  # fmt: skip
def test_whoever_gets_a_property_can_promise_any_number_of_landings_there(
    fields: str, times: int | None
) -> None:
    game = promise_table("ruling: Bob owns Park Place")
    html = page(game, "Ann", f"/trade?with=Bob&want=park-place&pay=350&{fields}")
    landings = (("park-place", times),) if times != 0 else ()
    given, wanted = Goods(cash=350, landings=landings), Goods(("park-place",))
    [offer] = moves(html)
    assert read(game, offer) == OfferTrade("Ann", "Bob", given, wanted)
    assert ("ticket" in html) == (times != 0)


def test_a_buyer_sees_the_promises_that_bind() -> None:
    lines = (
        "ruling: Ann owns Park Place; Bob lands free on Park Place 3 times",
        "Ann offers Cy Park Place for $200",
    )
    for rule, seen in (("promises bind buyers", True), ("promises in deals", False)):
        game = at(OWNED, *lines, game=table(house_rules=(rule,)))
        free = DEALS.fill("free_times", deed="Park Place", times=3)
        kept = DEALS.fill("keeps", player="Bob", free=free)
        assert (str(kept) in page(game, "Cy", "/trade")) == seen


def test_a_promise_is_on_the_deed() -> None:
    offer = "Ann offers Bob free landing on Oriental Avenue 2 times for $10"
    promised = promise_table("ruling: Ann owns Oriental Avenue", offer, "Bob accepts")
    for player in promised.players:
        html = page(promised, player, "/deed/oriental-avenue")
        assert DEED["free"].format(player="Bob") in html


def test_money_is_given_as_an_offer_and_never_as_a_ruling() -> None:
    game = at(OWNED)
    [gift] = moves(page(game, "Ann", "/pay?to=Cy"))
    move = read(game, gift.replace("{amount}", "70"))
    assert move == OfferTrade("Ann", "Cy", Goods(cash=70), Goods())


def test_a_debtor_sees_the_debt_and_every_way_to_raise_it() -> None:
    game = at(
        "ruling: Bob owns Baltic Avenue; Ann owns Boardwalk; Ann has $1",
        "Ann throws 1 2",
        "Bob collects rent from Ann",
    )
    assert moves(page(game, "Ann", "/pay")) == ["Ann mortgages Boardwalk"]
    assert 'href="/pay"' in foot(page(game, "Ann"))
    raised = play(game, read(game, "Ann mortgages Boardwalk"))
    assert moves(foot(page(raised, "Ann", "/pay"))) == ["Ann pays"]
    assert moves(foot(page(raised, "Bob", "/pay"))) == []


def test_a_debtor_is_told_whom_and_what_for() -> None:
    game = at(
        "ruling: Bob owns Baltic Avenue; Ann has $1",
        "Ann throws 1 2",
        "Bob collects rent from Ann",
    )
    why = purpose("rent", "Baltic Avenue")
    owes = PHONE.fill("you owe", creditor="Bob", amount="$4", why=why)
    for address in ("/", "/pay"):
        assert plain(owes) in page(game, "Ann", address)
        assert plain(owes) not in page(game, "Bob", address)


THREE_CLAIMS = (
    "ruling: Cy owns Oriental Avenue; Cy owns Vermont Avenue; Cy owns Connecticut Avenue",
    "Ann throws 4 2",
    "Bob throws 5 3",
)


def test_who_collects_has_the_newest_rent_in_the_foot_and_the_others_in_a_list() -> None:
    game = at(*THREE_CLAIMS)
    html = page(game, "Cy")
    assert moves(html) == moves(foot(html)) == ["Cy collects rent from Bob"]
    assert 'href="/claims"' in foot(html)
    assert plain(PHONE.fill("more", count=1)) in foot(html)
    both = ["Cy collects rent from Bob", "Cy collects rent from Ann"]
    assert moves(page(game, "Cy", "/claims")) == both
    assert page(at(), "Cy", "/claims") == page(at(), "Cy")


def test_of_two_rents_of_one_player_the_one_to_collect_first_is_in_the_foot() -> None:
    game = at(THREE_CLAIMS[0], "Ann throws 3 3", "Ann throws 1 1")
    assert moves(page(game, "Cy")) == ["Cy collects rent from Ann"]
    assert "Vermont" in foot(page(game, "Cy"))
    assert "refused" in page(game, "Cy", "/claims")


def test_who_is_asked_for_rent_sees_by_whom_and_has_nothing_to_tap() -> None:
    html = page(CLAIM, "Ann")
    asked = PHONE.fill("may collect", owner="Bob", amount="$4")
    assert plain(asked) in foot(html)
    assert "$1,496" in foot(html)
    assert moves(html) == []
    for seat in ("Bob", "Cy", ""):
        assert plain(asked) not in page(CLAIM, seat)
    assert plain(asked) not in page(WATCHED, "Ann")


@pytest.mark.parametrize(
    ("game", "seat", "sentence"),
    [
        (at(), "Ann", PHONE["your roll"]),
        (at(), "Bob", PROMPTS.fill("roll.title", player="Ann")),
        (at("Ann throws 1 2"), "Bob", sentence("rolled", player="Ann", total=3)),
        (at("Ann throws 1 2"), "Ann", PROMPTS.fill("buy.subline", deed="Baltic Avenue")),
        (CHOOSING, "Ann", PROMPTS.fill("tax.question", amount="$200")),
        (table(first=""), "Bob", PROMPTS.fill("opening.title", player="Ann")),
    ],
)
def test_the_line_of_the_table_is_one_sentence(game: Game, seat: str, sentence: str) -> None:
    assert words(page(game, seat), 'div class="waits') == str(sentence)


def test_a_new_sum_in_an_offer_stands_under_what_its_player_gets() -> None:
    game = at(OWNED, "Cy offers Bob $100 for Boardwalk")
    for seat, gets, pays in (("Bob", "$1,600", "$1,400"), ("Cy", "$1,400", "$1,600")):
        first, second = re.findall(
            "<section class=.side.*?</section>", page(game, seat, "/trade"), re.DOTALL
        )
        assert PHONE["you get"] in first
        assert gets in first
        assert pays in second


LENT = (
    "ruling: Bob owns Boardwalk",
    "Ann offers Bob $300 for $110 at each of the next 3 times secured by Boardwalk",
)


def loan_table(*lines: str) -> Game:
    return at(*LENT, *lines, game=table(house_rules=("loans between players",)))


def test_a_wallet_shows_the_loans_of_both_sides() -> None:
    lent = loan_table("Bob accepts")
    owes = str(HOLDINGS.fill("loan", borrower="Bob", lender="Ann", amount="$330"))
    shown = [seat for seat in ("Ann", "Bob", "Cy") if owes in page(lent, seat)]
    assert shown == ["Ann", "Bob"]
    assert "Boardwalk" in page(lent, "Ann")


def test_an_offer_with_a_loan_is_read_and_answered_on_a_phone() -> None:
    html = page(loan_table(), "Bob", "/trade")
    assert str(DEALS.fill("pays_back", player="Bob", times=3, amount="$110")) in html
    assert str(DEALS.fill("secured", deed="Boardwalk")) in html
    assert format_move(AcceptTrade("Bob"), loan_table().board) in moves(html)


@pytest.mark.parametrize("address", ["/trade", "/pay"])
def test_nobody_is_chosen_to_deal_with_unless_there_is_only_one(address: str) -> None:
    three = page(at(OWNED), "Ann", address)
    assert "partner p" in three
    assert 'name="amount"' not in three
    assert 'class="side' not in three
    two = page(table("Ann Bob"), "Ann", address)
    assert 'name="amount"' in two or 'class="side' in two


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_has_one_heading_of_the_first_level(address: str) -> None:
    bidding = at("Ann throws 1 2", "Ann declines")
    for game in (CLAIM, bidding, CHOOSING):
        for seat in ("Ann", "Bob", ""):
            assert len(re.findall("<h1", page(game, seat, address))) == 1


@pytest.mark.parametrize(
    "html",
    [
        pages.shared("name", []),
        pages.notice("title"),
        pages.joining(CLAIM, "code", ()),
        pages.knocking(CLAIM, Asking("Ann", "42", "code")),
        pages.knocking(CLAIM, Asking(""), is_refused=True),
    ],
)
def test_every_page_before_and_after_the_game_has_one_heading(html: str) -> None:
    assert len(re.findall("<h1", html)) == 1


def test_the_fonts_of_later_pages_are_fetched_with_the_first_one() -> None:
    html = pages.document("", "", "", live=True)
    fonts = set(re.findall(r"/static/(\w[\w-]*\.ttf)", pages.style_sheet()))
    assert set(re.findall(r'preload" href="/static/([^"]+)"', html)) == fonts


def test_what_asks_something_is_known_on_every_page() -> None:
    for address in ADDRESSES:
        [asks] = re.findall('data-asks="([^"]*)"', page(CLAIM, "Bob", address))
        assert asks.startswith("claim-0-baltic-avenue-")
        assert 'data-asks=""' in page(CLAIM, "Cy", address)
    offered = at(OWNED, "Bob offers Ann $5 for nothing")
    assert 'data-asks="offer:turn"' in page(offered, "Ann")
    assert 'data-asks=""' in page(offered, "Bob"), "it is its own"


def test_many_bidders_are_counted() -> None:
    game = at(
        "Ann throws 1 2", "Ann declines", "Bob bids $10", game=table("Ann Bob Cy Dee Eve Fay")
    )
    assert bidders(4, "in") in page(game, "Ann")
    game = at("Ann throws 1 2", "Ann declines", "Bob bids $10", "Cy passes")
    assert plain(PHONE.fill("passed", player="Cy")) in page(game, "Ann")


def test_a_bankrupt_has_no_cash_and_no_buttons_and_sees_the_others() -> None:
    game = at(
        "ruling: Bob owns Baltic Avenue; Ann has $1",
        "Ann throws 1 2",
        "Bob collects rent from Ann",
        "Ann goes bankrupt",
    )
    html = page(game, "Ann")
    assert PHONE["out"] in html
    assert PHONE["nothing yet"] not in html
    assert "data-count" not in html
    assert moves(html) == []
    assert 'id="other-1"' in html


def test_somebody_who_watches_has_nothing_to_pay() -> None:
    game = at(OWNED)
    assert page(game, "", "/pay") == page(game, "")


def place(game: Game, move: Move) -> str:
    """Return the page that has a button for a move; empty if there is none in these words."""
    wanted = format_move(move, game.board)
    addresses = ["/", "/pay", *(f"/deed/{key}" for key in game.board.deeds), "/trade"]
    if isinstance(move, OfferTrade):
        draft = TradeDraft((move.player, move.other), (move.gives, move.wants))
        addresses = [f"/trade?{urlencode(pages._query(draft))}"]
    for address in addresses:
        main = pages.main(parse_address(address), game, (), getattr(move, "player", ""), 0)
        if wanted in map(unescape, moves(main)):
            return address
    return ""


@pytest.mark.slow
def test_every_kind_of_move_that_a_phone_may_make_has_a_button_on_some_page() -> None:
    found: set[type[Move]] = {Bid}  # Their amounts are keyed in.
    for path in files("tests/engine/rules/**/*.game"):
        record = parse_record(path.read_text(encoding="utf-8"), path.name)
        game = start(record.setup)
        for line in record.lines:
            move = line.meaning
            if isinstance(move, Undo):
                break
            if not isinstance(move, Move):
                continue
            if isinstance(move, ALLOWED) and type(move) not in found and place(game, move):
                found.add(type(move))
            game = play(game, move)
    assert found == {*ALLOWED}


@pytest.mark.parametrize("accepted", ["de", "de-DE,de;q=0.9", "fr,es;q=0.5", "", "xx" * 500])
def test_the_language_is_that_of_the_phone_or_of_the_table(accepted: str) -> None:
    wanted = {"de": "de", "de-DE,de;q=0.9": "de", "fr,es;q=0.5": "es"}.get(accepted, "en")
    assert chosen_language(accepted, "en") == wanted
    assert chosen_language("xx", "de") == "de"


def test_no_browser_translates_a_name_a_property_or_a_sum_that_stands_alone() -> None:
    game = at(
        "ruling: Ann owns Boardwalk; Bob owns Baltic Avenue; Ann has $4000",
        "Ann throws 4 5",
        "Ann declines",
    )
    names = {*game.players} | {space.name for space in game.board.spaces}
    for shown in (game, at("ruling: Ann owns Boardwalk; Bob owns Reading Railroad")):
        for address in ("/", "/board", "/deed/boardwalk", "/trade?with=Bob&give=boardwalk", "/pay"):
            texts = translated(page(shown, "Ann", address))
            assert texts
            alone = [one for one in texts if one in names or re.fullmatch(r"\W?\$[\d,]+", one)]
            assert alone == [], address
    assert translated("<p>Hey<p translate=no>Ann<b>x</b></p><table><td translate=no>y<td>z") == [
        "Hey",
        "z",
    ]


# --- house rules ----------------------------------------------------------------------------------


def ruled(rules: str, *lines: str) -> Game:
    return at(*lines, game=table(house_rules=tuple(rules.split(", "))))


def test_a_phone_tells_the_round_of_the_table() -> None:
    rounds = ruled("rounds 3", "Ann throws 4 6", "Bob throws 4 6", "Cy throws 4 6")
    for seat in ("Ann", "Bob", ""):
        assert str(PROMPTS.fill("round.of", number=2, most=3)) in page(rounds, seat)
    last = ruled("last round", "Ann throws 4 6", "time is up")
    assert str(PROMPTS["round.last"]) in page(last, "Cy")
    assert "round" not in page(ruled("no auction", "Ann throws 4 6"), "Cy").lower()


def test_a_phone_keys_in_a_sealed_bid_once() -> None:
    begun = ("Ann throws 5 6", "Ann declines", "Bob bids $137")
    game = ruled("sealed bids", *begun)
    assert "Ann bids ${amount}" in unescape(page(game, "Ann"))
    assert str(PHONE["secret"]) in page(game, "Ann")
    assert "Bob bids" not in page(game, "Bob")
    assert str(PHONE["you keyed"]) in page(game, "Bob")
    assert str(PHONE.fill("keyed", player="Bob")) in unescape(page(game, "Ann"))
    tied = ruled("sealed bids", *begun, "Cy bids $137", "Ann passes")
    assert "Cy bids $137" in unescape(page(tied, "Cy"))
    assert str(PHONE["sealed end"]) in page(tied, "Ann")
