"""Simulated dice and radios in one room, on virtual controllers of bumble.

Only the air is simulated: each die is a Bluetooth peripheral with its own host, and each bank has
a radio with the methods of bleak that are used. The room has a thread of its own, so several banks
can be in it, as at two tables.
"""

import asyncio
import random
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from threading import Thread
from types import SimpleNamespace
from typing import Any, Self, TypeVar

from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Connection, Device, Peer
from bumble.gatt import Characteristic, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink

from hardware.bluetooth.radio import Bluetooth
from hardware.bluetooth.readings import (
    GODICE_BATTERY,
    GODICE_MESSAGES,
    GODICE_REQUESTS,
    GODICE_SERVICE,
    PIXELS_COMPANY,
)

HELD, ROLLING, ROLLED, CROOKED, ON_FACE = 2, 3, 1, 4, 5
"""Roll states of Pixels, in the order of a roll."""
AT_REST = {1: (-64, 0, 0), 2: (0, 0, 64), 3: (0, 64, 0), 4: (0, -64, 0), 5: (0, 0, -64)}
AT_REST[6] = (64, 0, 0)
"""Acceleration of a GoDice by its upper face."""
NOISE = 14  # of 64, on each axis of an acceleration
EVERY = 100.0  # milliseconds between two advertisements
AIR = 0.02  # seconds between two states of a die

T = TypeVar("T")


class FakeRoom:
    """A room with dice and the radios of banks.

    :param drop: Share of the advertisements that no radio hears, 0 to 1.
    :param link: Class of what carries packets between controllers.
    """

    def __init__(
        self, drop: float = 0.0, seed: int = 1, link: Callable[[], LocalLink] = LocalLink
    ) -> None:
        self.drop = drop
        self.chance = random.Random(seed)
        self._numbers = iter(range(1, 256))
        self._names: dict[str, str] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="fake room", daemon=True)
        self._thread.start()
        self.link = link()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End every die and radio."""
        self.run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stop(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine on the thread of the room."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the thread of the room, and wait for its result."""
        return self.begin(work).result(30)

    def device(self, name: str) -> Device:
        """Return a device with a controller of its own."""
        return self.run(self._make_device(name))

    async def _make_device(self, name: str) -> Device:
        number = next(self._numbers)
        host = Host()
        controller = Controller(name, host_source=host, link=self.link)
        host.set_packet_sink(controller)
        controller.host = host
        address = Address(f"F0:F1:F2:F3:F4:{number:02X}")
        device = Device(name=name, address=address, host=host)
        self._names[_text(address)] = name
        await device.power_on()
        return device

    def bluetooth(self) -> Bluetooth:
        """Return another radio, which keeps its connections when its bank is killed."""
        central = self.device("bank")

        async def devices() -> list[Any]:
            found = (one.peer_address for one in central.connections.values())
            return [_device(address, self._names[_text(address)]) for address in found]

        async def connected() -> list[Any]:
            return await asyncio.wrap_future(self.begin(devices()))

        scanner, client = partial(_Scanner, self, central), partial(_Client, self, central)
        return Bluetooth(scanner, client, connected)


class FakeDie(ABC):
    """A die in a room. ``throw`` rolls it, alone; ``throw_together`` rolls several at once."""

    def __init__(self, room: FakeRoom, name: str, battery: int = 90) -> None:
        self._room = room
        self.name, self.battery = name, battery
        self._device = room.device(name)
        self.address = _text(self._device.random_address)

    def throw(self, face: int) -> None:
        """Roll the die until it shows ``face``."""
        self._room.run(self.roll(face))

    @abstractmethod
    async def roll(self, face: int) -> None:
        """Roll the die, on the thread of the room."""

    async def _advertise(self, *data: tuple[int, bytes]) -> None:
        if self._device.is_advertising:
            await self._device.stop_advertising()
        name = AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()
        await self._device.start_advertising(
            advertising_data=bytes(AdvertisingData([*data, name])),
            auto_restart=True,
            advertising_interval_min=EVERY,
            advertising_interval_max=EVERY,
        )


