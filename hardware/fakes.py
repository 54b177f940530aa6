"""Simulated dice tray, button panel and card reader, for demonstrations and tests.

Only the outermost layer is simulated. The fake tray runs the firmware's own protocol code on a
pseudo-terminal, which DiceTray opens like any port. The fake panel drives the levels of mock pins.
The fake reader writes the kernel's events into a pipe with a name, which CardReader opens like any
input device.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from select import select
from shutil import rmtree
from socket import socketpair
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep
from typing import Self, TypeVar

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.firmware.tray import REPEAT_EVERY, Tray
from hardware.frames import Fault, Heartbeat, Lamp, Throw, decode, encode
from hardware.input_devices import (
    DIGITS,
    ENTERS,
    INPUT_EVENT,
    KEY,
    PRESSED,
    SYN,
    SYN_DROPPED,
    InputDevices,
    KeyboardInUse,
)
from hardware.noise import NoisyLine
from hardware.panel import LAMP, PINS
from hardware.pseudo_terminal import PseudoTerminal, plugged_elsewhere
from hardware.throw_script import DiceReading, Script

FINGER = 0.06  # seconds that a finger stays on a button, and off it
KEY_SECONDS = 0.008  # for which a reader presses a key
CODES = {digit: code for code, digit in DIGITS.items() if code < 12}
CODES |= {"\n": ENTERS[0], "a": 30, "b": 48, "c": 46, "\t": 15}
READ_OUT = 3.0  # seconds at most for the bank to read the last bytes before the cable is unplugged

T = TypeVar("T")


class FakeTray:
    """A simulated dice tray on a pseudo-terminal.

    The following code connects a driver to a simulated tray and throws a 3 and a 5::

        with FakeTray() as fake, DiceTray(fake.path, events.put):
            fake.throw(3, 5)

    One thread owns the tray and runs every command, so every method may be called from any thread.

    :param uid: Identity of the tray, as in its hello.
    :param link: Symbolic link to the pseudo-terminal, like the one of the udev rule: it remains
        when the device gets another name. The default is a temporary link.
    :param seed: Seed of the random faults of the line.
    :param noise: Rate, from 0 to 1, at which lines in either direction are corrupted.
    :param drop: Rate at which lines are lost.
    :param repeat: Rate at which lines are doubled.
    :param tear: Rate at which a transmission arrives in two pieces.
    :param repeat_every: Seconds between two transmissions of an unacknowledged throw.
    """

    def __init__(
        self,
        *,
        uid: str = "fake",
        link: Path | None = None,
        seed: int | None = None,
        noise: float = 0.0,
        drop: float = 0.0,
        repeat: float = 0.0,
        tear: float = 0.0,
        repeat_every: float = REPEAT_EVERY / 1000,
    ) -> None:
        self._uid = uid
        self._folder = TemporaryDirectory(prefix="tray-")
        self._link = link or Path(self._folder.name, "tray")
        self._to_bank = NoisyLine(seed, noise, drop, repeat, tear)
        self._to_tray = NoisyLine(seed, noise, drop, repeat, tear)
        self._repeat_every = int(1000 * repeat_every)
        self._script = Script()
        self._tray = self._power_up()
        self._todo: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._wakeup_in, self._wakeup_out = socketpair()
        self._closing = False
        self._cut_after: int | None = None
        self._cable: PseudoTerminal | None = None
        self._plug_in(PseudoTerminal())
        self._thread = Thread(target=self._run, name="fake tray", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> str:
        """Path of the port, for DiceTray."""
        return str(self._link)

    @property
    def boot(self) -> str:
        """Identity of this power-up, as in the tray's throws."""
        return self._tray.boot

    @property
    def lamp(self) -> Lamp:
        """State of the lamp that the bank sent last."""
        return Lamp(*self._tray.lamp)

    @property
    def waiting(self) -> tuple[Throw | Fault, ...]:
        """Throws and faults that are not acknowledged, oldest first."""
        frames = (decode(line.rstrip()) for _, line in self._tray.waiting)
        return tuple(frame for frame in frames if isinstance(frame, Throw | Fault))

    @property
    def is_plugged(self) -> bool:
        """True while the cable is plugged in."""
        return self._cable is not None

    def start(self) -> None:
        """Start the tray's thread, which says hello. Call it once."""
        self._thread.start()

    def close(self) -> None:
        """Unplug the tray for good and remove the link."""
        self._do(self._end)
        if self._thread.is_alive():
            self._thread.join(1.0)
        self._wakeup_in.close()
        self._wakeup_out.close()

    def roll(self) -> None:
        """Pick up both dice."""
        self._do(lambda: self._tray.roll(_now()))

    def throw(self, a: int, b: int) -> bool:
        """Throw the dice. Return False, without a throw, while eight throws wait."""
        self.roll()
        return self._do(lambda: self._tray.rest(a, b, _now()))

    def lean(self, code: str = "cocked") -> bool:
        """Throw the dice so that they cannot be read, with a code of ``frames.CODES``."""
        self.roll()
        return self._do(lambda: self._tray.rest_unread(code, _now()))

    def hold_card(self, number: int) -> None:
        """Hold the bank card of player ``number``, from 1, to the reader."""
        self._do(lambda: self._tray.hold_card(number, _now()))

    def script(self, throws: Iterable[DiceReading], pace: float = 0.0) -> None:
        """Throw the next of ``throws`` each time the lamp asks, after ``pace`` seconds.

        Each move number gets one throw, and another one only if the dice could not be read.
        """
        self._do(partial(setattr, self, "_script", Script(throws, pace)))

    def unplug(self, after: int = 0) -> None:
        """Unplug the cable after that many more bytes, heartbeats not counted.

        The tray keeps its power.
        """
        self._do(partial(self._cut, after))

    def replug(self) -> None:
        """Plug the tray in again as another device, and update ``link``."""
        self._do(lambda: self._plug_in(plugged_elsewhere(self._device)))

    def restart(self) -> None:
        """Cut the power for a moment: the tray gets another boot and loses its throws."""
        self._do(self._restart)

    def _do(self, work: Callable[[], T]) -> T:
        """Run ``work`` on the tray's thread and return its result."""
        if not self._thread.is_alive():
            return work()
        done: Future[T] = Future()
        self._todo.put(partial(_fulfil, done, work))
        self._wakeup_out.send(b"!")
        return done.result(5.0)

    def _run(self) -> None:
        while not self._closing:
            self._wait()
            while not self._todo.empty():
                self._todo.get()()
            self._listen()
            self._script.act(self._tray, _now())
            self._tray.tick(_now())
            self._speak()

    def _wait(self) -> None:
        due = min(self._tray.due(), self._script.due)
        ends = [end.fileno() for end in (self._wakeup_in, self._cable) if end]
        if self._wakeup_in.fileno() in select(ends, [], [], max(0.0, (due - _now()) / 1000))[0]:
            self._wakeup_in.recv(4096)

    def _listen(self) -> None:
        if self._cable:
            self._tray.receive(self._to_tray.carry(self._cable.read()), _now())

    def _speak(self) -> None:
        sent = self._tray.bytes_to_send()
        data = self._to_bank.carry(sent)
        if not self._cable:
            return
        if self._cut_after is None or sent == encode(Heartbeat()):
            self._cable.write(data)
        else:
            self._cable.write(data[: self._cut_after])
            self._cut(max(0, self._cut_after - len(data)))

    def _cut(self, after: int) -> None:
        self._cut_after = after
        if after == 0 and self._cable:
            self._cable.drain(READ_OUT)
            self._pull()

    def _pull(self) -> None:
        if self._cable:
            self._cable.close()
        self._cable = None
        if self._link.is_symlink():  # never delete a file that is not our link
            self._link.unlink()

    def _plug_in(self, cable: PseudoTerminal) -> None:
        self._pull()
        self._cable, self._device, self._cut_after = cable, cable.name, None
        self._link.symlink_to(cable.name)

    def _power_up(self) -> Tray:
        # Not from the seed: with a boot that was used before, new throws would look like repeats.
        boot = token_hex(4)
        return Tray(self._uid, boot, _now(), repeat_every=self._repeat_every)

    def _restart(self) -> None:
        self._tray = self._power_up()
        self._script.forget()

    def _end(self) -> None:
        self._closing = True
        self._pull()
        self._folder.cleanup()


