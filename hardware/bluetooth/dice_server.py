"""Server of two Bluetooth dice: a thread that hears them and speaks the tray's protocol.

The dice become a tray on a pseudo-terminal. Sequence, repeats and acknowledgements are those of the
tray's own program, so no roll counts twice, and none is lost while the bank is busy. A die that is
asleep or out of reach silences the tray: the bank then offers the dice to be tapped, and goes on by
itself when both dice are heard again.

A table takes only the two dice on its list, by their addresses. Any other die changes nothing; its
first roll is reported, so that nobody wonders.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import token_hex
from threading import Thread
from time import monotonic
from typing import Self

from hardware.bluetooth.pair import DicePair, Faulty, Outcome, Picked, Rolled
from hardware.bluetooth.radio import Bluetooth, Heard, Radio
from hardware.bluetooth.readings import DieMotion
from hardware.firmware.tray import Tray, frame
from hardware.pseudo_terminal import PseudoTerminal

UID = "bluetooth-dice"
TICK = 0.05  # seconds
ASLEEP = 15.0  # seconds without an advertisement; one that lies still advertises every second
LOW = 10  # percent of the battery under which it is reported
DICE = 2
MOST_CONNECTED = 4  # GoDice to which the radio connects while dice are chosen


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the list, as far as it has been heard."""

    address: str
    name: str
    face: int = 0
    battery: int | None = None
    is_awake: bool = False


@dataclass(frozen=True, slots=True)
class DiceChanged:
    """State of the list, with the last roll of both dice.

    ``trouble`` is the reason why the radio cannot be used.
    """

    dice: tuple[Die, ...] = ()
    is_choosing: bool = False
    trouble: str = ""
    rolled: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class BatteryLow:
    """A die needs to be charged; reported once for each die."""

    name: str
    percent: int


@dataclass(frozen=True, slots=True)
class OtherDieRolled:
    """A die that is not on the list was rolled; reported once for each die."""

    name: str


DiceEvent = DiceChanged | BatteryLow | OtherDieRolled