class FakePixels(FakeDie):
    """A die of Pixels, which tells its state in advertisements."""

    def __init__(self, room: FakeRoom, name: str, battery: int = 90) -> None:
        super().__init__(room, name, battery)
        self.be(ON_FACE)

    def be(self, state: int, face: int = 1) -> None:
        """Tell a state, until another one."""
        self._room.run(self._be(state, face))

    def sleep(self) -> None:
        """Fall silent until the next state."""
        self._room.run(self._device.stop_advertising())

    async def roll(self, face: int) -> None:
        """Roll the die, on the thread of the room."""
        for state in (HELD, ROLLING, ROLLING, ROLLING):
            await self._be(state, self._room.chance.randint(1, 6))
        await self._be(ROLLED, face)

    async def _be(self, state: int, face: int) -> None:
        data = struct.pack("<H5B", PIXELS_COMPANY, 21, 0x80, state, face - 1, self.battery)
        await self._advertise((AdvertisingData.MANUFACTURER_SPECIFIC_DATA, data))
        await asyncio.sleep(AIR)


class FakeGoDice(FakeDie):
    """A GoDice, which tells its state to the bank that is connected."""

    def __init__(self, room: FakeRoom, name: str, battery: int = 90) -> None:
        super().__init__(room, name, battery)
        properties = Characteristic.Properties
        self._messages: Characteristic[bytes] = Characteristic(
            UUID(GODICE_MESSAGES), properties.NOTIFY, Characteristic.READABLE
        )
        requests: Characteristic[bytes] = Characteristic(
            UUID(GODICE_REQUESTS),
            properties.WRITE | properties.WRITE_WITHOUT_RESPONSE,
            Characteristic.WRITEABLE,
        )
        requests.on("write", self._answer)
        self._device.add_service(Service(UUID(GODICE_SERVICE), [self._messages, requests]))
        self._answers: set[asyncio.Task[None]] = set()
        self._asked_by: Connection | None = None
        self.wake()

    def say(self, message: bytes) -> None:
        """Send a message to the bank that is connected."""
        self._room.run(self._say(message))

    def lean(self, kind: bytes = b"T") -> None:
        """Say that the die leans; with ``b"F"`` or ``b"M"`` that it was only moved."""
        self.say(kind + b"S" + self._measure(3))

    def wake(self) -> None:
        """Advertise, so that a bank can connect."""
        self._room.run(self._advertise())

    def lose_link(self) -> None:
        """End the connection, as when the die is out of reach; it advertises again."""
        self._room.run(self._disconnect())

    def sleep(self) -> None:
        """End the connection, and fall silent until ``wake``."""
        self._room.run(self._fall_asleep())

    @property
    def is_connected(self) -> bool:
        """True while a bank is connected."""
        return bool(self._device.connections)

    @property
    def is_subscribed(self) -> bool:
        """True while a bank that is connected hears the messages.

        It has subscribed before, but a message that comes at once may be lost on its way: a bank
        asks for the battery as soon as it listens.
        """
        return self._asked_by in self._device.connections.values()

    async def roll(self, face: int) -> None:
        """Roll the die, on the thread of the room."""
        await self._say(b"R")
        await asyncio.sleep(AIR)
        await self._say(b"S" + self._measure(face))

    async def _say(self, message: bytes) -> None:
        await self._device.notify_subscribers(self._messages, message)

    def _measure(self, face: int) -> bytes:
        noise = self._room.chance.randint
        values = (axis + noise(-NOISE, NOISE) for axis in AT_REST[face])
        return struct.pack("3b", *(max(-128, min(127, value)) for value in values))

    def _answer(self, bank: Connection, request: bytes) -> None:
        if bytes(request) == GODICE_BATTERY:
            self._asked_by = bank
            answer = asyncio.get_running_loop().create_task(
                self._say(b"Bat" + bytes([self.battery]))
            )
            self._answers.add(answer)
            answer.add_done_callback(self._answers.discard)

    async def _disconnect(self) -> None:
        for connection in tuple(self._device.connections.values()):
            await connection.disconnect()

    async def _fall_asleep(self) -> None:
        # Before the connection ends: its end would make the die advertise again.
        await self._device.stop_advertising()
        await self._disconnect()
        if self._device.is_advertising:
            await self._device.stop_advertising()


