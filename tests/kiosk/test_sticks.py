"""Copies on a stick: which stick, what is on it afterwards, and what is said."""

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger import copies
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.system.usb_drives import is_missing, sticks
from companion.table.session import Session
from companion.text.screens.device import UPKEEP
from companion.text.screens.play import WORDS
from tests.commands import companion
from tests.kiosk.kiosk import Kiosk
from tests.ledger.gaming import SETUP, play
from tests.mounting import mounted

MOUNTS = """\
22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
29 22 0:25 / /media rw,nosuid - ext4 /dev/sda2 rw
31 22 0:26 / /media/gone ro,nosuid - vfat /dev/sdb1 rw
32 22 0:27 / /media/waits rw - autofs systemd-1 rw,fd=30
33 22 8:17 / /media/A\\040STICK rw,nosuid shared:9 master:3 - vfat /dev/sdc1 rw
34 22 0:28 / /run/user/1000 rw - tmpfs tmpfs rw
"""


def test_a_stick_is_what_is_mounted_to_be_taken_away_and_may_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mountinfo").write_text(MOUNTS)
    monkeypatch.setattr(os, "access", lambda path, how: str(path) == "/media/A STICK")
    assert sticks(tmp_path / "mountinfo") == [Path("/media/A STICK")]
    assert sticks(tmp_path / "none") == []
    assert Path("/media/gone") not in sticks(tmp_path / "mountinfo", read_only=True)
    monkeypatch.setattr(os, "access", lambda path, how: how == os.R_OK)
    readable = [Path("/media/A STICK"), Path("/media/gone")]
    assert sticks(tmp_path / "mountinfo", read_only=True) == readable
    assert sticks(tmp_path / "mountinfo") == []


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """A ledger with a game that has begun."""
    with Ledger.open(tmp_path / "data") as ledger:
        play(Session.begin(ledger, SETUP), 12, Random(5))
    return tmp_path / "data"


def go_on(books: Path) -> None:
    with Ledger.open(books) as ledger:
        play(Session.resume(ledger, 1), 1, Random(7))


def saved(books: Path, folder: Path) -> Path:
    with snapshot(books) as found:
        return copies.save_backup(found, folder)


def test_copies_are_counted_and_the_newest_are_kept(books: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "holiday.jpg").touch()
    (folder / "ledger-0003-1970-01-01.db.part").touch()  # the plug was pulled
    for _ in range(copies.KEPT + 2):
        go_on(books)
        last = saved(books, folder)
    numbers = sorted(path.name[:11] for path in folder.glob("ledger-*"))
    assert numbers == [f"ledger-{n:04d}" for n in range(3, copies.KEPT + 3)]
    assert (folder / "holiday.jpg").exists()
    with snapshot(last) as copy, snapshot(books) as now:
        assert list(audit_all(copy)) == list(audit_all(now))
        assert [one.verdict for one in audit_all(copy)] == [Verdict.SOUND]


def test_how_much_is_copied_is_told(books: Path, tmp_path: Path) -> None:
    told: list[float] = []
    with snapshot(books) as found:
        copies.save_backup(found, tmp_path, told.append)
    assert told
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_a_folder_that_is_gone_is_one_sentence(books: Path, tmp_path: Path) -> None:
    with pytest.raises(LedgerError) as caught:
        saved(books, tmp_path / "none")
    why = os.strerror(errno.ENOENT)
    gone = Problem(LedgerProblem.UNWRITABLE, path=tmp_path / "none", why=why)
    assert caught.value.problem == gone


# --- the command, as a timer calls it -------------------------------------------------------------


def test_the_command_copies_to_a_folder_and_again_only_when_something_happened(
    books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "copies").mkdir()
    monkeypatch.setenv("COMPANION_BACKUP", str(tmp_path / "copies"))
    for number, again in ((1, False), (1, True), (2, False)):
        copied = f"Copied to {tmp_path}/copies/ledger-{number:04d}-"
        assert copied in companion("backup", "--data", books)
        if again:
            go_on(books)


def test_a_stick_that_is_not_there_is_one_sentence_and_may_be_there_the_next_time(
    books: Path, tmp_path: Path
) -> None:
    said = companion("backup", "--to", tmp_path / "stick", "--data", books, status=75)
    assert said.startswith(f"{tmp_path}/stick")
    assert said.count("\n") == 1


def test_without_a_place_it_says_what_to_say(books: Path) -> None:
    assert "COMPANION_BACKUP" in companion("backup", "--data", books, status=2)


# --- from the screen, to something really mounted -------------------------------------------------


@pytest.fixture
def stick() -> Iterator[Path]:
    with mounted(Path("/media/companion-test"), "-t", "tmpfs", "-o", "size=8m", "tmpfs") as stick:
        yield stick


def test_the_empty_place_of_a_stick_is_no_stick(stick: Path) -> None:
    assert not is_missing(stick)
    subprocess.run(["umount", str(stick)], check=True)
    assert stick.is_dir()
    assert is_missing(stick)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(stick)], check=True)
    assert not is_missing(stick)


@pytest.mark.gui
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_one_touch_copies_to_the_stick_and_says_when_it_can_be_pulled_out(
    tmp_path: Path, stick: Path
) -> None:
    kiosk = Kiosk(tmp_path, "--players", "Ann,Bob")
    with kiosk.on():
        kiosk.tap(WORDS["menu"])
        kiosk.tap(UPKEEP["title"])
        kiosk.tap(UPKEEP["copy"])
        kiosk.says(UPKEEP["copied"].partition("{file}")[2])
        told, bundle, copy = sorted((stick / "companion").iterdir())
        assert copy.name in kiosk.words()
    assert (told.name, bundle.name[:7]) == ("diagnostics.txt", "game-1-")
    for file in (bundle, copy):
        assert companion("audit", file).startswith("Game 1: sound")
