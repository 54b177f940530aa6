"""A director with many tables, without a server: their lines are taken as if a stream had them."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from unittest.mock import patch

import httpx
import uvicorn

from companion.club.app import Pages
from companion.club.director import Alive, Director
from companion.club.rounds import POINTS, Rounds
from companion.club.stream import Access
from companion.club.table import Note
from companion.club.wall import Wall, WallScene, overview, wall
from companion.ledger import ledger, mirror
from companion.ledger.records import BEGINNING
from tests.club.engine import Table, rows

OWN = "http://127.0.0.1:8090"


def visit(
    pages: Pages, method: str = "GET", path: str = "/", client: str = "127.0.0.1", **how: Any
) -> httpx.Response:
    """Ask the pages of a director, as a browser at an address does."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(pages.app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url=OWN) as browser:
            return await browser.request(method, path, **how)

    return asyncio.run(ask())


NAMES = [
    "Ada",
    "Ben",
    "Cem",
    "Dora",
    "Eli",
    "Fay",
    "Gus",
    "Hana",
    "Ida",
    "Jo",
    "Kai",
    "Lena",
    "Max",
    "Nora",
    "Otto",
    "Pia",
    "Quinn",
    "Rosa",
    "Sam",
    "Tess",
    "Uwe",
    "Vera",
    "Will",
    "Xenia",
    "Yann",
    "Zoe",
    "Alma",
    "Bruno",
    "Carla",
    "David",
    "Emma",
    "Finn",
    "Greta",
    "Hugo",
    "Iris",
    "Jonas",
    "Karla",
    "Luis",
    "Marta",
    "Nils",
    "Olga",
    "Paul",
    "Rita",
    "Stefan",
    "Tina",
    "Ugo",
    "Viola",
    "Wanda",
    "Yusuf",
    "Zita",
    "Wilhelmina",
]
FAMILIES = [
    "Abel",
    "Brandt",
    "Cole",
    "Demir",
    "Ek",
    "Frey",
    "Grau",
    "Hartmann",
    "Ito",
    "Jung",
    "Keller",
    "Lindqvist",
    "Moreau",
]
NOW = datetime(2026, 11, 20, 20, 41, tzinfo=UTC)
"""Time on the walls, on the clock of everybody."""


def lines(table: Table) -> list[bytes]:
    """The lines of a table, as its publisher would send them."""
    place, found = BEGINNING, []
    for row in rows(table.ledger):
        place = place.after(row)
        found.append(mirror.to_line(row, place))
    return found


def new_director() -> Director:
    """A director of an event without a server, who has heard nothing yet."""
    return Director(Access("", "cup"), lambda: NOW)


def take(director: Director, table: Table) -> None:
    """Let a director hear all lines of a table."""
    for line in lines(table):
        director._take(director.access.subject(table.number, "line"), line)


def seen(director: Director, expected: int = 0, now: datetime = NOW, find: str = "") -> Wall:
    """The wall of a director who expects a number of tables."""
    scene = WallScene("Cup", director.tables, director.alive, now, expected=expected)
    return wall(overview(scene), find)


def alive(ago: float = 3, **changed: object) -> Alive:
    """A sign of life that was heard some seconds ago."""
    fields = {
        "heard": NOW - timedelta(seconds=ago),
        "ahead": timedelta(),
        "version": "2.0",
        "room": 90_000,
        "celsius": 51.0,
        "cut_off": None,
        "trouble": "",
        "moves": 0,
    }
    return Alive(**{**fields, **changed})


def players(random: Random, count: int) -> str:
    """Names in seating order; no two are the same."""
    firsts = random.sample(NAMES, count)
    return " ".join(f"{first}_{random.choice(FAMILIES)}" for first in firsts)


def played(
    director: Director,
    folder: Path,
    number: int,
    count: int,
    moves: int = 220,
    then: Callable[[Table], object] = lambda table: None,
) -> None:
    """Let bots play at a table until a few seconds ago, and let the director see it."""
    random = Random(number)
    seconds = random.choice((4, 7, 9, 12, 15, 18, 22, 26))
    times = (
        NOW - timedelta(seconds=seconds + 20 * (moves - place)) for place in range(-2, 3 * moves)
    )
    with (
        patch.object(ledger, "utc_now", lambda: next(times)),
        closing(Table(folder, number, players(random, count))) as table,
    ):
        table.play(moves)
        then(table)
        take(director, table)
    director.alive[number] = alive()


def directed(folder: Path, tables: int, eight: tuple[int, ...] = (4,)) -> tuple[Director, Rounds]:
    """A director in the second round with tables of three to five players, and of eight."""
    director = new_director()
    director.trouble = ""
    for number in range(1, tables + 1):
        count = 8 if number in eight else 3 if number % 17 == 11 else 5 if number % 18 == 14 else 4
        played(director, folder, number, count)
    rounds = Rounds(folder)
    rounds.start(90, NOW - timedelta(minutes=160))
    rounds.end(NOW - timedelta(minutes=60))
    rounds.start(90, NOW - timedelta(minutes=49))
    return director, rounds


@contextmanager
def shown(pages: Pages) -> Iterator[str]:
    """Serve the pages, and yield their address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(pages.app, log_level="warning", lifespan="off")
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True
            thread.join(20)


def troubled(director: Director) -> None:
    """Let some tables have an alert each."""
    known = director.tables
    trouble = {
        3: alive(300),
        9: alive(version="1.9"),
        12: alive(room=640),
        14: alive(ahead=timedelta(minutes=2)),
        2: alive(cut_off=NOW - timedelta(minutes=4)),
    }
    director.alive |= {number: sign for number, sign in trouble.items() if number in known}
    if 31 in known:
        director._take(director.access.subject(31, "line"), b"{}\n")
    if 7 in known:
        known[7].notes.append(Note(NOW - timedelta(minutes=8), "ruling", "Ann has $100"))


@contextmanager
def scene(tables: int, eight: tuple[int, ...], theme: str) -> Iterator[str]:
    """Serve a wall with trouble at some tables, and yield its address."""
    with TemporaryDirectory() as folder:
        director, rounds = directed(Path(folder), tables, eight)
        troubled(director)
        with shown(Pages(director, rounds, "Autumn Cup", points=POINTS, theme=theme)) as address:
            yield address
