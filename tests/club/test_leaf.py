"""A hall whose server is a leaf node, as in docs/club.md: read from afar, and cut off."""

import asyncio
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.cli.club_access import read_key
from companion.club import keys
from companion.club.director import NO_STREAM
from companion.club.stream import Access
from tests.club.engine import Event, Server, Table, cancelled, free_port, needs_server, until
from tests.club.programs import Program, run_forward
from tests.test_docs import TEXTS, blocks

pytestmark = [needs_server, pytest.mark.usefixtures("impatience")]
HALL, HUB = "autumn-cup-a", "autumn-cup"
ADDRESSES = {f"10.0.0.1{number}": f"127.0.0.{number}" for number in (1, 2, 3)}
"""Addresses of the document, and here; all three are those of one server."""
KEYS = "/etc/companion-club"


def documented(number: int, folder: Path, port: int) -> dict[str, Any]:
    """A configuration of the document, for this machine."""
    text = blocks(TEXTS["docs/club.md"], "json")[number].replace(KEYS, str(folder))
    for written, address in ADDRESSES.items():
        text = text.replace(written, address)
    found: dict[str, Any] = json.loads(text.replace("7422", str(port)))
    return found


class Halls:
    """The server of a hall, and the one that connects it with others."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._ports = folder, (free_port(), free_port())
        started = []
        # The hub first: the hall trusts its certificate.
        for number, event, tables in ((1, HUB, 0), (0, HALL, 1)):
            monkeypatch.setattr(keys, "PORT", free_port())
            own = folder / event
            keys.make_keys(own, event, tables, [*ADDRESSES.values()])
            values = json.loads((own / keys.CONFIG).read_text())
            if event == HUB:
                del values["jetstream"], values["authorization"]
            else:
                authority = read_key(folder / HUB / "director.key")[0].authority
                (own / keys.AUTHORITY_FILE).write_text(authority)
            for name, added in documented(number, own, self._ports[number]).items():
                is_part = isinstance(added, dict)
                values[name] = {**values.get(name, {}), **added} if is_part else added
            (own / keys.CONFIG).write_text(json.dumps(values))
            started.append(Server(own, own / keys.CONFIG, keys.PORT))
        self._servers = started
        self.join()

    def join(self) -> None:
        """Let the hall reach the hub."""
        self.network = Program(self.folder / "network.log", run_forward, *self._ports)

    def key(self, user: str) -> Access:
        return read_key(self.folder / HALL / f"{user}.key")[0]

    @property
    def afar(self) -> Access:
        """Access of a director who is connected to the hub."""
        hub = read_key(self.folder / HUB / "director.key")[0]
        return replace(hub, event=HALL, user="director-a", password="PASSWORD-OF-DIRECTOR-A")

    def close(self) -> None:
        self.network.kill()
        for server in self._servers:
            server.kill()


def test_a_hall_that_is_cut_off_plays_on_and_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    halls = Halls(tmp_path, monkeypatch)
    with closing(halls), closing(Table(tmp_path, 1)) as table:
        near = Event(halls.key("director"), table, through=halls.key("table-01"))
        afar = Event(halls.afar, table)

        async def course() -> None:
            reading = asyncio.create_task(afar.director.run())
            try:
                for event in (near, afar):
                    table.play(10)
                    await event.caught_up()
                assert b"sound" in await afar.director.ask(1, "audit")
                before = len(afar.director.tables[1].rows)
                halls.network.kill()
                await until(lambda: afar.director.trouble == NO_STREAM)
                table.play(10)
                await near.caught_up()
                assert not near.director.trouble
                assert len(afar.director.tables[1].rows) == before
                halls.join()
                await afar.caught_up()
                table.play(10)
                await asyncio.gather(near.caught_up(), afar.caught_up())
            finally:
                await cancelled(reading)

        near.hold(course)


def test_a_director_far_away_may_do_what_that_of_the_hall_may() -> None:
    [user] = json.loads(blocks(TEXTS["docs/club.md"], "json")[1])["accounts"]["HALL-A"]["users"]
    text = json.dumps(keys.permissions(HALL, 0)).replace("$JS.API", "$JS.hall-a.API")
    assert user["permissions"] == json.loads(text.replace("_INBOX_director", "_INBOX_director-a"))
