"""Fifty tables, and every trouble there is, at random instants: lost = doubled = 0.

Publishers, the director, the engine and the network are processes. They are killed (SIGKILL) and
hung (SIGSTOP), the engine's disk is lost, and the network is a black hole for some tables, while
bots play at twenty times the rate of people. Each table has a key of its own and an encrypted
connection. The tables themselves live in the test: what a killed bank keeps is tested in
``tests/ledger/power``.
"""

import asyncio
import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random

import httpx
import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.cli.club_access import read_key
from companion.club import keys
from companion.club.stream import Link, Lost
from companion.engine.standings import standings
from companion.ledger import mirror
from companion.ledger.copies import snapshot
from companion.ledger.records import BEGINNING
from tests.club.engine import (
    EVENT,
    PATIENCE,
    Server,
    Table,
    cancelled,
    free_port,
    needs_server,
    rows,
    stored,
)
from tests.club.programs import Program, companion, run_forward

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.timeout(900)]
SEEDS = 20
TABLES = 50
TROUBLES = 20
"""Instants of trouble in one evening."""
BETWEEN_MOVES = 0.75
"""Seconds between the moves of a table: people need fifteen."""
SECONDS = 16.0
BEFORE = 40
"""Moves that each table has played before its publisher starts."""
AT_ONCE = 5
"""Publishers that are killed or hung at one instant."""
ROUTES = 5
KINDS = (
    "engine killed",
    "engine hung",
    "director killed",
    "director hung",
    "publishers killed",
    "publishers hung",
    "network cut",
    "black hole",
    "disk lost",
)
LONGEST = 3.0
"""Longest time in seconds for which something hangs."""


