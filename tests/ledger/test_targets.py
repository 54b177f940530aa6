"""Files written to a chosen place: never over the ledger, and never half a file."""

import errno
import html
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from companion import __main__ as program
from companion.engine.problems import Problem
from companion.export.datasette import write_for_datasette
from companion.export.game_table import read
from companion.export.problems import ExportProblem
from companion.ledger import hashing
from companion.ledger.checks import row_name
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem, Why
from tests.commands import companion
from tests.ledger.exporting import play_in
from tests.ledger.gaming import another_program, contents, go, leave_a_log, line, writer
from tests.ledger.said import place_named
from tests.ledger.tampering import forge
from tests.problems import sentence


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_in(tmp_path_factory.mktemp("played"), 1, turns=6, odd=6)


@pytest.fixture
def books(played: Path, tmp_path: Path) -> Path:
    return Path(copytree(played, tmp_path / "books"))


LEDGER, LOG = "ledger.db", "ledger.db-wal"


@pytest.mark.parametrize(
    "arguments",
    [
        ("backup", LEDGER, "--replace"),
        ("backup", "../books/ledger.db", "--replace"),
        *(("backup", f"ledger.db-{kind}", "--replace") for kind in ("wal", "shm", "journal")),
        ("backup", "link.db", "--replace"),
        ("datasette", "-o", "."),
        ("export", 1, "--json", "-o", LEDGER),
        ("export", 1, "--json", "-o", LOG),
        ("export", 1, "--bundle", LEDGER),
        ("report", 1, "-o", LEDGER),
    ],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_nothing_is_written_over_the_books(
    books: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...]
) -> None:
    monkeypatch.chdir(books)
    leave_a_log(books)
    (books / "link.db").symlink_to(books / LEDGER)
    before = contents(books)
    companion(*arguments, "--data", books, status=2)
    assert contents(books) == before


def test_no_copy_is_written_over_another_ledger_or_beside_its_log(
    books: Path, tmp_path: Path
) -> None:
    """Somebody plays in it, or was cut off; SQLite would play that log into the copy."""
    other = tmp_path / "other"
    with writer(other, "3") as process:
        go(process)
        assert [line(process) for _ in range(4)] == ["open", "1", "2", "3"]
        before = contents(other)
        arguments = ("backup", other / LEDGER, "--replace", "--data", books)
        holder = Problem(Why.ANOTHER_PROCESS, process=process.pid)
        why = Problem(Why.FILE_IN_USE, holder=holder)
        in_use = sentence(LedgerProblem.UNWRITABLE, path=other / LEDGER, why=why)
        assert in_use in companion(*arguments, status=2)
        process.kill()
    copies = (("backup", "--replace", other / LEDGER), ("datasette", "-o", other))
    for made in copies:
        assert "another" in companion(*made, "--data", books, status=2)
        assert contents(other) == before
    (other / LEDGER).unlink()
    why = Problem(Why.LOG_OF_ANOTHER_LEDGER)
    not_over_it = sentence(LedgerProblem.UNWRITABLE, path=other / LEDGER, why=why)
    for made in copies:
        assert not_over_it in companion(*made, "--data", books, status=2)
        assert [path.name for path in other.iterdir()] == [LOG]


def test_a_copy_for_datasette_is_made_anew_but_over_no_ledger(books: Path, tmp_path: Path) -> None:
    where, other = tmp_path / "seen", play_in(tmp_path / "other", 2, turns=3, odd=3)
    for _ in range(2):
        with snapshot(books) as found:
            write_for_datasette(found, where)
    before = contents(other)
    no_copy = sentence(ExportProblem.NOT_FOR_DATASETTE, path=other / LEDGER)
    assert no_copy in companion("datasette", "-o", other, "--data", books, status=2)
    assert contents(other) == before


WRITES = [
    ("backup", "--replace"),
    ("export", 1, "--json", "-o"),
    ("export", 1, "--bundle"),
    ("report", 1, "-o"),
]


