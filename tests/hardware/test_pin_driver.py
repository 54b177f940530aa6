"""The driver of the pins, opened in a process of its own, with a stand-in for lgpio."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tree import ROOT

LGPIO = """
import os

os.chdir(os.environ.get("LG_WD", "."))
os.mkfifo(".lgd-nfy0")
SET_BIAS_DISABLE = SET_BIAS_PULL_DOWN = SET_BIAS_PULL_UP = 0
RISING_EDGE = FALLING_EDGE = BOTH_EDGES = 0
"""
"""As the real one, it makes a FIFO when it is imported, and stays where that is."""
OPENING = """
import os
from hardware.panel import PINS, Panel, PanelUnavailable
try:
    Panel(PINS, print)
except PanelUnavailable as error:
    print(type(error.__cause__).__name__, error.has_pins)
print(os.getcwd(), os.path.dirname(os.environ.get("LG_WD", "")), sep=os.linesep)
"""


def opened(lgpio: Path, here: Path | str, **environment: str) -> list[str]:
    """Open a panel with a process in the folder ``here``; return what it prints."""
    (lgpio / "lgpio.py").write_text(LGPIO)
    kept = {k: v for k, v in os.environ.items() if k not in ("GPIOZERO_PIN_FACTORY", "LG_WD")}
    path = f"{ROOT}{os.pathsep}{lgpio}"
    done = subprocess.run(
        [sys.executable, "-c", OPENING],
        env={**kept, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        cwd=here,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def without_pins() -> None:
    if Path("/proc/device-tree").exists():
        pytest.skip("this machine may be a Raspberry Pi")


@pytest.mark.usefixtures("without_pins")
def test_it_opens_where_nothing_can_be_written_and_leaves_nothing_behind(tmp_path: Path) -> None:
    (lgpio := tmp_path / "lgpio").mkdir()
    (temporary := tmp_path / "temporary").mkdir()
    said = opened(lgpio, "/proc", TMPDIR=str(temporary))
    assert said == ["PinUnknownPi False", "/proc", str(temporary)]
    assert not list(temporary.iterdir())


@pytest.mark.usefixtures("without_pins")
def test_a_folder_of_the_kiosks_is_used(tmp_path: Path) -> None:
    (folder := tmp_path / "run").mkdir()
    assert opened(tmp_path, tmp_path, LG_WD=str(folder))[1:] == [str(tmp_path), str(tmp_path)]
    assert [file.name for file in folder.iterdir()] == [".lgd-nfy0"]


def test_another_driver_is_used_only_if_it_is_named(tmp_path: Path) -> None:
    (lgpio := tmp_path / "lgpio").mkdir()
    said = opened(lgpio, tmp_path, GPIOZERO_PIN_FACTORY="pigpio")
    assert said[0] == "ModuleNotFoundError True"
    assert not list(tmp_path.glob(".lgd*"))
