"""The real bleak, over a D-Bus of its own, to a stand-in of BlueZ: the seam below simulated rooms.

The stand-in answers what a scan asks BlueZ for, and tells of a Pixels die as BlueZ does.
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
from hardware.bluetooth.readings import PIXELS_COMPANY, DieMotion, DieReading

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
HELD, ROLLING, ROLLED = 2, 3, 1


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
    """BlueZ with one adapter, which sees a die roll a three when a scan begins."""

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus
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
                objects = {ADAPTER: {"org.bluez.Adapter1": adapter}}
                return Message.new_method_return(asked, "a{oa{sa{sv}}}", [objects])
            case "SetDiscoveryFilter":
                self.filters |= {name: value.value for name, value in asked.body[0].items()}
            case "StartDiscovery":
                self._tell("InterfacesAdded", "oa{sa{sv}}", [DIE, {"org.bluez.Device1": die(HELD)}])
                for state in (ROLLING, ROLLED):
                    changed = {"ManufacturerData": die(state)["ManufacturerData"]}
                    self._tell("PropertiesChanged", "sa{sv}as", ["org.bluez.Device1", changed, []])
            case _ if asked.interface != "org.bluez.Adapter1":
                return None
        return Message.new_method_return(asked)

    def _tell(self, member: str, signature: str, body: list[object]) -> None:
        is_new = member == "InterfacesAdded"
        interface = "ObjectManager" if is_new else "Properties"
        path = "/" if is_new else DIE
        full = f"org.freedesktop.DBus.{interface}"
        self._bus.send(Message.new_signal(path, full, member, signature, body))


def die(state: int) -> dict[str, Variant]:
    """Properties of a Pixels die that shows a three."""
    data = Variant("ay", struct.pack("<5B", 21, 0x80, state, 2, 90))
    return {
        "Address": Variant("s", ADDRESS),
        "AddressType": Variant("s", "random"),
        "Alias": Variant("s", "Ruby"),
        "Name": Variant("s", "Ruby"),
        "Adapter": Variant("o", ADAPTER),
        "RSSI": Variant("n", -50),
        "Connected": Variant("b", False),
        "ManufacturerData": Variant("a{qv}", {PIXELS_COMPANY: data}),
    }


def test_a_die_that_bluez_tells_of_is_heard_in_order(system_bus: str) -> None:
    heard: list[Heard] = []

    async def listen() -> StandIn:
        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
        bluez = StandIn(bus)
        await bus.request_name("org.bluez")
        rolled = asyncio.Event()

        def hear(one: Heard) -> None:
            heard.append(one)
            if one.reading and one.reading.face:
                rolled.set()

        radio = Radio(system_bluetooth(), lambda _: False, hear, print, troubles.append)
        task = asyncio.create_task(radio.run())
        await asyncio.wait_for(rolled.wait(), 60)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        bus.disconnect()
        return bluez

    troubles: list[str] = []
    bluez = asyncio.run(listen())
    assert [one.reading for one in heard] == [
        DieReading(DieMotion.HELD),
        DieReading(DieMotion.ROLLING),
        DieReading(DieMotion.ROLLED, 3),
    ]
    assert {(one.address, one.name, one.battery) for one in heard} == {(ADDRESS, "Ruby", 90)}
    assert bluez.filters["DuplicateData"] is True
    assert "StopDiscovery" in bluez.asked
    assert troubles == [""]


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