class FakePanel:
    """Mock pins of a button panel, with methods that press the buttons.

    The following code presses a button for a short time::

        fake = FakePanel()
        panel = Panel(fake.pins, events.put, fake.factory)
        fake.press("yes")

    :param pins: BCM numbers of the pins by name.
    """

    def __init__(self, pins: Mapping[str, int] = PINS) -> None:
        self.pins = pins
        self.factory = MockFactory(pin_class=LatchingPin)

    @property
    def is_lit(self) -> bool:
        """True while the ready lamp is on."""
        return bool(self.factory.pin(self.pins[LAMP]).state)

    def down(self, name: str) -> None:
        """Press a button and keep it down."""
        self.factory.pin(self.pins[name]).drive_low()

    def up(self, name: str) -> None:
        """Release the button ``name``."""
        self.factory.pin(self.pins[name]).drive_high()

    def press(self, name: str, seconds: float = FINGER) -> None:
        """Press a button, release it, and wait as long as a finger needs."""
        self.hold(name, seconds)
        sleep(FINGER)

    def hold(self, name: str, seconds: float = 1.1) -> None:
        """Keep a button down for ``seconds``."""
        self.down(name)
        sleep(seconds)
        self.up(name)

    def close(self) -> None:
        """Release the mock pins."""
        self.factory.close()


