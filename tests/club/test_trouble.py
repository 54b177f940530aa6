"""Fifty tables, and every trouble there is, at random instants: lost = doubled = 0.

The engine is killed, its disk is lost, publishers and the director are killed, and the network is a
black hole for some tables, while bots play at twenty times the rate of people.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: pip install '.[club]'")

from companion.club.director import Director
from companion.engine.standings import standings
from tests.club.engine import Proxy, Server, Table, cancelled, needs_server, stored, until

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.timeout(900)]
TABLES = 50
TROUBLES = 20
"""Instants of trouble in one evening."""
BETWEEN_MOVES = 0.75
"""Seconds between the moves of a table: people need fifteen."""
SECONDS = 12.0
BEFORE = 40
"""Moves that each table has played before its publisher starts."""
KINDS = ("engine", "publisher", "director", "network", "disk")


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter waits: each of them is only followed by another attempt."""
    monkeypatch.setattr("companion.club.stream.PATIENCE", 3.0)
    monkeypatch.setattr("companion.club.stream.PING", 1)
    for module in ("publisher", "director"):
        monkeypatch.setattr(f"companion.club.{module}.RETRY_AFTER", 0.3)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.kill()


class Troubled:
    """An event with trouble, drawn by ``random``."""

    def __init__(self, server: Server, tables: list[Table], random: Random) -> None:
        self.server, self.tables, self.random = server, tables, random
        self.director = Director(server.access)
        self.happened: Counter[str] = Counter()
        self._proxies: list[Proxy] = []
        self._publishers: list[asyncio.Task[None]] = []
        self._others: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start the director, and the publishers behind a proxy each fifth of them shares."""
        for _ in range(5):
            proxy = Proxy(self.server.port)
            await proxy.start()
            self._proxies.append(proxy)
        self._directing = asyncio.create_task(self.director.run())
        await until(lambda: self.director.is_connected)
        self._publishers = [self._published(table) for table in self.tables]

    def _published(self, table: Table) -> asyncio.Task[None]:
        proxy = self._proxies[table.number % len(self._proxies)]
        access = replace(self.server.access, server=f"nats://127.0.0.1:{proxy.port}")
        return asyncio.create_task(table.publisher(access).run())

    async def trouble(self) -> None:
        kind = self.random.choice(KINDS)
        self.happened[kind] += 1
        if kind == "engine":
            self.server.kill()
            await asyncio.sleep(self.random.random())
            self.server.start()
        elif kind == "disk":
            self.server.lose_disk()
        elif kind == "director":
            await cancelled(self._directing)
            self.director = Director(self.server.access)
            self._directing = asyncio.create_task(self.director.run())
        elif kind == "publisher":
            for place in self.random.sample(range(len(self.tables)), 5):
                await cancelled(self._publishers[place])
                self._publishers[place] = self._published(self.tables[place])
        else:
            proxy = self.random.choice(self._proxies)
            proxy.is_open = False
            self._others.append(asyncio.create_task(self._open_again(proxy)))

    async def _open_again(self, proxy: Proxy) -> None:
        await asyncio.sleep(1 + 2 * self.random.random())
        proxy.is_open = True

    async def play(self, table: Table) -> None:
        """Play at twenty times the rate of people until the evening is over."""
        end = asyncio.get_running_loop().time() + SECONDS
        random = Random(table.number)
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(BETWEEN_MOVES * 2 * random.random())
            if not table.play():
                table.begin("Dee Eve Fay")

    async def end(self) -> None:
        await cancelled(self._directing, *self._publishers, *self._others)
        for proxy in self._proxies:
            await proxy.close()

    def has(self, number: int, hashes: list[str]) -> bool:
        """Return True if the director has exactly these rows of a table."""
        found = self.director.tables.get(number)
        assert not (found and found.fault), (number, found and found.fault)
        return found is not None and [row.hash for row in found.rows] == hashes


async def evening(event: Troubled) -> tuple[int, int, int]:
    """Play, be in trouble, and return the counts of lines, of those lost and doubled."""
    await event.begin()
    try:
        playing = [asyncio.create_task(event.play(table)) for table in event.tables]
        for _ in range(TROUBLES):
            await asyncio.sleep(SECONDS / TROUBLES * 2 * event.random.random())
            await event.trouble()
        await asyncio.gather(*playing)
        for proxy in event._proxies:
            proxy.is_open = True
        ledgers = {table.number: table.hashes() for table in event.tables}
        await until(lambda: all(event.has(*ledger) for ledger in ledgers.items()), 200)
        lines = lost = doubled = 0
        for table in event.tables:
            kept = Counter(await stored(event.server.access, table))
            own = Counter(ledgers[table.number])
            lines += own.total()
            lost += (own - kept).total()
            doubled += (kept - own).total()
            assert event.director.tables[table.number].standings() == standings(table.game)
        return lines, lost, doubled
    finally:
        await event.end()


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_and_nothing_counts_twice(
    server: Server, tmp_path: Path, seed: int
) -> None:
    tables = [Table(tmp_path, number, "Ann Bob Cy Dee") for number in range(1, TABLES + 1)]
    try:
        for table in tables:
            table.play(BEFORE)
        event = Troubled(server, tables, Random(seed))
        lines, lost, doubled = asyncio.run(evening(event))
        print(f"seed {seed}: {lines} lines, {lost} lost, {doubled} doubled, {dict(event.happened)}")
        assert (lost, doubled) == (0, 0)
    finally:
        for table in tables:
            table.close()
