"""Networks in reach, as nmcli lists them, and the settings file that the screen writes."""

import os
import stat
import tomllib
from pathlib import Path

import pytest

from companion.system import timezones
from companion.system.machine_settings import (
    CHANGED,
    FILE_NAME,
    WATCHER,
    MachineSettings,
    is_host_name,
    machine_settings,
)
from companion.system.networks import Network, NoWifi, networks, parse
from companion.system.wifi import new_passphrase
from tests.stand_ins import stand_in
from tests.tree import ROOT


def line(name: str, signal: int, security: str, used: str = " ", mode: str = "Infra") -> str:
    return f"{used}:{mode}:{signal}:{name.encode().hex().upper()}:{security}"


def test_each_network_is_listed_once_the_one_in_use_first_and_then_the_strongest() -> None:
    lines = [
        line("Weak: one", 20, ""),
        line("House", 40, "WPA2", "*"),
        line("House", 90, "WPA2"),
        line("Strong", 95, "WPA2 WPA3"),
        line("Company", 60, "WPA2 802.1X"),
        line("Old", 10, "WEP"),
        line("", 80, "WPA2"),
        line("Companion", 99, "WPA2", "*", "AP"),
        " :Infra:30:FF00:WPA2",
        line("a\nb", 30, "WPA2"),
    ]
    assert parse("\n".join(lines)) == [
        Network("House", 40, is_protected=True, is_joined=True),
        Network("Strong", 95, is_protected=True),
        Network("Company", 60, is_protected=True, can_join=False),
        Network("Weak: one", 20, is_protected=False),
        Network("Old", 10, is_protected=True, can_join=False),
    ]


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    (tmp_path / "sys/class/net/wlan0/phy80211").mkdir(parents=True)
    return tmp_path


def nmcli(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    stand_in(folder / "bin/nmcli", script)
    monkeypatch.setenv("PATH", f"{folder}/bin", prepend=os.pathsep)


def test_those_that_are_known_are_listed_where_nobody_may_look(
    adapter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = line("House", 40, "WPA2")
    refuses = f"case $* in *yes) echo 'not authorized' >&2; exit 1 ;; *) echo '{known}' ;; esac"
    nmcli(adapter, monkeypatch, refuses)
    assert networks(adapter) == [Network("House", 40, is_protected=True)]


@pytest.mark.parametrize(
    ("script", "soft", "why"),
    [("exit 8", "0", "no manager"), ("echo nothing", "1", "blocked")],
)
def test_what_is_missing_is_one_word(
    adapter: Path, monkeypatch: pytest.MonkeyPatch, script: str, soft: str, why: str
) -> None:
    switch = adapter / "sys/class/rfkill/rfkill0"
    switch.mkdir(parents=True)
    for name, value in {"type": "wlan", "soft": soft, "hard": "0"}.items():
        (switch / name).write_text(f"{value}\n")
    nmcli(adapter, monkeypatch, script)
    with pytest.raises(NoWifi, match=why):
        networks(adapter)


def test_a_machine_without_adapter_or_program_says_so(
    tmp_path: Path, adapter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoWifi, match="no manager"):
        networks(adapter)
    with pytest.raises(NoWifi, match="no adapter"):
        networks(tmp_path / "elsewhere")


def test_only_the_bank_and_root_read_what_is_kept(tmp_path: Path) -> None:
    settings = MachineSettings(tmp_path)
    odd = 'Käse "1"\\ 🧀'
    settings.change(wlan={"ssid": odd, "password": "a\\b c", "hidden": False}, hotspot={"on": True})
    settings.change(wlan={"country": "DE"}, system={"hostname": "table"})
    kept = tomllib.loads((tmp_path / FILE_NAME).read_text("utf-8"))
    assert kept == {
        "wlan": {"ssid": odd, "password": "a\\b c", "hidden": False, "country": "DE"},
        "hotspot": {"on": True},
        "system": {"hostname": "table"},
    }
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    assert (tmp_path / CHANGED).exists()
    assert not [*tmp_path.glob("*.part")]


def test_a_file_that_cannot_be_read_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("[wlan")
    MachineSettings(tmp_path).change(system={"hostname": "table"})
    assert tomllib.loads((tmp_path / FILE_NAME).read_text()) == {"system": {"hostname": "table"}}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"applied": 1}', '{"applied": []}', "1"])
def test_a_report_that_is_none_is_waited_for(tmp_path: Path, text: str) -> None:
    (tmp_path / "report").write_text(text)
    assert MachineSettings(tmp_path, tmp_path / "report").report(1) is None


def test_only_a_kiosk_whose_settings_are_watched_has_some(tmp_path: Path) -> None:
    service = {"STATE_DIRECTORY": str(tmp_path)}
    assert machine_settings(service, (tmp_path,)) is None
    (tmp_path / WATCHER).touch()
    assert machine_settings({}, (tmp_path,)) is None
    assert machine_settings(service, (tmp_path,))


def test_the_unit_takes_away_what_it_watches_even_a_folder() -> None:
    unit = (ROOT / "systemd" / WATCHER).read_text("utf-8")
    assert f"PathExists=/var/lib/companion/{CHANGED}\n" in unit
    service = (ROOT / "systemd/companion-machine.service").read_text("utf-8")
    assert f"ExecStartPre=/bin/rm -rf /var/lib/companion/{CHANGED}\n" in service
    assert f"/var/lib/companion/{FILE_NAME} /\n" in service


@pytest.mark.parametrize("name", ["table", "table-7", "7", "A" * 63])
def test_a_name_has_letters_digits_and_hyphens_within(name: str) -> None:
    assert is_host_name(name)
    for other in (f"-{name}", f"{name}-", f"{name} b", f"{name}.b", f"{name}ä", f"{name}\n", ""):
        assert not is_host_name(other)
    assert not is_host_name("A" * 64)


def test_a_passphrase_is_long_and_another_each_time() -> None:
    assert len({new_passphrase() for _ in range(50)}) == 50
    assert len(new_passphrase()) == 16


@pytest.mark.parametrize(("zone", "country"), [("Europe/Berlin", "DE"), ("Etc/UTC", "")])
def test_the_time_zone_tells_the_country(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, country: str
) -> None:
    table = tmp_path / "zone.tab"
    table.write_text("# comment\nDE\t+5230+01322\tEurope/Berlin\tmost of Germany\n")
    monkeypatch.setenv("TZ", zone)
    assert timezones.country(table) == country
    assert timezones.country(tmp_path / "none") == ""
