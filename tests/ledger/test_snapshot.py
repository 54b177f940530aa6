"""Looking at the ledger: nothing is changed by it, and what is seen was true at one moment."""

import shutil
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger.audit import Audit, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.ledger import LedgerError
from companion.ledger.problems import LedgerProblem
from tests.ledger.gaming import contents, evening, play, play_evening


def put(folder: Path, kept: dict[str, bytes]) -> None:
    folder.mkdir(exist_ok=True)
    for name, data in kept.items():
        (folder / name).write_bytes(data)


def audited(folder: Path) -> list[Audit]:
    with snapshot(folder) as books:
        return list(audit_all(books))


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


def test_no_ledger_to_look_at(tmp_path: Path) -> None:
    for nowhere in (tmp_path, tmp_path / "none", tmp_path / "none.db"):
        with pytest.raises(LedgerError) as caught:
            audited(nowhere)
        assert caught.value.problem == Problem(LedgerProblem.NO_LEDGER, folder=nowhere)
