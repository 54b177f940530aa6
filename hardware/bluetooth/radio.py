"""Radio that hears dice: it scans for advertisements, and connects to GoDice.

Pixels say everything in their advertisements, so they need no connection. That keeps the radio of
a Raspberry Pi free, which it shares with the Wi-Fi. A GoDice needs a connection; when that is lost,
it is made again as soon as the die advertises. A die that the system still has connected, as after
a bank that was killed, does not advertise and is taken over.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from hardware.bluetooth.readings import (
    GODICE_BATTERY,
    GODICE_MESSAGES,
    GODICE_NAME,
    GODICE_REQUESTS,
    GODICE_SERVICE,
    PIXELS_COMPANY,
    DieMotion,
    DieReading,
    read_godice,
    read_godice_battery,
    read_pixels,
)

CONNECT_SECONDS = 10.0
AGAIN_SECONDS = 5.0
"""Time between two attempts to use a radio that is missing or off."""
QUIET_SECONDS = 30.0
"""Time without any advertisement after which the scan is begun again."""

log = logging.getLogger(__name__)


class Bluetooth(NamedTuple):
    """Two classes of bleak, or others with the same methods, and the devices that are connected."""

    scanner: Callable[..., Any]
    client: Callable[..., Any]
    connected: Callable[[], Awaitable[Iterable[Any]]]


def system_bluetooth() -> Bluetooth:
    """Return what bleak has. Raises ImportError if it is not installed."""
    import bleak

    async def connected() -> Iterable[Any]:
        adapter = await bleak.BleakAdapter.get()
        return await adapter.get_connected_devices([GODICE_SERVICE])

    return Bluetooth(bleak.BleakScanner, bleak.BleakClient, connected)


@dataclass(frozen=True, slots=True)
class Heard:
    """A die was heard; ``reading`` and ``battery`` are None if it said nothing about them."""

    address: str
    name: str = ""
    reading: DieReading | None = None
    battery: int | None = None
    is_connected: bool = False


class Radio:
    """Listener to all dice in reach.

    :param is_wanted: True for the address of a GoDice to which the radio shall connect.
    :param on_heard: Called with everything that a die says.
    :param on_lost: Called with the address of a GoDice whose connection is lost.
    :param on_trouble: Called with the reason why the radio cannot be used, "" if it can.
    """

    def __init__(
        self,
        bluetooth: Bluetooth,
        is_wanted: Callable[[str], bool],
        on_heard: Callable[[Heard], object],
        on_lost: Callable[[str], object],
        on_trouble: Callable[[str], object],
    ) -> None:
        self._bluetooth = bluetooth
        self._is_wanted, self._on_heard = is_wanted, on_heard
        self._on_lost, self._on_trouble = on_lost, on_trouble
        self._clients: dict[str, Any] = {}
        self._found: asyncio.Queue[Any] = asyncio.Queue()
        self._questions: set[asyncio.Task[None]] = set()
        self._has_heard = False

    async def run(self) -> None:
        """Scan and connect until it is cancelled."""
        try:
            while True:
                try:
                    await self._scan()
                except Exception as failure:  # each system has exceptions of its own
                    self._on_trouble(str(failure) or type(failure).__name__)
                    await asyncio.sleep(AGAIN_SECONDS)
        finally:
            for address in tuple(self._clients):
                await self.drop(address)

    async def drop(self, address: str) -> None:
        """End the connection to a GoDice, if there is one."""
        if client := self._clients.pop(address, None):
            await _attempt(client.disconnect())

    async def _scan(self) -> None:
        """Scan until a GoDice wants a connection, or nothing is heard any more.

        The scan ends before a connection is made: many adapters cannot do both at once.
        """
        for device in await self._bluetooth.connected():
            if (device.name or "").startswith(GODICE_NAME) and self._lacks(device.address):
                await self._connect(device)
        # Without DuplicateData a die that rolls again soon would be heard once.
        filters = {"filters": {"DuplicateData": True}}
        async with self._bluetooth.scanner(self._on_advertisement, bluez=filters):
            self._on_trouble("")
            device = await self._next_found()
        if device and self._lacks(device.address):
            await self._connect(device)

    def _lacks(self, address: str) -> bool:
        """Return True for a GoDice that is wanted and has no connection to this bank."""
        return address not in self._clients and self._is_wanted(address)

    async def _next_found(self) -> Any:
        """Wait for a GoDice to connect to; return None if nothing is heard any more."""
        while True:
            self._has_heard = False
            try:
                async with asyncio.timeout(QUIET_SECONDS):
                    return await self._found.get()
            except TimeoutError:
                if not self._has_heard:
                    return None

    def _on_advertisement(self, device: Any, advertisement: Any) -> None:
        self._has_heard = True
        name = advertisement.local_name or device.name or ""
        if data := advertisement.manufacturer_data.get(PIXELS_COMPANY):
            if said := read_pixels(data):
                self._on_heard(Heard(device.address, name, *said))
        elif name.startswith(GODICE_NAME) and self._found.empty() and self._lacks(device.address):
            self._found.put_nowait(device)

    async def _connect(self, device: Any) -> None:
        address, name = device.address, device.name or ""
        gone = partial(self._on_gone, address)
        client = self._bluetooth.client(device, disconnected_callback=gone)
        if not await _attempt(self._open(client, address, name)):
            self._clients.pop(address, None)
            await _attempt(client.disconnect())

    async def _open(self, client: Any, address: str, name: str) -> None:
        async with asyncio.timeout(CONNECT_SECONDS):
            await client.connect()
            self._clients[address] = client
            said = partial(self._on_message, address, name)
            await client.start_notify(GODICE_MESSAGES, said)
            self._on_heard(Heard(address, name, is_connected=True))
            await self._ask_battery(client)

    async def _ask_battery(self, client: Any) -> None:
        await _attempt(client.write_gatt_char(GODICE_REQUESTS, GODICE_BATTERY, False))

    def _on_message(self, address: str, name: str, _: Any, message: bytearray) -> None:
        reading, battery = read_godice(bytes(message)), read_godice_battery(bytes(message))
        self._on_heard(Heard(address, name, reading, battery, is_connected=True))
        client = self._clients.get(address)
        if client and reading and reading.motion is DieMotion.ROLLED:
            question = asyncio.get_running_loop().create_task(self._ask_battery(client))
            self._questions.add(question)
            question.add_done_callback(self._questions.discard)

    def _on_gone(self, address: str, client: Any) -> None:
        if self._clients.get(address) is client:
            del self._clients[address]
            self._on_lost(address)


async def _attempt(work: Awaitable[Any]) -> bool:
    """Await what may fail with a die that has just gone; return True if it did not."""
    try:
        await work
    except Exception as failure:
        log.info("a die did not answer: %r", failure)
        return False
    return True
