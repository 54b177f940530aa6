"""Wi-Fi by touch: a network is tapped, its passphrase typed, and the real script joins it."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.system.machine_settings import MachineSettings
from companion.system.networks import Network, NoWifi
from companion.text.screens.network import NETWORK, text_of
from tests.kiosk.system import OPEN_RADIO, REFUSED, System
from tests.ui.driver import Desk
from tests.words import plain

HOUSE = Network("House", 80, is_protected=True)
GUESTS = Network("Guests", 30, is_protected=False)


class Machine:
    """A kiosk: networks in reach, the settings file, and root, which applies it when asked."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        from companion.table.states.network import NetworkState

        self.desk, self.folder, self.system = desk, folder, System(folder)
        self.reach: list[Network] | NoWifi = [HOUSE, GUESTS]
        self.settings = MachineSettings(folder, folder / "report.json")
        self.hosts = folder / "etc/hostname"
        desk.table.network = NetworkState(
            self.settings, desk.clock, self.look, self.wifi, self._host
        )
        self.hosts.write_text("companion\n")

    def _host(self) -> str:
        return self.hosts.read_text().strip()

    def look(self) -> list[Network]:
        if isinstance(self.reach, NoWifi):
            raise self.reach
        return self.reach

    def wifi(self) -> tuple[str, str]:
        from companion.system.wifi import own_wifi

        return own_wifi(self.system.note)

    def root(self, **facts: str) -> str:
        """The path unit sees the change: the service runs."""
        changed = self.folder / "machine-changed"
        self.desk.until(changed.exists)
        changed.unlink()
        return self.system.switch(**facts)

    def open(self) -> None:
        self.desk.table.show_screen("network")
        self.desk.until(lambda: NETWORK["looking"] not in self.desk.texts())
        self.desk.frames()

    def type(self, text: str) -> None:
        for key in text:
            while not (found := self.desk.all_keys("letter", key)):
                self.desk.tap(self.desk.all_keys("letter")[20])
            self.desk.tap(found[0])

    def says(self, key: str, **fields: object) -> None:
        self.desk.until(lambda: str(text_of(key, **fields)) in self.desk.texts(), passing=1.0)
        self.desk.frames()


@pytest.fixture
def machine(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    folder = tmp_path / "machine"
    folder.mkdir()
    yield Machine(desk, folder)
    desk.table.show_screen("menu")


def test_a_network_is_joined_with_a_passphrase_that_is_typed(machine: Machine, desk: Desk) -> None:
    machine.open()
    desk.tap("House")
    desk.tap(NETWORK["join"])
    assert NETWORK["too short"] in [*desk.texts(), desk.table.notice]
    machine.type("aB3$aB3$")
    desk.tap(NETWORK["join"])
    assert str(text_of("joining", network="House", seconds=0)) in desk.texts()
    assert machine.root() == "joined"
    machine.says("joined", network="House")
    assert 'password = "aB3$aB3$"' in (machine.folder / "machine.toml").read_text()
    assert 'country = "DE"' in (machine.folder / "machine.toml").read_text()


def test_a_wrong_passphrase_is_typed_again_where_it_was(machine: Machine, desk: Desk) -> None:
    machine.open()
    desk.tap("House")
    machine.type("wrongone")
    desk.tap(NETWORK["join"])
    machine.root(REFUSAL=REFUSED)
    machine.says("wrong passphrase", network="House")
    assert "wrongone_" in desk.texts()
    machine.type("8")
    assert "wrongone8_" in desk.texts()
    desk.tap(NETWORK["join"])
    machine.root()
    machine.says("joined", network="House")


def test_an_open_network_is_joined_and_forgotten(machine: Machine, desk: Desk) -> None:
    machine.open()
    desk.tap("Guests")
    assert NETWORK["about open"] in desk.texts()
    desk.tap(NETWORK["join"])
    machine.root()
    machine.says("joined", network="Guests")
    desk.tap("Guests")
    desk.tap(NETWORK["forget"])
    assert machine.root() == "off"
    machine.says("forgotten", network="Guests")


def test_its_own_wifi_is_switched_on_shown_and_off(machine: Machine, desk: Desk) -> None:
    machine.open()
    desk.tap(NETWORK["own"])
    assert machine.root() == "own on"
    machine.says("own switched on")
    desk.tap(NETWORK["code"])
    assert desk.table.screen == "phones"
    desk.tap(desk.table.words["back"])
    assert desk.table.screen == "network"
    desk.tap(NETWORK["own"])
    assert machine.root(ACTIVE="Companion") == "off"
    machine.says("own switched off")


def test_the_machine_gets_another_name(machine: Machine, desk: Desk) -> None:
    machine.open()
    desk.tap("companion")
    for _ in "companion":
        desk.tap(desk.key("letter", "⌫"))
    machine.type("tisch-7")
    desk.tap(NETWORK["take name"])
    machine.root()
    machine.says("named", name="tisch-7")
    assert "tisch-7" in desk.texts()


def test_a_radio_that_is_blocked_is_switched_on_in_the_country_of_the_time_zone(
    machine: Machine, desk: Desk
) -> None:
    machine.reach = NoWifi("blocked")
    machine.open()
    desk.tap(NETWORK["unblock"])
    machine.root()
    assert machine.system.done[:2] == OPEN_RADIO
    machine.reach = [HOUSE]
    desk.until(lambda: "House" in desk.texts(), passing=1.0)


def test_without_a_country_it_says_what_to_do_first(
    machine: Machine, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    machine.reach = NoWifi("blocked")
    machine.open()
    desk.tap(NETWORK["unblock"])
    assert str(desk.table.notice) == plain(NETWORK["no country"])
    assert not (machine.folder / "machine-changed").exists()


def test_a_disk_that_is_full_is_one_sentence(
    machine: Machine, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = os.strerror(errno.ENOSPC)

    def full(**sections: Any) -> int:
        raise OSError(errno.ENOSPC, why)

    monkeypatch.setattr(machine.settings, "change", full)
    machine.open()
    desk.tap(NETWORK["own"])
    machine.says("not kept", why=why)


def test_a_root_that_never_answers_is_told(machine: Machine, desk: Desk) -> None:
    from companion.table.states.network import PATIENCE

    machine.open()
    desk.tap(NETWORK["own"])
    desk.clock.wait(PATIENCE)
    machine.says("no answer")
    assert not desk.table.network.value.is_busy
