"""The way out of damaged books: it fits, it waits for a finger, and the game goes on after it."""

import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from sqlite_utils import Database

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash, SetCash
from companion.ledger import schema
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.copies import save_backup, snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.table.recovery import WayOut
from companion.table.session import LedgerError, Session, Source
from companion.text.doctor import Found, Remedy, Subject
from companion.text.screens.recovery import RECOVERY
from tests.ledger.gaming import another_program
from tests.ledger.tampering import forge, several_games
from tests.problems import reasons, sentence
from tests.ui.driver import Desk, opened_bank, setup, start
from tests.ui.positions import table

pytestmark = pytest.mark.gui


def test_a_second_copy_that_is_missing_is_a_line_where_it_is_played(
    desk: Desk, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    waits = sentence(LedgerProblem.COPY_WAITS)
    with Ledger.open(tmp_path / "beside", stick) as ledger:
        desk.table.ledger = ledger
        desk.sit_down()
        desk.table.notice = ""
        desk.frames(6)
        assert waits in desk.texts()
        desk.show("menu")
        assert f"{waits} {sentence(Remedy.PLUG_IN_DRIVE)}" in desk.texts()
        stick.mkdir()
        desk.table.show_screen("play")
        desk.table.roll(1, 2, desk.table.number, "a tap")
        desk.frames(6)
        assert waits not in desk.texts()


def offer(desk: Desk, *names: str) -> list[str]:
    """Offer ways out of some damage, and return those that are taken."""
    taken: list[str] = []
    ways = [WayOut(name, "", 1, lambda _, name=name: taken.append(name)) for name in names]
    desk.table.recovery.offer("title", "", ways, lambda: desk.table.show_screen("menu"))
    desk.frames()
    return taken


def test_a_button_does_what_it_says_once(desk: Desk) -> None:
    taken = offer(desk, "restore", "keep", "go on")
    desk.frames(20)
    assert taken == []
    desk.tap(desk.key("way", "go on"))
    desk.until(lambda: desk.table.screen == "menu")
    assert taken == ["go on"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("is_known", [True, False])
def test_a_way_that_fails_is_said_and_another_can_be_taken(desk: Desk, is_known: bool) -> None:
    said = sentence(LedgerProblem.GAME_MISSING, game=7)

    def fail(_: object) -> None:
        raise LedgerError(LedgerProblem.GAME_MISSING, game=7) if is_known else ValueError(said)

    desk.table.recovery.offer("title", "", [WayOut("A", "B", 1, fail)], print)
    desk.frames()
    desk.tap(desk.key("way", "A"))
    desk.until(lambda: desk.table.recovery.value.problem)
    desk.ended("_go")
    desk.frames()
    assert said in desk.texts()
    assert desk.key("way", "A")


def test_damage_stays_on_the_screen_when_what_was_missing_is_there(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.runtime import preflight
    from companion.runtime.doctor import Check, Status

    lacking = [Check(Subject.TOUCH, Status.BAD, Found.NO_TOUCHSCREEN, Remedy.PLUG_IN_DRIVE)]
    monkeypatch.setattr(preflight, "missing", lambda *_: lacking)
    looking = preflight.Preflight(desk.table, tmp_path, lambda: desk.size)
    looking.open()
    desk.until(lambda: desk.all_keys("way", RECOVERY["without"]))
    offer(desk, "go on")
    lacking.clear()
    desk.clock.wait(2 * preflight.LOOK_AGAIN)
    desk.frames()
    assert [key.does[1] for key in desk.all_keys("way")] == ["go on"]


def test_books_that_are_damaged_in_the_middle_of_a_game(desk: Desk, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened_bank(data) as bank:
        bank.table.begin(setup("Ann Bob"))
        for amount in range(12):
            play(bank.table, amount)
        bank.table.ledger._storage.fail()
        forged = (data / "ledger.db").read_bytes().replace(b"Ann has $9", b"Ann has $8")
        (data / "ledger.db").write_bytes(forged)
        play(bank.table, 12)
        assert bank.table.screen == "recovery"
        desk.until(lambda: bank.table.recovery.value.ways)
        keep, go_on = bank.table.recovery.value.ways
        assert keep.moves == 1 + 9
        assert go_on.text == "Go on from move 9 of game 1"
        bank.table.recovery.take(go_on.text)
        desk.until(lambda: bank.table.screen == "play", 30)
        assert len(bank.table.session.history) == 9
        play(bank.table, 99)
        assert bank.table.session.game.players["Ann"].cash == 99
        assert (data / "ledger-damaged-1.db").read_bytes() == forged


def test_a_stick_that_comes_later_offers_its_backup(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged: list[Path] = []
    for module in ("bank", "stick_watcher"):
        monkeypatch.setattr(f"companion.runtime.{module}.sticks", lambda read_only: plugged)
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    several_games(data)
    with Ledger.open(data) as ledger:
        moves = ledger.place().moves
        save_backup(ledger, stick)
    forge(data, "DELETE FROM games WHERE number = 1")
    with opened_bank(data) as bank:
        start(bank)
        desk.until(lambda: bank.table.recovery.value.ways)
        assert moves not in [way.moves for way in bank.table.recovery.value.ways]
        plugged.append(stick)
        bank._ways_out.look()
        desk.until(lambda: bank.table.recovery.value.ways[0].moves == moves)
        bank.table.recovery.take(bank.table.recovery.value.ways[0].text)
        desk.until(lambda: bank.table.screen != "recovery", 60)
        assert bank.table.ledger.place().moves == moves


def test_a_row_that_the_reader_of_moves_refuses_leads_to_a_way_out(
    desk: Desk, tmp_path: Path
) -> None:
    """Such a row was stored before moves were read back; the start said so with a traceback."""
    data = tmp_path / "data"
    with opened_bank(data) as bank:
        bank.table.begin(setup("Ann Bob"))
        play(bank.table, 1)
        with patch.object(Session, "_text_of", lambda *_: UNREADABLE):
            play(bank.table, 2)
        play(bank.table, 3)
    with snapshot(data) as reader:
        [told] = audit_all(reader)
    assert Why.MOVE_UNREADABLE in reasons(told.first_fault)
    with opened_bank(data) as bank:
        start(bank)
        desk.until(lambda: bank.table.screen == "recovery" and bank.table.recovery.value.ways, 60)
        assert UNREADABLE in str(bank.table.recovery.value.sentence)
        bank.table.recovery.take(bank.table.recovery.value.ways[-1].text)
        desk.until(lambda: bank.table.screen == "play", 60)
        assert len(bank.table.session.history) == 1


def test_a_newer_ledger_offers_the_games_from_before(desk: Desk, tmp_path: Path) -> None:
    data = tmp_path / "data"
    several_games(data)
    shutil.copy(data / "ledger.db", data / f"ledger-version-{schema.VERSION}.db")
    with another_program(data) as conn:
        conn.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        conn.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('ledger', 'of_the_future', '2030-01-01')"
        )
    with opened_bank(data) as bank:
        start(bank)
        before, _ = bank.table.recovery.value.ways
        bank.table.recovery.take(before.text)
        desk.until(lambda: bank.table.screen != "recovery", 60)
    with snapshot(data) as reader:
        assert reader.numbers()


def test_a_payment_to_the_pot_is_there_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    data, seats = tmp_path / "data", table(house_rules=("free parking pot",)).setup
    with opened_bank(data) as bank:
        bank.table.begin(seats)
        for payer, payee in (("bank", "pot"), ("Ann", "pot"), ("pot", "Bob")):
            move = Rule((MoveCash(payer, payee, 50),))
            bank.table.ledger_guard.play(partial(bank.table.session.play, move, Source.TOUCH))
    with opened_bank(data) as bank:
        start(bank)
        desk.until(lambda: bank.table.screen == "play")
        assert len(bank.table.session.history) == 3
        assert bank.table.session.game.pot == 50
    with snapshot(data) as reader:
        [told] = audit_all(reader)
    assert told.verdict is Verdict.SOUND


UNREADABLE = "Ann purrs"


def parts() -> list[str]:
    """Every table and index of a ledger."""
    with Database(sqlite3.connect(":memory:"), execute_plugins=False) as fresh:
        schema.upgrade(fresh)
        return [name for (name,) in fresh.execute("SELECT name FROM sqlite_schema WHERE rootpage")]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    several_games(folder)
    return folder / "ledger.db"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", ["sqlite_schema", *parts()])
def test_a_part_that_is_damaged_at_the_start_leads_to_a_way_out(
    desk: Desk, tmp_path: Path, shelf: Path, part: str
) -> None:
    """Whichever it is, and whether the start reads it or only the inspection after that."""
    path = tmp_path / "data" / "ledger.db"
    path.parent.mkdir()
    path.write_bytes(shelf.read_bytes())
    damage(path, part)
    with opened_bank(path.parent) as bank:
        start(bank)
        if bank.table.screen != "recovery":
            bank._session.inspection.start(bank._inputs.hop(bank._on_inspection))
        desk.until(lambda: bank.table.screen == "recovery" and bank.table.recovery.value.ways, 60)
        assert bank.table.recovery.value.sentence
        bank.table.recovery.take(bank.table.recovery.value.ways[0].text)
        desk.until(lambda: bank.table.screen != "recovery" or bank.table.recovery.value.problem, 60)
        assert not bank.table.recovery.value.problem
    with opened_bank(path.parent) as bank:
        assert bank.table.ledger


def damage(path: Path, part: str) -> None:
    """The first page of a table or index becomes noise, all but the header of the file."""
    with closing(sqlite3.connect(path)) as conn:
        size = conn.execute("PRAGMA page_size").fetchone()[0]
        root = conn.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [part]).fetchone()
    start, end = ((root[0] - 1) * size, root[0] * size) if root else (100, size)
    content = bytearray(path.read_bytes())
    content[start:end] = Random(part).randbytes(end - start)
    path.write_bytes(content)


def play(table: Any, amount: int) -> None:
    move = Rule((SetCash("Ann", amount),))
    table.ledger_guard.play(lambda: table.session.play(move, Source.TOUCH, f"touch {amount}"))