class Troubled:
    """An event with trouble, drawn by ``random``."""

    def __init__(
        self,
        folder: Path,
        tables: list[Table],
        random: Random,
        fault: str = "",
        kinds: tuple[str, ...] = KINDS,
    ) -> None:
        self.folder, self.tables, self.random = folder, tables, random
        self.fault, self.kinds = fault, kinds
        self.happened: Counter[str] = Counter()
        self.keys = folder / "keys"
        keys.make_keys(self.keys, EVENT, len(tables), ["127.0.0.1"])
        self.server = Server(folder, self.keys / keys.CONFIG, keys.PORT)
        self.server.store = self.keys / "streams"
        self.access = read_key(self.keys / "director.key")[0]
        self.wall = f"http://127.0.0.1:{free_port()}"
        self._ports = [free_port() for _ in range(ROUTES)]
        self._route: dict[str, int] = {}
        self._routes = [self._routed(number) for number in range(ROUTES)]
        self.director = self._directed()
        self.publishers: dict[int, Program] = {}
        self._others: list[asyncio.Task[None]] = []

    # --- programs ---------------------------------------------------------------------------------

    def _routed(self, number: int) -> Program:
        log = self.folder / "network.log"
        return Program(log, run_forward, self._ports[number], self.server.port)

    def _key(self, user: str, number: int) -> str:
        """The key of a user, for the server behind a route; each start takes the next one.

        What a route still holds of the last start then comes after what the next one sends.
        """
        route = self._route[user] = (self._route.get(user, number) + 1) % ROUTES
        values = json.loads((self.keys / f"{user}.key").read_text())
        values["server"] = f"tls://127.0.0.1:{self._ports[route]}"
        path = self.folder / f"{user}.key"
        path.write_text(json.dumps(values))
        return str(path)

    def _directed(self) -> Program:
        words = ["director", "Cup", "--key", self._key("director", 0)]
        words += ["--folder", str(self.folder / "club"), "--port", self.wall.rpartition(":")[2]]
        return Program(self.folder / "director.log", companion, self.fault, *words)

    def _published(self, table: Table) -> Program:
        words = ["publish", "--key", self._key(keys.user_of(table.number), table.number)]
        words += ["--data", str(table.data), "--runtime", str(table.runtime)]
        log = self.folder / f"publisher-{table.number:02d}.log"
        return Program(log, companion, self.fault, *words)

    # --- trouble ----------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Wait for the director, begin a round, and start the publishers."""
        origin = {"Origin": self.wall}
        round_one = {"do": "start", "minutes": "0"}
        while not await self._asked("/results"):
            assert self.director.is_alive
            await asyncio.sleep(0.05)
        async with httpx.AsyncClient() as client:
            await client.post(f"{self.wall}/round", data=round_one, headers=origin)
        self.publishers = {table.number: self._published(table) for table in self.tables}

    async def trouble(self) -> None:
        """Let one thing go wrong that is drawn."""
        kind = self.random.choice(self.kinds)
        self.happened[kind] += 1
        getattr(self, kind.replace(" ", "_"))()

    def engine_killed(self) -> None:
        self.server.kill()
        self.server.start()

    def engine_hung(self) -> None:
        self._hang(self.server.stop, self.server.go_on)

    def disk_lost(self) -> None:
        self.server.lose_disk()

    def director_killed(self) -> None:
        self.director.kill()
        self.director = self._directed()

    def director_hung(self) -> None:
        self._hang(self.director.stop, self.director.go_on)

    def publishers_killed(self) -> None:
        self._start_anew(self.random.sample(self.tables, AT_ONCE))

    def _start_anew(self, tables: list[Table]) -> None:
        for table in tables:
            self.publishers[table.number].kill()
            self.publishers[table.number] = self._published(table)

    def publishers_hung(self) -> None:
        for table in self.random.sample(self.tables, AT_ONCE):
            publisher = self.publishers[table.number]
            self._hang(publisher.stop, publisher.go_on)

    def network_cut(self) -> None:
        route = self.random.randrange(ROUTES)
        self._routes[route].kill()
        self._routes[route] = self._routed(route)

    def black_hole(self) -> None:
        """Stop a route; some publishers behind it begin anew on another one before it goes on."""
        route = self.random.randrange(ROUTES)
        behind = [one for one in self.tables if self._route[keys.user_of(one.number)] == route]
        moved = self.random.sample(behind, min(AT_ONCE, len(behind)))
        self._others.append(asyncio.create_task(self._swallow(self._routes[route], moved)))

    async def _swallow(self, route: Program, moved: list[Table]) -> None:
        route.stop()
        # Time for each table to send a line into it.
        await asyncio.sleep(1 + self.random.random())
        self._start_anew(moved)
        counts = {table.number: len(table.hashes()) for table in moved}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not await self._has_stored(counts):
                    await asyncio.sleep(0.2)
        route.go_on()

    async def _has_stored(self, counts: dict[int, int]) -> bool:
        """Return True if the stream has as many lines of these tables."""
        for number, count in counts.items():
            access = read_key(self.keys / f"{keys.user_of(number)}.key")[0]
            with suppress(Lost):
                link = await Link.open(access)
                try:
                    last = await link.last(access.subject(number, "line"))
                finally:
                    await link.close()
                place = mirror.from_line(last.data)[0] if last else BEGINNING
                if place.games + place.moves >= count:
                    continue
            return False
        return True

    def _hang(self, stop: Callable[[], None], go_on: Callable[[], None]) -> None:
        async def hang() -> None:
            await asyncio.sleep(seconds)
            go_on()

        seconds = LONGEST * self.random.random()
        stop()
        self._others.append(asyncio.create_task(hang()))

    async def play(self, table: Table) -> None:
        """Play at twenty times the rate of people until the evening is over."""
        clock, random = asyncio.get_running_loop().time, Random(table.number)
        began, due = clock(), 0.0
        # Every move that is due, however late.
        while (due := due + BETWEEN_MOVES * 2 * random.random()) < SECONDS:
            await asyncio.sleep(began + due - clock())
            if not table.play():
                table.begin("Dee Eve Fay")

    def end(self) -> None:
        for program in (self.director, *self.publishers.values(), *self._routes):
            program.kill()
        self.server.kill()

    # --- what came of it --------------------------------------------------------------------------

    async def calm(self) -> None:
        """Wait until nothing hangs any more."""
        await asyncio.gather(*self._others)

    async def _asked(self, path: str) -> str:
        with suppress(httpx.HTTPError):
            async with httpx.AsyncClient(timeout=PATIENCE) as client:
                return (await client.get(f"{self.wall}{path}")).text
        return ""

    async def is_folded(self, own: dict[int, list[tuple[str, int]]]) -> bool:
        """Return True if the director's standings are those of the tables themselves."""
        ended = [number for number, one in self.publishers.items() if not one.is_alive]
        assert not ended, f"the publishers of {ended} have ended"
        assert self.director.is_alive, "the director has ended"
        assert "Not counted" not in await self._asked("/results"), "a table does not verify"
        found: dict[int, list[tuple[str, int]]] = {}
        for row in csv.DictReader(StringIO(await self._asked("/results.csv"))):
            if row["player"]:
                found.setdefault(int(row["table"]), []).append((row["player"], int(row["worth"])))
        return found == own

    def saved(self, number: int) -> list[str]:
        """Return the hashes in the ledger of a table that the director saved at its end."""
        path = self.folder / f"club/{EVENT}/ledgers/table-{number:02d}.db"
        with snapshot(path) as reader:
            return [row.hash for row in rows(reader)]


