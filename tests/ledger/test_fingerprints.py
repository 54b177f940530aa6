"""A fingerprint that was photographed: what an audit makes of it when the ledger was rewritten."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from companion.ledger.copies import snapshot
from companion.ledger.fingerprints import Fingerprint, compare, locate
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play
from tests.problems import sentence
from tests.real_table import companion

LAST = 30


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    write(folder, 5)
    return folder


def write(folder: Path, seed: int) -> None:
    with Ledger.open(folder) as ledger:
        for game in range(2):
            play(Session.begin(ledger, SETUP), LAST, Random(seed + game))


def printed(folder: Path, moves: int, game: int = 1) -> str:
    with snapshot(folder) as books:
        return str(Fingerprint(books.fingerprint(game, moves), game, moves))


def audited(folder: Path, expected: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return companion("audit", *arguments, "--data", folder, "--expect", expected)


@pytest.mark.parametrize("game", [1, 2])
@pytest.mark.parametrize("moves", [0, 1, 17, LAST])
@pytest.mark.parametrize("alone", [True, False], ids=["letters alone", "whole text"])
def test_a_fingerprint_of_any_point_is_recognised(
    data: Path, game: int, moves: int, alone: bool
) -> None:
    text = printed(data, moves, game)
    expected = Fingerprint.parse(text[-19:] if alone else text)
    with snapshot(data) as books:
        found, comparison = locate(books, expected), compare(books, expected, None)
    assert found == Fingerprint(expected.letters, game, moves)
    assert comparison.is_there
    earlier = comparison.outcome.reason is LedgerProblem.FINGERPRINT_OF_EARLIER_MOVE
    assert earlier == (moves < LAST)


def test_the_command_says_that_the_game_continued(data: Path) -> None:
    done = audited(data, printed(data, 12))
    assert done.returncode == 0
    place = {"fingerprint": printed(data, 12)[-19:], "game": 1, "move": 12, "last": LAST}
    assert sentence(LedgerProblem.FINGERPRINT_OF_EARLIER_MOVE, **place) in done.stdout
    assert done.stdout.startswith("Game 1: sound")


def test_a_ledger_that_was_rewritten_whole_passes_the_audit_but_not_the_fingerprint(
    data: Path, tmp_path: Path
) -> None:
    kept = printed(data, LAST)
    write(tmp_path / "forged", 77)
    assert companion("audit", "--all", "--data", tmp_path / "forged").returncode == 0
    for text in (kept, kept[-19:]):
        done = audited(tmp_path / "forged", text, "--all")
        assert done.returncode == 1
        assert kept[-19:] in done.stdout


def test_a_fingerprint_at_another_move_is_not_accepted(data: Path) -> None:
    moved = printed(data, 12).replace(" 12 moves", " 13 moves")
    assert audited(data, moved).returncode == 1


def test_a_cut_off_end_is_named(data: Path) -> None:
    longer = str(Fingerprint("ABCD-EFGH-IJKL-MNOP", 1, LAST + 4))
    done = audited(data, longer)
    assert done.returncode == 1
    counts = {"game": 1, "moves": LAST, "wanted": LAST + 4}
    assert sentence(LedgerProblem.END_IS_MISSING, **counts) in done.stdout


@pytest.mark.parametrize(
    ("text", "arguments"),
    [("ABCD", ()), ("", ()), ("companion game 2, 3 moves, ABCD-EFGH-IJKL-MNOP", ("1",))],
)
def test_what_is_no_fingerprint_of_this_game_is_refused(
    data: Path, text: str, arguments: tuple[str, ...]
) -> None:
    assert audited(data, text, *arguments).returncode == 2


def test_a_session_gives_the_text_that_the_audit_takes(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, SETUP)
        play(session, 9, Random(3))
        found = compare(ledger, Fingerprint.parse(session.fingerprint_text), None)
    assert found.is_there
