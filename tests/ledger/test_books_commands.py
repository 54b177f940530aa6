"""The commands on the books: what they print, and what they answer."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.engine.notation import check, parse_record
from tests.ledger.gaming import another_program, evening

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


def companion(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def said(result: Result, status: int) -> str:
    assert result.exit_code == status, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.game"
    path.write_text(RECORD)
    return path


def test_a_record_goes_in_and_comes_out(tmp_path: Path, record: Path) -> None:
    data = tmp_path / "data"
    assert said(companion("import", record, "--data", data), 0) == "Game 1: 4 moves.\n"
    audit = said(companion("audit", "--data", data), 0)
    assert audit.startswith("Game 1: sound, 4 moves, fingerprint ")
    exported = said(companion("export", "1", "--notation", "--data", data), 0)
    assert audit.split()[-1] in exported.splitlines()[0]
    before, after = check(parse_record(RECORD)), check(parse_record(exported))
    assert after.game == before.game
    assert after.moves == 4


def test_export_to_a_file(tmp_path: Path, record: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out.game"
    companion("import", record, "--data", data)
    assert said(companion("export", "1", "--notation", "-o", out, "--data", data), 0) == ""
    assert said(companion("import", out, "--data", data), 0) == "Game 2: 4 moves.\n"
    bad = tmp_path / "no folder" / "x.game"
    assert "cannot be written" in said(
        companion("export", "1", "--notation", "-o", bad, "--data", data), 2
    )


def test_games_are_listed(tmp_path: Path, record: Path) -> None:
    data = tmp_path / "data"
    companion("import", record, "--data", data)
    companion("import", record, "--data", data)
    first, second = said(companion("games", "--data", data), 0).splitlines()
    assert first.startswith("Game 1: ")
    assert second.endswith("Ann, Bob, 4 moves, not over, imported")


@pytest.mark.parametrize("which", [("1",), ("--all",), (), "FILE"])
def test_audit_of_books_that_do_not_hold(tmp_path: Path, which: tuple[str, ...] | str) -> None:
    with evening(tmp_path, count=4):
        pass
    with another_program(tmp_path) as conn:
        conn.execute("DROP TRIGGER moves_keep_update")
        conn.execute("UPDATE moves SET source = 'tray' WHERE number = 3")
    arguments = (tmp_path / "ledger.db",) if which == "FILE" else (*which, "--data", tmp_path)
    assert said(companion("audit", *arguments), 1).startswith(
        "Game 1: NOT SOUND after 2 moves. Move 3 of game 1: is not as it was booked"
    )


def test_audit_of_what_cannot_be_read(tmp_path: Path, record: Path) -> None:
    assert "There is no ledger in" in said(companion("audit", "--data", tmp_path), 2)
    assert "is not a ledger" in said(companion("audit", record), 2)
    companion("import", record, "--data", tmp_path)
    assert "There is no game 9" in said(companion("audit", "9", "--data", tmp_path), 2)


def test_import_is_all_or_nothing(tmp_path: Path, record: Path) -> None:
    data = tmp_path / "data"
    record.write_text(RECORD + "Bob buys\n")
    output = said(companion("import", record, "--data", data), 1)
    assert f"{record}:11: 'Bob buys' does not hold:" in output
    assert "Nothing was imported." in output
    assert not data.exists()


@pytest.mark.parametrize("text", ["players: Ann\n", "hello\n", "\xff"])
def test_import_of_what_is_no_record(tmp_path: Path, record: Path, text: str) -> None:
    record.write_text(text, encoding="latin-1")
    said(companion("import", record, "--data", tmp_path), 2)
    said(companion("import", tmp_path / "none.game", "--data", tmp_path), 2)


def test_nothing_is_imported_while_somebody_plays(tmp_path: Path, record: Path) -> None:
    with evening(tmp_path, count=4):
        assert "is in use by this program already" in said(
            companion("import", record, "--data", tmp_path), 2
        )
