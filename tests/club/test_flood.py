"""A table that sends a great many lines takes no place on the wall from another."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: pip install '.[club]'")

from companion.club.alerts import FLOOD, Usual, alerts
from companion.club.director import AT_ONCE, NO_STREAM, Director
from companion.club.stream import BATCH, Access, Link, NotStored, Pulled
from companion.club.table import ClubTable
from companion.engine.problems import Problem
from companion.ledger.problems import Why
from tests.club.engine import (
    EVENT,
    Event,
    Server,
    Table,
    cancelled,
    free_port,
    needs_server,
    stored,
    until,
)
from tests.club.walls import NOW, alive, lines

pytestmark = [needs_server, pytest.mark.usefixtures("impatience")]
MANY = FLOOD + 500


@pytest.fixture
def honest(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path, 2)) as table:
        table.play(BATCH + 10)
        yield table


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Tables whose lines are read, one after the other."""
    take: Callable[..., bool] = ClubTable.take
    found: list[int] = []

    def noted(table: ClubTable, line: bytes) -> bool:
        found.append(table.number)
        return take(table, line)

    monkeypatch.setattr(ClubTable, "take", noted)
    return found


async def fill(access: Access, table: int, *lines: bytes) -> None:
    """Store lines in the stream of a table, which is made for them."""
    link = await Link.open(access)
    await link.make_stream(table)
    for line in lines:
        await link.send(access.subject(table, "line"), line)
    await link.last(access.subject(table, "line"))
    await link.close()


def kinds(director: Director, number: int) -> list[str]:
    usual = Usual("2.0", "", ())
    found = alerts(director.tables[number], director.alive.get(number), usual, NOW)
    return [alert.kind for alert in found]


def follow(access: Access, course: Callable[[Director], Any]) -> None:
    """Let a director follow during the course of something."""

    async def run() -> None:
        director = Director(access)
        task = asyncio.create_task(director.run())
        try:
            await course(director)
        finally:
            await cancelled(task)

    asyncio.run(run())


def test_lines_that_do_not_verify_are_read_once(
    server: Server, honest: Table, reads: list[int]
) -> None:
    async def course(director: Director) -> None:
        await fill(server.access, 1, *MANY * [b"x" * 200])
        await fill(server.access, 2, *lines(honest))
        await until(
            lambda: 2 in director.tables and len(director.tables[2].rows) == len(lines(honest))
        )
        await until(lambda: director.tables[1].stored >= MANY)
        assert kinds(director, 1)[:2] == ["flood", "unverified"]
        assert "flood" not in kinds(director, 2)

    follow(server.access, course)
    assert reads.count(1) == 1


