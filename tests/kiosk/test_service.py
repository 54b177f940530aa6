"""What a service manager hears."""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.system.systemd import LEDGER_CLOSED, LEDGER_OPEN, Service
from tests.tree import ROOT

COMMON = ROOT / "systemd/common.sh"


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(5.0)
        yield manager


def test_it_hears_of_start_life_and_end(manager: socket.socket) -> None:
    service = Service({"NOTIFY_SOCKET": manager.getsockname()})
    service.ready()
    service.alive()
    service.stopping()
    assert [manager.recv(64) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_an_abstract_address_is_understood(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0companion-test-" + tmp_path.name)
        manager.settimeout(5.0)
        Service({"NOTIFY_SOCKET": "@companion-test-" + tmp_path.name}).ready()
        assert manager.recv(64) == b"READY=1"


def test_signs_of_life_come_three_times_within_the_watchdogs_patience() -> None:
    assert Service({"WATCHDOG_USEC": "30000000"}).sign_every == 10.0
    assert Service({}).sign_every == 0.0


def test_a_manager_that_is_not_there_does_no_harm(tmp_path: Path) -> None:
    Service({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).alive()
    Service({}).ready()


OPENING = "Opening the table"


def hear_start(manager: socket.socket, data: Path, *options: str) -> list[bytes]:
    """Start the bank, end it after three pings and READY, and return what it sent."""
    told = {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "600000"}
    command = [sys.executable, "-m", "companion", "play", *options]
    manager.settimeout(60.0)
    with subprocess.Popen([*command, "--data", str(data)], env=os.environ | told) as bank:
        heard = [manager.recv(64)]
        while heard.count(b"WATCHDOG=1") < 3 or b"READY=1" not in heard:
            heard.append(manager.recv(64))
        bank.terminate()
        while heard[-1] != b"STOPPING=1":
            heard.append(manager.recv(64))
    assert bank.returncode == 0
    return heard


@pytest.mark.gui
def test_the_bank_says_when_it_is_seen_that_it_lives_and_that_it_ends(
    manager: socket.socket, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    heard = hear_start(manager, tmp_path)
    assert capfd.readouterr().err == "", "what is logged comes with --verbose, or on a kiosk"
    # A ping before the table is shown would have the watchdog wait for the next one already.
    statuses = [f"STATUS={status}".encode() for status in (OPENING, LEDGER_OPEN)]
    assert heard[:3] == [*statuses, b"READY=1"]
    assert (tmp_path / "ledger.db").exists()
    assert not (tmp_path / "ledger.db-wal").exists(), "the ledger was closed"


@pytest.mark.gui
def test_a_ledger_that_cannot_be_opened_is_reported_before_the_recovery_screen_counts_as_ready(
    manager: socket.socket, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as stranger:
        stranger.execute("CREATE TABLE of_another_program (number INTEGER)")
    heard = hear_start(manager, tmp_path, "--kiosk")
    assert "INFO tray-missing\n" in capfd.readouterr().err
    statuses = [f"STATUS={status}".encode() for status in (OPENING, LEDGER_CLOSED)]
    assert heard[:3] == [*statuses, b"READY=1"]


def test_the_installer_waits_for_the_status_that_the_bank_reports() -> None:
    [waited_for] = re.findall('^ledger_open="(.*)"$', COMMON.read_text(), re.MULTILINE)
    [gone] = re.findall('^ledger_closed="(.*)"$', COMMON.read_text(), re.MULTILINE)
    assert (waited_for, gone) == (LEDGER_OPEN, LEDGER_CLOSED)
