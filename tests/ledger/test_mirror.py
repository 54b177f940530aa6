"""The second copy: everything that was booked, a line each, whatever happens to the stick."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger import mirror
from companion.ledger.ledger import Ledger, LedgerError, ThrowOutcome, TrayThrow
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.records import Entry, Row
from companion.table.session import Session
from tests.ledger.gaming import SETUP, go, line, play, stuff, writer
from tests.ledger.unplugged import everything
from tests.problems import reasons


class Stick:
    """A ledger, and the stick beside it, that can be pulled out."""

    def __init__(self, folder: Path) -> None:
        self.data, self.folder, self._out = folder / "data", folder / "stick", folder / "pulled out"
        self.folder.mkdir()
        self.file = self.folder / "ledger.mirror"

    def open(self) -> Ledger:
        return Ledger.open(self.data, self.folder)

    def pull(self) -> None:
        self.folder.rename(self._out)

    def put_back(self) -> None:
        self._out.rename(self.folder)

    def rows(self) -> list[Row]:
        return list(mirror.read(self.file))

    def change(self, change: Callable[[list[bytes]], object]) -> None:
        lines = self.file.read_bytes().splitlines(keepends=True)
        change(lines)
        self.file.write_bytes(b"".join(lines))

    def fault(self) -> Problem:
        with pytest.raises(LedgerError) as caught:
            self.rows()
        return caught.value.problem

    def line_fault(self, line: int, why: Why) -> Problem:
        return Problem(LedgerProblem.COPY_LINE, line=line, path=self.file, fault=Problem(why))


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    return Stick(tmp_path)


@pytest.fixture
def copied(stick: Stick) -> Stick:
    """A stick with the copy of an evening; nobody has the ledger open."""
    with stick.open() as ledger:
        evening(ledger)
    return stick


def evening(ledger: Ledger) -> Session:
    """A throw that was refused, one that was used, and 12 moves."""
    session = Session.begin(ledger, SETUP)
    ledger.record_throw(TrayThrow("tray/1/1", (6, 6), ThrowOutcome.REFUSED))
    session.use_roll("tray/1/2", (1, 2))
    play(session, 12, Random(5))
    return session


def test_every_row_is_a_line_before_the_move_is_acknowledged(stick: Stick) -> None:
    with stick.open() as ledger:
        session = evening(ledger)
        for _ in range(5):
            play(session, 1, Random(session.next_number))
            assert stick.rows() == everything(ledger)
        assert ledger.warning is None


def test_a_line_is_canonical_and_plain(copied: Stick) -> None:
    for text in copied.file.read_text("ascii").splitlines():
        fields = json.loads(text)
        assert set(fields) - {"game", "move", "throw"} == {"after"}
        assert text == json.dumps(fields, sort_keys=True, separators=(",", ":"))


def test_a_copy_that_is_begun_late_gets_everything(stick: Stick) -> None:
    with Ledger.open(stick.data) as ledger:
        evening(ledger)
        evening_two = Session.begin(ledger, SETUP)
        play(evening_two, 3, Random(1))
    with stick.open() as ledger:
        assert len(stick.rows()) == sum(ledger.place()) - 1  # One throw is in its move.


def test_a_stick_that_is_pulled_out_is_said_once_and_caught_up_when_it_is_back(
    stick: Stick,
) -> None:
    with stick.open() as ledger:
        session = evening(ledger)
        stick.pull()
        play(session, 3, Random(1))
        (message,) = ledger.messages()
        assert message == ledger.alert == Problem(LedgerProblem.COPY_WAITS)
        assert reasons(ledger.warning)[1:] == [
            LedgerProblem.COPY_WAITS,
            LedgerProblem.PLUG_IN_DRIVE,
        ]
        play(session, 3, Random(2))
        assert ledger.messages() == []
        stick.put_back()
        play(session, 1, Random(3))
        assert ledger.messages() == [Problem(LedgerProblem.COPY_COMPLETE)]
        assert ledger.warning is ledger.alert is None
        assert stick.rows() == everything(ledger)


def test_a_stick_that_is_missing_at_the_start_is_said_and_no_folder_made(stick: Stick) -> None:
    stick.pull()
    with stick.open() as ledger:
        evening(ledger)
        (message,) = ledger.messages()
        assert message == Problem(LedgerProblem.COPY_WAITS)
        assert not stick.folder.exists()
    stick.put_back()
    with stick.open() as ledger:
        assert stick.rows() == everything(ledger)


def test_a_flush_that_fails_is_not_taken_for_done(
    stick: Stick, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it left in memory may look written: it is cut off, and written once more."""
    fdatasync, sizes = os.fdatasync, []

    def fails(handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with stick.open() as ledger:
        session = evening(ledger)
        before = stick.file.read_bytes()
        monkeypatch.setattr(os, "fdatasync", fails)
        play(session, 1, Random(1))
        assert stick.file.read_bytes() == before
        why = Problem(Why.DISK_FAILED)
        failed = Problem(LedgerProblem.COPY_FAILED, path=stick.file, why=why)
        assert ledger.warning == Problem(LedgerProblem.COPY_STOPPED, why=failed)
        assert ledger.alert == Problem(LedgerProblem.COPY_HAS_STOPPED)
        monkeypatch.setattr(os, "fdatasync", lambda h: sizes.append(h) or fdatasync(h))
        play(session, 1, Random(2))
        assert len(sizes) == 1
        assert stick.rows() == everything(ledger)


def test_kill_9_at_any_moment_leaves_a_copy_that_can_be_gone_on_with(stick: Stick) -> None:
    random, known = Random(4), 0
    for _ in range(6):
        with writer(stick.data, "200", str(stick.folder)) as process:
            go(process)
            assert line(process) == "open"
            for _ in range(random.randint(0, 12)):
                known = int(line(process))
            process.kill()
        assert [row.number for row in stick.rows() if isinstance(row, Entry)][-1] >= known
        with stick.open() as ledger:
            assert ledger.warning is None
            assert stick.rows() == everything(ledger)
            known = ledger.game(1).moves
    assert known > 6


def test_a_full_stick_stops_the_copy_and_not_the_game(small_disk: Path, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "data", small_disk) as ledger:
        session = evening(ledger)
        stuffing = stuff(small_disk)
        play(session, 20, Random(1))
        (message,) = ledger.messages()
        assert message.facts["why"].facts["why"] == Problem(Why.DISK_FULL)
        stuffing.unlink()
        play(session, 1, Random(2))
        assert list(mirror.read(small_disk / "ledger.mirror")) == everything(ledger)


@pytest.mark.parametrize(
    ("lost", "kept"),
    [(slice(-20, None), b""), (slice(-300, -200), bytes(100))],
    ids=["torn", "with a hole"],
)
def test_a_last_line_that_is_torn_or_has_a_hole_is_cut(
    copied: Stick, lost: slice, kept: bytes
) -> None:
    whole, content = copied.rows(), bytearray(copied.file.read_bytes())
    content[lost] = kept
    copied.file.write_bytes(content)
    if not kept:
        assert copied.rows() == whole[:-1]
    with copied.open() as ledger:
        assert ledger.warning is None
        assert copied.rows() == whole


def test_a_line_that_was_changed_is_named(copied: Stick) -> None:
    def change(lines: list[bytes]) -> None:
        lines[6] = lines[6].replace(b'"by":"', b'"by":"X')

    copied.change(change)
    assert copied.fault() == copied.line_fault(7, Why.LINE_CHANGED)


@pytest.mark.parametrize("gone", [0, 2, 3, 6, slice(4, 8)])
def test_lines_that_are_missing_are_noticed(copied: Stick, gone: int | slice) -> None:
    copied.change(lambda lines: lines.__delitem__(gone))
    first = gone.start if isinstance(gone, slice) else gone
    assert copied.fault() == copied.line_fault(first + 1, Why.LINES_MISSING)


def test_what_is_no_copy_is_said(stick: Stick) -> None:
    stick.file.write_bytes(b"Dear diary,\n")
    assert stick.fault() == stick.line_fault(1, Why.NOT_A_LINE)
    with stick.open() as ledger:
        assert reasons(ledger.warning)[-1] is Why.NOT_A_LINE
        evening(ledger)
    assert stick.file.read_bytes() == b"Dear diary,\n"


def test_the_copy_of_another_ledger_is_left_alone(copied: Stick, tmp_path: Path) -> None:
    before = copied.file.read_bytes()
    with Ledger.open(tmp_path / "other") as ledger:
        play(evening(ledger), 5, Random(1))
    with Ledger.open(tmp_path / "other", copied.folder) as ledger:
        assert reasons(ledger.warning)[-1] is LedgerProblem.COPY_OF_ANOTHER_LEDGER
    assert copied.file.read_bytes() == before


def test_another_stick_that_is_put_in_meanwhile_is_left_alone(stick: Stick, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    with Ledger.open(tmp_path / "other", tmp_path / "theirs") as ledger:
        play(evening(ledger), 40, Random(1))
    before = (tmp_path / "theirs" / "ledger.mirror").read_bytes()
    with stick.open() as ledger:
        session = evening(ledger)
        stick.pull()
        play(session, 1, Random(1))
        (tmp_path / "theirs").rename(stick.folder)
        play(session, 2, Random(2))
        assert reasons(ledger.warning)[-1] is LedgerProblem.COPY_OF_ANOTHER_LEDGER
    assert stick.file.read_bytes() == before
