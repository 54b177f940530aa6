"""Keys of an event: encrypted, and each user may use its own subjects only."""

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.cli.club_access import read_key
from companion.club import keys
from companion.club.local import local_server
from companion.club.stream import Access, Link, Lost, Refused
from companion.runtime.log import log_to_stderr
from tests.club.engine import EVENT, Event, Server, Table, free_port, needs_server, until
from tests.commands import companion

pytestmark = needs_server


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with the keys of three tables."""
    monkeypatch.setattr("companion.club.stream.PATIENCE", 30)
    monkeypatch.setattr(keys, "PORT", free_port())
    keys.make_keys(tmp_path / "keys", EVENT, 3, ["127.0.0.1"])
    server = Server(tmp_path, tmp_path / "keys" / keys.CONFIG, keys.PORT)
    yield server
    server.kill()


@pytest.fixture
def folder(server: Server, tmp_path: Path) -> Path:
    return tmp_path / "keys"


def access(folder: Path, user: str) -> Access:
    return read_key(folder / f"{user}.key")[0]


async def refused(folder: Path, user: str, subject: str, listen: bool = False) -> bool:
    """Return True if the server refuses the subject before one that it refuses for sure."""
    link = await Link.open(access(folder, user))
    if listen:
        await link._client.subscribe(subject)
    else:
        await link.send(subject, b"{}")
    await link.send("nobody.may", b"")
    await until(lambda: link._refusal)
    await link.close()
    return "nobody.may" not in link._refusal


def test_a_table_publishes_and_the_director_folds_with_their_own_keys(
    folder: Path, tmp_path: Path
) -> None:
    async def evening() -> None:
        await event.caught_up()
        assert (await event.director.ask(2, "audit")).startswith(b"sound 5 ")

    with closing(Table(tmp_path, 2)) as table:
        table.play(5)
        event = Event(access(folder, "director"), table, through=access(folder, "table-02"))
        event.hold(evening)


@pytest.mark.parametrize("user", ["table-01", "director"])
def test_nobody_may_delete_or_purge(folder: Path, user: str) -> None:
    calls = ("DELETE", "PURGE", "MSG.DELETE", "UPDATE")
    subjects = [f"$JS.API.STREAM.{call}.club-{EVENT}-01" for call in calls]

    async def all_refused() -> list[bool]:
        return list(await asyncio.gather(*(refused(folder, user, one) for one in subjects)))

    assert asyncio.run(all_refused()) == [True] * len(subjects)


def test_a_table_may_neither_write_nor_hear_what_is_not_its_own(folder: Path) -> None:
    read, consumer = f"$JS.API.DIRECT.GET.club-{EVENT}", "$JS.API.CONSUMER"
    asked = (
        f"club.{EVENT}.table.02.line",
        f"club.{EVENT}.table.02.alive",
        f"club.{EVENT}.table.01.ask",
        f"{read}-02.club.{EVENT}.table.02.line",
        f"{read}-02",
        f"$JS.API.STREAM.CREATE.club-{EVENT}-01",
        "$JS.API.STREAM.NAMES",
        f"{consumer}.CREATE.club-{EVENT}-02.own",
        f"{consumer}.MSG.NEXT.club-{EVENT}-02.own",
    )
    heard = (">", f"club.{EVENT}.>", f"club.{EVENT}.table.02.ask", "_INBOX_table-02.>")

    async def answers() -> list[bool]:
        found = [refused(folder, "table-01", one) for one in asked]
        found += [refused(folder, "table-01", one, listen=True) for one in heard]
        found += [refused(folder, "table-01", f"{read}-01.club.{EVENT}.table.01.line")]
        return list(await asyncio.gather(*found))

    assert asyncio.run(answers()) == [True] * (len(asked) + len(heard)) + [False]


def test_another_password_another_certificate_and_no_key_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opened(access: Access) -> str:
        try:
            link = await Link.open(access)
        except (Lost, Refused) as error:
            return type(error).__name__
        await link.close()
        return "opened"

    async def all_opened() -> list[str]:
        good = access(folder, "table-01")
        other = folder / "other"
        keys.make_keys(other, EVENT, 1, ["127.0.0.1"])
        first = await opened(good)
        monkeypatch.setattr("companion.club.stream.PATIENCE", 0.5)
        return [
            first,
            await opened(replace(good, password="guessed")),
            await opened(replace(good, authority=access(other, "table-01").authority)),
            await opened(replace(good, user="", password="")),
        ]

    found = asyncio.run(all_opened())
    assert found[0] == "opened"
    assert "opened" not in found[1:]


def test_an_end_of_an_encrypted_connection_warns_of_nothing(
    server: Server, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def ends() -> None:
        with suppress(Refused):
            await Link.open(replace(access(folder, "table-01"), password="guessed"))
        link = await Link.open(access(folder, "table-01"))
        server.kill()
        await until(lambda: link.is_lost)

    with log_to_stderr():
        asyncio.run(ends())
    assert not caplog.messages


def test_keys_are_for_their_owner_only_and_are_never_replaced(tmp_path: Path) -> None:
    keys.make_keys(tmp_path / "keys", EVENT, 2, ["192.168.1.5", "club.local"])
    files = sorted((tmp_path / "keys").iterdir())
    assert [path.name for path in files] == [
        "director.key",
        "nats-server.conf",
        "server-key.pem",
        "server.pem",
        "table-01.key",
        "table-02.key",
    ]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert json.loads((tmp_path / "keys/table-02.key").read_text())["server"] == (
        "tls://192.168.1.5:4223"
    )
    with pytest.raises(FileExistsError):
        keys.make_keys(tmp_path / "keys", EVENT, 2, ["192.168.1.5"])


# --- keys that are revoked ------------------------------------------------------------------------


def reload(server: Server) -> None:
    assert server.process
    server.process.send_signal(signal.SIGHUP)


async def refuses(access: Access) -> bool:
    """Return True if the server refuses a key; it may drop a connection while it reads its keys."""
    while True:
        with suppress(Lost):
            try:
                await (await Link.open(access)).close()
            except Refused:
                return True
            return False


def test_a_revoked_key_is_refused_and_a_new_one_goes_on(
    server: Server, folder: Path, tmp_path: Path
) -> None:
    old = access(folder, "table-02")

    async def evening() -> None:
        await event.caught_up()
        keys.revoke(folder, [2])
        reload(server)
        with pytest.raises(Refused):
            await event.tasks[1]
        table.play(4)
        [path] = keys.renew(folder, [2])
        reload(server)
        new = read_key(path)[0]
        while await refuses(new):
            await asyncio.sleep(0.05)
        event.tasks[1] = asyncio.create_task(table.publisher(new).run())
        await event.caught_up()
        assert await refuses(old)

    with closing(Table(tmp_path, 2)) as table:
        table.play(5)
        event = Event(access(folder, "director"), table, through=old)
        event.hold(evening)


def test_a_folder_says_which_keys_are_revoked_until_they_are_renewed(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    keys.make_keys(folder, EVENT, 3, ["127.0.0.1"])
    others = [(folder / f"{user}.key").read_text() for user in ("director", "table-01")]
    companion("club", "revoke", folder, 2, 3)
    assert keys.revoked(folder) == {2, 3}
    assert not (folder / "table-02.key").exists()
    companion("club", "revoke", folder, 2, status=2)
    companion("club", "renew", folder, 2, 100)
    assert keys.revoked(folder) == {3}
    assert read_key(folder / "table-100.key")[1] == 100
    files = [path.name for path in folder.iterdir() if path.stat().st_mode & 0o777 != 0o600]
    assert files == []
    users = json.loads((folder / keys.CONFIG).read_text())["authorization"]["users"]
    assert [one["user"] for one in users] == ["director", "table-01", "table-02", "table-100"]
    assert others == [(folder / f"{user}.key").read_text() for user in ("director", "table-01")]
    companion("club", "renew", tmp_path, 2, status=2)


def test_the_director_s_own_server_is_told_of_a_revoked_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def course() -> None:
        assert not await refuses(old)
        assert "sudo" not in companion("club", "revoke", folder, 1)
        while not await refuses(old):
            await asyncio.sleep(0.05)

    monkeypatch.setattr(keys, "PORT", free_port())
    folder = tmp_path / "keys"
    keys.make_keys(folder, EVENT, 1, ["127.0.0.1"])
    old = access(folder, "table-01")
    with local_server(tmp_path / "club", folder / keys.CONFIG, keys.PORT):
        asyncio.run(course())
    assert "sudo" in companion("club", "renew", folder, 1)
