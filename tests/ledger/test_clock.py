"""A machine without a battery for its clock: order is by number, whatever the clock says."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.engine.notation import check, parse_record
from companion.ledger import ledger as ledger_module
from companion.ledger import mirror, restore
from companion.ledger.audit import Verdict, audit
from companion.ledger.ledger import Ledger
from companion.ledger.records import BEGINNING
from companion.table.session import Session
from tests.commands import companion
from tests.ledger.gaming import SETUP, play

JUMPS = (0, 3600, -86_400, 1, 0, -400 * 86_400, 30 * 365 * 86_400, -3600, 0, 5)
"""Seconds from one look at the clock to the next, over and over."""


@pytest.fixture(autouse=True)
def _jumping_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def times() -> Iterator[datetime]:
        now = datetime(2026, 11, 21, 20, tzinfo=UTC)
        while True:
            for seconds in JUMPS:
                now += timedelta(seconds=seconds)
                yield now
            now = datetime(1970, 1, 1, tzinfo=UTC)  # As after a cut, until the network tells.

    clock = times()
    monkeypatch.setattr(ledger_module, "utc_now", lambda: next(clock))


def test_a_game_played_by_a_clock_that_jumps_is_in_order_everywhere(
    tmp_path: Path, stick: Path
) -> None:
    data = tmp_path / "data"
    played = []
    for evening in range(4):
        with Ledger.open(data, stick) as ledger:
            session = Session.resume(ledger, 1) if evening else Session.begin(ledger, SETUP)
            assert [(p.number, p.events) for p in session.history] == played
            play(session, 12, Random(evening))
            played = [(p.number, p.events) for p in session.history]
            other = Session.begin(ledger, SETUP)
            play(other, 2, Random(evening))
            assert ledger.newest_first()[0] == other.game_number
            play(session, 1, Random(evening))
            played = [(p.number, p.events) for p in session.history]
            assert ledger.newest_first()[0] == 1
            assert [game.number for game in ledger.games()] == list(range(1, evening + 3))
            found = audit(ledger, 1)
            assert (found.verdict, found.moves) == (Verdict.SOUND, len(played))
            position, rows = session.game, list(mirror.rows_after(ledger, BEGINNING))
        assert len({p.at for p in session.history}) > 5
        assert sorted(p.at for p in session.history) != [p.at for p in session.history]
    exported = companion("export", "1", "--notation", "--data", data)
    assert check(parse_record(exported)).game == position
    assert list(mirror.read(stick / "ledger.mirror")) == rows
    (data / "ledger.db").unlink()
    restore.restore(data, stick)
    with Ledger.open(data, stick) as ledger:
        assert Session.resume(ledger, 1).game == position
