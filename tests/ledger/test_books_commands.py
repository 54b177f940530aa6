"""The commands on the ledger: what they print, and what they answer."""

import errno
import json
import os
from pathlib import Path

import pytest

from companion.engine.notation import check, parse_record
from companion.engine.problems import Problem
from companion.ledger.checks import row_name
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.runtime import doctor
from companion.table.session import Session
from companion.text import counted
from tests.commands import companion
from tests.ledger.exporting import CHANGES, play_change
from tests.ledger.gaming import another_program, evening, play_evening
from tests.ledger.tampering import forge
from tests.problems import sentence

RECORD = """
players: Ann, Bob
first: Ann

Ann throws 1 2
expect Ann on Baltic Avenue
Ann buys
Bob throws 2 1
Ann collects rent
expect Ann $1444, Bob $1496
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.game"
    path.write_text(RECORD)
    return path


def test_a_record_goes_in_and_comes_out(tmp_path: Path, record: Path) -> None:
    data = tmp_path / "data"
    assert companion("import", record, "--data", data) == "Game 1: 4 moves.\n"
    audit = companion("audit", "--data", data)
    assert audit.startswith("Game 1: sound, 4 moves, fingerprint ")
    exported = companion("export", "1", "--notation", "--data", data)
    assert audit.split()[-1] in exported.splitlines()[0]
    before, after = check(parse_record(RECORD)), check(parse_record(exported))
    assert after.game == before.game
    assert after.moves == 4


def test_export_to_a_file(tmp_path: Path, record: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out.game"
    companion("import", record, "--data", data)
    assert companion("export", "1", "--notation", "-o", out, "--data", data) == ""
    assert companion("import", out, "--data", data) == "Game 2: 4 moves.\n"
    bad = tmp_path / "no folder" / "x.game"
    no_folder = os.strerror(errno.ENOENT)
    assert sentence(LedgerProblem.UNWRITABLE, path=bad, why=no_folder) in companion(
        "export", "1", "--notation", "-o", bad, "--data", data, status=2
    )


def test_games_are_listed(tmp_path: Path, record: Path) -> None:
    data = tmp_path / "data"
    companion("import", record, "--data", data)
    companion("import", record, "--data", data)
    first, second = companion("games", "--data", data).splitlines()
    assert first.startswith("Game 1: ")
    assert f"Ann, Bob, 1961, {counted(4, 'move')}" in second
    assert second.endswith("imported")


@pytest.mark.parametrize("change", CHANGES)
def test_everybody_who_was_ever_paid_has_a_statement(tmp_path: Path, change: str) -> None:
    with snapshot(play_change(tmp_path, change)) as books:
        booked, (game,) = books.balances(1), books.games()
    for name in {*booked, *game.players}:
        told = companion("statement", name, "--json", "--data", tmp_path)
        value = json.loads(told)
        assert value["account"] == name
        assert sum(one["dollars"] for one in value["postings"]) == booked.get(name, 0)


def test_a_name_that_was_spelt_anew_has_a_statement_of_its_own(tmp_path: Path) -> None:
    play_change(tmp_path, "in small letters")
    for asked, account in {"Bob": "Bob", "bob": "bob", "BOB": "Bob", "BANK": "bank"}.items():
        told = companion("statement", asked, "--json", "--data", tmp_path)
        assert json.loads(told)["account"] == account


@pytest.mark.parametrize("change", CHANGES)
def test_the_list_of_games_names_who_sits_there(tmp_path: Path, change: str) -> None:
    with Ledger.open(play_change(tmp_path, change)) as ledger:
        players = [*Session.resume(ledger, 1).game.players]
        assert ledger.names(9) == players
    (row,) = json.loads(companion("games", "--json", "--data", tmp_path))["games"]
    assert row["players"] == players


@pytest.mark.parametrize("which", [("1",), ("--all",), (), "FILE"])
def test_audit_of_books_that_do_not_hold(tmp_path: Path, which: tuple[str, ...] | str) -> None:
    play_evening(tmp_path, count=4)
    with another_program(tmp_path) as conn:
        conn.execute("DROP TRIGGER moves_keep_update")
        conn.execute("UPDATE moves SET source = 'tray' WHERE number = 3")
    arguments = (tmp_path / "ledger.db",) if which == "FILE" else (*which, "--data", tmp_path)
    changed = {"row": row_name(1, 3), "fault": Problem(Why.HASH_DIFFERS)}
    assert sentence(LedgerProblem.ROW_FAULT, **changed) in companion("audit", *arguments, status=1)


def test_audit_of_what_cannot_be_read(tmp_path: Path, record: Path) -> None:
    nothing = sentence(LedgerProblem.NO_LEDGER, folder=tmp_path)
    assert nothing in companion("audit", "--data", tmp_path, status=2)
    no_ledger = sentence(LedgerProblem.NOT_A_LEDGER, path=record)
    assert no_ledger in companion("audit", record, status=2)
    companion("import", record, "--data", tmp_path)
    no_game = sentence(LedgerProblem.NO_SUCH_GAME, game=9)
    assert no_game in companion("audit", "9", "--data", tmp_path, status=2)


def test_import_is_all_or_nothing(tmp_path: Path, record: Path) -> None:
    data = tmp_path / "data"
    record.write_text(RECORD + "Bob buys\n")
    output = companion("import", record, "--data", data, status=1)
    assert f"{record}:11: 'Bob buys'" in output
    assert not data.exists()


@pytest.mark.parametrize("text", ["players: Ann\n", "hello\n", "\xff"])
def test_import_of_what_is_no_record(tmp_path: Path, record: Path, text: str) -> None:
    record.write_text(text, encoding="latin-1")
    companion("import", record, "--data", tmp_path, status=2)
    companion("import", tmp_path / "none.game", "--data", tmp_path, status=2)


def test_nothing_is_imported_while_somebody_plays(tmp_path: Path, record: Path) -> None:
    with evening(tmp_path, count=4):
        holder = Problem(Why.THIS_PROGRAM)
        in_use = sentence(LedgerProblem.IN_USE, path=tmp_path / "ledger.db", holder=holder)
        assert in_use in companion("import", record, "--data", tmp_path, status=2)


@pytest.fixture
def orphans(tmp_path: Path) -> Path:
    """A ledger whose games were taken out; their moves are left."""
    play_evening(tmp_path / "data", count=6)
    forge(tmp_path / "data", "DELETE FROM games")
    return tmp_path / "data"


@pytest.mark.parametrize("which", [(), ("--all",), ("1",)])
def test_an_audit_reports_the_file_though_no_game_is_left(
    orphans: Path, which: tuple[str, ...]
) -> None:
    audited = companion("audit", *which, "--data", orphans, status=1)
    assert "game 1 (moves: 7, events: " in audited
    assert "game 1 (moves: 7, events: " in companion("audit", orphans / "ledger.db", status=1)


def test_an_audit_reports_the_file_besides_its_games(tmp_path: Path) -> None:
    play_evening(tmp_path, count=6)
    changed = "UPDATE moves SET text = 'Eve buys' WHERE entry = 4"
    forge(tmp_path, f"{changed}; DROP INDEX moves_request")
    one, whole = companion("audit", "--all", "--data", tmp_path, status=1).splitlines()
    assert one.startswith("Game 1: NOT SOUND")
    assert "moves_request" in whole


@pytest.mark.parametrize(
    "command",
    [
        ("games",),
        ("stats",),
        ("export", "1", "--notation"),
        ("export", "1", "--json"),
        ("report", "1", "-o", "report.html"),
        ("datasette", "-o", "copies"),
    ],
)
def test_no_command_overlooks_games_that_are_gone(
    orphans: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(orphans.parent)
    assert "game 1 (moves: 7, events: " in companion(*command, "--data", orphans, status=2)


def test_a_backup_without_its_games_is_not_sound(orphans: Path, tmp_path: Path) -> None:
    output = companion("backup", tmp_path / "copy.db", "--data", orphans, status=1)
    assert "game 1 (moves: 7, events: " in output
    assert output.endswith(": 0 games.\n")


def test_the_doctor_sees_that_games_are_gone(orphans: Path) -> None:
    found = doctor.ledger(orphans, lambda: snapshot(orphans))
    assert found.status is doctor.Status.BAD


def test_an_empty_ledger_is_said_to_be_empty(tmp_path: Path) -> None:
    Ledger.open(tmp_path).close()
    assert companion("audit", "--all", "--data", tmp_path)
    assert companion("audit", "--data", tmp_path, status=2)
