"""Diagnostics for whoever helps from afar: they say what there is, and name nobody."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.engine.moves import Rule
from companion.engine.problems import Problem
from companion.engine.rulings import Rename, SetTurn
from companion.ledger.ledger import Ledger
from companion.ledger.problems import Why
from companion.runtime import diagnostics
from companion.runtime.doctor import Check, Status
from companion.table.session import Session, Source
from companion.version import version
from tests.ledger.gaming import SETUP, play
from tests.stand_ins import stand_in

SAID = "Ann, Bobby and Bob: move number=3 by=Ann; Annual; bob, ANN_1, Eve"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal in which, against all rules, somebody is named."""
    program = tmp_path / "bin" / "journalctl"
    stand_in(program, f"echo \"$@\"\necho '{SAID}'")
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    return program


def saved(folder: Path) -> str:
    with Ledger.open(folder / "data") as ledger:
        play(Session.begin(ledger, SETUP), 9, Random(5))
        session = Session.begin(ledger, SETUP)
        first, second, *_ = SETUP.players
        session.play(Rule((SetTurn(first), Rename(second, "Eve"))), Source.TOUCH)
        check = Check(Problem(Why.GAME, game="\udcff"), Status.BAD, Problem(Why.DISK_FULL))
        path = diagnostics.save(ledger, [check], folder / "stick")
    return path.read_text(encoding="utf-8")


@pytest.mark.usefixtures("journal")
def test_version_checks_and_journal_are_there_and_no_player(tmp_path: Path) -> None:
    text = saved(tmp_path)
    assert version() in text
    assert Status.BAD.name in text
    assert "--unit=companion.service" in text
    assert text.count("Annual") == 2
    assert text.count("Bobby") == 2
    others = text.replace("Annual", "").replace("Bobby", "").lower()
    for name in (*SETUP.players, "Eve"):
        assert name.lower() not in re.split(r"[\W_]+", others)


def test_without_a_journal_the_reason_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnostics, "JOURNAL", ("no-such-journalctl",))
    assert "no journal: " in saved(tmp_path)
