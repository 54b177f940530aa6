"""Settings of the screen on a running system: the real script in a real process."""

import os
import re
import stat
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.kiosk.system import FORGET, JOIN, OPEN_RADIO, OWN_ON, REFUSALS, System
from tests.tree import ROOT

POWER_SAVING_OFF = "2"
"""Value of NetworkManager that lets an adapter save no power."""
HOUSE = '[wlan]\nssid = "House"\npassword = "long enough"\ncountry = "DE"\nhidden = false\n'
OWN = '[hotspot]\nenabled = true\npassword = "abcdefgh2345"\n'


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_a_network_is_joined(system: System) -> None:
    assert system.switch(HOUSE) == "joined"
    assert (system.ssid, system.said) == ("House", "")
    assert system.done[:2] == OPEN_RADIO
    assert system.done[-1] == JOIN
    (file,) = (system.root / "etc/NetworkManager/system-connections").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    connection = ConfigParser(interpolation=None)
    connection.read(file)
    assert connection["connection"]["id"] == "companion-wifi"
    assert connection["wifi-security"]["psk"] == "long\\senough"
    assert connection["wifi"]["powersave"] == POWER_SAVING_OFF


def test_an_adapter_with_a_wifi_of_its_own_saves_no_power_either() -> None:
    script = (ROOT / "systemd/hotspot.sh").read_text("utf-8")
    profile = script.partition("<<CONNECTION\n")[2].partition("\nCONNECTION\n")[0]
    connection = ConfigParser(interpolation=None)
    connection.read_string(profile)
    assert connection["wifi"]["powersave"] == POWER_SAVING_OFF


def test_one_that_is_joined_already_is_left_alone(system: System) -> None:
    system.switch(HOUSE)
    assert system.switch(ACTIVE="lo\ncompanion-wifi") == "joined"
    assert JOIN not in system.done
    assert system.switch(HOUSE.replace("long", "very long"), ACTIVE="companion-wifi") == "joined"
    assert system.done[-1] == JOIN, "with another passphrase it is joined anew"


@pytest.mark.parametrize(("refusal", "outcome"), REFUSALS.items())
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
    assert OPEN_RADIO[1] not in system.done


def test_bluetooth_that_is_blocked_is_not_the_wifi(system: System) -> None:
    system.block("bluetooth")
    assert system.switch(HOUSE, DEVICES="wifi:unavailable") == "no adapter"


def test_a_network_is_forgotten(system: System) -> None:
    system.switch(HOUSE)
    assert system.switch('[wlan]\nssid = ""\n') == "off"
    assert FORGET in system.done
    assert not [*(system.root / "etc/NetworkManager/system-connections").iterdir()]


def test_its_own_wifi_is_switched_on_and_off(system: System) -> None:
    assert system.switch(OWN) == "own on"
    assert system.done[-1] == OWN_ON
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
    "text",
    [
        '[wlan]\nssid = "x"\npassword = "short"',
        '[hotspot]\nenabled = "yes"',
        '[hotspot]\nenabled = true\npassword = "ab;cd$(ef)"',
        "hotspot = 1",
    ],
)
def test_what_cannot_be_used_is_said_and_left_out(system: System, text: str) -> None:
    assert system.switch(text) == "not usable"
    assert re.match(r"\W*(\w+)", text)[1] in system.said  # type: ignore[index]
    assert "\n" not in system.said
    assert system.done == []


def test_a_country_that_cannot_be_used_keeps_nobody_from_the_network(system: System) -> None:
    assert system.switch(HOUSE.replace("DE", "Germany")) == "joined"
    assert "country" in system.said


@pytest.mark.parametrize("value", ["2026-11-28", "[[1]]", "{a = 1}", "nan"])
def test_a_network_whose_name_is_no_text_is_reported(system: System, value: str) -> None:
    assert system.switch(f"[wlan]\nssid = {value}") == "not usable"
    assert system.ssid == ""


def test_a_name_that_cannot_be_used_keeps_nobody_from_the_network(system: System) -> None:
    assert system.switch('[system]\nhostname = "a b"\n' + HOUSE) == "joined"
    assert "[system]" in system.said
    assert not (system.root / "etc/hostname").exists()


def test_a_small_system_without_iw_and_rfkill_joins_all_the_same(system: System) -> None:
    for name in ("iw", "rfkill"):
        os.unlink(system.bin / name)
    assert system.switch(HOUSE) == "joined"
