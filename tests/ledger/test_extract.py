"""One game is taken out of a ledger, and verified without the others."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from companion.engine.problems import Problem
from companion.ledger import paths
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.extract import extract
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.report import report_html
from tests.ledger.tampering import GAMES, audited, forge, several_games


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("books")
    several_games(folder)
    return folder


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture
def alone(data: Path, game: int, tmp_path: Path) -> Path:
    with snapshot(data) as books:
        (tmp_path / paths.FILE_NAME).write_bytes(extract(books, game))
    return tmp_path


def test_a_game_alone_is_sound_and_the_same(data: Path, game: int, alone: Path) -> None:
    whole = {one.game: one for one in audited(data)}
    (found,) = audited(alone)
    assert found.first_fault is None
    assert found.fingerprint == whole[game].fingerprint
    assert found == whole[game]
    with snapshot(data) as books, snapshot(alone) as one:
        assert list(one.entries(game)) == list(books.entries(game))
        assert report_html(one, game) == report_html(books, game)


def test_nothing_of_the_others_is_left(data: Path, alone: Path, game: int) -> None:
    file = (alone / paths.FILE_NAME).read_bytes()
    with snapshot(data) as books:
        hashes = {number: books.link(number).encode() for number in GAMES}
    assert [number for number in GAMES if hashes[number] in file] == [game]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("UPDATE moves SET text = 'Eve buys' WHERE number = 3", LedgerProblem.ROW_FAULT),
        ("UPDATE tray_throws SET at = '2020'", LedgerProblem.ROW_CHANGED),
    ],
)
@pytest.mark.parametrize("game", [1], indirect=True)
def test_a_change_is_found(alone: Path, change: str, reason: LedgerProblem) -> None:
    forge(alone, change)
    (found,) = audited(alone)
    assert found.first_fault
    assert found.first_fault.reason is reason


@pytest.mark.parametrize("game", [1], indirect=True)
def test_a_move_that_is_missing_is_found(alone: Path) -> None:
    forge(alone, "DELETE FROM events WHERE move = 5; DELETE FROM moves WHERE number = 5")
    found = audited(alone)[0]
    missing = Problem(Why.MOVE_MISSING, move=5)
    row = Problem(Why.MOVE, game=1, move=6)
    assert found.first_fault == Problem(LedgerProblem.ROW_FAULT, row=row, fault=missing)


def test_a_ledger_is_not_passed_off_as_a_game_alone(data: Path, tmp_path: Path) -> None:
    copytree(data, tmp_path, dirs_exist_ok=True)
    with closing(sqlite3.connect(tmp_path / paths.FILE_NAME)) as conn:
        conn.execute(f"PRAGMA application_id = {int.from_bytes(b'game')}")
    fault = Problem(LedgerProblem.NOT_ONE_GAME, games=len(GAMES))
    assert all(one.first_fault == fault for one in audited(tmp_path))


@pytest.mark.parametrize("game", [2], indirect=True)
def test_no_game_is_played_in_it(alone: Path) -> None:
    before = (alone / paths.FILE_NAME).read_bytes()
    with pytest.raises(LedgerError) as error:
        Ledger.open(alone)
    assert error.value.reason in (LedgerProblem.ONE_GAME_ALONE, LedgerProblem.CANNOT_CONTINUE)
    assert (alone / paths.FILE_NAME).read_bytes() == before


def test_a_game_that_is_not_there_is_not_taken_out(data: Path) -> None:
    with snapshot(data) as books, pytest.raises(LedgerError) as error:
        extract(books, 9)
    assert error.value.problem == Problem(LedgerProblem.NO_SUCH_GAME, game=9)
