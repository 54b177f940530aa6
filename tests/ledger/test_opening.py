"""Opening: what it sets, which files it refuses, and in which words."""

import errno
import os
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlite_utils import Database, Migrations

from companion.engine.problems import Problem
from companion.ledger import connection, paths, schema
from companion.ledger.audit import Verdict, audit
from companion.ledger.checks import check_all, check_log
from companion.ledger.errors import InUse
from companion.ledger.ledger import Damaged, Ledger, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.runtime.recovery import kept_note, ways_out
from companion.table.session import Session
from companion.text import translate_message
from tests.commands import companion
from tests.ledger.gaming import (
    SETUP,
    another_program,
    evening,
    leave_a_log,
    play,
    play_evening,
)
from tests.problems import reasons, sentence

SETTINGS = {
    "locking_mode": "exclusive",
    "journal_mode": "wal",
    "synchronous": 3,
    "foreign_keys": 1,
    "recursive_triggers": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "wal_autocheckpoint": 256,
    "application_id": int.from_bytes(b"bank"),
    "user_version": schema.VERSION,
}


def refused(where: Path) -> LedgerError:
    with pytest.raises(LedgerError) as caught:
        Ledger.open(where)
    sentence = translate_message(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return caught.value


def test_every_setting_reads_back(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        for pragma, value in SETTINGS.items():
            (found,) = ledger.query(lambda db, sql=f"PRAGMA {pragma}": db.execute(sql).fetchone())
            assert found == value, pragma


def test_a_setting_that_sqlite_does_not_take_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_SETTINGS", (("journal_mode", "DELETE", "wal"),))
    error = refused(tmp_path)
    assert error.reason is LedgerProblem.NOT_DURABLE
    assert (error.facts["pragma"], error.facts["actual"]) == ("journal_mode", "delete")


def test_a_commit_fills_its_sector(tmp_path: Path) -> None:
    """psow=0 cannot be read back, but seen: the last page of a commit is written twice, so that
    the next commit begins on a sector of its own."""
    with evening(tmp_path, count=1):
        log = (tmp_path / "ledger.db-wal").read_bytes()
    frames = [struct.unpack_from(">II", log, at) for at in range(32, len(log), 24 + 4096)]
    pages = [page for page, _ in frames]
    commits = [place for place, (_, size) in enumerate(frames) if size]
    assert any(pages[place] == pages[place - 1] for place in commits if place)


@pytest.mark.parametrize("name", ["two words", "why?", "no#1", "100%", "a&b=c", "käse", "'\";"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    with Ledger.open(tmp_path / name / "deep") as ledger:
        ledger.begin(SETUP)
    assert (tmp_path / name / "deep" / "ledger.db").stat().st_size > 0
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_folder_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder, why = tmp_path / "file" / "data", os.strerror(errno.ENOTDIR)
    unusable = Problem(LedgerProblem.FOLDER_UNUSABLE, folder=folder, why=why)
    assert refused(folder).problem == unusable


@pytest.mark.parametrize("is_new", [True, False])
def test_a_folder_or_a_ledger_that_cannot_be_written(
    tmp_path: Path, make_read_only: Callable[[Path], None], is_new: bool
) -> None:
    if not is_new:
        play_evening(tmp_path)
    make_read_only(tmp_path)
    assert refused(tmp_path).reason is LedgerProblem.NOT_WRITABLE_HERE


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_text("Dear diary, " * 1000)
    assert refused(tmp_path).problem == Problem(
        LedgerProblem.NOT_A_LEDGER, path=tmp_path / "ledger.db"
    )


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "ledger.db").mkdir()
    assert reasons(refused(tmp_path))[-1] is Why.CANNOT_OPEN


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with another_program(tmp_path) as conn:
        conn.execute("CREATE TABLE recipes (name)")
    before = (tmp_path / "ledger.db").read_bytes()
    assert refused(tmp_path).reason is LedgerProblem.ANOTHER_DATABASE
    assert (tmp_path / "ledger.db").read_bytes() == before


NEWER = """
INSERT INTO _sqlite_migrations (migration_set, name, applied_at)
VALUES ('ledger', 'v7_notes', '2030-01-01')
"""


def test_a_newer_ledger_is_not_opened(tmp_path: Path) -> None:
    play_evening(tmp_path)
    with another_program(tmp_path) as conn:
        conn.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        conn.execute(NEWER)
    path = tmp_path / "ledger.db"
    newer = Problem(
        LedgerProblem.NEWER_VERSION, path=path, found=schema.VERSION + 1, known=schema.VERSION
    )
    assert refused(tmp_path).problem == newer


@pytest.fixture(params=[1, 2, 3, 4])
def version(request: pytest.FixtureRequest) -> int:
    """Of a ledger that was written by this program as it once was."""
    return int(request.param)


@pytest.fixture
def older(tmp_path: Path, version: int) -> Path:
    """A ledger of that version, with 20 moves."""
    every = (
        schema.v1_games_moves_events,
        schema.v2_restorations,
        schema.v3_interruptions,
        schema.v4_views_for_people,
    )
    steps = every[:version]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "migrations", versions(*steps))
        patch.setattr(schema, "VERSION", version)
        schema._wanted.cache_clear()
        play_evening(tmp_path)
    schema._wanted.cache_clear()
    return tmp_path


def versions(*steps: Callable[[Database], None]) -> Migrations:
    made = Migrations("ledger")
    for step in steps:
        made()(step)
    return made


def test_an_older_ledger_is_brought_up_and_a_copy_of_it_stays(older: Path, version: int) -> None:
    with another_program(older) as conn:
        before = conn.execute("SELECT hash FROM moves").fetchall()
        assert conn.execute("PRAGMA user_version").fetchone() == (version,)
    with Ledger.open(older) as ledger:
        assert ledger.query(lambda db: list(db.execute("SELECT hash FROM moves"))) == before
        assert ledger.restorations() == []
        assert ledger.interruptions() == []
        assert audit(ledger, 1).verdict is Verdict.SOUND
    with closing(sqlite3.connect(older / f"ledger-version-{version}.db")) as kept:
        assert kept.execute("SELECT hash FROM moves").fetchall() == before
        assert kept.execute("PRAGMA user_version").fetchone() == (version,)


def test_an_older_ledger_is_left_as_it_is_where_there_is_no_room_for_a_copy(
    older: Path, version: int, small_disk: Path
) -> None:
    before = shutil.copyfile(older / "ledger.db", small_disk / "ledger.db").read_bytes()
    (small_disk / "much").write_bytes(bytes(1_000_000 - len(before) * 3 // 2))
    error = refused(small_disk)
    assert error.reason is LedgerProblem.UNWRITABLE
    assert error.facts["path"] == small_disk / f"ledger-version-{version}.db"
    assert (small_disk / "ledger.db").read_bytes() == before
    assert not list(small_disk.glob("ledger-version*"))


def test_an_older_ledger_that_was_cut_off_is_brought_up_and_says_so(older: Path) -> None:
    leave_a_log(older)
    with Ledger.open(older) as ledger:
        assert [row.last_entry for row in ledger.interruptions()] == [21]


def test_a_migration_that_fails_changes_nothing(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def v2_fails(db: Database) -> None:
        db.execute("CREATE TABLE notes (text TEXT) STRICT")
        db.execute("CREATE TABLE notes (text TEXT) STRICT")

    broken = versions(schema.v1_games_moves_events, v2_fails)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "migrations", broken)
        assert refused(older).reason is LedgerProblem.UNUSABLE
    with Ledger.open(older) as ledger:
        assert not ledger.query(lambda db: db.table("notes").exists())


def test_the_folder_is_named_when_the_system_does_not_tell_who_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "LOCKS", tmp_path / "no such file")
    with evening(tmp_path):
        error = refused(tmp_path)
        assert isinstance(error, InUse)
        assert error.facts["holder"] == Problem(Why.ANOTHER_PROGRAM)


# --- an empty file ----------------------------------------------------------------------------


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger that has lost everything, without anything beside it."""
    play_evening(tmp_path, count=3)
    (tmp_path / "ledger.db").write_bytes(b"")
    return tmp_path / "ledger.db"


@pytest.mark.parametrize(
    "sign", ["ballast-given-up-when-the-disk-is-full", "settings.json", "reports"]
)
def test_an_empty_ledger_beside_signs_of_games_is_damage(ledger: Path, sign: str) -> None:
    (ledger.parent / sign).touch()
    with pytest.raises(Damaged) as error:
        Ledger.open(ledger.parent)
    assert error.value.reason is LedgerProblem.EMPTY
    assert ledger.stat().st_size == 0
    # There is nothing in it to be kept or restored: the only way out is a new ledger.
    assert kept_note(ledger.parent) == ""
    (begin,) = ways_out(ledger.parent, None, [])
    begin.take(lambda moves: None)
    Ledger.open(ledger.parent).close()


def test_a_new_ledger_whose_creation_was_interrupted_is_created(ledger: Path) -> None:
    Ledger.open(ledger.parent).close()
    assert ledger.stat().st_size


@pytest.mark.parametrize("name", ["ledger.db", "evening.db", "game-1.zip"])
def test_no_command_calls_an_empty_file_a_ledger(ledger: Path, name: str) -> None:
    file = ledger.with_name(name)
    file.write_bytes(b"")
    empty = sentence(LedgerProblem.EMPTY, path=file)
    assert empty in companion("audit", file, status=2)
    if name == "ledger.db":
        for command in (["audit"], ["audit", "--all"], ["games"], ["stats"], ["backup", "copy.db"]):
            assert empty in companion(*command, "--data", file.parent, status=2)


def test_the_kept_ledger_is_named_where_there_is_one(tmp_path: Path) -> None:
    assert kept_note(tmp_path) == ""
    play_evening(tmp_path, count=3)
    assert "ledger-damaged-1.db" in kept_note(tmp_path)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("has_ledger", [True, False])
def test_a_stranger_under_the_name_of_a_file_beside_it_is_one_sentence(
    tmp_path: Path, suffix: str, make: Callable[[Path], None], has_ledger: bool
) -> None:
    if has_ledger:
        play_evening(tmp_path, 3)
    make(tmp_path / f"ledger.db{suffix}")
    for check in (check_all, check_log):
        with pytest.raises(LedgerError) as refused:
            Ledger.open(tmp_path, check=check)
        assert refused.value.reason is LedgerProblem.STRANGER
        assert refused.value.facts["path"].name == f"ledger.db{suffix}"


def test_a_game_that_began_is_there_without_its_log(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "new"):
        pass
    ledger = Ledger.open(tmp_path / "new", ballast=100_000)
    play(Session.begin(ledger, SETUP), 5, Random(1))
    cut = tmp_path / "cut"
    cut.mkdir()
    for path in (tmp_path / "new").iterdir():
        (cut / path.name).write_bytes(b"" if path.name == "ledger.db-wal" else path.read_bytes())
    ledger.close()
    with Ledger.open(cut) as lost:
        assert lost.numbers() == [1]
        assert lost.latest_unfinished() == 1