def throw_together(*throws: tuple[FakeDie, int]) -> None:
    """Roll several dice of one room at once, each with the face that it shall show."""

    async def roll() -> None:
        await asyncio.gather(*(die.roll(face) for die, face in throws))

    throws[0][0]._room.run(roll())


class _Scanner:
    """Scanner of a bank, with the methods of bleak's that are used."""

    def __init__(
        self, room: FakeRoom, central: Device, callback: Callable[[Any, Any], None], **_: Any
    ) -> None:
        self._room, self._central, self._callback = room, central, callback
        self._bank: asyncio.AbstractEventLoop | None = None

    async def __aenter__(self) -> Self:
        self._bank = asyncio.get_running_loop()
        self._central.on("advertisement", self._hear)
        await asyncio.wrap_future(self._room.begin(self._central.start_scanning()))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._central.remove_listener("advertisement", self._hear)
        await asyncio.wrap_future(self._room.begin(self._central.stop_scanning()))

    def _hear(self, heard: Any) -> None:
        if self._room.chance.random() < self._room.drop:
            return
        name = heard.data.get(AdvertisingData.COMPLETE_LOCAL_NAME)
        raw = heard.data.get(AdvertisingData.MANUFACTURER_SPECIFIC_DATA, raw=True)
        data = {struct.unpack_from("<H", raw)[0]: bytes(raw[2:])} if raw else {}
        device = _device(heard.address, name)
        advertisement = SimpleNamespace(local_name=name, manufacturer_data=data)
        assert self._bank is not None, "a scanner hears nothing before it is entered"
        if not self._bank.is_closed():
            self._bank.call_soon_threadsafe(self._callback, device, advertisement)


class _Client:
    """Connection of a bank to a die, with the methods of bleak's that are used."""

    def __init__(
        self,
        room: FakeRoom,
        central: Device,
        device: Any,
        disconnected_callback: Callable[[Any], None],
    ) -> None:
        self._room, self._central, self._address = room, central, device.details
        self._on_gone = disconnected_callback
        self._connection: Connection | None = None
        self._peer: Peer | None = None

    async def connect(self) -> None:
        self._bank = asyncio.get_running_loop()
        await self._across(self._connect())

    async def disconnect(self) -> None:
        if self._connection:
            await self._across(self._connection.disconnect())

    async def start_notify(self, uuid: str, callback: Callable[[Any, bytearray], None]) -> None:
        bank = asyncio.get_running_loop()

        def hear(message: bytes) -> None:
            if not bank.is_closed():
                bank.call_soon_threadsafe(callback, None, bytearray(message))

        await self._across(self._characteristic(uuid).subscribe(hear))

    async def write_gatt_char(self, uuid: str, data: bytes, response: bool) -> None:
        await self._across(self._characteristic(uuid).write_value(data, response))

    async def _across(self, work: Coroutine[Any, Any, T]) -> T:
        return await asyncio.wrap_future(self._room.begin(work))

    async def _connect(self) -> None:
        kept = [
            one for one in self._central.connections.values() if one.peer_address == self._address
        ]
        self._connection = kept[0] if kept else await self._central.connect(self._address)
        self._connection.on("disconnection", self._tell_gone)
        self._peer = Peer(self._connection)
        await self._peer.discover_services()
        for service in self._peer.services:
            await service.discover_characteristics()

    def _tell_gone(self, _: int) -> None:
        if not self._bank.is_closed():
            self._bank.call_soon_threadsafe(self._on_gone, self)

    def _characteristic(self, uuid: str) -> Any:
        assert self._peer is not None, "a client must connect first"
        return self._peer.get_characteristics_by_uuid(UUID(uuid))[0]


def _text(address: Address) -> str:
    return address.to_string(with_type_qualifier=False)


def _device(address: Address, name: str) -> SimpleNamespace:
    return SimpleNamespace(address=_text(address), name=name, details=address)
