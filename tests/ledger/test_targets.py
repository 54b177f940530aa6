"""What is written where somebody said: never over the books, and never a half of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __main__ as program
from companion.export.datasette import write_for_datasette
from companion.ledger import hashing
from companion.ledger.copies import snapshot
from tests.ledger.exporting import play_in
from tests.ledger.gaming import go, leave_a_log, line, writer
from tests.ledger.tampering import forge
from tests.ledger.test_books_commands import companion, said


@pytest.fixture
def books(tmp_path: Path) -> Path:
    return play_in(tmp_path / "books", 1, turns=6, odd=6)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


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
    assert "ame another file" in said(companion(*arguments, "--data", books), 2)
    assert contents(books) == before


def test_no_copy_is_written_over_a_ledger_that_somebody_plays_in(
    books: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    with writer(other, "1") as process:
        go(process)
        assert [line(process), line(process)] == ["open", "1"]
        before = contents(other)
        arguments = ("backup", other / LEDGER, "--replace", "--data", books)
        assert "it is in use by another program" in said(companion(*arguments), 2)
        assert contents(other) == before
        process.kill()


@pytest.mark.parametrize("made", [("backup", "--replace"), ("datasette", "-o")])
def test_no_copy_is_laid_beside_the_log_of_another_ledger(
    books: Path, tmp_path: Path, made: tuple[str, str]
) -> None:
    """SQLite would play that log into the copy."""
    other = tmp_path / "other"
    with writer(other, "3") as process:
        go(process)
        assert [line(process) for _ in range(4)] == ["open", "1", "2", "3"]
        process.kill()
    before = contents(other)
    target = other / LEDGER if made[0] == "backup" else other
    assert "another" in said(companion(*made, target, "--data", books), 2)
    assert contents(other) == before
    (other / LEDGER).unlink()
    assert "the log of another ledger" in said(companion(*made, target, "--data", books), 2)
    assert [path.name for path in other.iterdir()] == [LOG]


def test_a_copy_for_datasette_is_made_anew_but_over_no_ledger(books: Path, tmp_path: Path) -> None:
    where, other = tmp_path / "seen", play_in(tmp_path / "other", 2, turns=3, odd=3)
    for _ in range(2):
        with snapshot(books) as found:
            write_for_datasette(found, where)
    before = contents(other)
    assert "Choose another folder" in said(companion("datasette", "-o", other, "--data", books), 2)
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
        assert "not a regular file" in said(companion(*command, target, "--data", books), 2)
        assert identity(target) == before


@pytest.mark.parametrize("command", WRITES, ids=lambda command: " ".join(map(str, command)))
def test_a_link_stays_one_and_what_was_in_the_way_is_not_written_through(
    books: Path, tmp_path: Path, command: tuple[object, ...]
) -> None:
    file, link, precious = (tmp_path / name for name in ("file", "link", "precious"))
    file.write_text("before")
    link.symlink_to(file)
    precious.write_text("precious")
    (tmp_path / "file.part").symlink_to(precious)
    said(companion(*command, link, "--data", books), 0)
    assert link.is_symlink()
    assert file.read_bytes() != b"before"
    assert precious.read_text() == "precious"
    assert not (tmp_path / "file.part").exists()


@pytest.mark.parametrize("name", ["game-journal", "-wal", "game-wal"])
def test_a_name_that_ends_like_a_log_is_a_name(books: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "game").mkdir()
    said(companion("export", 1, "--json", "-o", tmp_path / name, "--data", books), 0)
    assert (tmp_path / name).read_text().startswith("{")


def test_a_copy_that_does_not_fit_leaves_nothing_and_names_where(
    books: Path, small_disk: Path
) -> None:
    (small_disk / "much").write_bytes(bytes(900_000))
    target = small_disk / "copy.db"
    output = said(companion("backup", target, "--data", books), 2)
    assert f"{target} cannot be written: " in output
    assert [path.name for path in small_disk.iterdir()] == ["much"]


def test_what_does_not_fit_on_standard_output_is_said(books: Path) -> None:
    command = [sys.executable, "-m", "companion", "export", "1", "--json", "--data", books]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == "Error: No space left on device."
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(closed, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == "Error: Bad file descriptor."


@pytest.mark.parametrize("form", ["--json", "--hledger", "--beancount"])
@pytest.mark.parametrize(
    "change",
    ["deed = 'Boardwalk' WHERE move = 1", "amount = amount + 1 WHERE payer = 'bank'"],
)
def test_no_export_vouches_for_a_column_that_was_forged(
    books: Path, form: str, change: str
) -> None:
    forge(books, f"UPDATE events SET {change}")
    output = said(companion("export", 1, form, "--data", books), 2)
    assert "Game 1 is not exported, because it does not hold: move " in output
    assert "but the event itself has" in output


@pytest.mark.parametrize("data", ["{}", '{"kind": "Flew"}', '{"kind": "Paid", "x": 1}', "{1}"])
def test_an_event_that_nobody_could_have_booked_is_a_sentence(
    books: Path, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By somebody who made the chain anew, too."""
    forge(books, f"UPDATE events SET data = '{data}' WHERE move = 2")
    monkeypatch.setattr(hashing, "move_hash", lambda entry: entry.hash)
    assert "hold: move 2: has" in said(companion("export", 1, "--json", "--data", books), 2)
    said(companion("report", 1, "-o", books / "report.html", "--data", books), 0)
    assert "leads to other events by the rules" in (books / "report.html").read_text()


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (("export", 10**20, "--json"), 2),
        (("audit", 10**20), 2),
        (("report", 10**20), 2),
        (("stats", "--since", "0001-01-01"), 0),
        (("stats", "--since", "9999-12-31"), 0),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else str(value),
)
def test_figures_beyond_any_evening_are_answered(
    books: Path, command: tuple[object, ...], status: int
) -> None:
    assert said(companion(*command, "--data", books), status)


def test_an_error_that_has_no_number_is_said_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(prog_name: str) -> None:
        raise OSError("The stick is gone")

    monkeypatch.setattr(program, "cli", fails)
    with pytest.raises(SystemExit, match="2"):
        program.main()
    assert capsys.readouterr().err == "Error: The stick is gone.\n"