class FakeCardReader:
    """A simulated USB reader of cards, in a folder that has the kernel's files of input devices.

    The following code connects a driver to a simulated reader and holds a card to it::

        with FakeCardReader(folder) as fake, CardReader(fake.model, events.put, fake.devices):
            fake.hold("0012345678")

    Its line has a time of its own: however slow the machine is, a card is typed in no time.

    :param root: Folder that stands for the root of the machine; several readers may be in it.
    :param number: Number of its file. One that was plugged in again may have another.
    """

    def __init__(self, root: Path, name: str = "Fake RFID Reader", number: int = 0) -> None:
        self.name, self.model = name, f"ffff:0035 {name}"
        self.is_permitted = self.is_free = True
        self.is_grabbed = False
        self.devices = InputDevices(root, self._grab)
        self._root = root
        self._line: int | None = None
        self._now = 1000.0
        self.plug(number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def plug(self, number: int = 0) -> None:
        """Plug the reader in."""
        self._file = self._root / f"dev/input/event{number}"
        told = self._root / f"sys/class/input/event{number}/device"
        (told / "id").mkdir(parents=True)
        (told / "capabilities").mkdir()
        self._file.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(self._file)
        (told / "name").write_text(f"{self.name}\n")
        (told / "id/vendor").write_text("ffff\n")
        (told / "id/product").write_text("0035\n")
        # Last: whoever looks for keyboards finds one that is whole.
        (told / "capabilities/key").write_text("e080ffdf01cfffff fffffffffffffffe\n")

    def unplug(self) -> None:
        """Pull the plug: whoever reads it finds that it has gone."""
        if self._file.exists():
            self._file.unlink()
            rmtree(self._root / f"sys/class/input/{self._file.name}")
        self._hang_up()
        self.is_grabbed = False

    def hold(self, number: str) -> bool:
        """Hold a card to the reader, which types it. Return False if nobody reads the reader."""
        return self.type(number + "\n")

    def type(self, letters: str, pause: float = 0.0) -> bool:
        """Type letters, digits and ``\\n``, after a pause in seconds."""
        self._now += 1.0 + pause
        return all(self.press(CODES[letter]) for letter in letters)

    def press(self, code: int) -> bool:
        """Press the key of a code, and let it go."""
        up = self._event(KEY, code, PRESSED) + self._event(SYN, 0, 0)
        self._now += KEY_SECONDS
        return self.send(up + self._event(KEY, code, 0) + self._event(SYN, 0, 0))

    def lose(self) -> bool:
        """Lose keys, as the kernel does that has no room for more."""
        return self.send(self._event(SYN, SYN_DROPPED, 0))

    def send(self, data: bytes) -> bool:
        """Put bytes on the line. Return False if nobody reads them, or not any more."""
        try:
            if self._line is None:
                self._line = os.open(self._file, os.O_WRONLY | os.O_NONBLOCK)
                os.set_blocking(self._line, True)
            os.write(self._line, data)
        except OSError:
            self._hang_up()
            return False
        return True

    def _event(self, kind: int, code: int, value: int) -> bytes:
        microseconds = int(self._now * 1e6)
        return INPUT_EVENT.pack(microseconds // 10**6, microseconds % 10**6, kind, code, value)

    def _hang_up(self) -> None:
        if self._line is not None:
            os.close(self._line)
        self._line = None

    def _grab(self, descriptor: int) -> None:
        if not os.path.samestat(os.fstat(descriptor), self._file.stat()):
            return
        if not self.is_permitted:
            raise PermissionError
        if not self.is_free:
            raise KeyboardInUse
        self.is_grabbed = True


class LatchingPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """Mock pin that stays high if its pulses end, as a pin of lgpio may."""

    def _set_frequency(self, value: float | None) -> None:
        was_high = self.state > 0
        super()._set_frequency(value)
        if value is None:
            self._change_state(float(was_high))


def _now() -> int:
    """Return the time in milliseconds, as the firmware counts it."""
    return int(monotonic() * 1000)


def _fulfil(done: Future[T], work: Callable[[], T]) -> None:
    try:
        done.set_result(work())
    except Exception as failure:
        done.set_exception(failure)
