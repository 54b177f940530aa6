"""Tables, a real nats-server and a director: nothing is lost, nothing counts twice."""

import asyncio
import json
import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.director import Director
from companion.club.publisher import AnotherLedger
from companion.club.stream import MOST_BYTES, Access, Link, Overtaken
from companion.engine.notation import parse_move, read_header
from companion.engine.standings import standings
from companion.foreign import LONGEST_LINE
from companion.ledger import hashing, mirror
from companion.ledger.records import Entry
from companion.table.session import Session, Source
from companion.version import version
from tests.club.engine import (
    PATIENCE,
    Event,
    Server,
    Table,
    cancelled,
    forward,
    free_port,
    needs_server,
    stored,
    until,
)

pytestmark = [needs_server, pytest.mark.usefixtures("impatience")]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[list[Table]]:
    tables = [Table(tmp_path, number) for number in (1, 2, 3)]
    yield tables
    for table in tables:
        table.close()


def test_an_evening_with_every_trouble_loses_nothing_and_doubles_nothing(
    server: Server, tables: list[Table]
) -> None:
    event = Event(server.access, *tables)

    async def evening() -> None:
        first, *others = tables
        await event.caught_up()
        for table in tables:
            table.play(12)
        await event.caught_up()
        # A second game, and the publisher is killed while it sends.
        first.begin("Cy Dee", rules="1935")
        first.play(20)
        await cancelled(event.tasks.pop(1))
        event.tasks.append(asyncio.create_task(first.publisher(event.access).run()))
        first.play(5)
        await event.caught_up()
        # The engine is killed, and its disk is lost; the tables play on.
        server.lose_disk()
        for table in others:
            table.play(6)
        await event.caught_up()
        for table in tables:
            # The director had all lines of the first table before: it does not wait for them.
            async with asyncio.timeout(PATIENCE):
                while await stored(event.access, table.number) != table.hashes():
                    await asyncio.sleep(0.02)
            found = event.director.tables[table.number]
            assert found.standings() == standings(table.game)
        # Another director folds the same from the stream alone.
        event.director = Director(event.access)
        event.tasks.append(asyncio.create_task(event.director.run()))
        await event.caught_up()

    event.hold(evening)


def test_a_black_hole_stops_no_table_and_loses_nothing(server: Server, tables: list[Table]) -> None:
    is_open, swallowed, port = True, b"", free_port()
    through = replace(server.access, server=f"nats://127.0.0.1:{port}")
    event = Event(server.access, tables[0], through=through)

    def passes(data: bytes) -> bool:
        nonlocal swallowed
        swallowed += b"" if is_open else data
        return is_open

    async def evening() -> None:
        nonlocal is_open
        network = asyncio.create_task(forward(port, server.port, passes))
        await event.caught_up()
        is_open = False
        tables[0].play(15)
        await until(lambda: swallowed)
        is_open = True
        await event.caught_up()
        assert await stored(server.access, tables[0].number) == tables[0].hashes()
        await cancelled(network)

    event.hold(evening)


def test_a_connection_that_breaks_while_something_waits_to_be_sent_is_lost(server: Server) -> None:
    async def run() -> None:
        link = await Link.open(server.access)
        client = link._client
        # The client then ends with an error and calls nobody back.
        with patch.object(client._transport, "drain", side_effect=ConnectionResetError):
            client._pending_data_size = 1
            server.kill()
            await until(lambda: link.is_lost)
        await link.close()

    asyncio.run(run())


