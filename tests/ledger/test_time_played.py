"""Statistics and reports invent no time: not of an imported game, not of a clock that was set."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.engine.notation import parse_record
from companion.export import notation
from companion.ledger import ledger as ledger_module
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger, Source
from companion.ledger.reader import LedgerReader
from companion.report import incidents
from companion.report.html import when
from companion.report.statistics import statistics
from companion.report.timeline import load_timeline
from companion.table.session import Session
from companion.table.story.view import length, timeline
from tests.ledger.gaming import SETUP, random_move

BEGAN = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)
STEP = timedelta(seconds=20)
JUMPS = [timedelta(hours=72), timedelta(hours=-72), timedelta(days=56 * 365), timedelta(0)]
MOVES = 90
MINUTES = 30
"""Minutes of 90 moves at 20 seconds each."""


@pytest.fixture(params=JUMPS, ids=str)
def jumped(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LedgerReader]:
    """A game of half an hour, at whose twentieth move the clock is set."""
    now = BEGAN

    def clock() -> datetime:
        return now

    monkeypatch.setattr(ledger_module, "utc_now", clock)
    with Ledger.open(tmp_path) as ledger:
        session, random = Session.begin(ledger, SETUP), Random(3)
        for number in range(MOVES):
            now += STEP + (request.param if number == 19 else timedelta(0))
            session.play(random_move(session.game, random), Source.TOUCH)
        told = length(timeline(session), session.history)
    assert re.search(r"(\d+) min", str(told))[1] in {str(MINUTES), str(MINUTES - 1)}  # type: ignore[index]
    with snapshot(tmp_path) as reader:
        yield reader


def minutes(reader: LedgerReader) -> list[int | None]:
    return [n for (n,) in reader.query(lambda db: list(db.execute("SELECT minutes FROM results")))]


def test_a_clock_that_is_set_changes_no_length(jumped: LedgerReader) -> None:
    [played] = minutes(jumped)
    assert played in (MINUTES, MINUTES - 1), "the step with the jump may be missing"


def test_a_clock_that_is_set_is_no_pause(jumped: LedgerReader) -> None:
    assert incidents.pauses(load_timeline(jumped, 1)) == []


RECORD = """edition: 1961
board: atlantic-city
players: Ann, Bob
first: Ann
rent: shown
cards: table
game: full
date: 2025-03-09

Ann throws 4 5
Ann buys
ruling: Bob is out
"""


@pytest.fixture
def imported(tmp_path: Path) -> Iterator[LedgerReader]:
    record = parse_record(RECORD)
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, record.setup)
        for move in record.moves():
            session.play(move, Source.IMPORT)
        assert "min" not in length(timeline(session), session.history)
    with snapshot(tmp_path) as reader:
        yield reader


def test_an_imported_game_has_no_length(imported: LedgerReader) -> None:
    assert minutes(imported) == [None]
    [one] = statistics(imported).lengths
    assert one.minutes is None


def test_an_imported_game_has_the_day_of_its_record(imported: LedgerReader) -> None:
    [row] = imported.games()
    assert row.day == date(2025, 3, 9)
    assert "2025" in when(load_timeline(imported, 1))
    assert notation.text(imported, 1) == RECORD


def test_a_game_played_here_has_the_day_on_which_it_began(jumped: LedgerReader) -> None:
    [row] = jumped.games()
    assert row.day == BEGAN.astimezone().date()
