"""What the screen has changed, switched on a running system: the real script in a real process.
In place of NetworkManager, radio and hotspot.sh stand programs that note what they are asked."""

import json
import os
import shutil
import stat
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.tree import ROOT

HOUSE = '[wlan]\nssid = "House"\npassword = "long enough"\ncountry = "DE"\nhidden = false\n'
OWN = '[hotspot]\nenabled = true\npassword = "abcdefgh2345"\n'
NMCLI = """#!/bin/sh
echo "nmcli $*" >>"$NOTES"
case $* in
    *device) echo "$DEVICES"; exit "${MANAGER:-0}" ;;
    *--active) echo "$ACTIVE" ;;
    *" up "*) [ -z "$REFUSAL" ] || { echo "Error: activation failed: $REFUSAL" >&2; exit 4; } ;;
esac
"""
HOTSPOT = """#!/bin/sh
echo "hotspot $1 $PASSPHRASE" >>"$NOTES"
[ -z "$NO_HOTSPOT" ] || exit 1
if [ "$1" = on ]; then printf 'Companion\\n%s\\n' "$PASSPHRASE" >"$NOTE"; else rm "$NOTE"; fi
"""
JOIN = "nmcli --terse --wait 45 connection up companion-wifi"


class System:
    """A system with the script, as a kiosk has it."""

    def __init__(self, root: Path) -> None:
        self.root, self.screen = root, root / "machine.toml"
        self.notes, self.note = root / "notes", root / "etc/companion/wifi"
        self.note.parent.mkdir(parents=True)
        (root / "systemd").mkdir()
        shutil.copy(ROOT / "systemd/settings.py", root / "systemd")
        (root / "systemd/hotspot.sh").write_text(HOTSPOT)
        self.bin = root / "bin"
        self.bin.mkdir()
        for name in ("sh", "rm"):
            (self.bin / name).symlink_to(shutil.which(name) or "")
        for name, text in {"nmcli": NMCLI, "iw": "", "rfkill": "", "hostname": ""}.items():
            (self.bin / name).write_text(text or f'#!/bin/sh\necho "{name} $*" >>"$NOTES"\n')
            (self.bin / name).chmod(0o755)
        self.facts = {"DEVICES": "wifi:disconnected\nloopback:unmanaged"}

    def switch(self, text: str | None = None, **facts: str) -> str:
        """The screen writes its file; the outcome is returned."""
        if text is not None:
            self.screen.write_text(text)
        self.notes.write_text("")
        env = {"PATH": str(self.bin), "NOTES": str(self.notes), "NOTE": str(self.note)}
        report = self.root / "report.json"
        command = [sys.executable, self.root / "systemd/settings.py", "--wait", "0"]
        done = subprocess.run(
            [*command, "--now", report, self.screen, self.root],
            env={**env, **self.facts, **facts},
            capture_output=True,
            text=True,
            check=True,
        )
        self.said = done.stderr.strip()
        found = json.loads(report.read_text())
        at = self.screen.stat().st_mtime_ns if self.screen.exists() else 0
        assert found["applied"] == at
        assert stat.S_IMODE(report.stat().st_mode) == 0o644
        self.ssid = found["ssid"]
        return str(found["outcome"])

    @property
    def done(self) -> list[str]:
        return self.notes.read_text().splitlines()

    def block(self, kind: str = "wlan") -> None:
        switch = self.root / "sys/class/rfkill/rfkill0"
        switch.mkdir(parents=True)
        for name, value in {"type": kind, "soft": "1", "hard": "0"}.items():
            (switch / name).write_text(f"{value}\n")


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_a_network_is_joined(system: System) -> None:
    assert system.switch(HOUSE) == "joined"
    assert (system.ssid, system.said) == ("House", "")
    assert system.done[:2] == ["iw reg set DE", "rfkill unblock wifi"]
    assert system.done[-1] == JOIN
    (file,) = (system.root / "etc/NetworkManager/system-connections").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    connection = ConfigParser(interpolation=None)
    connection.read(file)
    assert connection["connection"]["id"] == "companion-wifi"
    assert connection["wifi-security"]["psk"] == "long\\senough"


