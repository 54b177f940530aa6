"""A newcomer's evenings: tables on one machine, by the commands of docs/club.md."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.keys import make_keys
from companion.system.network import LOOPBACK
from tests.club.engine import free_port, needs_server
from tests.phones.evening import until
from tests.tree import ROOT

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.gui, pytest.mark.timeout(600)]


needs_screen = pytest.mark.skipif(not shutil.which("Xvfb"), reason="there is no virtual screen")


@contextmanager
def running(*words: str | Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "companion", *map(str, words)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def address_of(director: "subprocess.Popen[str]") -> str:
    """Return the address of the wall, which the director prints."""
    assert director.stdout
    return director.stdout.readline().split()[1]


def tables_on(wall: str) -> int:
    """Return how many tables show their players."""
    return httpx.get(wall).text.count('class="line p0')


def is_sound(wall: str, table: int) -> bool:
    """Return True if the table's own audit, which the wall asks for, is sound."""
    return b"sound" in httpx.get(f"{wall}/table/{table}/ask/audit").content


@needs_screen
def test_two_tables_with_keys_come_to_the_wall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.club.keys.PORT", free_port())
    make_keys(tmp_path / "keys", "cup", 2, [LOOPBACK])
    key, club = tmp_path / "keys/director.key", tmp_path / "club"
    with ExitStack() as evening:
        director = evening.enter_context(
            running("director", "--local", "--key", key, "--port", "0", "--folder", club)
        )
        wall = address_of(director)
        for number in (1, 2):
            own = tmp_path / f"table-{number}"
            places = ("--data", own, "--runtime", own / "run")
            evening.enter_context(running("play", "--demo", "--moves", "10000", *places))
            table = tmp_path / f"keys/table-{number:02d}.key"
            evening.enter_context(running("publish", "--key", table, *places))
        until(lambda: tables_on(wall) == 2)
        for number in (1, 2):
            until(partial(is_sound, wall, number))


@needs_screen
def test_three_tables_come_to_the_wall_by_two_commands(tmp_path: Path) -> None:
    server = f"nats://127.0.0.1:{free_port()}"
    club, folder = ("--folder", tmp_path / "club"), ("--folder", tmp_path / "tables")
    with running("director", "--local", "--server", server, "--port", "0", *club) as director:
        address = address_of(director)
        with running("club", "tables", "3", "--demo", "--server", server, *folder):
            until(lambda: tables_on(address) == 3)
            until(lambda: is_sound(address, 2))
            bundle = httpx.get(f"{address}/table/3/bundle", timeout=60)
            assert bundle.headers["content-type"] == "application/zip"
    saved = sorted(path.name for path in (tmp_path / "club").glob("*/ledgers/*.db"))
    assert saved == ["table-01.db", "table-02.db", "table-03.db"]