async def evening(event: Troubled, patience: float) -> tuple[int, int, int]:
    """Play, be in trouble, and return the counts of lines, of those lost and doubled."""
    playing: list[asyncio.Task[None]] = []
    try:
        await event.begin()
        playing += [asyncio.create_task(event.play(table)) for table in event.tables]
        for _ in range(TROUBLES):
            await asyncio.sleep(SECONDS / TROUBLES * 2 * event.random.random())
            await event.trouble()
        await asyncio.gather(*playing)
        await event.calm()
        return await judged(event, patience)
    finally:
        await cancelled(*playing, *event._others)
        event.end()


async def judged(event: Troubled, patience: float) -> tuple[int, int, int]:
    """Wait until everything has come, and count the lines, those lost and doubled."""
    own = {
        table.number: [(one.name, one.worth) for one in standings(table.game)]
        for table in event.tables
    }
    clock = asyncio.get_running_loop().time
    end = clock() + patience
    while not await event.is_folded(own):
        assert clock() < end, "the standings are not those of the tables"
        await asyncio.sleep(0.5)
    lines = lost = doubled = 0
    for table in event.tables:
        ledger = table.hashes()
        end = clock() + patience
        while (kept := await stored(event.access, table.number)) != ledger and clock() < end:
            assert len(kept) <= len(ledger), f"table {table.number} has lines twice"
            await asyncio.sleep(0.5)
        lines += len(ledger)
        lost += (Counter(ledger) - Counter(kept)).total()
        doubled += (Counter(kept) - Counter(ledger)).total()
    # The stream has everything; the director reads on until the ledgers that it saves have it, too.
    ledgers = {table.number: table.hashes() for table in event.tables}
    end = clock() + patience
    while True:
        event.director.end()
        if all(event.saved(number) == hashes for number, hashes in ledgers.items()):
            return lines, lost, doubled
        assert clock() < end, "the director has other lines than the ledgers"
        event.director = event._directed()
        while not await event.is_folded(own):
            assert clock() < end, "the standings are not those of the tables"
            await asyncio.sleep(0.5)


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    monkeypatch.setattr(keys, "PORT", free_port())
    monkeypatch.setattr("companion.club.stream.PATIENCE", PATIENCE)
    tables = [Table(tmp_path, number, "Ann Bob Cy Dee") for number in range(1, TABLES + 1)]
    for table in tables:
        table.play(BEFORE)
    yield tables
    for table in tables:
        table.close()


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=pytest.mark.hours if seed else ()) for seed in range(SEEDS)],
)
def test_nothing_is_lost_and_nothing_counts_twice(
    tables: list[Table], tmp_path: Path, seed: int, record_figures: Callable[..., None]
) -> None:
    event = Troubled(tmp_path, tables, Random(seed))
    lines, lost, doubled = asyncio.run(evening(event, 200))
    figures = {"lines": lines, "lost": lost, "doubled": doubled, **event.happened}
    record_figures("club", **{f"{name} {seed}": figure for name, figure in figures.items()})
    assert (lost, doubled) == (0, 0)


@pytest.mark.parametrize(
    ("fault", "shown_by", "hidden_by"),
    [
        ("own retry", "disk lost", ""),
        ("omitted sequence", "black hole", "disk lost"),
        ("double count", "disk lost", "director killed"),
    ],
)
def test_an_evening_finds_a_planted_fault(
    tables: list[Table],
    tmp_path: Path,
    fault: str,
    shown_by: str,
    hidden_by: str,
    record_figures: Callable[..., None],
) -> None:
    # A lost disk takes doubled lines with it, and a director begins anew without what it doubled.
    others = [kind for kind in KINDS if kind not in (shown_by, hidden_by)]
    kinds = tuple(others + len(others) * [shown_by])
    event = Troubled(tmp_path, tables, Random(fault), fault, kinds)
    with pytest.raises(AssertionError) as found:
        assert asyncio.run(evening(event, 40))[1:] == (0, 0)
    print(f"{fault}: {found.value}")
    record_figures("club", **{f"found {fault}": 1})