def test_one_that_is_joined_already_is_left_alone(system: System) -> None:
    system.switch(HOUSE)
    assert system.switch(ACTIVE="lo\ncompanion-wifi") == "joined"
    assert JOIN not in system.done
    assert system.switch(HOUSE.replace("long", "very long"), ACTIVE="companion-wifi") == "joined"
    assert system.done[-1] == JOIN, "with another passphrase it is joined anew"


@pytest.mark.parametrize(
    ("refusal", "outcome"),
    [
        ("Secrets were required, but not provided.", "wrong passphrase"),
        ("(7) Secrets were required, but not provided.", "wrong passphrase"),
        ("The Wi-Fi network could not be found", "out of reach"),
        ("IP configuration could not be reserved", "no address"),
        ("No suitable device found for this connection", "no adapter"),
        ("Unknown error", "failed"),
    ],
)
def test_what_was_wrong_is_one_word(system: System, refusal: str, outcome: str) -> None:
    assert system.switch(HOUSE, REFUSAL=refusal) == outcome


def test_a_system_without_a_way_to_join_says_which_one(system: System) -> None:
    assert system.switch(HOUSE, DEVICES="ethernet:connected") == "no adapter"
    assert system.switch(HOUSE, DEVICES="", MANAGER="8") == "no manager"
    (system.bin / "nmcli").unlink()
    assert system.switch(HOUSE) == "no manager"


def test_a_radio_that_is_blocked_waits_for_the_country(system: System) -> None:
    system.block()
    text = HOUSE.replace('country = "DE"', "")
    assert system.switch(text, DEVICES="wifi:unavailable") == "blocked"
    assert "rfkill unblock wifi" not in system.done


def test_bluetooth_that_is_blocked_is_not_the_wifi(system: System) -> None:
    system.block("bluetooth")
    assert system.switch(HOUSE, DEVICES="wifi:unavailable") == "no adapter"


def test_a_network_is_forgotten(system: System) -> None:
    system.switch(HOUSE)
    assert system.switch('[wlan]\nssid = ""\n') == "off"
    assert "nmcli --terse connection delete companion-wifi" in system.done
    assert not [*(system.root / "etc/NetworkManager/system-connections").iterdir()]


def test_its_own_wifi_is_switched_on_and_off(system: System) -> None:
    assert system.switch(OWN) == "own on"
    assert system.done[-1] == "hotspot on abcdefgh2345"
    assert system.switch(ACTIVE="Companion") == "own on"
    assert not [line for line in system.done if line.startswith("hotspot")], "it is on"
    assert system.switch("[hotspot]\nenabled = false\n") == "off"
    assert "hotspot off " in system.done
    assert system.switch(OWN, NO_HOTSPOT="1") == "own failed"


def test_when_its_own_is_switched_off_it_joins_the_house_again(system: System) -> None:
    system.switch(HOUSE + OWN)
    assert JOIN not in system.done
    assert system.switch(HOUSE + "[hotspot]\nenabled = false\n") == "joined"
    assert system.done[-1] == JOIN


def test_its_own_wifi_that_nobody_switched_on_the_screen_is_left_alone(system: System) -> None:
    system.note.write_text("Companion\nabcdefgh2345\n")
    assert system.switch() == "off"
    assert system.switch('[system]\nhostname = "table"\n') == "off"
    assert system.done == ["hostname table"]
    assert system.note.exists()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[wlan]\nssid = "x"\npassword = "short"', "[wlan]"),
        ('[hotspot]\nenabled = "yes"', "[hotspot]"),
        ('[hotspot]\nenabled = true\npassword = "a b; rm -rf /"', "[hotspot]"),
        ("hotspot = 1", "[hotspot]"),
        ("wlan = 1", "[wlan]"),
    ],
)
def test_what_cannot_be_used_is_said_and_left_out(system: System, text: str, named: str) -> None:
    assert system.switch(text) == "not usable"
    assert named in system.said
    assert "\n" not in system.said
    assert system.done == []


def test_a_name_that_cannot_be_used_keeps_nobody_from_the_network(system: System) -> None:
    assert system.switch('[system]\nhostname = "a b"\n' + HOUSE) == "joined"
    assert "[system]" in system.said
    assert not (system.root / "etc/hostname").exists()


def test_a_small_system_without_iw_and_rfkill_joins_all_the_same(system: System) -> None:
    for name in ("iw", "rfkill"):
        os.unlink(system.bin / name)
    assert system.switch(HOUSE) == "joined"