def test_a_server_that_is_not_there_is_logged_once(
    tables: list[Table], caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        access = Access(f"nats://127.0.0.1:{free_port()}", "cup")
        opened = Mock(wraps=Link.open)
        with patch.object(Link, "open", opened):
            both = (tables[0].publisher(access).run(), Director(access).run())
            tasks = [asyncio.create_task(one) for one in both]
            await until(lambda: opened.call_count > 6)
            await cancelled(*tasks)

    with caplog.at_level(logging.INFO):
        asyncio.run(run())
    assert sum("club-link-lost" in message for message in caplog.messages) == 2


def test_an_end_that_comes_together_with_a_refused_connection_is_not_forgotten(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``asyncio.wait_for`` of Python 3.11 forgets a cancellation."""
    waiting: list[bool] = []

    async def connect(*_: object, **__: object) -> None:
        waiting.append(True)
        forgets = len(waiting) <= 2
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError as error:
            raise ConnectionRefusedError if forgets else error from None

    async def run() -> set[asyncio.Task[None]]:
        access = Access(f"nats://127.0.0.1:{free_port()}", "cup")
        both = (tables[0].publisher(access).run(), Director(access).run())
        tasks = [asyncio.create_task(one) for one in both]
        await until(lambda: len(waiting) >= 2)
        for task in tasks:
            task.cancel()
        return (await asyncio.wait(tasks, timeout=5))[1]

    monkeypatch.setattr("companion.club.stream.PATIENCE", 2 * PATIENCE)
    monkeypatch.setattr("nats.aio.client.Client.connect", connect)
    assert not asyncio.run(run())


def test_the_director_goes_on_after_an_error_of_the_client(
    server: Server, tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Link.open
    errors = iter([ValueError("half a message")])

    async def half_opened(access: Access) -> Link:
        for error in errors:
            raise error
        return await opened(access)

    monkeypatch.setattr(Link, "open", half_opened)
    event = Event(server.access, tables[0])
    event.hold(event.caught_up)


def test_the_director_asks_and_a_table_answers(server: Server, tables: list[Table]) -> None:
    event = Event(server.access, tables[0])

    async def evening() -> None:
        await event.caught_up()
        link = tables[0].ledger.link(1)
        assert await event.director.ask(1, "fingerprint") == hashing.fingerprint(link).encode()
        assert (await event.director.ask(1, "audit")).startswith(b"sound 8 ")
        assert b"<html" in await event.director.ask(1, "report")
        assert await event.director.ask(1, "undo") == b""

    tables[0].play(8)
    event.hold(evening)


def test_a_sign_of_life_tells_of_versions_ledger_room_and_clock(
    server: Server, tables: list[Table]
) -> None:
    event = Event(server.access, tables[0])

    async def evening() -> None:
        await event.caught_up()
        sign = event.director.alive[1]
        assert sign.version == version()
        assert sign.room > 0
        assert sign.moves == tables[0].ledger.place().moves
        assert (sign.trouble, sign.cut_off) == ("", None)
        assert abs(sign.ahead) < timedelta(minutes=2)

    tables[0].play(7)
    event.hold(evening)


def test_a_stream_is_kept_in_files_with_limits_and_nobody_may_delete_or_purge(
    server: Server,
) -> None:
    async def run() -> None:
        link = await Link.open(server.access)
        assert await link.tables() == set()
        stream = await link.make_stream(7)
        assert await link.tables() == {7}
        assert await link.make_stream(7) == stream
        answer = await link.ask("$JS.API.STREAM.INFO.club-cup-07")
        config = json.loads(answer.data)["config"]
        assert config["storage"] == "file"
        assert config["discard"] == "new"
        assert config["subjects"] == ["club.cup.table.07.line"]
        assert (config["max_bytes"], config["max_msg_size"]) == (MOST_BYTES, LONGEST_LINE)
        assert all(config[name] for name in ("allow_direct", "deny_delete", "deny_purge"))
        await link.close()

    asyncio.run(run())


SEALED = "players: Ann, Bob, Cy\nfirst: Ann\nhouse rules: sealed bids\n"


def test_lines_wait_while_bids_are_sealed(server: Server, tables: list[Table]) -> None:
    [table, *_] = tables
    table.session = Session.begin(table.ledger, read_header(SEALED))
    publisher = table.publisher(server.access)
    sent: list[str] = []

    class Stream:
        async def append(self, subject: str, line: bytes, sequence: int) -> int:
            sent.append(mirror.from_line(line)[1].hash)
            return sequence + 1

    def unsent_after(*lines: str) -> int:
        for line in lines:
            table.session.play(parse_move(line, table.session.setup), Source.TOUCH)
        asyncio.run(publisher._catch_up(Stream()))
        assert sent == table.hashes()[: len(sent)]
        return len(table.hashes()) - len(sent)

    assert unsent_after("Ann throws 5 6", "Ann declines") == 0
    assert unsent_after("Bob bids $137") == 1
    assert unsent_after("Cy bids $10", "ruling: Ann has $50") == 3
    assert unsent_after("Ann passes") == 0
    assert unsent_after("undo 2") == 1
    assert unsent_after("undo 2") == 0


def test_another_ledger_under_the_name_of_a_table_stops_its_publisher(
    server: Server, tables: list[Table]
) -> None:
    event = Event(server.access, tables[0])

    async def evening() -> None:
        await event.caught_up()
        await cancelled(event.tasks[1])  # Its next sign of life would be without trouble.
        other = tables[1].publisher(event.access)
        other.table = 1
        with pytest.raises(AnotherLedger):
            await other.run()
        await until(lambda: event.director.alive[1].trouble == "another ledger")
        assert event.has_all_of(tables[0])

    event.hold(evening)


def test_a_ledger_that_cannot_be_read_is_told_until_it_can(
    server: Server, tables: list[Table], tmp_path: Path
) -> None:
    async def evening() -> None:
        await until(lambda: event.director.alive.get(1) and event.director.alive[1].trouble)
        shutil.copytree(table.data, damaged, dirs_exist_ok=True)
        await event.caught_up()
        await until(lambda: not event.director.alive[1].trouble)

    table, damaged = tables[0], tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "ledger.db").write_bytes(b"no ledger" * 1000)
    event = Event(server.access, table)
    event.publishers[0]._data = damaged
    event.hold(evening)


# --- forged lines ---------------------------------------------------------------------------------


def bit(table: Table) -> bytes:
    """The next line with one bit flipped."""
    data = bytearray(table.line())
    data[len(data) // 2] ^= 1
    return bytes(data)


def amount(table: Table) -> bytes:
    """The next line with a move of other events, and a hash that fits."""
    after, row = mirror.from_line(table.line())
    assert isinstance(row, Entry)
    row = replace(row, text="ruling: Ann has $9000")
    return mirror.to_line(replace(row, hash=hashing.move_hash(row)), after)


def late(table: Table) -> bytes:
    """The line after the next one."""
    table.line()
    return table.line()


@pytest.mark.parametrize("forge", [bit, amount, late])
def test_a_forged_line_never_reaches_the_standings(
    server: Server, tables: list[Table], forge: Callable[[Table], bytes]
) -> None:
    table = tables[0]

    event = Event(server.access, tables[0])

    async def evening() -> None:
        await event.caught_up()
        await cancelled(event.tasks.pop())
        before = event.director.tables[1].current.position
        link = await Link.open(event.access)
        subject = event.access.subject(1, "line")
        last = await link.last(subject)
        await link.append(subject, forge(table), last.sequence)
        await until(lambda: event.director.tables[1].fault)
        assert event.director.tables[1].current.position == before
        assert event.director.tables[1].standings() == []
        await link.close()

    event.hold(evening)


def test_a_line_of_another_table_and_a_line_that_comes_again_change_nothing(
    server: Server, tables: list[Table]
) -> None:
    event = Event(server.access, *tables)

    async def evening() -> None:
        await event.caught_up()
        await cancelled(*event.tasks[1:])
        link = await Link.open(event.access)
        first, second = (event.access.subject(number, "line") for number in (1, 2))
        mine, theirs = await link.last(first), await link.last(second)
        with pytest.raises(Overtaken):
            await link.append(first, mine.data, 0)
        rows = list(event.director.tables[1].rows)
        again = await link.append(first, mine.data, mine.sequence)
        await until(lambda: event.director.tables[1].stored == again)
        assert event.director.tables[1].rows == rows
        assert not event.director.tables[1].fault
        await link.append(second, mine.data, theirs.sequence)
        await until(lambda: event.director.tables[2].fault)
        assert event.director.tables[2].standings() == []
        await link.close()

    for table in tables:
        table.play(3)
    event.hold(evening)
