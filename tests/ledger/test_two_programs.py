"""One ledger, several programs: one plays, the others are told who does, everybody may look."""

from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger import connection
from companion.ledger.audit import Verdict, audit
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from tests.ledger.gaming import evening, go, line, play, play_evening, writer
from tests.ledger.test_opening import refused
from tests.problems import sentence


def test_whoever_comes_second_is_told_who_was_first(tmp_path: Path) -> None:
    with writer(tmp_path) as first:
        go(first)
        assert line(first) == "open"
        holder = Problem(Why.ANOTHER_PROCESS, process=str(first.pid))
        in_use = Problem(LedgerProblem.IN_USE, path=tmp_path / "ledger.db", holder=holder)
        assert refused(tmp_path).problem == in_use
        first.communicate()
    Ledger.open(tmp_path).close()


def test_the_same_program_twice(tmp_path: Path) -> None:
    with evening(tmp_path) as (_, session):
        assert refused(tmp_path).facts["holder"] == Problem(Why.THIS_PROGRAM)
        play(session, 5, Random(2))


def test_a_program_that_is_just_closing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path) as (first, _):
        monkeypatch.setattr(connection.time, "sleep", lambda seconds: first.close())
        with Ledger.open(tmp_path) as second:
            assert second.numbers() == [1]


@pytest.mark.parametrize("count", [6, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("is_new", [True, False])
def test_of_several_at_once_one_gets_the_ledger(tmp_path: Path, is_new: bool, count: int) -> None:
    if not is_new:
        play_evening(tmp_path)
    everybody = [writer(tmp_path) for _ in range(count)]
    for process in everybody:
        go(process)
    said = {process.pid: line(process) for process in everybody}
    winners = [pid for pid, word in said.items() if word == "open"]
    for process in everybody:
        process.communicate()
    assert len(winners) == 1
    losers = {word for word in said.values() if word != "open"}
    holder = Problem(Why.ANOTHER_PROCESS, process=winners[0])
    in_use = sentence(LedgerProblem.IN_USE, path=tmp_path / "ledger.db", holder=holder)
    assert losers == {in_use}


def test_the_books_can_be_looked_at_while_somebody_plays(tmp_path: Path) -> None:
    with writer(tmp_path, "400") as process:
        go(process)
        assert line(process) == "open"
        for _ in range(8):
            known = [int(line(process)) for _ in range(30)][-1]
            with snapshot(tmp_path) as books:
                found = audit(books, 1)
            assert found.verdict is Verdict.SOUND
            assert found.moves >= known
        process.kill()
