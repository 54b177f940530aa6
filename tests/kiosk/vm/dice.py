"""Bluetooth dice at the kiosk: from dice in a room through the kernel and BlueZ to the unit.

Called by ``tests/kiosk/dice.sh``: ``dice.py DISKS PICTURES``. The room is outside of the machine,
which is emulated and slow. Every line that it says begins with what was tried; it ends with status
1 at the first that fails.
"""

import asyncio
import json
import statistics
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from time import monotonic, sleep
from typing import Any

from bumble.controller import Controller
from bumble.core import PhysicalTransport
from bumble.hci import Address, LeFeatureMask
from bumble.link import LocalLink
from bumble.ll import AdvertisingPdu, AdvInd
from bumble.transport import open_transport
from machine import RADIO, Machine
from player import Player, say

from companion.text.screens.dice import DICE
from companion.text.tray import DICE_FAULTS
from hardware import DiceTray, FaultSeen, ThrowSeen
from hardware.bluetooth import fakes
from hardware.bluetooth.dice_server import ASLEEP, DiceChanged, DiceServer
from hardware.bluetooth.fakes import FakeDie, FakeGoDice, FakePixels, FakeRoom, throw_together

BIN = "/opt/companion/current/venv/bin"
UNIT = "companion.service"
COUNT = 40
DROPPED = 0.1  # share of the advertisements
ROLLING = 0.2  # seconds between two states of a die; a real one rolls for about a second
QUIET = 3.0  # seconds in which nothing may come of a die that does not count
SLOW = 120.0  # seconds; an emulated machine is slow
THROWS = """\
import asyncio
import json
from pathlib import Path
from companion.ledger.copies import snapshot
with snapshot(Path("/var/lib/companion")) as books:
    rows = books.rows("SELECT outcome, a, b FROM tray_throws ORDER BY number")
print(json.dumps([row[:1] if row[0] == "fault" else row for row in rows]))
"""
PROBE = """\
import asyncio, errno, socket
from dbus_fast import BusType, Message
from dbus_fast.aio import MessageBus

async def ask():
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    place = {"destination": "org.bluez", "path": "/", "member": "GetManagedObjects"}
    return await bus.call(Message(interface="org.freedesktop.DBus.ObjectManager", **place))

try:
    socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, 1)
    print("opened")
except OSError as error:
    print(errno.errorcode[error.errno])
print(asyncio.run(ask()).message_type.name)
"""
"""Program that tries in the sandbox to open a socket of the radio, and to ask BlueZ."""
OF_THE_BANK = ("ExecStart", "Type", "Restart", "Watchdog", "TTY", "StandardInput", "Conflicts")
OF_THE_BANK += ("RuntimeDirectory=", "CacheDirectory=")
"""Lines of the unit that are about the bank's own life."""
NEAREST = "min(_GODICE_VECTORS, key=distance)"
PLANTED = {
    "GoDice, each face off by one": (NEAREST, f"{NEAREST} % 6 + 1"),
    "Pixels, each face off by one": ("face + 1 if motion", "(face + 1) % 6 + 1 if motion"),
    "Pixels, rolling counts": ("3: DieMotion.ROLLING", "3: DieMotion.ROLLED"),
}
"""Faults of the decoders, as changes of ``readings.py``."""


class WrongThrow(Exception):
    """The ledger has not what was thrown."""


class KioskController(Controller):
    """The controller of the kiosk's adapter, without what a Raspberry Pi's has not. ``room`` loses
    some of the advertisements."""

    le_features = (
        Controller.le_features
        & ~LeFeatureMask.LE_EXTENDED_ADVERTISING
        & ~LeFeatureMask.LE_PERIODIC_ADVERTISING
    )
    room: FakeRoom

    def on_ll_advertising_pdu(self, packet: AdvertisingPdu) -> None:
        if isinstance(packet, AdvInd) and self.room.chance.random() < DROPPED:
            return
        super().on_ll_advertising_pdu(packet)


class Air(LocalLink):
    """Link on which data comes from the address of its connection: Linux has another for scans."""

    def send_acl_data(
        self, sender: Controller, to: Address, transport: PhysicalTransport, data: bytes
    ) -> None:
        connection, receiver = sender.le_connections.get(to), self.find_le_controller(to)
        if connection and receiver:
            loop = asyncio.get_running_loop()
            loop.call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)


