"""House rules are shown where a player meets them: header, auction, debt and properties."""

import pytest

from companion.engine import moves, play, start
from companion.engine.notation import parse_record
from companion.engine.phases import Auction
from companion.engine.state import Game
from companion.table.confirmation import sheet_for
from companion.table.debt import shortfall
from companion.table.menu.leave import ending
from companion.table.prompts import Answer, now
from companion.table.prompts.auction import auction_view, button_bid, raises
from companion.table.properties.plan import NOTHING
from companion.table.properties.view import answers
from companion.text import prompt

pytestmark = pytest.mark.usefixtures("keys")


def after(rules: str, *lines: str) -> Game:
    header = f"players: Ann, Bob, Cy\nfirst: Ann\nhouse rules: {rules}\n\n"
    record = parse_record(header + "".join(f"{line}\n" for line in lines))
    game = start(record.setup)
    for move in record.moves():
        game = play(game, move)
    return game


ROUND = ("Ann throws 4 6", "Bob throws 4 6", "Cy throws 4 6")


def test_the_header_says_which_round_it_is() -> None:
    game = after("rounds 3", *ROUND)
    told = [str(line) for line in now(game).sublines]
    assert all(line.startswith("round.of(most=3, number=2)") for line in told)
    assert now(after("last round", *ROUND)).sublines == now(after("no auction", *ROUND)).sublines


def test_the_header_says_that_the_round_is_the_last() -> None:
    game = after("last round, rounds 3", ROUND[0], "time is up")
    assert str(now(game).sublines[-1]) == str(prompt("round.last"))


def test_time_is_up_begins_the_last_round_and_then_ends_the_game() -> None:
    game = after("last round", ROUND[0])
    sheet = sheet_for(game, ending(game))
    assert sheet
    assert str(sheet.title).startswith("last title")
    game = play(game, moves.EndByTime())
    sheet = sheet_for(game, ending(game))
    assert sheet
    assert str(sheet.title).startswith("end title")


def test_the_keys_of_an_auction_begin_at_the_least_bid() -> None:
    lines = ("Ann throws 1 2", "Ann declines")
    game = after("auctions from half, bid step $5", *lines)
    view = auction_view(game)
    assert view
    assert view.least == 30
    assert button_bid(game, 1) == moves.Bid("Ann", 40)
    assert isinstance(game.phase, Auction)
    assert raises(game, game.phase, "Bob") == (30, 40, 80, 130)
    game = play(game, moves.Bid("Ann", 30))
    assert isinstance(game.phase, Auction)
    assert raises(game, game.phase, "Bob") == (35, 45, 85, 135)
    plain = after("round up", *lines)
    assert isinstance(plain.phase, Auction)
    assert raises(plain, plain.phase, "Bob") == (1, 10, 50, 100)


def test_a_deed_is_sold_back_from_the_properties_and_for_a_debt() -> None:
    owned = (
        "ruling: Bob owns Boardwalk; Ann owns Baltic Avenue; Ann has $0; Ann stands on Short Line"
    )
    lines = (owned, "Ann throws 1 3", "Bob collects rent")
    sells = moves.SellDeed("Ann", "baltic-avenue")
    for rules, is_offered in (("deeds sold back", True), ("round up", False)):
        game = after(rules, *lines)
        offered = [one.move for one in answers(game, "Ann", NOTHING, "baltic-avenue")]
        ways = [way.answer.move for way in shortfall(game, game.debts[0]).ways]
        assert (sells in offered, sells in ways) == (is_offered, is_offered)


def test_a_bankruptcy_says_where_the_security_goes_and_where_the_rest() -> None:
    deeds = "Ann owns Boardwalk; Ann owns Baltic Avenue; Ann owns Vermont Avenue"
    owed = "Ann owes Bob $50 when passing GO secured by Boardwalk; Ann owes Cy $2000"
    game = after("loans between players", f"ruling: {deeds}; {owed}; Ann has $0")
    bankrupt = Answer("", moves.DeclareBankruptcy("Ann"), "Ann")
    sheet = sheet_for(game, bankrupt)
    assert sheet
    assert [str(line.amount) for line in sheet.lines] == ["to(receiver=Bob)", "to(receiver=Cy)"]
