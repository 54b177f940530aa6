"""A stick on which a stranger put something else where the bank writes: nothing is written through
it, and what it leads to stays as it was."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger.copies import KEPT, image, save_backup
from companion.ledger.ledger import Ledger, LedgerError
from companion.ledger.paths import BALLAST_NAME
from companion.ledger.problems import LedgerProblem, Why
from companion.runtime.device_actions import _write_copies
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play, play_evening
from tests.problems import reasons

OURS = ("ledger.db", "ledger.db-wal", "settings.json")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    play_evening(tmp_path / "data", count=12)
    (tmp_path / "data" / "settings.json").write_text("{}")
    return tmp_path / "data"


@pytest.mark.parametrize("lead", [os.symlink, os.link], ids=["symbolic", "hard"])
@pytest.mark.parametrize("name", OURS)
def test_a_second_copy_that_is_a_file_of_the_ledger_is_refused(
    data: Path, stick: Path, name: str, lead: Callable[[Path, Path], None]
) -> None:
    """It is there at the start, or a stick that comes while the table plays."""
    late = stick / "late"
    with Ledger.open(data, late) as ledger:
        session = Session.begin(ledger, SETUP)
        late.mkdir()
        lead(data / name, late / "ledger.mirror")
        settings = (data / "settings.json").read_text()
        play(session, 3, Random(1))
        moves = ledger.place().moves
        assert ledger.warning == refused(late, lead)
    if name != "ledger.db-wal":
        with Ledger.open(data, late) as ledger:
            assert ledger.warning == refused(late, lead)
    assert (data / "settings.json").read_text() == settings
    with Ledger.open(data) as ledger:
        assert ledger.place().moves == moves


def refused(folder: Path, lead: Callable[[Path, Path], None]) -> Problem:
    why = Problem(Why.A_LINK if lead is os.symlink else Why.ANOTHER_NAME)
    unwritable = Problem(LedgerProblem.UNWRITABLE, path=folder / "ledger.mirror", why=why)
    return Problem(LedgerProblem.COPY_STOPPED, why=unwritable)


def test_a_link_that_is_taken_away_is_no_hindrance_any_more(data: Path, stick: Path) -> None:
    (stick / "ledger.mirror").symlink_to(data / "ledger.db")
    with Ledger.open(data, stick) as ledger:
        assert ledger.warning
        (stick / "ledger.mirror").unlink()
        play(Session.begin(ledger, SETUP), 1, Random(1))
        assert ledger.warning is None
    assert (stick / "ledger.mirror").stat().st_size


@pytest.mark.parametrize("taken", ["folder", "link", "part"])
def test_what_has_the_name_of_a_backup_hinders_no_backup(
    data: Path, stick: Path, tmp_path: Path, taken: str
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    with Ledger.open(data) as ledger:
        first = save_backup(ledger, stick)
        other = first.with_name(first.name.replace("0001", "0002"))
        if taken == "folder":
            other.mkdir()
        elif taken == "link":
            other.symlink_to(victim)
        else:
            other.with_name(f"{other.name}.part").mkdir()
        play(Session.begin(ledger, SETUP), 1, Random(1))
        second = save_backup(ledger, stick)
        assert save_backup(ledger, stick) == second != first
        assert second.is_file()
        for number in range(KEPT):
            play(Session.begin(ledger, SETUP), 1, Random(number))
            last = save_backup(ledger, stick)
    assert last.is_file()
    assert victim.read_text() == "precious"
    assert sum(path.is_file() and not path.is_symlink() for path in stick.iterdir()) == KEPT


def test_copies_are_not_written_into_a_folder_that_is_a_link(data: Path, stick: Path) -> None:
    (stick / "companion").symlink_to(data)
    before = sorted(data.iterdir())
    with Ledger.open(data) as ledger:
        copy = ledger.query(lambda db: db.conn.serialize())
    with pytest.raises(LedgerError) as error:
        _write_copies(copy, data / "rules", stick / "companion", tuple, lambda share: None)
    assert Why.A_LINK in reasons(error.value)
    assert sorted(data.iterdir()) == before


def test_games_are_copied_though_the_text_beside_them_cannot_be(data: Path, stick: Path) -> None:
    (stick / "companion" / "diagnostics.txt").mkdir(parents=True)
    with Ledger.open(data) as ledger:
        copy = image(ledger)
    name, _ = _write_copies(copy, data / "rules", stick / "companion", tuple, lambda share: None)
    assert (stick / "companion" / name).is_file()


def test_the_reserve_is_not_made_through_a_link(data: Path, tmp_path: Path) -> None:
    (data / BALLAST_NAME).symlink_to(tmp_path / "elsewhere")
    Ledger.open(data, ballast=1 << 20).close()
    assert not (tmp_path / "elsewhere").exists()
