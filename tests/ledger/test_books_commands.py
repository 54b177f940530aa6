"""The commands on the ledger: what they print, and what they answer."""

import errno
import json
import os
from pathlib import Path
from random import Random

import pytest

from companion.engine.notation import check, parse_record
from companion.engine.problems import InputProblem, Problem
from companion.ledger.checks import row_name
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.mirror import count_moves
from companion.ledger.problems import LedgerProblem, Why
from companion.runtime import doctor
from companion.table.session import Session
from tests.commands import companion
from tests.ledger.exporting import CHANGES, play_change
from tests.ledger.gaming import another_program, evening, play, play_evening
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
    assert companion("games", "--data", data).endswith("imported\n")
    audit = companion("audit", "--data", data)
    assert audit.startswith("Game 1: sound, 4 moves, fingerprint ")
    exported = companion("export", "1", "--notation", "--data", data)
    assert audit.split()[-1] in exported.splitlines()[0]
    before, after = check(parse_record(RECORD)), check(parse_record(exported))
    assert after.game == before.game
    assert after.moves == 4


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


def test_import_is_all_or_nothing(tmp_path: Path, record: Path) -> None:
    data = tmp_path / "data"
    record.write_text(RECORD + "Bob buys\n")
    output = companion("import", record, "--data", data, status=1)
    assert f"{record}:11: 'Bob buys'" in output
    assert not data.exists()


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


# --- copies -----------------------------------------------------------------------------------

CHANGED = {"row": row_name(1, 3), "fault": Problem(Why.HASH_DIFFERS)}
"""Fault of a row after ``damage``."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with evening(tmp_path / "data", count=6) as (ledger, _):
        play(Session.begin(ledger, ledger.setup(1)), 3, Random(1))
    return tmp_path / "data"


@pytest.fixture
def stick(data: Path, stick: Path) -> Path:
    Ledger.open(data, stick).close()
    return stick


def fingerprints(output: str) -> list[str]:
    return [line.split()[-1] for line in output.splitlines() if "fingerprint" in line]


def damage(data: Path) -> bytes:
    forge(data, "UPDATE moves SET text = 'Eve buys' WHERE entry = 4")
    return (data / "ledger.db").read_bytes()


def test_a_backup_is_a_ledger_with_the_same_fingerprints(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "evening.db"
    output = companion("backup", target, "--data", data)
    assert output.endswith(f"Copied to {target}: 2 games.\n")
    audited = companion("audit", target)
    assert fingerprints(output) == fingerprints(audited)
    assert len(fingerprints(output)) == 2
    assert not list(tmp_path.glob("evening.db?*"))


def test_a_backup_writes_over_nothing_unless_told(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "evening.db"
    target.write_text("precious")
    assert f"{target} exists already." in companion("backup", target, "--data", data, status=2)
    assert target.read_text() == "precious"
    companion("backup", target, "--replace", "--data", data)
    assert companion("audit", target)


def test_a_backup_that_cannot_be_written_leaves_nothing(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "none" / "evening.db"
    why = Problem(Why.SQLITE, why=Problem(Why.CANNOT_OPEN), code="SQLITE_CANTOPEN")
    unwritable = sentence(LedgerProblem.UNWRITABLE, path=target, why=why)
    assert unwritable in companion("backup", target, "--data", data, status=2)
    assert not target.parent.exists()


def test_a_damaged_ledger_is_restored_from_its_second_copy(data: Path, stick: Path) -> None:
    damaged = damage(data)
    output = companion("restore", "--data", data, "--mirror", stick)
    fault = Problem(LedgerProblem.ROW_FAULT, **CHANGED)
    path = data / "ledger.db"
    assert sentence(LedgerProblem.CANNOT_CONTINUE, path=path, fault=fault) in output
    kept = data / "ledger-damaged-1.db"
    assert kept.read_bytes() == damaged
    after = companion("audit", "--all", "--data", data, "--mirror", stick)
    assert f"Second copy {stick}/ledger.mirror: sound" in after


def test_restore_needs_something_to_restore(data: Path, stick: Path, tmp_path: Path) -> None:
    assert f"{data / 'ledger.db'} is sound" in companion(
        "restore", "--data", data, "--mirror", stick, status=2
    )
    damage(data)
    assert "--mirror" in companion("restore", "--data", data, status=2)
    empty = tmp_path / "empty"
    empty.mkdir()
    missing = {"file": empty / "ledger.mirror", "why": os.strerror(errno.ENOENT)}
    assert sentence(InputProblem.UNREADABLE, **missing) in companion(
        "restore", "--data", data, "--mirror", empty, status=2
    )


def test_the_second_copy_is_audited_with_the_ledger(data: Path, stick: Path) -> None:
    path = stick / "ledger.mirror"
    path.write_bytes(path.read_bytes().replace(b"Ann", b"Eve", 1))
    output = companion("audit", "--data", data, "--mirror", stick, status=1)
    assert "Game 2: sound" in output
    changed = {"line": 1, "path": path, "fault": Problem(Why.LINE_CHANGED)}
    assert sentence(LedgerProblem.COPY_LINE, **changed) in output


def test_what_is_imported_is_in_the_second_copy(data: Path, stick: Path, tmp_path: Path) -> None:
    record = tmp_path / "evening.game"
    record.write_text("players: Ann, Bob\nfirst: Ann\n\nAnn throws 1 2\nAnn buys\n")
    companion("import", record, "--data", data, "--mirror", stick)
    companion("audit", "--data", data, "--mirror", stick)
    assert count_moves(stick / "ledger.mirror") == 14
