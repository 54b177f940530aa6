"""A damaged or lost ledger is made anew, and what it was before is kept."""

from pathlib import Path
from random import Random

import pytest

from companion.engine.moves import Rule
from companion.engine.problems import Problem
from companion.engine.rulings import RemovePlayer
from companion.ledger import mirror, restore
from companion.ledger.audit import Verdict, audit, audit_all
from companion.ledger.copies import save_backup, snapshot
from companion.ledger.errors import InUse
from companion.ledger.ledger import (
    Damaged,
    Ledger,
    LedgerError,
    Source,
    ThrowOutcome,
    TrayThrow,
)
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play
from tests.ledger.tampering import forge
from tests.ledger.unplugged import everything
from tests.problems import reasons


class Evening:
    """Two games by turns, throws of the tray, and a second copy of them."""

    def __init__(self, folder: Path) -> None:
        self.data, self.stick = folder / "data", folder / "stick"
        self.stick.mkdir()
        self.path, self.mirror = self.data / "ledger.db", self.stick / "ledger.mirror"
        with self.open() as ledger:
            first, second = Session.begin(ledger, SETUP), Session.begin(ledger, SETUP)
            ledger.record_throw(TrayThrow("tray/1/1", (6, 6), ThrowOutcome.REFUSED))
            first.use_roll("tray/1/2", (1, 2))
            for session in (first, second, first):
                play(session, 10, Random(session.next_number))
            self.rows = everything(ledger)
            self.fingerprints = [ledger.fingerprint(1), ledger.fingerprint(2)]

    def open(self) -> Ledger:
        return Ledger.open(self.data, self.stick)

    def forge(self, script: str) -> bytes:
        """Changes the file as if the card had; what it then is."""
        forge(self.data, script)
        return self.path.read_bytes()

    def damage_page(self) -> bytes:
        """In the middle of the file nothing is left."""
        data = bytearray(self.path.read_bytes())
        middle = len(data) // 4096 // 2 * 4096
        data[middle : middle + 4096] = bytes(4096)
        self.path.write_bytes(data)
        return bytes(data)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_damaged_ledger_is_made_anew_and_kept(evening: Evening) -> None:
    before = evening.damage_page()
    done = restore.restore(evening.data, evening.mirror)
    assert (done.from_copy, done.from_ledger, done.differ) == (33, 0, 0)
    assert done.kept == evening.data / "ledger-damaged-1.db"
    assert done.kept.read_bytes() == before
    with evening.open() as ledger:
        assert ledger.warning is None
        assert everything(ledger) == evening.rows
        assert [ledger.fingerprint(game) for game in (1, 2)] == evening.fingerprints
        assert all(found.verdict is Verdict.SOUND for found in audit_all(ledger))
        (note,) = ledger.restorations()
        assert (note.first_entry, note.last_entry) == (1, 33)
        assert note.source == str(evening.mirror)
        play(Session.resume(ledger, 1), 3, Random(1))
    assert {path.name for path in evening.data.iterdir()} == {"ledger.db", "ledger-damaged-1.db"}


def test_a_lost_ledger_is_made_anew(evening: Evening) -> None:
    evening.path.unlink()
    with pytest.raises(Damaged) as caught:
        evening.open()
    assert caught.value.reason is LedgerProblem.MISSING_BUT_COPIED
    assert caught.value.facts["moves"] == 33
    assert not evening.path.exists()
    done = restore.restore(evening.data, evening.mirror)
    assert (done.from_copy, done.agree, done.kept) == (33, 0, None)
    with evening.open() as ledger:
        assert everything(ledger) == evening.rows


def test_what_the_old_ledger_still_says_is_compared(evening: Evening) -> None:
    evening.forge("UPDATE moves SET text = 'Eve buys' WHERE entry = 8")
    with pytest.raises(Damaged) as caught:
        evening.open()
    assert reasons(caught.value)[-1] is Why.HASH_DIFFERS
    done = restore.restore(evening.data, evening.mirror)
    assert (done.from_copy, done.agree, done.differ) == (33, 32, 1)


def test_moves_that_the_copy_lacks_come_from_the_old_ledger(evening: Evening) -> None:
    lines = evening.mirror.read_bytes().splitlines(keepends=True)
    evening.mirror.write_bytes(b"".join(lines[:20]))
    evening.forge("UPDATE events SET amount = amount + 1 WHERE move = 2 AND amount > 0")
    done = restore.restore(evening.data, evening.mirror)
    assert done.from_copy + done.from_ledger == 33
    with evening.open() as ledger:
        assert ledger.warning is None
        assert everything(ledger) == evening.rows
        sources = {Path(note.source).name: note for note in ledger.restorations()}
        assert sources["ledger.mirror"].last_entry == done.from_copy
        assert sources["ledger-damaged-1.db"].last_entry == 33
    assert list(mirror.read(evening.mirror)) == evening.rows


