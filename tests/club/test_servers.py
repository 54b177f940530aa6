"""A cluster of three servers, one of which fails in the middle of a round."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.cli.club_access import read_key
from companion.club import keys
from companion.club.rounds import Rounds, placed, results_of_round
from companion.club.stream import Access, Link, Lost
from companion.engine.standings import standings
from tests.club.engine import EVENT, Event, Server, Table, free_port, needs_server, stored, until
from tests.club.walls import seen
from tests.commands import companion

pytestmark = needs_server
ADDRESSES = ("127.0.0.1", "127.0.0.2", "127.0.0.3")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keys of an event with a cluster, whose servers have an address each."""
    for name in ("PORT", "ROUTES_PORT"):
        monkeypatch.setattr(keys, name, free_port())
    servers = [word for address in ADDRESSES for word in ("--cluster", address)]
    folder = tmp_path / "keys"
    companion("club", "keys", EVENT, "--tables", 3, "--folder", folder, *servers)
    return folder


@pytest.fixture
def servers(folder: Path) -> Iterator[list[Server]]:
    own = [folder / f"server-{number}" for number in (1, 2, 3)]
    started = [
        Server(path, path / keys.CONFIG, keys.PORT, host)
        for path, host in zip(own, ADDRESSES, strict=True)
    ]
    yield started
    for server in started:
        server.kill()


def access(folder: Path, user: str) -> Access:
    return read_key(folder / f"{user}.key")[0]


def of_director(event: Event, servers: list[Server]) -> Server:
    """The server to which the director is connected."""
    link = event.director._link
    assert link
    host = link._client.connected_url.hostname
    return next(server for server in servers if server.host == host)


async def kept(event: Event, table: Table) -> list[str]:
    """The hashes in the stream of a table, once the servers agree who answers."""
    while True:
        with suppress(Lost):
            return await stored(event.access, table.number)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_server_that_fails_in_a_round_takes_nothing_with_it(
    folder: Path, servers: list[Server], tmp_path: Path
) -> None:
    with ExitStack() as stack:
        tables = [stack.enter_context(closing(Table(tmp_path, number))) for number in (1, 2, 3)]
        event = Event(access(folder, "director"), *tables)
        event.publishers = [
            table.publisher(access(folder, keys.user_of(table.number))) for table in tables
        ]
        rounds = Rounds(tmp_path / "club")

        async def evening() -> None:
            await event.caught_up()
            rounds.start(0, event.director.clock())
            for _ in range(2):
                for table in tables:
                    table.play(8)
                failed = of_director(event, servers)
                failed.kill()
                for table in tables:
                    table.play(8)
                await event.caught_up()
                await until(lambda: not event.director.trouble)
                wall = seen(event.director, now=event.director.clock())
                assert [len(card.lines) for card in wall.cards] == [3, 3, 3]
                for table in tables:
                    assert await kept(event, table) == table.hashes()
                failed.start()
            for table in tables:
                found = event.director.tables[table.number]
                assert found.standings() == standings(table.game)
                results = results_of_round([found], rounds.rounds[0], event.director.clock())
                assert len(results) == len(placed(table.game))

        event.hold(evening)


def test_each_server_has_its_files_and_every_key_names_all_three(folder: Path) -> None:
    urls = [f"tls://{address}:{keys.PORT}" for address in ADDRESSES]
    assert access(folder, "table-03").servers == urls
    for number in (1, 2, 3):
        own = folder / f"server-{number}"
        assert sorted(path.name for path in own.iterdir()) == [
            "authority.pem",
            "nats-server.conf",
            "server-key.pem",
            "server.pem",
        ]
        assert {path.stat().st_mode & 0o777 for path in own.iterdir()} == {0o600}
    companion("club", "revoke", folder, 2)
    for number in (1, 2, 3):
        config = json.loads((folder / f"server-{number}" / keys.CONFIG).read_text())
        assert [one["user"] for one in config["authorization"]["users"]] == [
            "director",
            "table-01",
            "table-03",
        ]


def test_a_server_that_is_not_there_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    async def refuse(*address: object, **how: object) -> None:
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr("companion.club.stream.PATIENCE", 10)
    monkeypatch.setattr(asyncio, "open_connection", refuse)
    with pytest.raises(Lost):
        asyncio.run(Link.open(Access("nats://a,nats://b,nats://c", EVENT)))
    assert len(tried) <= 2 * 3


@pytest.mark.parametrize(
    ("servers", "copies"), [("nats://a", 1), ("nats://a,nats://b,nats://c", 3)]
)
def test_a_stream_is_on_all_servers(
    monkeypatch: pytest.MonkeyPatch, servers: str, copies: int
) -> None:
    made: list[dict[str, Any]] = []

    async def call(link: Link, name: str, wanted: dict[str, Any]) -> dict[str, Any]:
        made.append(wanted)
        return {"created": "", "state": {"last_seq": 0}}

    monkeypatch.setattr(Link, "_call", call)
    asyncio.run(Link(Access(servers, EVENT)).make_stream(1))
    assert [one["num_replicas"] for one in made] == [copies]


@pytest.mark.parametrize(
    "words",
    [
        ("--cluster", "10.0.0.1"),
        (
            "--cluster",
            "10.0.0.1",
            "--cluster",
            "10.0.0.2",
            "--cluster",
            "10.0.0.3",
            "--address",
            "a",
        ),
    ],
)
def test_a_cluster_has_three_servers(tmp_path: Path, words: tuple[str, ...]) -> None:
    companion("club", "keys", EVENT, "--folder", tmp_path / "keys", *words, status=2)
    assert not (tmp_path / "keys").exists()


def test_a_cluster_is_not_started_by_the_director(folder: Path) -> None:
    companion("director", "Cup", "--local", "--key", folder / "director.key", status=2)
