"""Backups of several ledgers in one folder: none takes the place of another ledger's."""

import shutil
from pathlib import Path
from random import Random

import pytest

from companion.ledger.copies import KEPT, ahead, backups, image, save_backup, snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.left_copies import find
from companion.ledger.problems import LedgerProblem
from companion.runtime.device_actions import _write_copies
from companion.table.session import Session
from tests.commands import companion
from tests.ledger.gaming import SETUP, play


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def evening(data: Path, stick: Path, games: int = 1) -> Path:
    """Play on the card in ``data``, and back it up."""
    with Ledger.open(data) as ledger:
        for number in range(games):
            play(Session.begin(ledger, SETUP), 2, Random(number))
        return save_backup(ledger, stick)


def fall_back(data: Path, earlier: Path) -> None:
    """Put a card back to an earlier state, as one does that forgets what it confirmed."""
    shutil.rmtree(data)
    shutil.copytree(earlier, data)


def test_another_cards_backups_take_no_place_of_the_first_ones(tmp_path: Path, stick: Path) -> None:
    first = evening(tmp_path / "old", stick, games=5)
    own = [evening(tmp_path / "new", stick) for _ in range(KEPT + 2)]
    assert backups(stick) == [first, *own[-KEPT:]]


def test_a_copy_to_the_stick_leaves_another_tables_files(tmp_path: Path, stick: Path) -> None:
    for table in ("first", "second"):
        with Ledger.open(tmp_path / table) as ledger:
            play(Session.begin(ledger, SETUP), 2, Random(1))
            _write_copies(image(ledger), stick, tuple, lambda share: None)
    assert len([*stick.glob("game-1-*.zip")]) == len(backups(stick)) == 2


def test_no_backup_goes_that_has_a_move_which_the_card_forgot(tmp_path: Path, stick: Path) -> None:
    data, earlier = tmp_path / "card", tmp_path / "earlier"
    evening(data, stick)
    shutil.copytree(data, earlier)
    good = evening(data, stick, games=3)
    fall_back(data, earlier)
    made = [evening(data, stick) for _ in range(KEPT + 2)]
    assert backups(stick) == [good, *made[-KEPT:]]
    with snapshot(data) as books:
        warning = ahead(books, stick)
        assert warning
        assert (warning.reason, warning.facts["file"]) == (LedgerProblem.BACKUP_AHEAD, good.name)
    ran = companion("backup", "--to", stick, "--data", data, status=0)
    assert good.name in ran


def test_a_card_that_forgets_every_evening_loses_none(tmp_path: Path, stick: Path) -> None:
    data, earlier = tmp_path / "card", tmp_path / "earlier"
    evening(data, stick)
    shutil.copytree(data, earlier)
    made = []
    for _ in range(KEPT + 2):
        fall_back(data, earlier)
        made.append(evening(data, stick))
    assert {*made} <= {*backups(stick)}


def test_nothing_new_makes_no_new_backup_beside_another_ledgers(
    tmp_path: Path, stick: Path
) -> None:
    own = evening(tmp_path / "own", stick)
    evening(tmp_path / "other", stick)
    with Ledger.open(tmp_path / "own") as ledger:
        assert save_backup(ledger, stick) == own


def test_the_most_moves_of_every_ledger_are_offered(tmp_path: Path, stick: Path) -> None:
    data, earlier = tmp_path / "card", tmp_path / "earlier"
    evening(data, stick)
    shutil.copytree(data, earlier)
    good = evening(data, stick, games=3)
    fall_back(data, earlier)
    evening(data, stick)
    other = evening(tmp_path / "other", stick, games=2)
    assert [(copy.path, copy.games) for copy in find([stick])] == [(good, 4), (other, 2)]
    assert len({copy.ledger for copy in find([stick])}) == 2
