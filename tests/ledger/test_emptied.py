"""A ledger of 0 bytes: where somebody played, all games are lost, and nothing may begin as if the
machine were new; where nobody did, the power failed in the first second of the first start."""

from pathlib import Path

import pytest

from companion.ledger.ledger import Damaged, Ledger
from companion.ledger.problems import LedgerProblem
from companion.runtime.recovery import kept_note, ways_out
from tests.commands import companion
from tests.ledger.gaming import play_evening
from tests.problems import sentence


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
    (begin,) = ways_out(ledger.parent, None)
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
