"""One ledger, several programs: one plays, the others are told who does, everybody may look."""

import shutil
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger import connection
from companion.ledger.audit import Verdict, audit
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from tests.ledger.gaming import contents, evening, go, line, play, play_evening, writer
from tests.ledger.tampering import audited
from tests.problems import sentence


def test_a_program_that_is_just_closing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path) as (first, _):
        monkeypatch.setattr(connection.time, "sleep", lambda seconds: first.close())
        with Ledger.open(tmp_path) as second:
            assert second.numbers() == [1]


@pytest.mark.parametrize("count", [4, pytest.param(20, marks=pytest.mark.slow)])
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
        for _ in range(4):
            known = [int(line(process)) for _ in range(20)][-1]
            with snapshot(tmp_path) as books:
                found = audit(books, 1)
            assert found.verdict is Verdict.SOUND
            assert found.moves >= known
        process.kill()


# --- looking ----------------------------------------------------------------------------------


def put(folder: Path, kept: dict[str, bytes]) -> None:
    folder.mkdir(exist_ok=True)
    for name, data in kept.items():
        (folder / name).write_bytes(data)


def test_an_audit_changes_nothing(tmp_path: Path) -> None:
    play_evening(tmp_path, count=12)
    before = contents(tmp_path)
    audited(tmp_path)
    assert contents(tmp_path) == before


def test_what_is_still_in_the_log_is_seen(tmp_path: Path) -> None:
    """As after a power cut: the last moves are in the log, and nobody has the ledger open."""
    with evening(tmp_path / "data", count=12) as (ledger, _):
        kept, fingerprint = contents(tmp_path / "data"), ledger.fingerprint(1)
    assert set(kept) == {"ledger.db", "ledger.db-wal"}
    put(tmp_path / "cut", kept)
    (found,) = audited(tmp_path / "cut")
    assert (found.moves, found.fingerprint, found.first_fault) == (12, fingerprint, None)
    assert contents(tmp_path / "cut") == kept


def test_a_checkpoint_while_copying_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database from before it and the log from after it do not belong together."""
    with evening(tmp_path / "data", count=12) as (_, session):
        before = contents(tmp_path / "data")
        while contents(tmp_path / "data")["ledger.db"] == before["ledger.db"]:
            play(session, 1, Random(session.next_number))
        play(session, 1, Random(1))
        after, moves = contents(tmp_path / "data"), len(session.history)
    live = tmp_path / "live"
    put(live, before)
    copy, copied = shutil.copyfile, []

    def copy_and_play_on(source: Path, target: Path) -> None:
        copy(source, target)
        copied.append(source.name)
        if len(copied) == 1:
            put(live, after)

    monkeypatch.setattr("companion.ledger.copies.shutil.copyfile", copy_and_play_on)
    (found,) = audited(live)
    assert (found.moves, found.first_fault) == (moves, None)
    assert copied == ["ledger.db", "ledger.db-wal"] * 2


def test_a_ledger_that_never_rests_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_evening(tmp_path)
    monkeypatch.setattr("companion.ledger.copies.filecmp.cmp", lambda *_, shallow: False)
    with pytest.raises(LedgerError) as caught:
        audited(tmp_path)
    assert caught.value.reason is LedgerProblem.BEING_WRITTEN
