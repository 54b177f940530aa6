"""A deal by touch, on both sides of the screen; the game goes on around it."""

from itertools import islice

from companion.engine import board
from companion.engine.moves import AcceptTrade, Goods, OfferTrade, RefuseTrade
from companion.engine.rulings import Instalments
from companion.table.keyed_amount import BACKSPACE
from companion.table.trade.draft import FREE
from companion.table.trade.view import Side, sides
from companion.text.names import THINGS, goods_name
from companion.text.screens.trade import DEALS, text_of
from tests.ui.driver import Desk
from tests.ui.positions import table
from tests.ui.touch import Hand
from tests.words import plain

BOARD = board.load("atlantic-city")
NOTHING = str(text_of("gets", goods=THINGS["nothing"]))
OFFERED = str(text_of("gets", goods="Baltic Avenue and $110"))
OWNED = "ruling: Ann owns Baltic Avenue; Bob owns Park Place; Bob holds chance jail card"


def tap_on(desk: Desk, number: int, text: str) -> None:
    """What says this on one side of the screen."""
    [card] = [one for one in desk.sights("side") if one.value == f"{number}"]
    keys = (key for key in desk.all_keys() if key.box.overlaps(card.box))
    desk.tap(next(key for key in keys if text in key.words))


def make_up(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob Cy", OWNED)
    desk.tap(desk.table.words["trade"])
    tap_thing(desk, "baltic-avenue")
    tap_thing(desk, "park-place")
    key_cash(desk, 0, "+100", "+10")


def tap_thing(desk: Desk, key: str) -> None:
    desk.tap(next(thing for thing in desk.all_keys("thing") if thing.does[2] == key))


def key_cash(desk: Desk, number: int, *keys: str) -> None:
    """The keypad has the place of the other side until it is put away."""
    tap_cash(desk, number)
    for key in keys:
        desk.tap(key)
    desk.tap(DEALS["done"])


def tap_cash(desk: Desk, number: int) -> None:
    desk.tap(desk.key("cash", number))


def side(desk: Desk, number: int) -> Side:
    return sides(desk.table.session.game, desk.table.values["trade"].draft)[number]


def gets(desk: Desk, number: int) -> str:
    return str(side(desk, number).gets[0])


def offers(player: str) -> str:
    return str(text_of("offers", player=player))


def test_a_deal_is_offered_on_one_side_and_accepted_on_the_other(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 0, offers("Ann"))
    assert desk.last_move == OfferTrade(
        "Ann", "Bob", Goods(("baltic-avenue",), 110), Goods(("park-place",))
    )
    tap_on(desk, 1, DEALS["accepts"])
    assert desk.last_move == AcceptTrade("Bob")
    assert (desk.cash("Ann"), desk.cash("Bob")) == (1390, 1610)
    assert desk.table.screen == "play", "the trade is seen there"
    desk.tap(desk.table.words["trade"])
    assert gets(desk, 0) == gets(desk, 1) == str(NOTHING), "what was dealt is not offered again"


def test_a_refused_deal_can_be_bettered(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 1, offers("Bob"))
    tap_on(desk, 0, DEALS["refuses"])
    assert desk.last_move == RefuseTrade("Ann")
    tap_cash(desk, 0)
    for _ in range(3):
        desk.tap(desk.key("digit", BACKSPACE))
    assert plain(gets(desk, 1)) == str(text_of("gets", goods="Baltic Avenue"))


def test_an_open_offer_is_answered_from_the_play_screen(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 0, offers("Ann"))
    desk.tap("Back")
    [offer] = desk.table.now.offers
    assert str(offer.texts[0]) in desk.texts()
    desk.tap(offer.look)
    assert desk.table.screen == "trade"
    tap_on(desk, 1, DEALS["accepts"])
    assert desk.cash("Bob") == 1610
    desk.show("play")
    assert not [key for key in desk.all_keys() if offer.look in key.words]


def test_nothing_is_changed_while_an_offer_is_open_and_it_says_so(desk: Desk) -> None:
    make_up(desk)
    tap_on(desk, 0, offers("Ann"))
    tap_thing(desk, "baltic-avenue")
    assert "offer" in str(desk.table.notice)
    assert str(desk.table.notice) in desk.texts()
    desk.table.say("")
    tap_cash(desk, 0)
    assert "offer" in str(desk.table.notice)
    assert gets(desk, 1) == str(OFFERED)


def test_a_throw_goes_on_while_a_deal_is_made_up(desk: Desk) -> None:
    make_up(desk)
    desk.table.tray_input.on_throw("uid/boot/1", (1, 2), int(desk.table.number))
    desk.frames()
    assert desk.table.screen == "trade"
    assert "Ann rolled 3 · Baltic Avenue" in desk.texts(), "it is said what happened meanwhile"
    assert gets(desk, 1) == str(OFFERED)
    tap_on(desk, 0, offers("Ann"))
    assert isinstance(desk.last_move, OfferTrade)


def test_an_auction_lets_a_deal_wait_with_a_sentence(desk: Desk) -> None:
    make_up(desk)
    desk.table.tray_input.on_throw("uid/boot/1", (4, 5), int(desk.table.number))
    desk.buttons.press("no", "press")
    desk.frames()
    moves = desk.moves
    tap_on(desk, 0, offers("Ann"))
    assert desk.moves == moves
    assert "the auction of Connecticut Avenue has to end" in str(desk.table.notice)
    desk.tap("Back")
    assert desk.table.screen == "auction"


def test_another_player_sits_down_by_a_tap_on_the_name(desk: Desk) -> None:
    make_up(desk)
    desk.tap(desk.key("side", 1))
    desk.tap(desk.key("partner", "Cy"))
    assert offers("Cy") in desk.texts()


def test_the_last_of_many_promises_is_drawn_into_sight(desk: Desk) -> None:
    owned = "; ".join(f"Ann owns {deed.name}" for deed in islice(BOARD.deeds.values(), 12))
    desk.table.begin(table("Ann Bob", house_rules=("promises in deals",)).setup)
    desk.play(f"ruling: {owned}")
    desk.tap(desk.table.words["trade"])
    last = [thing.key for thing in side(desk, 0).things][-1]
    assert not desk.all_keys("thing", 0, last)
    desk.tap(Hand(desk).find("thing", 0, last))
    desk.tap(desk.key("digit", "1"))
    desk.tap(DEALS["done"])
    promised = Goods(landings=((last.removeprefix(FREE), 1),))
    assert plain(gets(desk, 1)) == str(text_of("gets", goods=goods_name(BOARD, promised)))


def test_a_loan_secured_by_what_it_buys_is_offered_by_touch(desk: Desk) -> None:
    desk.table.begin(table("Ann Bob Cy", house_rules=("loans between players",)).setup)
    desk.play("ruling: Bob owns Park Place; Cy owes Ann $90 at each of the next 2 times")
    promised = Instalments(45, 3, "park-place")
    lent = Goods(cash=120, loans_of=("Cy",), instalments=promised)
    Hand(desk).make(OfferTrade("Ann", "Bob", lent, Goods(("park-place",))))
    desk.play("Bob accepts", "Ann offers Bob nothing for the loan")
    Hand(desk).make(AcceptTrade("Bob"))
    [cys] = desk.table.session.game.loans
    assert (cys.borrower, cys.lender) == ("Cy", "Bob")