class OtherTable:
    """A second bank in the room, with two dice of its own and a radio of bumble's."""

    def __init__(self, room: FakeRoom, stack: ExitStack) -> None:
        self.dice = FakePixels(room, "Jade"), FakeGoDice(room, "GoDice_4D5E6F_G_v04")
        self._heard: SimpleQueue[Any] = SimpleQueue()
        states: SimpleQueue[Any] = SimpleQueue()
        names = {die.address: die.name for die in self.dice}
        server = stack.enter_context(DiceServer(names, states.put, room.bluetooth()))
        self._tray = stack.enter_context(DiceTray(server.path, self._heard.put))
        while True:
            state = states.get(timeout=SLOW)
            if isinstance(state, DiceChanged) and all(die.is_awake for die in state.dice):
                return

    def next(self) -> tuple[int, int] | str:
        """The next throw, or the code of the next fault."""
        while True:
            event = self._heard.get(timeout=SLOW)
            if isinstance(event, ThrowSeen | FaultSeen):
                self._tray.acknowledge(event.identity)
                return event.dice if isinstance(event, ThrowSeen) else event.code

    def says_nothing_else(self) -> bool:
        """True if neither a throw nor a fault is left."""
        with suppress(Empty):
            while True:
                if isinstance(self._heard.get_nowait(), ThrowSeen | FaultSeen):
                    return False
        return True


