"""The real bleak, over a D-Bus of its own, to a stand-in of BlueZ: the seam below simulated rooms.

The stand-in answers what a scan asks BlueZ for, and tells of a Pixels die as BlueZ does. A GoDice
that it has connected does not advertise.
"""

import asyncio
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from hardware.bluetooth.radio import Heard, Radio, system_bluetooth
from hardware.bluetooth.readings import (
    GODICE_MESSAGES,
    GODICE_REQUESTS,
    GODICE_SERVICE,
    PIXELS_COMPANY,
    DieMotion,
    DieReading,
)

CONFIG = """<busconfig>
  <type>system</type>
  <listen>unix:path={path}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow own="*"/> <allow send_destination="*"/> <allow eavesdrop="true"/> <allow user="*"/>
  </policy>
</busconfig>"""
ADAPTER, DIE = "/org/bluez/hci0", "/org/bluez/hci0/dev_F0_F1_F2_F3_F4_01"
ADDRESS = "F0:F1:F2:F3:F4:01"
GODICE, GODICE_ADDRESS = "/org/bluez/hci0/dev_F0_F1_F2_F3_F4_02", "F0:F1:F2:F3:F4:02"
SERVICE = f"{GODICE}/service000a"
MESSAGES, REQUESTS = f"{SERVICE}/char000b", f"{SERVICE}/char000e"
HELD, ROLLING, ROLLED = 2, 3, 1
Properties = dict[str, Variant]


