"""A thousand tables, and three servers of which one is killed in the middle of a round.

The tables have ledgers, keys and publishers of their own, and share some processes; the director is
the command itself.
"""

import asyncio
import csv
import json
import os
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from io import StringIO
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Self

import httpx
import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.cli.club_access import read_key
from companion.club import keys
from companion.club.stream import Lost
from companion.club.table import ClubTable
from tests.club.engine import (
    EVENT,
    Server,
    Table,
    cancelled,
    free_port,
    needs_server,
    stored,
    until,
)
from tests.club.halls import begin, ended, run_director, run_hall
from tests.club.programs import Program
from tests.club.walls import lines
from tests.sizes import sizes

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.timeout(3000)]
HALLS = 4
BEFORE, MOVES = 12, 24
"""Moves of each table before the round and in it."""
FEW, SHORT = 24, 8
"""Tables, and moves of each, of an evening with a planted fault."""
ADDRESSES = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
ROOM = 1 << 42
"""Bytes that a server may promise to streams: 128 MB for each is more than a disk of ours has."""
AT_ONCE = 32
"""Streams that are read again at one time."""
PATIENCE = 900.0
IMPATIENCE = 40.0
MB = 1_000_000
LONG = 500
"""Moves of a long game."""
MOST = 4096
"""Bytes of memory that a line may take."""


@dataclass
class Used:
    """Memory in bytes of a process and its processor time in seconds, up to now."""

    memory: int
    most: int
    seconds: float

    @classmethod
    def by(cls, pid: int) -> Self:
        status = dict(
            line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        )
        times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(times[11]) + int(times[12])
        memory, most = (int(status[name].split()[0]) << 10 for name in ("VmRSS", "VmHWM"))
        return cls(memory, most, ticks / os.sysconf("SC_CLK_TCK"))


