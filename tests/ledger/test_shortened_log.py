"""The log loses its end while the ledger is open, as after the repair of a file system.

SQLite would write on behind the gap, and after a power cut nothing of that would be found."""

import os
from pathlib import Path
from random import Random

import pytest

from companion.ledger.ledger import Damaged, Ledger
from companion.ledger.problems import LedgerProblem
from tests.ledger.gaming import evening, play


@pytest.mark.parametrize("left", [0.0, 0.5, 0.99])
def test_a_log_that_lost_its_end_is_noticed_before_the_next_move(
    tmp_path: Path, left: float
) -> None:
    log = tmp_path / "ledger.db-wal"
    with evening(tmp_path, count=12) as (_, session):
        moves = len(session.history)
        os.truncate(log, int(log.stat().st_size * left))
        for _ in range(2):
            with pytest.raises(Damaged) as error:
                play(session, 1, Random(2))
            assert error.value.reason is LedgerProblem.LOG_SHORTENED
        assert len(session.history) == moves
        with pytest.raises(Damaged):
            session.catch_up()
    with Ledger.open(tmp_path) as ledger:
        assert ledger.place().moves <= moves + 1


def test_a_log_that_grows_and_begins_anew_is_no_damage(tmp_path: Path) -> None:
    log, sizes = tmp_path / "ledger.db-wal", set[int]()
    with evening(tmp_path, count=0) as (_, session):
        for _ in range(400):
            play(session, 1, Random(session.next_number))
            sizes.add(log.stat().st_size)
    assert len(sizes) < 400