class DiceEvening(Player):
    """``_expected`` are the rows of the ledger that the throws must have become."""

    patience = 8.0

    def __init__(self, disks: Path, pictures: Path, stack: ExitStack) -> None:
        machine = stack.enter_context(Machine(disks, "rw"))
        super().__init__(machine, pictures)
        self._disks = disks
        self._chance = Random(11)
        self._expected: list[list[Any]] = []
        self._room = room = stack.enter_context(FakeRoom(DROPPED, link=Air))
        self._other = OtherTable(room, stack)
        self._third = FakePixels(room, "Onyx")
        self._room.run(self._connect_controller())

    async def _connect_controller(self) -> None:
        line = await open_transport(f"unix:{self._disks / RADIO}")
        controller = KioskController("kiosk", line.source, line.sink, self._room.link)
        controller.room = self._room
        self._controller = controller

    def all(self) -> None:
        took = self._machine.until(self._is_there)
        version = self._machine.run("/usr/libexec/bluetooth/bluetoothd", "--version").strip()
        kernel = self._machine.run("uname", "-r").strip()
        say(f"switched on: the table was there after {took:.0f} s; BlueZ {version}, Linux {kernel}")
        self._radio()
        self._sandbox()
        fakes.AIR = ROLLING
        self._godice()
        self._pixels()

    # --- what is tried --------------------------------------------------------------------------

    def _radio(self) -> None:
        """The bank runs before there is an adapter, as when it is switched off."""
        self._show_dice()
        self._machine.until(lambda shown: shown["has_no_radio"], SLOW)
        self._picture("dice-1-no-bluetooth")
        self._machine.ask("plug_radio")
        took = self._machine.until(lambda shown: not shown["has_no_radio"], SLOW)
        say(f"no Bluetooth is said, and an adapter that is plugged in is heard after {took:.0f} s")

    def _sandbox(self) -> None:
        """In the unit's own sandbox BlueZ can be asked by D-Bus, and nothing be opened."""
        lines = self._machine.run("systemctl", "cat", UNIT).splitlines()
        unit = "\n".join(line for line in lines if not line.startswith(OF_THE_BANK))
        start = f"[Service]\nType=oneshot\nExecStart={BIN}/python /run/probe.py\n"
        self._write("/run/probe.py", PROBE)
        self._write("/run/systemd/system/probe.service", f"{unit}\n{start}")
        self._machine.run("systemctl", "daemon-reload")
        self._machine.ask("run", command=["systemctl", "start", "probe.service"])
        said = self._machine.run(
            "journalctl", "-b", "-u", "probe.service", "-o", "cat", "-t", "python"
        )
        assert said.split() == ["EAFNOSUPPORT", "METHOD_RETURN"], said
        user = ["--reuid", "companion", "--regid", "companion", "--init-groups"]
        said = self._machine.run("setpriv", *user, f"{BIN}/python", "/run/probe.py")
        assert said.split() == ["opened", "METHOD_RETURN"], said
        say("the sandbox refuses a socket of Bluetooth, and lets BlueZ be asked by D-Bus")

    def _godice(self) -> None:
        dice = one, other = self._choose(
            FakeGoDice(self._room, "GoDice_1A2B3C_R_v04"),
            FakeGoDice(self._room, "GoDice_2B3C4D_B_v04"),
        )
        self._throws(
            "GoDice",
            dice,
            {
                4: lambda: self._is_fault("cocked", self._leaning_godice, one, other),
                8: lambda: self._loses_link(one),
                12: lambda: self._is_fault("sensor", self._lost_rolling, one, other),
                16: lambda: self._is_fault("missing", self._rolled_twice, one),
                20: self._third_die,
                24: lambda: self._bluez_restarts(dice),
                28: lambda: self._unplugged(dice),
                32: lambda: self._killed(dice),
                36: lambda: self._loses_link(other),
            },
        )
        self._finds("GoDice, each face off by one", dice)
        for die in (one, other):
            die.sleep()

    def _pixels(self) -> None:
        dice = one, other = self._choose(
            FakePixels(self._room, "Ruby"), FakePixels(self._room, "Opal")
        )
        self._throws(
            "Pixels",
            dice,
            {
                4: lambda: self._is_fault("cocked", self._leaning_pixels, one, other),
                8: lambda: self._falls_asleep(one),
                16: lambda: self._is_fault("missing", self._rolled_twice, one),
                20: self._third_die,
                24: lambda: self._bluez_restarts(dice),
                28: lambda: self._unplugged(dice),
                32: lambda: self._killed(dice),
                36: lambda: self._is_fault("missing", self._rolled_alone, other),
            },
        )
        self._finds("Pixels, each face off by one", dice)
        self._finds("Pixels, rolling counts", dice)

    # --- the screen of the dice -----------------------------------------------------------------

    def _show_dice(self) -> None:
        for screen in ("menu", "device", "dice"):
            self._tap_until(lambda shown, to=screen: shown["screen"] == to, "show", screen)

    def _tap_until(self, holds: Callable[[dict[str, Any]], object], *do: str) -> None:
        """Touches that key until it has done what it should: one that comes too soon is ignored."""
        for _ in range(10):
            keys = [key for key in self._machine.targets() if key["do"][: len(do)] == list(do)]
            if keys:
                self._tap(keys[0])
            with suppress(TimeoutError):
                self._machine.until(holds, 5)
                return
        raise AssertionError(f"the key {do} does nothing: {self._machine.shown}")

    def _choose(self, *dice: FakeDie) -> tuple[FakeDie, FakeDie]:
        """Two dice by touch and by rolling each once."""
        if self._machine.shown["screen"] != "dice":
            self._show_dice()
        began = monotonic()
        self._tap_until(lambda shown: shown["is_choosing"], "choose")
        for die in dice:
            self._until_rolled_in(die)
        self._until_heard(dice)
        assert list(self._machine.shown["dice"]) == [die.address for die in dice]
        names = " and ".join(die.name for die in dice)
        say(f"chosen by touch and a roll of each: {names}, {monotonic() - began:.0f} s")
        self._picture(f"dice-{dice[0].name}")
        while self._machine.shown["screen"] != "play":
            before = self._machine.shown["screen"]
            self._tap_until(lambda shown, was=before: shown["screen"] != was, "back")
        return dice[0], dice[1]

    def _until_rolled_in(self, die: FakeDie) -> None:
        """Rolls a die until the bank has taken it: a GoDice must be connected first."""
        for _ in range(20):
            die.throw(3)
            with suppress(TimeoutError):
                self._machine.until(lambda shown: die.address in shown["dice"], 5)
                return
        raise AssertionError(f"{die.name} is not taken: {self._machine.shown}")

    def _until_heard(self, dice: tuple[FakeDie, ...]) -> float:
        """Seconds until the bank can hear the dice: it is subscribed to each GoDice, too."""
        began = monotonic()
        while not all(die.is_subscribed for die in dice if isinstance(die, FakeGoDice)):
            assert monotonic() < began + SLOW, f"a die is not heard again: {self._machine.shown}"
            sleep(0.05)
        self._machine.drain()
        self._machine.until(lambda shown: not self._is_asleep(dice)(shown), SLOW)
        return monotonic() - began

    @staticmethod
    def _is_asleep(dice: tuple[FakeDie, ...]) -> Callable[[dict[str, Any]], bool]:
        """Any of the dice, as far as the bank knows."""
        return lambda shown: (
            not all(shown.get("dice", {}).get(die.address, [0, False])[1] for die in dice)
        )

    # --- throws ---------------------------------------------------------------------------------

    def _throws(
        self, kind: str, dice: tuple[FakeDie, FakeDie], troubles: dict[int, Callable[[], None]]
    ) -> None:
        """Forty throws, each at the same time as one of the other table; troubles before some."""
        self._expected = self._ledger()
        took = []
        for number in range(COUNT):
            self._until_awaited()
            if trouble := troubles.get(number):
                trouble()
                self._until_awaited()
            took.append(self._throw_one(dice))
        self._verify()
        assert self._other.says_nothing_else(), "the other table heard more than was thrown"
        restarts = self._machine.run("systemctl", "show", "-P", "NRestarts", UNIT).strip()
        assert restarts == "1", f"killed once, the bank was started again {restarts} times"
        faults = sum(row == ["fault"] for row in self._expected)
        times = f"{statistics.median(took):.2f} s median, {max(took):.2f} s at most"
        say(f"{COUNT} throws of {kind}: all right, {faults} faults said, 0 invented; {times}")

    def _until_awaited(self) -> None:
        self._machine.drain()
        while not self._machine.shown["awaited"]:
            self._tries(self._answer)
            self._machine.drain()

    def _throw_one(self, dice: tuple[FakeDie, FakeDie]) -> float:
        """Seconds from the throw until its move is shown."""
        faces, theirs = ((self._chance.randint(1, 6), self._chance.randint(1, 6)) for _ in range(2))
        before = self._machine.shown["number"]
        throw_together(*zip(dice, faces, strict=True), *zip(self._other.dice, theirs, strict=True))
        self._expected.append(["used", *faces])
        try:
            took = self._machine.until(lambda shown: shown["number"] > before, SLOW)
        except TimeoutError as error:
            raise WrongThrow(f"{faces} did not arrive") from error
        heard = self._other.next()
        assert heard == theirs, f"the other table heard {heard}, and {theirs} was thrown"
        return took

    def _verify(self) -> None:
        """The ledger has what was thrown, in order, and nothing else."""
        if (stored := self._ledger()) != self._expected:
            raise WrongThrow(f"stored: {stored}, thrown: {self._expected}")

    def _ledger(self) -> list[list[Any]]:
        return json.loads(self._machine.run(f"{BIN}/python", "-c", THROWS))  # type: ignore[no-any-return]

    # --- troubles -------------------------------------------------------------------------------

    def _is_fault(self, code: str, happens: Callable[..., None], *dice: FakeDie) -> None:
        """Let something happen that must be a sentence, and no throw."""
        before = self._machine.shown["number"]
        happens(*dice)
        sentence = DICE_FAULTS[code]
        self._machine.until(lambda shown: shown["notice"] == sentence, SLOW)
        self._expected.append(["fault"])
        assert self._machine.shown["number"] == before, "a fault became a move"
        self._until_heard(dice)
        say(f"  {sentence}")

    def _leaning_godice(self, one: FakeGoDice, other: FakeDie) -> None:
        one.say(b"R")
        other.throw(2)
        one.lean()

    def _leaning_pixels(self, one: FakePixels, other: FakeDie) -> None:
        other.throw(4)
        one.be(fakes.ROLLING)
        one.be(fakes.CROOKED)

    def _lost_rolling(self, one: FakeGoDice, other: FakeDie) -> None:
        one.say(b"R")
        other.throw(2)
        one.lose_link()

    def _rolled_twice(self, one: FakeDie) -> None:
        one.throw(1)
        sleep(1.0)
        one.throw(6)

    def _rolled_alone(self, one: FakeDie) -> None:
        one.throw(5)

    def _third_die(self) -> None:
        """Its first roll is said, once in an evening, and nothing comes of it."""
        before = self._machine.shown["number"]
        self._third.throw(6)
        with suppress(TimeoutError):
            self._machine.until(lambda shown: shown["notice"] == DICE["other"], QUIET)
        self._third.throw(1)
        with suppress(TimeoutError):
            self._machine.until(lambda shown: shown["number"] > before, QUIET)
        assert self._machine.shown["number"] == before, "a third die made a move"
        say("  a third die was rolled")

    def _loses_link(self, die: FakeGoDice) -> None:
        die.lose_link()
        say(f"  a link was lost, and made again after {self._until_heard((die,)):.1f} s")

    def _falls_asleep(self, die: FakePixels) -> None:
        die.sleep()
        took = self._machine.until(self._is_asleep((die,)), SLOW)
        die.be(fakes.ON_FACE)
        say(f"  asleep after {took:.0f} s, awake after {self._until_heard((die,)):.1f} s")

    def _bluez_restarts(self, dice: tuple[FakeDie, FakeDie]) -> None:
        """Pixels may be heard again before they count as asleep."""
        self._machine.run("systemctl", "restart", "bluetooth.service")
        began = monotonic()
        if isinstance(dice[0], FakePixels):
            with suppress(TimeoutError):
                self._machine.until(self._is_asleep(dice), ASLEEP + QUIET)
        self._until_heard(dice)
        say(f"  BlueZ restarted: both dice are heard after {monotonic() - began:.1f} s")

    def _unplugged(self, dice: tuple[FakeDie, FakeDie]) -> None:
        self._machine.ask("unplug_radio")
        self._controller.le_scan_enable = False
        for die in dice:
            if isinstance(die, FakeGoDice):
                die.lose_link()
        self._machine.until(self._is_asleep(dice), SLOW)
        self._machine.ask("plug_radio")
        say(f"  the adapter was unplugged for a while: heard after {self._until_heard(dice):.1f} s")

    def _killed(self, dice: tuple[FakeDie, FakeDie]) -> None:
        self._machine.run("systemctl", "kill", "--signal=KILL", "--kill-whom=main", UNIT)
        say(f"  the bank was killed: both dice are heard after {self._back(dice):.1f} s")

    def _back(self, dice: tuple[FakeDie, FakeDie]) -> float:
        """Seconds until another process of the bank has its table and its dice."""
        began = monotonic()
        self._machine.drain()
        self._machine.shown = {}
        self._machine.until(self._is_there)
        self._until_heard(dice)
        return monotonic() - began

    # --- faults of the decoders -----------------------------------------------------------------

    def _finds(self, name: str, dice: tuple[FakeDie, FakeDie]) -> None:
        """A planted fault must be found by the same throws and the same look into the ledger."""
        with self._planted(*PLANTED[name], dice):
            self._expected = self._ledger()
            try:
                for _ in range(4):
                    self._until_awaited()
                    self._throw_one(dice)
                self._verify()
            except WrongThrow as wrong:
                say(f"planted in the decoder, and found: {name}: {wrong}")
                return
        raise AssertionError(f"a planted fault is not found: {name}")

    @contextmanager
    def _planted(self, sound: str, faulty: str, dice: tuple[FakeDie, FakeDie]) -> Iterator[None]:
        """The bank runs with other decoders, for a while."""
        where = "import hardware.bluetooth.readings as module; print(module.__file__)"
        file = self._machine.run(f"{BIN}/python", "-c", where).strip()
        text = self._machine.run("cat", file)
        assert sound in text, f"there is no {sound} in {file}"
        try:
            self._restart(file, text.replace(sound, faulty), dice)
            yield
        finally:
            self._restart(file, text, dice)

    def _restart(self, file: str, text: str, dice: tuple[FakeDie, FakeDie]) -> None:
        self._write(file, text)
        self._machine.run("systemctl", "restart", UNIT)
        self._back(dice)

    def _write(self, file: str, text: str) -> None:
        code = "import sys; open(sys.argv[1], 'w', encoding='utf-8').write(sys.argv[2])"
        self._machine.run("python3", "-c", code, file, text)


if __name__ == "__main__":
    with ExitStack() as stack:
        DiceEvening(Path(sys.argv[1]), Path(sys.argv[2]), stack).all()