def test_a_copy_that_does_not_hold_changes_nothing(evening: Evening) -> None:
    before = evening.damage_page()
    lines = evening.mirror.read_bytes().splitlines(keepends=True)
    evening.mirror.write_bytes(b"".join(lines[:7] + lines[8:]))
    with pytest.raises(LedgerError) as caught:
        restore.restore(evening.data, evening.mirror)
    assert reasons(caught.value) == [LedgerProblem.COPY_LINE, Why.LINES_MISSING]
    assert caught.value.facts["line"] == 8
    assert evening.path.read_bytes() == before
    assert [path.name for path in evening.data.iterdir()] == ["ledger.db"]


def test_a_ledger_that_is_played_in_is_not_replaced(evening: Evening) -> None:
    with evening.open() as ledger:
        for act in (
            lambda: restore.restore(evening.data, evening.mirror),
            lambda: restore.go_on(evening.data, evening.stick, None),
        ):
            with pytest.raises(InUse) as caught:
                act()
            assert caught.value.facts["holder"] == Problem(Why.THIS_PROGRAM)
        play(Session.resume(ledger, 1), 1, Random(1))


def test_the_last_sound_move_begins_a_new_game(evening: Evening) -> None:
    before = evening.forge("UPDATE events SET data = replace(data, '1', '2') WHERE move = 15")
    sound = restore.sound_game(evening.data)
    assert sound
    assert (sound.game, sound.moves) == (1, 14)
    kept = restore.go_on(evening.data, evening.stick, sound)
    assert kept
    assert kept.read_bytes() == before
    with evening.open() as ledger:
        assert ledger.warning is None
        assert ledger.numbers() == [1]
        found = audit(ledger, 1)
        assert (found.moves, found.first_fault) == (14, None)
        (note,) = ledger.restorations()
        assert (note.first_entry, note.last_entry) == (1, 15)
        assert note.source == f"{kept}, game 1"
        session = Session.resume(ledger, 1)
        assert ledger.tray_throw("tray/1/2")
        play(session, 3, Random(1))
        assert list(mirror.read(evening.mirror)) == everything(ledger)
    old = evening.stick / "ledger-damaged-1.mirror"
    assert list(mirror.read(old)) == evening.rows


def test_a_game_that_is_over_is_none_to_go_on_with(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        Session.begin(ledger, SETUP).play(
            Rule((RemovePlayer("Bob"), RemovePlayer("Cy"))), Source.TOUCH
        )
    assert restore.sound_game(tmp_path) is None


def test_of_a_file_in_which_nothing_can_be_read_nothing_is_gone_on_with(evening: Evening) -> None:
    evening.path.write_bytes(b"Dear diary, " * 500)
    assert restore.sound_game(evening.data) is None
    kept = restore.go_on(evening.data, None, None)
    assert kept
    assert kept.read_bytes().startswith(b"Dear diary")
    with Ledger.open(evening.data) as ledger:
        assert ledger.numbers() == []


def test_a_second_damaged_ledger_does_not_take_the_place_of_the_first(evening: Evening) -> None:
    for number in (1, 2):
        evening.damage_page()
        done = restore.restore(evening.data, evening.mirror)
        assert done.kept == evening.data / f"ledger-damaged-{number}.db"
        assert done.kept.exists()
    with snapshot(evening.data) as books:
        assert len(books.restorations()) == 1


def test_a_backup_brings_its_moves_and_the_old_ledger_the_later_ones(evening: Evening) -> None:
    with evening.open() as ledger:
        backup = save_backup(ledger, evening.stick)
        play(Session.resume(ledger, 1), 5, Random(3))
        rows = everything(ledger)
    evening.forge("UPDATE moves SET text = 'Eve buys' WHERE entry = 8")
    done = restore.restore(evening.data, backup, evening.stick)
    assert (done.from_copy, done.from_ledger, done.differ) == (33, 5, 1)
    assert [*evening.stick.glob("*.mirror")] == [evening.stick / "ledger-damaged-1.mirror"]
    with evening.open() as ledger:
        assert everything(ledger) == rows
        assert [note.source for note in ledger.restorations()] == [str(backup), str(done.kept)]


def test_a_damaged_ledger_adds_nothing_to_the_copy_of_another_one(
    evening: Evening, tmp_path: Path
) -> None:
    with Ledger.open(tmp_path / "other") as other:
        play(Session.begin(other, SETUP), 10, Random(9))
        backup = save_backup(other, tmp_path)
    evening.forge("DELETE FROM moves WHERE entry = 13")
    with snapshot(evening.data, damaged=True) as books:
        assert books.head(2), "its second game would follow on the first one of the other"
    done = restore.restore(evening.data, backup, evening.stick)
    assert (done.from_copy, done.from_ledger) == (11, 0)
    with evening.open() as ledger:
        assert ledger.numbers() == [1]


def test_a_changed_copy_is_not_sound(evening: Evening) -> None:
    with evening.open() as ledger:
        backup = save_backup(ledger, evening.stick)
    assert restore.is_sound(evening.mirror)
    assert restore.is_sound(backup)
    evening.forge("UPDATE moves SET text = 'Eve buys' WHERE entry = 8")
    assert not restore.is_sound(evening.path)
    evening.mirror.write_bytes(evening.mirror.read_bytes().replace(b"Ann", b"Eve", 1))
    assert not restore.is_sound(evening.mirror)