@dataclass
class Lines:
    """Lines that the director took: where each came from, and when it was made and taken."""

    hashes: dict[int, list[str]] = field(default_factory=dict)
    times: list[tuple[float, float]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Self:
        found = cls()
        for line in path.read_text().splitlines():
            number, digest, made, taken = line.split()
            found.hashes.setdefault(int(number), []).append(digest)
            found.times.append((float(made), float(taken)))
        return found

    def lags(self, since: float, until: float) -> list[float]:
        """Seconds until each line that was made at that time was taken."""
        return [taken - made for made, taken in self.times if since <= made < until]


class Event:
    """Three servers, a director and the halls."""

    def __init__(
        self, stack: ExitStack, folder: Path, tables: int, moves: int, fault: str = ""
    ) -> None:
        self.folder, self.tables, self.moves = folder, range(1, tables + 1), moves
        self.keys = folder / "keys"
        keys.make_keys(self.keys, EVENT, tables, ADDRESSES, is_cluster=True)
        self.monitors: dict[str, str] = {}
        self.servers = [self._served(number, host) for number, host in enumerate(ADDRESSES, 1)]
        for server in self.servers:
            stack.callback(server.kill)
        self.access = read_key(self.keys / "director.key")[0]
        self.notes = folder / "notes"
        self.wall = f"http://127.0.0.1:{free_port()}"
        words = ["director", "Cup", "--key", str(self.keys / "director.key")]
        words += ["--folder", str(folder / "club"), "--port", self.wall.rpartition(":")[2]]
        self.director = Program(folder / "director.log", run_director, self.notes, *words)
        stack.callback(self.director.kill)
        self.halls = [
            Program(
                folder / f"hall-{first}.log",
                run_hall,
                folder,
                self.keys,
                self.tables[first::HALLS],
                BEFORE,
                moves,
                fault,
            )
            for first in range(HALLS)
        ]
        for hall in self.halls:
            stack.callback(hall.kill)
        self.news: list[tuple[float, str]] = []
        """Times at which the wall told something, each with its kind."""

    def _served(self, number: int, host: str) -> Server:
        path = self.keys / f"server-{number}" / keys.CONFIG
        values = json.loads(path.read_text())
        values["jetstream"]["max_file_store"] = ROOM
        self.monitors[host] = f"{host}:{free_port()}"
        path.write_text(json.dumps(values | {"http": self.monitors[host]}))
        return Server(path.parent, path, keys.PORT, host)

    # --- what is asked ----------------------------------------------------------------------------

    async def asked(self, path: str) -> str:
        with suppress(httpx.HTTPError):
            async with httpx.AsyncClient(timeout=PATIENCE) as client:
                return (await client.get(f"{self.wall}{path}")).text
        return ""

    async def monitored(self, server: Server, path: str) -> Any:
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            return (await client.get(f"http://{self.monitors[server.host]}/{path}")).json()

    async def of_director(self) -> Server:
        """The server to which the director is connected."""
        while True:
            for server in self.servers:
                found = await self.monitored(server, "connz?auth=1&limit=4096")
                if any(one.get("authorized_user") == "director" for one in found["connections"]):
                    return server
            await asyncio.sleep(0.5)

    async def led_by(self, server: Server) -> int:
        """The number of streams that a server leads."""
        found = await self.monitored(server, "jsz?accounts=1&streams=1")
        name = (await self.monitored(server, "varz"))["server_name"]
        streams = (one for account in found["account_details"] for one in account["stream_detail"])
        return sum(one["cluster"]["leader"] == name for one in streams)

    def taken(self) -> int:
        """The number of lines that the director took."""
        with suppress(FileNotFoundError), self.notes.open("rb") as file:
            return sum(1 for _ in file)
        return 0

    def watch(self) -> None:
        """Everybody that should be there is there."""
        assert self.director.is_alive, "the director has ended"
        assert all(hall.is_alive for hall in self.halls), "a hall has ended"

    async def has_taken(self, count: int) -> None:
        end = time.monotonic() + PATIENCE
        while self.taken() < count:
            self.watch()
            assert time.monotonic() < end, f"{self.taken()} lines of {count} were taken"
            await asyncio.sleep(0.5)

    # --- the evening ------------------------------------------------------------------------------

    async def follow_wall(self) -> None:
        """Look at the wall as a browser does, over one connection."""
        async with (
            httpx.AsyncClient(timeout=PATIENCE) as client,
            client.stream("GET", f"{self.wall}/stream") as stream,
        ):
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    self.news.append((time.time(), line.removeprefix("event: ")))

    async def begin(self) -> None:
        """Wait until everything that was played is on the wall, and begin the round."""
        while not await self.asked("/results"):
            self.watch()
            await asyncio.sleep(0.1)
        await self.has_taken(len(self.tables) * (BEFORE + 1))
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            how = {"data": {"do": "start", "minutes": "0"}, "headers": {"Origin": self.wall}}
            await client.post(f"{self.wall}/round", **how)
        begin(self.folder).touch()

    def own(self) -> dict[int, dict[str, Any]]:
        """Results that the tables themselves have; empty until all of them have ended."""
        paths = [ended(self.folder, number) for number in self.tables]
        if not all(path.exists() for path in paths):
            return {}
        facts = (json.loads(path.read_text()) for path in paths)
        return dict(zip(self.tables, facts, strict=True))

    async def shown(self) -> dict[int, list[list[object]]]:
        """The standings on the page of results."""
        found: dict[int, list[list[object]]] = {}
        for row in csv.DictReader(StringIO(await self.asked("/results.csv"))):
            if row["player"]:
                found.setdefault(int(row["table"]), []).append([row["player"], int(row["worth"])])
        return found

    async def kept(self) -> dict[int, list[str]]:
        """The hashes in all streams."""
        few, found = asyncio.Semaphore(AT_ONCE), {}

        async def read(number: int) -> None:
            async with few:
                while number not in found:
                    # Until the servers agree who answers.
                    with suppress(Lost, TimeoutError):
                        async with asyncio.timeout(30):
                            found[number] = await stored(self.access, number)

        await asyncio.gather(*map(read, self.tables))
        return found


async def evening(event: Event, patience: float) -> dict[str, float]:
    """Play the round, kill the director's server in its middle, and return the figures."""
    began = time.time()
    await event.begin()
    watching = asyncio.create_task(event.follow_wall())
    try:
        start, before = time.time(), Used.by(event.director.pid)
        served = {server.host: Used.by(server.pid).seconds for server in event.servers}
        tables = len(event.tables)
        await event.has_taken(tables * (BEFORE + 1 + event.moves // 2))
        failed = await event.of_director()
        led = await event.led_by(failed)
        most = max(Used.by(server.pid).most for server in event.servers)
        killed = time.time()
        failed.kill()
        event.servers.remove(failed)
        own = await until(event.own, PATIENCE)
        played = time.time()
        sent = {number: facts["hashes"] for number, facts in own.items()}
        standings = {number: facts["standings"] for number, facts in own.items()}
        end = time.monotonic() + patience
        while event.taken() < sum(map(len, sent.values())) and time.monotonic() < end:
            event.watch()
            await asyncio.sleep(0.5)
        used = Used.by(event.director.pid)
        while (is_shown := await event.shown() == standings) is False and time.monotonic() < end:
            await asyncio.sleep(0.5)
        assert not watching.done(), "the wall has ended"
        seconds = time.time() - start
        spent = [Used.by(one.pid).seconds - served[one.host] for one in event.servers]
        memory = max([most, *(Used.by(one.pid).most for one in event.servers)])
    finally:
        await cancelled(watching)
    # It has to get from the others what it missed.
    failed.start()
    event.servers.append(failed)
    kept, taken = await event.kept(), Lines.read(event.notes)
    news = [at for at, _ in event.news]
    figures = {
        "tables": tables,
        "sent": count(sent),
        "stored": count(kept),
        "shown": count(taken.hashes),
        "lost": differs(sent, kept) + differs(sent, taken.hashes),
        "doubled": differs(kept, sent) + differs(taken.hashes, sent),
        "standings": float(is_shown),
        "joined": start - began,
        "rate": tables * event.moves / (played - start),
        "led": led,
        "memory of the director": used.most / MB,
        "memory of a server": memory / MB,
        "seconds of the director": used.seconds - before.seconds,
        "share of the director": (used.seconds - before.seconds) / seconds,
        "share of a server": max(spent) / seconds,
        "disk of a table": sum(map(disk, event.servers)) / len(event.servers) / tables,
        "longest silence of the wall": max(b - a for a, b in pairwise(news)),
        "news after the kill": sum(1 for at, kind in event.news if at > killed and kind != "alive"),
    }
    for name, lags in {
        "before": taken.lags(start, killed - 5),
        "after": taken.lags(killed - 5, played),
    }.items():
        figures[f"median {name}"] = median(lags)
        figures[f"p95 {name}"] = quantiles(lags, n=20)[-1]
        figures[f"worst {name}"] = max(lags)
    return figures


def count(lines: dict[int, list[str]]) -> int:
    return sum(map(len, lines.values()))


def differs(one: dict[int, list[str]], other: dict[int, list[str]]) -> int:
    """Return the number of lines that ``other`` does not have."""
    return sum((Counter(one[number]) - Counter(other.get(number, []))).total() for number in one)


def disk(server: Server) -> int:
    """Return the bytes that the streams of a server take on its disk."""
    return sum(path.stat().st_blocks * 512 for path in server.folder.rglob("*"))


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Iterator[ExitStack]:
    for name in ("PORT", "ROUTES_PORT"):
        monkeypatch.setattr(keys, name, free_port())
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("tables", sizes(slow=100, hours=1000))
def test_a_server_is_killed_and_no_table_loses_anything(
    stack: ExitStack, tmp_path: Path, tables: int, record_figures: Callable[..., None]
) -> None:
    figures = asyncio.run(evening(Event(stack, tmp_path, tables, MOVES), PATIENCE))
    record_figures("thousand", **figures)
    assert (figures["lost"], figures["doubled"], figures["standings"]) == (0, 0, 1)
    assert figures["news after the kill"]


def test_a_line_takes_little_memory_of_the_director(
    tmp_path: Path, record_figures: Callable[..., None]
) -> None:
    sent = []
    for number in (1, 2):
        with closing(Table(tmp_path, number, "Ann Bob Cy Dee")) as table:
            table.play(LONG)
            sent.append(lines(table))
    # What every table shares is there after the first one.
    tables = [ClubTable(1), ClubTable(2)]
    for line in sent[0]:
        assert tables[0].take(line)
    tracemalloc.start()
    for line in sent[1]:
        assert tables[1].take(line)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    record_figures("thousand", **{"bytes of a line": taken / len(sent[1])})
    assert taken / len(sent[1]) <= MOST


def test_lines_that_were_never_acknowledged_are_missed(
    stack: ExitStack, tmp_path: Path, record_figures: Callable[..., None]
) -> None:
    event = Event(stack, tmp_path, FEW, SHORT, "no acknowledgement")
    figures = asyncio.run(evening(event, IMPATIENCE))
    assert figures["lost"]
    assert not figures["standings"]
    record_figures("thousand", found=figures["lost"])
