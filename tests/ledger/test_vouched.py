"""An export vouches for the ledger: of one that fails the audit, only the moves are exported, as
text."""

from pathlib import Path

import pytest

from companion.export.datasette import write_for_datasette
from companion.export.game_code import texts
from companion.export.problems import ExportProblem
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Ledger
from tests.commands import companion
from tests.ledger.exporting import play_in, play_one
from tests.ledger.gaming import another_program
from tests.ledger.tampering import forge

ONE_GAME = (
    ("export", 1, "--json", "-o", "game"),
    ("export", 1, "--hledger", "-o", "game"),
    ("export", 1, "--beancount", "-o", "game"),
    ("export", 1, "--qr", "-o", "game"),
    ("export", 1, "--csv", "game"),
    ("export", 1, "--bundle", "game", "--alone"),
)
WHOLE_LEDGER = ("export", 1, "--bundle", "game")
FAULTS = {
    "a foreign trigger": """CREATE TRIGGER theirs AFTER INSERT ON moves BEGIN SELECT 1; END""",
    "a missing trigger": "DROP TRIGGER games_come_next",
    "changed view": "DROP VIEW results; CREATE VIEW results AS SELECT 1 AS game",
    "forged move": "UPDATE moves SET text = 'Ann pays $5 to Bob' WHERE game = 1 AND number = 2",
}


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = play_in(tmp_path / "books", 1, turns=4, odd=4)
    with Ledger.open(folder) as ledger:
        play_one(ledger, 2, turns=3, odd=3)
    return folder


@pytest.mark.parametrize("command", [*ONE_GAME, WHOLE_LEDGER], ids=str)
@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_is_exported_that_fails_the_audit(
    books: Path, tmp_path: Path, command: tuple[object, ...], fault: str
) -> None:
    if fault == "forged move":
        forge(books, FAULTS[fault])
    else:
        with another_program(books) as conn:
            conn.executescript(FAULTS[fault])
    companion("audit", "--all", "--data", books, status=1)
    companion(*command, "--data", books, status=2)
    assert not (tmp_path / "game").exists()
    if fault != "changed view":  # It is not even read: such a view could have no end.
        no_copy_for_datasette(books, tmp_path)
        companion("export", 1, "--notation", "--data", books)


def no_copy_for_datasette(books: Path, tmp_path: Path) -> None:
    """The command would serve the copy until it is stopped."""
    with snapshot(books) as reader:
        with pytest.raises(LedgerError) as error:
            write_for_datasette(reader, tmp_path / "seen")
        assert error.value.reason is ExportProblem.LEDGER_NOT_SOUND
    assert not (tmp_path / "seen").exists()


def test_a_fault_of_another_game_hinders_only_what_has_that_game(
    books: Path, tmp_path: Path
) -> None:
    forge(books, "UPDATE moves SET text = 'Ann buys' WHERE game = 2 AND number = 2")
    for number, command in enumerate(ONE_GAME):
        parts = [str(tmp_path / str(number)) if part == "game" else part for part in command]
        companion(*parts, "--data", books)
    companion(*WHOLE_LEDGER, "--data", books, status=2)
    no_copy_for_datasette(books, tmp_path)


def test_no_code_is_made_of_a_game_that_fails_the_audit(books: Path) -> None:
    forge(books, FAULTS["forged move"])
    with snapshot(books) as reader:
        with pytest.raises(LedgerError) as error:
            texts(reader, 1)
        assert error.value.reason is ExportProblem.GAME_NOT_SOUND
        assert texts(reader, 2)
