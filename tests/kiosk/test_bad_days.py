"""What goes wrong on a real evening is a sentence on the screen: a real window, a real disk."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.system.displays import connected_screens
from companion.table.session import Session
from companion.text.doctor import Found, Remedy
from companion.text.screens.first_start import FIRST_START
from companion.text.screens.menu import SETTINGS
from companion.text.screens.recovery import RECOVERY
from companion.text.tray import BUTTONS, TRAY, tray_problem
from tests.kiosk.kiosk import Kiosk
from tests.ledger.gaming import SETUP
from tests.mounting import mounted
from tests.problems import sentence
from tests.real_table import companion

pytestmark = [pytest.mark.gui, pytest.mark.timeout(300)]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A whole file system of 12 MiB for the data."""
    with mounted(tmp_path / "data", "-t", "tmpfs", "-o", "size=12m", "tmpfs") as disk:
        yield disk


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def test_a_full_disk_is_said_and_when_there_is_room_the_bank_opens(disk: Path) -> None:
    filler = disk / "film.mkv"
    with pytest.raises(OSError) as full:  # noqa: PT011
        filler.write_bytes(bytes(20 << 20))
    assert full.value.errno == errno.ENOSPC
    with Kiosk(disk.parent).on() as kiosk:
        kiosk.says(RECOVERY["closed"])
        kiosk.says(sentence(Why.DISK_FULL))
        filler.unlink()
        kiosk.says(FIRST_START["title"])


@pytest.mark.slow
@pytest.mark.parametrize("repaired", [True, False])
def test_little_room_is_said_until_there_is_more_or_somebody_goes_on(
    disk: Path, repaired: bool
) -> None:
    with Kiosk(disk.parent).on() as kiosk:
        kiosk.says(sentence(Remedy.MAKE_ROOM))
        if repaired:
            remount(disk, "size=200m")
        else:
            kiosk.tap(RECOVERY["without"])
        kiosk.says(FIRST_START["title"])


def test_data_that_can_only_be_read_is_said_and_later_the_game_goes_on(disk: Path) -> None:
    with Ledger.open(disk) as ledger:
        Session.begin(ledger, SETUP)
    remount(disk, "ro")
    with Kiosk(disk.parent).on() as kiosk:
        kiosk.says(sentence(LedgerProblem.NOT_WRITABLE_HERE, path=disk / "ledger.db"))
        assert SETTINGS["close"] not in kiosk.words(), "there is no way out of a kiosk"
        remount(disk, "rw,size=200m")
        kiosk.says("Ann")
    assert companion("audit", "--data", disk).returncode == 0


@pytest.mark.slow
def test_without_tray_and_pins_the_screen_says_so_and_can_be_played_on(tmp_path: Path) -> None:
    with Kiosk(tmp_path, "--players", "Ann,Bob").on(GPIOZERO_PIN_FACTORY="rpigpio") as kiosk:
        kiosk.says(tray_problem("no-such-port", "/dev/no-such-tray"))
        assert TRAY["no_tray"] in kiosk.words()
        kiosk.says(BUTTONS["none"].partition("{why}")[0])


@pytest.mark.slow
def test_a_panel_too_small_to_be_read_is_said_in_letters_that_can(tmp_path: Path) -> None:
    with Kiosk(tmp_path, "--size", "320x320", size=(320, 320)).on() as kiosk:
        kiosk.says(sentence(Found.PANEL_TOO_SMALL, width=320, height=320))


@pytest.mark.slow
def test_a_damaged_ledger_is_said(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "data") as ledger:
        Session.begin(ledger, SETUP)
    file = tmp_path / "data" / "ledger.db"
    file.write_bytes(file.read_bytes().replace(b"Ann", b"Anx"))
    with Kiosk(tmp_path).on() as kiosk:
        kiosk.says(RECOVERY["title"])
        kiosk.says(RECOVERY["begin"])


@pytest.mark.slow
def test_another_program_with_the_ledger_is_said_until_it_ends(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "data"), Kiosk(tmp_path).on() as kiosk:
        kiosk.says(f"process {os.getpid()}")


@pytest.mark.skipif(bool(connected_screens()), reason="here is a screen to draw on")
def test_without_any_screen_the_console_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    reading, terminal = os.openpty()  # as a service has its console
    command = [sys.executable, "-m", "companion", "play", "--kiosk", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdin=terminal, stdout=subprocess.DEVNULL) as kiosk:
        assert b"No screen found" in os.read(reading, 4096)
        kiosk.terminate()
    os.close(reading)
    os.close(terminal)
