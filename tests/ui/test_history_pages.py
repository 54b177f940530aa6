"""The past: which moves a filter finds, what still stands, what an undo would take back, and
statements that add up."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion import text
from companion.engine import board, edition
from companion.engine.moves import Undo
from companion.engine.notation import parse_move
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger
from companion.ledger.reader import statement
from companion.table.history.pages import PAGE, History
from companion.table.history.view import (
    HistoryCache,
    past_move,
    standing_moves,
    undo_preview,
)
from companion.table.play.log import NEWEST, newest
from companion.table.session import Session, Source
from companion.table.states.history import HistoryState
from companion.table.tiles import account_tiles
from companion.text.screens.history import PAST
from tests.ui.driver import setup
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

LINES = (
    "Ann throws 4 5",
    "Ann buys",
    "Bob throws 3 4",
    "Bob draws dividend",
    "undo",
    "Bob draws building-loan",
    "Cy throws 6 3",
    "Ann collects rent from Cy",
)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path) as ledger:
        yield ledger


def played(ledger: Ledger, *lines: str, **chosen: str) -> Session:
    session = Session.begin(ledger, setup("Ann Bob Cy", **chosen))
    for line in lines:
        session.play(parse_move(line, session.setup), Source.IMPORT)
    return session


def looked_at(session: Session) -> HistoryState:
    past = HistoryState(lambda: session, lambda sentence: None)
    past.follow("history")
    return past


def does(past: HistoryState, *dos: tuple[object, ...]) -> None:
    for do in dos:
        past.tapped(do, None)


def numbers(lines: object) -> list[int]:
    return [line.number for line in lines]


def test_who_comes_during_a_game_is_found_and_who_left_is_looked_for_no_more(
    ledger: Ledger,
) -> None:
    session = played(ledger, *LINES[:2])
    past = looked_at(session)
    for_both = (("filter", "account"), ("pick", "Bob"), ("filter", "player"), ("pick", "Bob"))
    does(past, *for_both)
    assert (past.value.player, past.value.account) == ("Bob", "Bob")
    for line in ("ruling: Bob is called Eve", "Eve throws 4 6"):
        session.play(parse_move(line, session.setup), Source.TOUCH)
    past.show()
    assert (past.value.player, past.value.account) == ("", "bank")
    assert numbers(past.value.moves) == [4, 3, 2, 1]
    does(past, ("filter", "player"), ("pick", "Eve"))
    assert numbers(past.value.moves) == [4, 3]


RENAMED = (
    *LINES[:4],
    "ruling: Bob is called Eve; Ann is called Bob",
    "undo",
    "ruling: Bob is called Eve; Ann is called Bob",
    "ruling: Ann joins",
    "Cy throws 6 3",
    "Bob collects rent from Cy",
    "ruling: Eve has the dice",
    "Eve throws 1 1",
)
"""Bob is Eve from move 7 on, and Ann is Bob; the Ann of the end came later."""


AUCTION = ("Ann throws 4 5", "Ann declines", "Bob bids $20", "undo", "Bob passes", "sold")


@pytest.mark.parametrize(
    ("lines", "player", "deed", "found"),
    [
        (LINES, "Ann", "", [8, 2, 1]),
        (LINES, "Bob", "", [6, 5, 4, 3]),
        (LINES, "", "connecticut-avenue", [8, 7, 2, 1]),
        (LINES, "Cy", "connecticut-avenue", [8, 7]),
        ((*AUCTION, "Bob throws 3 4"), "", "connecticut-avenue", [6, 5, 4, 3, 2, 1]),
        (RENAMED, "Bob", "", [10, 7, 6, 5, 2, 1]),
        (RENAMED, "Eve", "", [12, 11, 7, 6, 5, 4, 3]),
        (RENAMED, "Ann", "", [8]),
    ],
)
def test_a_filter_finds_what_a_seat_did_and_what_was_about_a_deed(
    ledger: Ledger, lines: Sequence[str], player: str, deed: str, found: list[int]
) -> None:
    session = played(ledger, *lines)
    cache = HistoryCache(session.setup)
    cache.catch_up(session.history)
    assert numbers(cache.newest_first(player, deed)) == found


def test_a_move_has_the_marker_of_the_seat_whatever_its_name(ledger: Ledger) -> None:
    text.set_language("en")
    session = played(ledger, *RENAMED)
    cache = HistoryCache(session.setup)
    cache.catch_up(session.history)
    markers = {line.number: line.marker for line in cache.newest_first()}
    assert [markers[number] for number in (1, 3, 9, 10, 12)] == [0, 1, 2, 2, 1]
    log = {line.number: line.marker for line in newest(session.history, (), session.setup)}
    assert log == {number: markers[number] for number in log}


def test_no_filter_tells_an_owner_of_rent_not_asked_for(ledger: Ledger) -> None:
    session = played(ledger, *LINES[:2], "Bob throws 6 3", rent="watchful")
    landing = past_move(session.history[-1], session.setup)
    assert "Ann" not in landing.players


def test_an_undo_takes_back_the_last_moves_that_stand(ledger: Ledger) -> None:
    session = played(ledger, *LINES[:4], "undo", "undo")
    assert numbers(standing_moves(session.history)) == [1, 2]


@pytest.mark.parametrize(
    "undone",
    [
        ("undo",),
        ("undo", "undo"),
        ("undo", "undo 2"),
        ("undo 2", "Ann buys", "undo 2"),
        ("undo 3", "Ann throws 4 5", "Ann buys", "undo", "undo"),
    ],
)
def test_the_log_marks_the_moves_that_do_not_stand(ledger: Ledger, undone: Sequence[str]) -> None:
    session = played(ledger, *LINES[:3], *undone)
    standing = numbers(standing_moves(session.history))
    gone = [
        played.number
        for played in reversed(session.history[-NEWEST:])
        if played.number not in standing and not isinstance(played.move, Undo)
    ]
    lines = newest(session.history, (), session.setup)
    assert [line.number for line in lines if line.undone] == gone


def test_going_back_takes_what_still_stands_and_no_more(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    past = looked_at(session)
    past.consider(3)
    preview = past.value.preview
    assert past.value.page == "undo"
    assert numbers(preview.lines) == [8, 7, 6, 3]
    assert preview.answer.move == Undo(4)
    session.play(preview.answer.move, Source.TOUCH)
    assert session.game.turn.dice is None
    assert session.game.players["Bob"].cash == 1500


def test_what_is_gone_already_cannot_be_gone_back_to(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    said: list[str] = []
    past = HistoryState(lambda: session, said.append)
    past.follow("history")
    for number in (4, 5):
        past.consider(number)
    assert said == [PAST["gone"]] * 2
    assert past.value.page == "moves"
    assert undo_preview(session.game, [], 99) is None


def test_a_move_that_comes_meanwhile_ends_the_thought_of_undo(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    past = looked_at(session)
    past.consider(8)
    session.play(parse_move("Ann throws 1 2", session.setup), Source.TRAY)
    past.show()
    assert past.value.page == "moves"
    assert past.value.moves[0].number == 9


def test_another_game_has_its_own_past(ledger: Ledger) -> None:
    sessions = [played(ledger, *LINES), played(ledger)]
    past = HistoryState(lambda: sessions[0], lambda sentence: None)
    past.follow("history")
    sessions.pop(0)
    past.follow("history")
    assert past.value == History()


@pytest.mark.parametrize("account", ["Ann", "Bob", "Cy", "bank"])
def test_a_statement_ends_with_what_is_there(ledger: Ledger, account: str) -> None:
    session = played(ledger, *LINES)
    every = statement(ledger, session.game_number, account)
    assert session.newest_postings(account, 99) == every[::-1]
    assert session.newest_postings(account, 2) == every[:-3:-1]


def test_a_pot_and_a_bank_that_seeded_it_have_their_balances(ledger: Ledger) -> None:
    with_pot = edition.with_house_rules(edition.load("1961"), ("free parking pot $500",))
    table = Setup(("Ann", "Bob"), with_pot, board.load("atlantic-city"), first="Ann")
    session = Session.begin(ledger, table)
    for line in ("Ann throws 1 3", "Ann pays flat tax", "Bob throws 1 3", "Bob pays flat tax"):
        session.play(parse_move(line, table), Source.IMPORT)
    for account in ("Ann", "pot", "bank"):
        every = statement(ledger, session.game_number, account)
        assert session.newest_postings(account, 99) == every[::-1]


def test_a_long_history_shows_its_newest_moves_first(ledger: Ledger) -> None:
    session = played(ledger, *(f"ruling: Ann has ${cash}" for cash in range(1000, 1120)))
    past = looked_at(session)
    assert numbers(past.value.moves) == [*range(120, 120 - PAGE, -1)]
    does(past, *[("more",)] * 3)
    assert numbers(past.value.moves) == [*range(120, 0, -1)]
    does(past, ("page", "accounts"))
    assert len(past.value.statement) == PAGE


def test_a_statement_says_what_each_payment_was_for(ledger: Ledger) -> None:
    past = looked_at(played(ledger, *LINES))
    does(past, ("filter", "account"), ("pick", "Bob"))
    texts = [(line.text, line.amount, line.balance) for line in past.value.statement]
    assert plain(texts) == [
        ("Card · bank", "+$150", "$1,650"),
        ("Taken back(text=card · bank)", "\N{MINUS SIGN}$50", "$1,500"),
        ("Card · bank", "+$50", "$1,550"),
        ("Start · bank", "+$1,500", "$1,500"),
    ]


def test_the_pot_has_an_account_where_there_is_a_pot(ledger: Ledger) -> None:
    tiles = account_tiles(played(ledger).game)
    assert plain([tile.text for tile in tiles]) == ["Ann", "Bob", "Cy", "Bank"]


def test_whose_account_was_looked_at_is_forgotten_with_the_game(ledger: Ledger) -> None:
    sessions = [played(ledger, *LINES), Session.begin(ledger, setup("May Tom"))]
    past = HistoryState(lambda: sessions[0], lambda sentence: None)
    past.follow("history")
    does(past, ("filter", "account"), ("pick", "Cy"), ("filter", "deed"), ("pick", "boardwalk"))
    sessions.pop(0)
    past.show()
    assert past.value == History()
