"""A newcomer's evening: three tables on one machine, by the two commands of docs/club.md."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

pytest.importorskip("nats", reason="nats-py is not installed: pip install '.[club]'")

from tests.club.engine import free_port, needs_server
from tests.phones.evening import until
from tests.tree import ROOT

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.gui, pytest.mark.timeout(600)]


@contextmanager
def running(*words: str, folder: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "companion", *words, "--folder", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="there is no virtual screen")
def test_three_tables_come_to_the_wall_by_two_commands(tmp_path: Path) -> None:
    server = f"nats://127.0.0.1:{free_port()}"
    local = ("director", "--local", "--server", server, "--port", "0")
    with running(*local, folder=tmp_path / "club") as director:
        assert director.stdout
        address = director.stdout.readline().split()[1]
        tables = ("club", "tables", "3", "--demo", "--server", server)
        with running(*tables, folder=tmp_path / "tables"):
            until(lambda: httpx.get(address).text.count('class="line p0') == 3)
            until(lambda: b"sound" in httpx.get(f"{address}/table/2/ask/audit").content)
            bundle = httpx.get(f"{address}/table/3/bundle", timeout=60)
            assert bundle.headers["content-type"] == "application/zip"
    saved = sorted(path.name for path in (tmp_path / "club").rglob("*.db"))
    assert saved == ["table-01.db", "table-02.db", "table-03.db"]