def identity(path: Path) -> tuple[int, ...]:
    """What would differ if something else were there; looking at a link changes its access time."""
    found = path.lstat()
    return found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns


@pytest.mark.parametrize("command", WRITES, ids=lambda command: " ".join(map(str, command)))
def test_what_is_no_file_is_not_replaced(
    books: Path, tmp_path: Path, command: tuple[object, ...]
) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to("/dev/null")
    for target in (pipe, link):
        before = identity(target)
        companion(*command, target, "--data", books, status=2)
        assert identity(target) == before


@pytest.mark.parametrize("command", WRITES, ids=lambda command: " ".join(map(str, command)))
def test_nothing_is_written_through_a_link(
    books: Path, tmp_path: Path, command: tuple[object, ...]
) -> None:
    file, link, precious = (tmp_path / name for name in ("file", "link", "precious"))
    link.symlink_to(precious)
    for before in (None, "precious"):
        if before:
            precious.write_text(before)
        why = sentence(LedgerProblem.UNWRITABLE, path=link, why=Problem(Why.A_LINK))
        assert why in companion(*command, link, "--data", books, status=2)
        assert link.is_symlink()
        assert precious.exists() is bool(before)
    (tmp_path / "file.part").symlink_to(precious)
    companion(*command, file, "--data", books)
    assert file.stat().st_size
    assert precious.read_text() == "precious"
    assert not (tmp_path / "file.part").exists()


@pytest.mark.parametrize("name", ["game-journal", "-wal", "game-wal"])
def test_a_name_that_ends_like_a_log_is_a_name(books: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "game").mkdir()
    companion("export", 1, "--json", "-o", tmp_path / name, "--data", books)
    assert (tmp_path / name).read_text().startswith("{")


def test_a_copy_that_does_not_fit_leaves_nothing_and_names_where(
    books: Path, small_disk: Path
) -> None:
    (small_disk / "much").write_bytes(bytes(900_000))
    target = small_disk / "copy.db"
    output = companion("backup", target, "--data", books, status=2)
    assert sentence(LedgerProblem.UNWRITABLE, path=target, why="").rstrip(".") in output
    assert [path.name for path in small_disk.iterdir()] == ["much"]


def test_what_does_not_fit_on_standard_output_is_said(books: Path) -> None:
    command = [sys.executable, "-m", "companion", "export", "1", "--json", "--data", books]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == f"Error: {os.strerror(errno.ENOSPC)}."
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(closed, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == f"Error: {os.strerror(errno.EBADF)}."


@pytest.mark.parametrize("data", ["{}", '{"kind": "Flew"}', '{"kind": "Paid", "x": 1}', "{1}"])
def test_an_event_that_nobody_could_have_booked_is_a_sentence(
    books: Path, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By somebody who made the chain anew, too."""
    forge(books, f"UPDATE events SET data = '{data}' WHERE move = 2")
    monkeypatch.setattr(hashing, "move_hash", lambda entry: entry.hash)
    companion("export", 1, "--json", "--data", books, status=2)
    with snapshot(books) as reader, pytest.raises(LedgerError) as error:
        read(reader, 1)
    assert place_named(error.value.facts["fault"]) == (1, 2)
    companion("report", 1, "-o", books / "report.html", "--data", books)
    with another_program(books) as conn:
        (text,) = conn.execute("SELECT text FROM moves WHERE game = 1 AND number = 2").fetchone()
    other = Problem(Why.OTHER_EVENTS, text=text)
    fault = sentence(LedgerProblem.ROW_FAULT, row=row_name(1, 2), fault=other)
    assert fault in html.unescape((books / "report.html").read_text())


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_days_beyond_any_evening_are_answered(books: Path, day: str) -> None:
    assert companion("stats", "--since", day, "--data", books)


def test_an_error_that_has_no_number_is_said_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(prog_name: str) -> None:
        raise OSError("gone")

    monkeypatch.setattr(program, "cli", fails)
    with pytest.raises(SystemExit, match="2"):
        program.main()
    assert capsys.readouterr().err == "Error: gone.\n"
