"""The games in the ledger: which there are, who won, and an audit beside a game that goes on."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from companion.engine.notation import parse_move
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.screens.layout import place
from companion.screens.parts import Room
from companion.screens.registry import SCREENS
from companion.table.past_games import (
    audit_game,
    audit_in_process,
    copy_ledger,
    game_lines,
    game_page,
)
from companion.table.session import Session, Source
from companion.text import counted
from companion.text.screens.past_games import text_of
from tests.ui.driver import Desk, setup
from tests.words import plain

OPENS = """
import sys
from pathlib import Path
from companion.ledger.ledger import Ledger, LedgerError
try:
    Ledger.open(Path(sys.argv[1]))
except LedgerError as error:
    print(error.problem.reason.name)
"""

LINES = ("Ann throws 4 5", "Ann buys", "Bob throws 3 4", "Bob draws dividend")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path) as ledger:
        yield ledger


def played(ledger: Ledger, *lines: str) -> Session:
    session = Session.begin(ledger, setup("Ann Bob Cy"))
    for line in lines:
        session.play(parse_move(line, session.setup), Source.IMPORT)
    return session


def test_the_game_played_last_is_the_first(ledger: Ledger) -> None:
    first = played(ledger, *LINES)
    played(ledger, *LINES)
    first.play(parse_move("Cy throws 1 2", first.setup), Source.IMPORT)
    assert [line.number for line in game_lines(ledger, 9)] == [1, 2]
    assert [line.number for line in game_lines(ledger, 1)] == [1]


def test_a_game_says_who_won_and_an_undone_end_is_none(ledger: Ledger) -> None:
    ended = ("ruling: Bob is out", "ruling: Cy is out")
    played(ledger, *ended)
    played(ledger, *ended, "undo")
    assert plain({line.number: line.state for line in game_lines(ledger, 9)}) == {
        1: str(text_of("won", winners="Ann", moves=counted(2, "move"))),
        2: str(text_of("open", moves=counted(3, "move"))),
    }


def test_the_page_of_a_game_has_its_fingerprint(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    page = game_page(ledger, 1)
    assert page.fingerprint == session.fingerprint
    assert page.players == (("Ann", 0), ("Bob", 1), ("Cy", 2))
    assert ("Edition 1961 · Atlantic City",) in plain([fact.text for fact in page.lines])


def test_an_audit_tells_how_far_it_is_and_what_it_found(ledger: Ledger) -> None:
    played(ledger, *LINES)
    seen: list[int] = []
    holds, sentence = audit_game(copy_ledger(ledger, pytest.fail), 1, seen.append)
    assert holds
    assert "4 moves" in str(sentence)
    assert seen == [0, 1, 2, 3, 4]


def test_a_changed_row_is_named(ledger: Ledger) -> None:
    played(ledger, *LINES)
    holds, sentence = audit_game(tampered(copy_ledger(ledger, pytest.fail)), 1, lambda move: None)
    assert not holds
    assert "Move 2 of game 1" in str(sentence)


def tampered(image: bytes) -> bytes:
    """As somebody would who opens the file with another program."""
    alone = image[:18] + b"\x01\x01" + image[20:]
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(alone)
        db.execute("DROP TRIGGER moves_keep_update")
        db.execute("UPDATE moves SET \"by\" = 'Bob' WHERE number = 2")
        db.commit()
        return db.serialize()


def test_a_move_booked_meanwhile_is_no_part_of_the_audit(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    copy = copy_ledger(ledger, pytest.fail)
    session.play(parse_move("Cy throws 1 2", session.setup), Source.TOUCH)
    holds, sentence = audit_game(copy, 1, lambda move: None)
    assert (holds, "4 moves" in str(sentence)) == (True, True)
    assert (
        str(audit_game(copy_ledger(ledger, pytest.fail), 1, lambda move: None)[1]).count("5 moves")
        == 1
    )


def test_an_audit_in_a_process_of_its_own_says_the_same(ledger: Ledger) -> None:
    played(ledger, *LINES)
    seen: list[int] = []
    copy = copy_ledger(ledger, pytest.fail)
    assert audit_in_process(copy, 1, seen.append) == audit_game(copy, 1, lambda move: None)
    assert seen == [0, 1, 2, 3, 4]
    assert audit_in_process(tampered(copy), 1, seen.append)[0] is False


def test_an_audit_whose_process_ends_without_a_word_says_so() -> None:
    nothing = cast(bytes, None)
    assert audit_in_process(nothing, 1, lambda move: None) == (
        False,
        text_of("cut short"),
    )


def test_an_audit_lets_nobody_else_into_the_ledger(tmp_path: Path, ledger: Ledger) -> None:
    played(ledger, *LINES)
    audit_game(copy_ledger(ledger, pytest.fail), 1, lambda move: None)
    command = [sys.executable, "-c", OPENS, str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.stdout.strip() == LedgerProblem.IN_USE.name


@pytest.mark.gui
def test_an_audit_by_touch_goes_on_beside_the_game(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *LINES)
    desk.table.show_screen("past_games")
    desk.frames()
    desk.tap("Not over yet · 4 moves")
    desk.tap("More")
    assert f"fingerprint {desk.ledger.fingerprint(1)}" in desk.texts()
    desk.tap("Audit")
    desk.table.tray_input.on_throw("uid/boot/1", (1, 2), 5)
    desk.until(lambda: not desk.table.past_games.auditing)
    desk.frames()
    assert str(desk.table.past_games.sentence).startswith("Sound")
    assert str(desk.table.past_games.sentence) in desk.texts()
    assert desk.moves == 5


@pytest.mark.gui
def test_a_game_on_the_shelf_is_gone_on_with(desk: Desk) -> None:
    desk.sit_down("May Tom", "May throws 4 5")
    desk.sit_down("Ann Bob")
    desk.table.show_screen("past_games")
    desk.frames()
    desk.tap("Not over yet · 1 move")
    desk.tap("Go on with it")
    desk.until(lambda: desk.table.screen == "play")
    desk.frames()
    assert desk.table.session.setup.players == ("May", "Tom")
    desk.tap("Buy for $120")
    assert desk.cash("May") == 1380


@pytest.mark.gui
def test_a_long_game_is_read_a_little_at_a_time(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.table.states.past_games.SLICE", 0.0
    )  # however fast the machine is
    desk.sit_down("Ann Bob", *(f"ruling: Ann has ${cash}" for cash in range(1000, 1060)))
    desk.sit_down("May Tom")
    desk.table.show_screen("past_games")
    desk.table.past_games.open_game(1)
    desk.frames()
    seen = set()
    desk.table.past_games.bind(done=seen.add)
    desk.tap("Go on with it")
    desk.until(lambda: desk.table.screen == "play")
    assert len(seen) > 50, "the bar moved with every move"
    assert desk.cash("Ann") == 1059
    assert desk.moves == 60


@pytest.mark.gui
def test_an_impatient_tap_does_not_read_a_game_from_its_start_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.states.past_games.SLICE", 0.0)
    desk.sit_down("Ann Bob", *(f"ruling: Ann has ${cash}" for cash in range(1000, 1060)))
    desk.table.show_screen("past_games")
    desk.table.past_games.open_game(1)
    desk.frames()
    done: list[float] = []
    desk.table.past_games.bind(done=done.append)
    desk.tap("Go on with it")
    desk.tap("Go on with it")
    desk.table.past_games.go_on()
    desk.until(lambda: desk.table.screen == "play")
    assert done == sorted(done)


@pytest.mark.gui
@pytest.mark.parametrize("at_once", [0.0, 60.0])
def test_at_the_start_a_long_game_is_seen_being_read_and_a_short_one_is_there(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: float
) -> None:
    from companion.runtime.bank import Bank
    from companion.runtime.ledger_session import LedgerSession
    from companion.ui.front import WindowFront

    monkeypatch.setattr("companion.table.states.past_games.SLICE", 0.0)
    monkeypatch.setattr("companion.table.states.past_games.AT_ONCE", at_once)
    with LedgerSession(tmp_path / "data", None) as books:
        played(books.ledger, *(f"ruling: Ann has ${cash}" for cash in range(1000, 1060)))
        bank = Bank(books, WindowFront())
        bank.sit_down(None, "1961", "atlantic-city")
        assert bank.table.past_games.reading == (at_once == 0.0)
        if bank.table.past_games.reading:
            page = SCREENS[bank.table.screen].page(bank.table, Room(800, 480))
            shown = {node.words for node in place(page, 800, 480, 1).values()}
            assert str(bank.table.past_games.sentence) in plain(shown)
        desk.until(lambda: bank.table.screen == "play")
        assert bank.table.number == 61