class DiceServer:
    """The dice of a table, served at ``path``.

    Every method may be called from any thread.

    :param dice: Names of the dice on the list, by their addresses; two of them make rolls.
    :param on_event: Called with one event at a time on the thread of the dice.
    :param bluetooth: Classes that reach the radio, such as ``system_bluetooth()``.
    """

    def __init__(
        self,
        dice: Mapping[str, str],
        on_event: Callable[[DiceEvent], object],
        bluetooth: Bluetooth,
    ) -> None:
        self._cable = PseudoTerminal()
        self.path = self._cable.name
        self._on_event = on_event
        self._tray = Tray(UID, token_hex(4), _milliseconds())
        self._known = {address: Die(address, name) for address, name in dice.items()}
        self._heard_at: dict[str, float] = {}
        self._connected: set[str] = set()
        self._rolling: set[str] = set()
        self._reported: set[tuple[type[DiceEvent], str]] = set()
        self._list = tuple(dice)[:DICE]
        self._before = self._list
        self._pair = DicePair((self._list[0], self._list[1])) if len(dice) >= DICE else None
        self._is_silent = True
        self._rolled: tuple[int, int] | None = None
        self._is_choosing, self._trouble = False, ""
        self._radio = Radio(bluetooth, self._is_wanted, self._hear, self._lose, self._fail)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="bluetooth dice", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start to hear the dice. Call it once."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and its connections, and unplug the cable."""
        if self._thread.is_alive():
            self._call(self._stop)
            self._thread.join(5.0)
        self._cable.close()

    @property
    def awaited(self) -> int:
        """Number of the move for which the bank awaits a roll, 0 for none."""
        state, number = self._tray.lamp
        return number if state == "ready" else 0

    def choose(self) -> None:
        """Take the next dice that are rolled, until there are two on the list."""
        self._call(self._begin_choosing)

    def stop_choosing(self) -> None:
        """Keep the dice that were on the list before, unless two others have been taken."""
        self._call(self._end_choosing)

    def forget(self, address: str) -> None:
        """Take a die off the list."""
        self._call(self._forget, address)

    # --- the thread of the dice -----------------------------------------------------------------

    def _call(self, work: Callable[..., object], *arguments: object) -> None:
        self._loop.call_soon_threadsafe(work, *arguments)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._serve())
        self._loop.close()

    def _stop(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    async def _serve(self) -> None:
        self._report()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._radio.run())
            while True:
                self._tick(monotonic())
                await asyncio.sleep(TICK)

    def _tick(self, now: float) -> None:
        for address in self._list:
            is_quiet = now - self._heard_at.get(address, now) >= ASLEEP
            if is_quiet and self._known[address].is_awake and address not in self._connected:
                self._lose(address)
        if self._pair:
            self._act(self._pair.tick(now))
        self._tray.receive(self._cable.read(), _milliseconds())
        self._tray.tick(_milliseconds())
        was_silent = self._is_silent
        self._is_silent = not self._pair or not all(
            self._known[address].is_awake for address in self._list
        )
        if was_silent and not self._is_silent:
            self._tray.receive(frame("?"), _milliseconds())  # the bank hears a hello at once
        data = self._tray.bytes_to_send()
        if not self._is_silent:
            self._cable.write(data)

    def _act(self, outcome: Outcome | None) -> None:
        now = _milliseconds()
        match outcome:
            case Picked():
                self._tray.roll(now)
            case Rolled((a, b)):
                self._tray.rest(a, b, now)
                self._rolled = a, b
                self._report()
            case Faulty(code):
                self._tray.rest_unread(code, now)

    def _report(self) -> None:
        dice = tuple(self._known[address] for address in self._list)
        self._on_event(DiceChanged(dice, self._is_choosing, self._trouble, self._rolled))

    def _report_once(self, event: BatteryLow | OtherDieRolled, address: str) -> None:
        if (type(event), address) not in self._reported:
            self._reported.add((type(event), address))
            self._on_event(event)

    # --- what the radio hears -------------------------------------------------------------------

    def _is_wanted(self, address: str) -> bool:
        is_tried = self._is_choosing and len(self._connected) < MOST_CONNECTED
        return address in self._list or is_tried

    def _hear(self, heard: Heard) -> None:
        address = heard.address
        self._heard_at[address] = monotonic()
        if heard.is_connected:
            self._connected.add(address)
        self._remember(heard)
        if self._pair and heard.reading and address in self._list:
            self._act(self._pair.read(address, heard.reading, monotonic()))
        if self._has_rolled(heard) and address not in self._list:
            if self._is_choosing:
                self._set_list((*self._list, address), is_choosing=True)
            elif self._pair:
                self._report_once(OtherDieRolled(heard.name), address)

    def _remember(self, heard: Heard) -> None:
        before = self._known.get(heard.address) or Die(heard.address, heard.name)
        die = replace(before, name=heard.name or before.name, is_awake=True)
        if heard.reading and heard.reading.face:
            die = replace(die, face=heard.reading.face)
        if heard.battery is not None:
            die = replace(die, battery=heard.battery)
        self._known[heard.address] = die
        if heard.address not in self._list:
            return
        if die != before:
            self._report()
        if die.battery is not None and die.battery < LOW:
            self._report_once(BatteryLow(die.name, die.battery), die.address)

    def _has_rolled(self, heard: Heard) -> bool:
        """Return True if a die that was seen rolling has come to rest."""
        match heard.reading and heard.reading.motion:
            case DieMotion.HELD | DieMotion.ROLLING:
                self._rolling.add(heard.address)
            case DieMotion.ROLLED if heard.address in self._rolling:
                self._rolling.discard(heard.address)
                return True
        return False

    def _lose(self, address: str) -> None:
        self._connected.discard(address)
        self._rolling.discard(address)
        self._known[address] = replace(self._known[address], is_awake=False)
        if address in self._list:
            self._report()
            if self._pair:
                self._act(self._pair.lose(address, monotonic()))

    def _fail(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._report()

    # --- the list -------------------------------------------------------------------------------

    def _set_list(self, addresses: tuple[str, ...], is_choosing: bool = False) -> None:
        """Make another list, and end the connections to dice that are not on it."""
        self._list, self._pair, self._rolled = addresses, None, None
        if len(addresses) == DICE:
            self._pair = DicePair((addresses[0], addresses[1]))
        self._is_choosing = is_choosing and not self._pair
        if not self._is_choosing:
            for address in self._connected.difference(addresses):
                self._connected.discard(address)
                self._loop.create_task(self._radio.drop(address))
        self._report()

    def _begin_choosing(self) -> None:
        self._before = self._list
        self._set_list(() if self._pair else self._list, is_choosing=True)

    def _end_choosing(self) -> None:
        self._set_list(self._list if self._pair else self._before)

    def _forget(self, address: str) -> None:
        self._before = tuple(other for other in self._before if other != address)
        self._set_list(tuple(other for other in self._list if other != address), self._is_choosing)


def _milliseconds() -> int:
    return int(monotonic() * 1000)
