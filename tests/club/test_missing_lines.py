"""Lines that the server cannot store, and rows of a ledger that is not this table's."""

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.director import NO_STREAM
from companion.club.publisher import FEED, FOREIGN_FEED, NOT_STORED, AnotherLedger, Publisher
from companion.club.stream import Access, Link, NoAnswer
from companion.ledger.records import Row
from tests.club.engine import (
    EVENT,
    Event,
    Server,
    Table,
    free_port,
    needs_server,
    stored,
    until,
)

pytestmark = needs_server
SMALL = 30_000
"""Bytes of a stream with room for some moves of a table, but not for many."""


@pytest.fixture(autouse=True)
def notices_soon(impatience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.club.publisher.UNNOTICED", 0.5)
    # What is full here is the server.
    monkeypatch.setattr("companion.club.stream.MOST_BYTES", -1)


class Limited:
    """A server with room for few bytes, until it is started again with more."""

    def __init__(self, folder: Path) -> None:
        self._config, self._store = folder / "nats.conf", folder / "store"
        self._port = free_port()
        self._write(SMALL)
        self.server = Server(folder, self._config, self._port)
        self.access = Access(f"nats://127.0.0.1:{self._port}", EVENT)

    def _write(self, most: int) -> None:
        jetstream = {"store_dir": str(self._store), "max_file_store": most}
        values = {"host": "127.0.0.1", "port": self._port, "jetstream": jetstream}
        self._config.write_text(json.dumps(values))

    def start_with_room(self) -> None:
        self.server.kill()
        self._write(1 << 30)
        self.server.start()


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Limited]:
    limited = Limited(tmp_path)
    yield limited
    limited.server.kill()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path, 1)) as table:
        table.play(5)
        yield table


def test_a_full_server_is_told_by_the_table_until_there_is_room(
    limited: Limited, own: Table, caplog: pytest.LogCaptureFixture
) -> None:
    event = Event(limited.access, own)
    director = event.director

    async def course() -> None:
        def trouble() -> str:
            return director.alive[1].trouble

        await event.caught_up()
        # Whatever a line takes on the disk.
        while trouble() != NOT_STORED:
            if not own.play(20):
                own.begin()
            await asyncio.sleep(0.02)
        own.play(5)
        booked = own.ledger.place().moves
        await until(lambda: director.alive[1].moves == booked)
        assert director.tables[1].moves < booked
        assert director.tables[1].lacks_since
        limited.start_with_room()
        await until(lambda: event.has_all_of(own) and not trouble())
        assert director.tables[1].lacks_since is None
        assert await stored(limited.access, own.number) == own.hashes()

    with caplog.at_level(logging.ERROR):
        event.hold(course)
    assert sum("club-not-stored" in message for message in caplog.messages) == 1


def test_a_server_that_answers_without_a_stream_is_not_a_lost_connection(
    limited: Limited, own: Table
) -> None:
    """A server whose disk fills up altogether answers no question about its stream any more."""

    async def no_answer(*_: object, **__: object) -> None:
        await asyncio.sleep(0.5)
        raise NoAnswer("timeout")

    event = Event(limited.access, own)
    director = event.director

    async def course() -> None:
        await event.caught_up()
        heard = director.alive[1].heard
        with patch.object(Link, "ask", no_answer):
            await until(lambda: director.trouble == NO_STREAM)
            own.play()
            await until(lambda: director.alive[1].trouble == NOT_STORED)
            assert director.alive[1].heard > heard
        await until(lambda: not director.trouble)
        await until(lambda: not director.alive[1].trouble)

    event.hold(course)


def test_rows_of_another_ledger_in_the_feed_are_refused_until_the_own_feed_is_back(
    server: Server, own: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    event = Event(server.access, own)
    director = event.director

    async def course() -> None:
        await event.caught_up()
        with closing(Table(tmp_path, 2, "Ann Bob Cy", own.runtime)) as other:
            other.play(9)
            await until(lambda: director.alive[1].trouble == FOREIGN_FEED)
            assert await stored(server.access, own.number) == own.hashes()
            # What is played here comes from the ledger itself.
            own.play(7)
            await event.caught_up()
            other.play(30)
            own.begin()
            own.play(6)
            await event.caught_up()
            await until(lambda: not director.alive[1].trouble)
        assert await stored(server.access, own.number) == own.hashes()

    with caplog.at_level(logging.ERROR):
        event.hold(course)
    assert sum("club-feed-refused" in message for message in caplog.messages) == 1


@pytest.mark.parametrize("left", [False, True], ids=["no ledger yet", "feed of an earlier bank"])
def test_a_bank_that_is_just_beginning_is_waited_for_without_a_word(
    server: Server,
    own: Table,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    left: bool,
) -> None:
    """Its ledger comes after its feed, or its feed after that of another ledger."""
    feed = own.runtime / FEED
    own_feed = feed.read_bytes()
    later = own.data.rename(own.data.with_name("later"))
    if left:
        later.rename(own.data)
        feed.unlink()
        with closing(Table(tmp_path, 2, "Ann Bob Cy", own.runtime)) as other:
            other.play(9)
            kept = feed.read_bytes()
        feed.write_bytes(kept)
    event = Event(server.access, own)
    monkeypatch.setattr("companion.club.publisher.LOOKS", 10**6, raising=False)
    looks = 0
    look = Publisher._catch_up

    async def course() -> None:
        await until(lambda: looks)
        if left:
            feed.with_name("new").write_bytes(own_feed)
            feed.with_name("new").rename(feed)
        else:
            later.rename(own.data)
        await event.caught_up()
        assert not event.director.alive[1].trouble

    async def looked(own: Publisher, link: Link, wanted: Row | None = None) -> bool:
        nonlocal looks
        looks += wanted is not None
        return await look(own, link, wanted)

    with patch.object(Publisher, "_catch_up", looked), caplog.at_level(logging.ERROR):
        event.hold(course)
    assert not caplog.messages


def test_another_ledger_in_the_place_of_the_own_one_is_not_sent(
    server: Server, own: Table, tmp_path: Path
) -> None:
    event = Event(server.access, own)

    async def course() -> None:
        await event.caught_up()
        with closing(Table(tmp_path, 2)) as other:
            other.play(20)
            event.publishers[0]._data = other.data
            with pytest.raises(AnotherLedger):
                await event.tasks[1]
        assert await stored(server.access, own.number) == own.hashes()

    event.hold(course)


def test_a_move_that_is_booked_while_the_last_line_is_stored_is_not_missed(
    server: Server, own: Table, tmp_path: Path
) -> None:
    append, event, booked = Link.append, Event(server.access, own), len(own.hashes())
    # The bank has no feed, so that only the ledger tells of the move.
    event.publishers = [Publisher(server.access, own.number, own.data, tmp_path / "no feed")]

    async def play_behind(link: Link, subject: str, data: bytes, after: int) -> int:
        sequence = await append(link, subject, data, after)
        if sequence == len(own.hashes()) == booked:
            own.play()
        return sequence

    async def course() -> None:
        await until(lambda: len(own.hashes()) > booked)
        await event.caught_up()

    with patch.object(Link, "append", play_behind):
        event.hold(course)