@pytest.fixture
def system_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A system bus that only this test has."""
    daemon = shutil.which("dbus-daemon")
    if daemon is None:
        pytest.skip("there is no dbus-daemon")
    config = tmp_path / "bus.conf"
    config.write_text(CONFIG.format(path=tmp_path / "bus"))
    command = [daemon, f"--config-file={config}", "--nofork", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield address
        process.terminate()


class StandIn:
    """BlueZ with one adapter.

    A Pixels die is seen rolling a three when a scan begins. What is ``kept`` is connected; a GoDice
    among it rolls a three when a bank listens to it.
    """

    def __init__(self, bus: MessageBus, kept: dict[str, dict[str, Properties]]) -> None:
        self._bus, self._kept = bus, kept
        self.asked: list[str] = []
        self.filters: dict[str, object] = {}
        bus.add_message_handler(self._answer)

    def _answer(self, asked: Message) -> Message | None:
        if asked.message_type is not MessageType.METHOD_CALL:
            return None
        self.asked.append(asked.member)
        match asked.member:
            case "GetManagedObjects":
                powered = Variant("b", True), Variant("as", ["central"])
                adapter = dict(zip(("Powered", "Roles"), powered, strict=True))
                objects = {ADAPTER: {"org.bluez.Adapter1": adapter}} | self._kept
                return Message.new_method_return(asked, "a{oa{sa{sv}}}", [objects])
            case "SetDiscoveryFilter":
                self.filters |= {name: value.value for name, value in asked.body[0].items()}
            case "StartDiscovery":
                body = [DIE, {"org.bluez.Device1": pixels(HELD)}]
                self._tell("/", "ObjectManager", "InterfacesAdded", "oa{sa{sv}}", body)
                for state in (ROLLING, ROLLED):
                    data = pixels(state)["ManufacturerData"]
                    self._change(DIE, "Device1", {"ManufacturerData": data})
            case "StartNotify":
                for message in (b"R", b"S" + struct.pack("3b", 0, 64, 0)):
                    self._change(asked.path, "GattCharacteristic1", {"Value": bytes_of(message)})
            case "Disconnect":
                self._change(asked.path, "Device1", {"Connected": Variant("b", False)})
            case _ if not asked.interface.startswith("org.bluez."):
                return None
        return Message.new_method_return(asked)

    def _change(self, path: str, interface: str, changed: Properties) -> None:
        body = [f"org.bluez.{interface}", changed, []]
        self._tell(path, "Properties", "PropertiesChanged", "sa{sv}as", body)

    def _tell(self, path: str, interface: str, member: str, form: str, body: list[object]) -> None:
        full = f"org.freedesktop.DBus.{interface}"
        self._bus.send(Message.new_signal(path, full, member, form, body))


def bytes_of(data: bytes) -> Variant:
    return Variant("ay", data)


def device(address: str, name: str, is_connected: bool) -> Properties:
    """Return the properties that every device has."""
    return {
        "Address": Variant("s", address),
        "AddressType": Variant("s", "random"),
        "Alias": Variant("s", name),
        "Name": Variant("s", name),
        "Adapter": Variant("o", ADAPTER),
        "Connected": Variant("b", is_connected),
    }


def pixels(state: int) -> Properties:
    """Properties of a Pixels die that shows a three."""
    said = bytes_of(struct.pack("<5B", 21, 0x80, state, 2, 90))
    data = Variant("a{qv}", {PIXELS_COMPANY: said})
    return device(ADDRESS, "Ruby", False) | {"RSSI": Variant("n", -50), "ManufacturerData": data}


def godice() -> dict[str, dict[str, Properties]]:
    """Objects of a GoDice that is connected, with its service."""
    die = device(GODICE_ADDRESS, "GoDice_1A2B3C_R_v04", True)
    die |= {"ServicesResolved": Variant("b", True), "UUIDs": Variant("as", [GODICE_SERVICE])}
    service = {"UUID": Variant("s", GODICE_SERVICE), "Device": Variant("o", GODICE)}
    objects = {
        GODICE: {"org.bluez.Device1": die},
        SERVICE: {"org.bluez.GattService1": service | {"Primary": Variant("b", True)}},
    }
    flags = {
        MESSAGES: (GODICE_MESSAGES, "notify"),
        REQUESTS: (GODICE_REQUESTS, "write-without-response"),
    }
    for path, (uuid, flag) in flags.items():
        characteristic = {"UUID": Variant("s", uuid), "Service": Variant("o", SERVICE)}
        characteristic |= {"Flags": Variant("as", [flag])}
        objects[path] = {"org.bluez.GattCharacteristic1": characteristic}
    return objects


def heard_until_a_roll(
    kept: dict[str, dict[str, Properties]], wanted: str = ""
) -> tuple[list[Heard], StandIn, list[str]]:
    """Return what a radio hears of a stand-in until a die is rolled, and its troubles."""
    heard: list[Heard] = []
    troubles: list[str] = []

    async def listen() -> StandIn:
        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
        bluez = StandIn(bus, kept)
        await bus.request_name("org.bluez")
        rolled = asyncio.Event()

        def hear(one: Heard) -> None:
            heard.append(one)
            if one.reading and one.reading.face:
                rolled.set()

        radio = Radio(system_bluetooth(), wanted.__eq__, hear, print, troubles.append)
        task = asyncio.create_task(radio.run())
        await asyncio.wait_for(rolled.wait(), 60)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        bus.disconnect()
        return bluez

    return heard, asyncio.run(listen()), troubles


def test_a_die_that_bluez_tells_of_is_heard_in_order(system_bus: str) -> None:
    heard, bluez, troubles = heard_until_a_roll(kept=godice())
    assert [one.reading for one in heard] == [
        DieReading(DieMotion.HELD),
        DieReading(DieMotion.ROLLING),
        DieReading(DieMotion.ROLLED, 3),
    ]
    assert {(one.address, one.name, one.battery) for one in heard} == {(ADDRESS, "Ruby", 90)}
    assert bluez.filters["DuplicateData"] is True
    assert "StartNotify" not in bluez.asked
    assert "StopDiscovery" in bluez.asked
    assert troubles == [""]


def test_a_die_that_bluez_still_has_connected_is_heard_without_a_scan(system_bus: str) -> None:
    heard, bluez, _ = heard_until_a_roll(godice(), GODICE_ADDRESS)
    readings = [one.reading for one in heard if one.is_connected and one.reading]
    assert readings == [DieReading(DieMotion.ROLLING), DieReading(DieMotion.ROLLED, 3)]
    assert {one.address for one in heard if one.is_connected} == {GODICE_ADDRESS}
    before = bluez.asked[: bluez.asked.index("StartNotify")]
    assert {"Connect", "StartDiscovery"}.isdisjoint(before)
    assert "Disconnect" in bluez.asked


def test_a_system_without_bluez_is_a_trouble_and_no_fault(system_bus: str) -> None:
    async def listen() -> str:
        trouble: asyncio.Queue[str] = asyncio.Queue()
        radio = Radio(system_bluetooth(), lambda _: False, print, print, trouble.put_nowait)
        task = asyncio.create_task(radio.run())
        try:
            return await asyncio.wait_for(trouble.get(), 60)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    assert asyncio.run(listen())