def test_lines_that_come_again_and_again_are_read_in_turn_with_the_others(
    server: Server, honest: Table, reads: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if as many tables as are read at once sent a great many lines each.
    monkeypatch.setattr("companion.club.director.AT_ONCE", 1)

    async def course(director: Director) -> None:
        await until(lambda: "flood" in kinds(director, 1) if 1 in director.tables else False)
        assert director.tables[1].fault is None
        assert len(director.tables[2].rows) == len(lines(honest))

    with closing(Table(tmp_path, 1)) as other:
        again = lines(other)[:1]
    asyncio.run(fill(server.access, 1, *MANY * again))
    asyncio.run(fill(server.access, 2, *lines(honest)))
    follow(server.access, course)
    last = len(reads) - 1 - reads[::-1].index(2)
    assert reads[: last + 1].count(1) <= 2 * BATCH


def test_a_consumer_that_is_gone_is_made_again_and_reads_on(
    server: Server, honest: Table, reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.stream.PULL_SECONDS", 0.2)
    all_lines = lines(honest)

    async def course(director: Director) -> None:
        await fill(server.access, 2, *all_lines[:-1])
        await until(lambda: reads.count(2) == len(all_lines) - 1)
        consumer = director._cursors[2].consumer
        link = await Link.open(server.access)
        gone = f"$JS.API.CONSUMER.DELETE.{server.access.stream(2)}.{consumer}"
        await link.ask(gone)
        await link.close()
        await fill(server.access, 2, all_lines[-1])
        await until(lambda: len(director.tables[2].rows) == len(all_lines))
        assert director._cursors[2].consumer != consumer

    follow(server.access, course)
    assert reads.count(2) == len(all_lines)


def test_a_line_that_is_lost_on_its_way_is_read_again(
    server: Server, honest: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear = Director._hear_pulled

    async def lossy(director: Director, found: Pulled) -> None:
        if found.count == 7 and not lost:
            lost.append(found)
        else:
            await hear(director, found)

    async def course(director: Director) -> None:
        await fill(server.access, 2, *all_lines)
        await until(lambda: 2 in director.tables and director.tables[2].stored == len(all_lines))
        assert len(director.tables[2].rows) == len(all_lines)
        assert not director.tables[2].fault

    lost: list[Pulled] = []
    all_lines = lines(honest)
    monkeypatch.setattr(Director, "_hear_pulled", lossy)
    follow(server.access, course)
    assert lost


def test_streams_that_do_not_answer_delay_no_other(
    server: Server, honest: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a server of a cluster has just failed, and those left take it for alive."""
    make = Link.make_consumer
    silent, others = range(1, AT_ONCE), range(AT_ONCE, 3 * AT_ONCE)

    async def make_consumer(link: Link, table: int, start: int) -> str:
        if table in silent:
            await asyncio.Event().wait()
        return await make(link, table, start)

    async def course(director: Director) -> None:
        await until(lambda: {*others} <= {*director.tables})

    monkeypatch.setattr(Link, "make_consumer", make_consumer)
    for number in (*silent, *others):
        asyncio.run(fill(server.access, number, lines(honest)[0]))
    follow(server.access, course)


def test_the_names_of_streams_come_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access("", EVENT)
    names = [access.stream(number) for number in range(1, 2500)] + ["another"]

    async def call(link: Link, name: str, wanted: dict[str, Any]) -> dict[str, Any]:
        page = names[wanted["offset"] :][:1024]
        return {"total": len(names), "streams": page or None}

    monkeypatch.setattr(Link, "_call", call)
    assert asyncio.run(Link(access).tables()) == {*range(1, 2500)}


def test_a_full_stream_takes_no_room_from_another(
    server: Server, honest: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.stream.MOST_BYTES", 300_000)
    access = server.access

    async def course() -> None:
        await fill(access, 1, *MANY * [b"x" * 400])
        link = await Link.open(access)
        stream = await link.make_stream(1)
        with pytest.raises(NotStored):
            await link.append(access.subject(1, "line"), b"x" * 400, stream.last)
        await link.close()
        await event.caught_up()
        assert await stored(access, honest.number) == honest.hashes()

    event = Event(access, honest)
    event.hold(course)


def test_a_server_without_room_for_one_more_stream_keeps_the_others(
    honest: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.stream.MOST_BYTES", 1 << 20)
    config, port = tmp_path / "nats.conf", free_port()
    jetstream = {"store_dir": str(tmp_path / "store"), "max_file_store": 3 << 19}
    config.write_text(json.dumps({"host": "127.0.0.1", "port": port, "jetstream": jetstream}))
    server = Server(tmp_path, config, port)
    event = Event(Access(f"nats://127.0.0.1:{port}", EVENT), honest)

    async def course() -> None:
        await event.caught_up()
        event.director.alive[3] = alive()
        await until(lambda: event.director.trouble == NO_STREAM)
        honest.play(5)
        await event.caught_up()

    try:
        event.hold(course)
    finally:
        server.kill()


@pytest.mark.parametrize(("moves", "is_told"), [(0, True), (MANY - 1, False)])
def test_lines_of_its_own_ledger_are_no_flood(moves: int, is_told: bool) -> None:
    """A director of another version may refuse what an honest table sends."""
    director = Director(Access("", EVENT), lambda: datetime.now(UTC))
    director.tables[1] = ClubTable(1, fault=Problem(Why.LINES_MISSING), stored=MANY)
    director.alive[1] = alive(moves=moves)
    assert ("flood" in kinds(director, 1)) is is_told
