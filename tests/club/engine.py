"""An event for tests: a real nats-server, tables with real ledgers, and a proxy to cut the network.

Publishers and directors are tasks of the test: cancelling one is as hard as killing a program,
because neither remembers anything outside. The server is a process and is killed.
"""

import asyncio
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.director import Director
from companion.club.publisher import Publisher
from companion.club.stream import BATCH, Access, Link, Pulled
from companion.engine.state import Game
from companion.ledger import mirror
from companion.ledger.feed import FILE_NAME
from companion.ledger.ledger import Ledger
from companion.ledger.reader import LedgerReader
from companion.ledger.records import BEGINNING, Row
from companion.simulation.games import evening
from companion.table.session import Session
from tests.ui.driver import setup

NATS = shutil.which("nats-server") or "/usr/sbin/nats-server"
needs_server = pytest.mark.skipif(
    not Path(NATS).exists(), reason="there is no nats-server: apt-get install nats-server"
)
PATIENCE = 180.0
EVENT = "cup"


def free_port() -> int:
    """A free port that the system gives to nobody by itself.

    One that it does give may be taken while the server is killed, even by an attempt to connect to
    the server, which then reaches itself.
    """
    for port in Random().sample(range(20_000, 30_000), 1000):
        with suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is no free port")


class Server:
    """A nats-server with JetStream in a folder; without ``config``, everybody may do everything."""

    def __init__(
        self, folder: Path, config: Path | None = None, port: int = 0, host: str = "127.0.0.1"
    ) -> None:
        self.folder, self.store = folder, folder / "store"
        self.host, self.port = host, port or free_port()
        self._log = folder / "nats.log"
        self._config = ["-c", str(config)] if config else []
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        own = [] if self._config else ["-js", "-sd", str(self.store)]
        own += [] if self._config else ["-a", "127.0.0.1", "-p", str(self.port)]
        command = [NATS, *self._config, *own, "-l", str(self._log)]
        self.process = subprocess.Popen(command)
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError), socket.create_connection((self.host, self.port), 1):
                return
            assert self.process.poll() is None, f"nats-server has ended: {self._log.read_text()}"
            assert time.monotonic() < end, "nats-server does not start"
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def lose_disk(self) -> None:
        self.kill()
        shutil.rmtree(self.store)
        self.start()

    @property
    def access(self) -> Access:
        return Access(f"nats://127.0.0.1:{self.port}", EVENT)


def rows(ledger: LedgerReader) -> Iterator[Row]:
    """Games and moves of a ledger, as they are sent."""
    throws = ledger.last_number("tray_throws")
    return mirror.rows_after(ledger, BEGINNING._replace(throws=throws))


class Table:
    """A table: a ledger with its feed, and bots that play in it."""

    def __init__(
        self,
        folder: Path,
        number: int,
        players: str = "Ann Bob Cy",
        runtime: Path | None = None,
    ) -> None:
        self.number = number
        self.data, self.runtime = folder / f"data-{number}", runtime or folder / f"run-{number}"
        self.runtime.mkdir(parents=True, exist_ok=True)
        self.ledger = Ledger.open(self.data, feed=self.runtime / FILE_NAME)
        self.session: Session
        self.begin(players)

    def begin(self, players: str = "Ann Bob Cy", **chosen: Any) -> None:
        self.session = Session.begin(self.ledger, setup(players, **chosen))
        # A name and a number: each table has games of its own.
        self._game = evening(self.session, f"{self.number}-{self.ledger.place().games}", 400)

    def play(self, moves: int = 1) -> int:
        """Play some moves; return how many there were before the game was over."""
        return sum(1 for _, position in zip(range(moves), self._game, strict=False) if position)

    def line(self) -> bytes:
        """Play a move, and return it as the line that a publisher would send."""
        self.play()
        place, row = BEGINNING, None
        for row in rows(self.ledger):
            place = place.after(row)
        assert row
        return mirror.to_line(row, place)

    def hashes(self) -> list[str]:
        """The hash of every game and move of the ledger, in the order in which they came."""
        return [row.hash for row in rows(self.ledger)]

    @property
    def game(self) -> Game:
        return self.session.game

    def publisher(self, access: Access) -> Publisher:
        return Publisher(access, self.number, self.data, self.runtime)

    def close(self) -> None:
        self.ledger.close()


class Event:
    """A director and the publishers of some tables, as tasks.

    ``through`` is the way of the publishers to the server, if it is another.
    """

    def __init__(self, access: Access, *tables: Table, through: Access | None = None) -> None:
        self.access, self.tables = access, tables
        self.director = Director(access)
        self.publishers = [table.publisher(through or access) for table in tables]
        self.tasks: list[asyncio.Task[None]] = []

    def hold(self, course: Callable[[], Awaitable[Any]]) -> None:
        """Run the director, then the publishers, during the course of something."""
        asyncio.run(self._run(course))

    async def _run(self, course: Callable[[], Awaitable[Any]]) -> None:
        try:
            self.tasks.append(asyncio.create_task(self.director.run()))
            await until(lambda: not self.director.trouble)
            self.tasks += [asyncio.create_task(one.run()) for one in self.publishers]
            await course()
        finally:
            await cancelled(*self.tasks)

    async def caught_up(self) -> None:
        """Wait until the director has exactly what the ledgers have, and a sign of life of each."""
        await until(lambda: all(map(self.has_all_of, self.tables)))
        await until(lambda: all(table.number in self.director.alive for table in self.tables))

    def has_all_of(self, table: Table) -> bool:
        found = self.director.tables.get(table.number)
        assert not (found and found.fault), found
        if found is None or len(found.rows) != sum(table.ledger.place()[:2]):
            return False
        return [row.hash for row in found.rows] == table.hashes()


async def forward(
    port: int, target: int, passes: Callable[[bytes], bool] = lambda data: True
) -> None:
    """Forward TCP connections; data that does not pass is swallowed in silence."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", target)
            await asyncio.gather(carry(reader, back), carry(there, writer))
        writer.close()

    async def carry(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                if passes(data):
                    to.write(data)
                    await to.drain()
        to.close()

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    try:
        await asyncio.Event().wait()
    finally:
        server.close()  # Python 3.12 and later would wait for the connections, too.


async def until(holds: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait for a condition, and return what it found."""
    end = time.monotonic() + patience
    while not (found := holds()):
        assert time.monotonic() < end, "it did not come to that"
        await asyncio.sleep(0.02)
    return found


async def cancelled(*tasks: "asyncio.Task[Any]") -> None:
    """Cancel tasks and wait for their end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def stored(access: Access, number: int) -> list[str]:
    """The hashes in the stream of a table."""
    link = await Link.open(access)
    brought: asyncio.Queue[Pulled] = asyncio.Queue()
    found: list[str] = []
    try:
        last = await link.make_stream(number)
        await link.hear_pulled(brought.put)
        consumer = await link.make_consumer(number, 1)
        while len(found) < last.last:
            await link.pull(number, consumer)
            while (one := await asyncio.wait_for(brought.get(), PATIENCE)).count:
                found.append(mirror.from_line(one.data)[1].hash)
                if len(found) == last.last or not len(found) % BATCH:
                    break
    finally:
        await link.close()
    return found
