"""Whatever one table sends, the wall is there for the others."""

import asyncio
import json
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from nats.aio.client import Client
from nats.aio.msg import Msg

from companion.club.alerts import alerts, usual
from companion.club.app import Pages
from companion.club.director import Director
from companion.club.rounds import POINTS, Rounds
from companion.club.table import TableGame
from companion.engine.limits import excerpt
from companion.engine.problems import Problem
from companion.ledger import ledger
from companion.ledger.problems import Why
from tests.club.engine import Table
from tests.club.walls import NOW, new_director, played, take, visit

SIGN = {
    "at": NOW.isoformat(),
    "version": "2.0",
    "games": 1,
    "moves": 30,
    "room": 90_000,
    "celsius": 51.0,
    "cut_off": "",
    "trouble": "",
}
FAR = "9999-12-31T23:59:59.999999+00:00"
LONG_AGO = "0001-01-01T00:00:00+14:00"
NO_ZONE = "2026-11-20T20:41:00"


def hear(director: Director, number: int, data: bytes) -> None:
    subject = director.access.subject(number, "alive")
    asyncio.run(director._hear_alive(Msg(Client(), subject, data=data)))


def page(director: Director, folder: Path, path: str = "/") -> Any:
    pages = Pages(director, Rounds(folder), "Cup", points=POINTS)
    pages.rounds.start(0, NOW - timedelta(hours=1))
    return visit(pages, path=path)


@pytest.fixture
def director(tmp_path: Path) -> Director:
    director = new_director()
    for number in (1, 2):
        played(director, tmp_path, number, 3, moves=30)
    return director


def sign(**changed: object) -> bytes:
    return json.dumps({**SIGN, **changed}).encode()


@pytest.mark.parametrize(
    "data",
    [
        sign(at=FAR),
        sign(at=LONG_AGO),
        sign(at=NO_ZONE),
        sign(at=0),
        sign(cut_off=FAR),
        sign(cut_off=NO_ZONE),
        sign(room=10**30),
        sign(room=-1),
        sign(room=1e300),
        sign(moves="1"),
        sign(celsius=[]),
        b"",
        b"[" * 4000,
        b"[]",
        b"null",
        b"\xff",
        b"{" + b" " * 5000,
    ],
)
def test_a_sign_of_life_that_is_not_one_is_none(data: bytes) -> None:
    director = new_director()
    hear(director, 2, sign())
    hear(director, 1, data)
    assert [*director.alive] == [2]


@pytest.mark.parametrize("field", ["at", "cut_off"])
@pytest.mark.parametrize("at", ["1970-01-02T00:00:00+00:00", "2199-12-31T23:59:00+23:59"])
def test_a_clock_that_is_years_off_is_told_and_hides_nobody(
    director: Director, tmp_path: Path, field: str, at: str
) -> None:
    hear(director, 1, sign(**{field: at}))
    usually = usual(director.tables, director.alive)
    kinds = [
        one.kind for one in alerts(director.tables[1], director.alive[1], usually, director.clock())
    ]
    assert (field == "cut_off") or {"ahead", "behind"} & {*kinds}
    assert page(director, tmp_path).status_code == 200


@pytest.mark.parametrize(
    "at",
    [datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC), NOW.replace(tzinfo=None)],
)
def test_a_line_with_an_impossible_time_is_refused_although_its_hash_is_right(
    director: Director, tmp_path: Path, at: datetime
) -> None:
    with patch.object(ledger, "utc_now", lambda: at), closing(Table(tmp_path, 3)) as table:
        table.play(5)
        take(director, table)
    hear(director, 3, sign())
    assert director.tables[3].fault == Problem(
        Why.TIME_IMPOSSIBLE, at=excerpt(at.isoformat(timespec="microseconds"))
    )
    for path in ("/", "/results", "/results.csv"):
        assert page(director, tmp_path / "club", path).status_code == 200


def test_a_card_that_cannot_be_drawn_is_one_card(
    director: Director, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    on_turn: Callable[[TableGame], str] = TableGame.on_turn

    def broken(game: TableGame) -> str:
        if game is director.tables[1].current:
            raise ZeroDivisionError("the first table")
        return on_turn(game)

    whole = page(director, tmp_path)
    with patch.object(TableGame, "on_turn", broken):
        found = page(director, tmp_path)
        page(director, tmp_path)
    assert found.status_code == 200
    assert whole.text.count('class="line p') > found.text.count('class="line p') > 0
    assert 'class="card red" id="t1"' in found.text
    assert 'class="card" id="t2"' in found.text
    assert [message.split()[0] for message in caplog.messages] == ["club-card-not-drawn"]
