"""What the kiosk's units may: systemd's own judgement of each, with its drop-ins."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tree import ROOT

SYSTEMD = ROOT / "systemd"
UNITS = sorted(SYSTEMD.rglob("*.service"))
MOST = 5.0
"""Exposure from 0 to 10 that systemd calls medium."""
SHARED = {
    "companion": "sandbox.conf",
    "companion-backup": "sandbox.conf",
    "companion-fetch": "sandbox.conf",
    **{
        f"companion-{name}": "image/sandbox.conf"
        for name in ("grow", "return", "settings", "trial", "version", "wish")
    },
}
"""Drop-ins by the unit that has them."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A system with the units as they are installed."""
    folder = tmp_path / "etc/systemd/system"
    folder.mkdir(parents=True)
    for unit in UNITS:
        shutil.copy(unit, folder)
        if drop_in := SHARED.get(unit.stem):
            (folder / f"{unit.name}.d").mkdir()
            shutil.copy(SYSTEMD / drop_in, folder / f"{unit.name}.d/sandbox.conf")
    return tmp_path


def judged(machine: Path, *words: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze")
    if os.geteuid() and not Path("/run/systemd").is_dir():
        pytest.skip("systemd does not run here")
    command = ["systemd-analyze", *words, f"--root={machine}"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_no_unit_may_more_than_it_needs(machine: Path, unit: Path) -> None:
    done = judged(machine, "security", "--offline=true", unit.name)
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert level, done.stderr
    assert float(level[1]) < MOST, done.stdout
    assert not re.search("Unknown|Failed|ignoring", done.stderr), done.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_every_unit_has_an_end(unit: Path) -> None:
    text = unit.read_text()
    is_once = "Type=oneshot" in text
    limit = "TimeoutStartSec=" if is_once else "Restart=|RuntimeMaxSec="
    assert re.search(f"^({limit})", text, re.MULTILINE)


def test_the_bank_reaches_the_radio_of_dice_through_dbus_alone() -> None:
    texts = [(SYSTEMD / name).read_text() for name in ("companion.service", "sandbox.conf")]
    words = "\n".join(texts)
    families = re.findall(r"^RestrictAddressFamilies=(.+)$", words, re.MULTILINE)
    assert {one for line in families for one in line.split()} == {
        "AF_UNIX",
        "AF_INET",
        "AF_NETLINK",
    }
    more = r"^(DeviceAllow=.*(rfkill|vhci)|AmbientCapabilities=)"
    assert not re.search(more, words, re.MULTILINE)


def test_the_bank_may_read_a_reader_of_cards_and_write_to_none() -> None:
    unit, users = (SYSTEMD / name for name in ("companion.service", "companion.sysusers"))
    assert re.findall(r"^DeviceAllow=char-input (.+)$", unit.read_text(), re.MULTILINE) == ["r"]
    assert ["m", "companion", "input"] in [line.split() for line in users.read_text().splitlines()]
    assert "/dev/input" not in unit.read_text(), "one that is plugged in later has another name"


def test_the_scripts_install_the_drop_ins() -> None:
    installing = (SYSTEMD / "install.sh").read_text() + (SYSTEMD / "image/customize.sh").read_text()
    loop = re.search(r'for unit in ([a-z ]+); do\n\s+install .*"\$image/sandbox.conf"', installing)
    assert loop
    of_root = {f"companion-{name}" for name in loop[1].split()}
    assert of_root == {name for name, file in SHARED.items() if file == "image/sandbox.conf"}
    assert {name for name, file in SHARED.items() if file == "sandbox.conf"} == set(
        re.findall(r"/(companion[a-z-]*)\.service\.d/sandbox\.conf", installing)
    )
