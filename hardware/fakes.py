"""A dice tray and a button panel without hardware, for demonstrations and tests.

Both are driven from outside as if by hands, and are the real thing from there on inward: the tray
talks over a pseudo-terminal that DiceTray opens like any port, the fingers change the level of a
(mock) pin.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from select import select
from socket import socketpair
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep
from typing import Self, TypeVar

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.firmware.tray import REPEAT_EVERY, Tray
from hardware.frames import Fault, Lamp, Throw, decode
from hardware.noise import NoisyLine
from hardware.panel import LAMP, PINS
from hardware.pseudo_terminal import PseudoTerminal, plugged_elsewhere
from hardware.throw_script import DiceReading, Script

FINGER = 0.06  # seconds a finger stays on a button, and off it
READ_OUT = 0.2  # seconds the bank gets to read what was sent before the plug was pulled

T = TypeVar("T")


class FakeTray:
    """A dice tray on a pseudo-terminal, at ``path``.

    ``link`` is a name that stays when the device's does not, as the udev rule makes one; without it
    there is a passing one, for the device's own may soon be another tray's. ``noise``, ``drop``,
    ``repeat`` and ``tear`` are the rates, between 0 and 1, at which lines in either direction are
    spoilt, lost, doubled or torn; ``seed`` makes that happen alike each time::

        with FakeTray() as fake, DiceTray(fake.path, events.put):
            fake.throw(3, 5)

    One thread owns the tray and does all that is asked of it, so every method may be called from
    any.
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
        """What DiceTray is to open."""
        return str(self._link)

    @property
    def boot(self) -> str:
        """What tells this power-up from every other one, as in its throws."""
        return self._tray.boot

    @property
    def lamp(self) -> Lamp:
        """What the bank last said to show."""
        return Lamp(*self._tray.lamp)

    @property
    def waiting(self) -> tuple[Throw | Fault, ...]:
        """What is not acknowledged yet, the oldest first."""
        frames = (decode(line.rstrip()) for _, line in self._tray.waiting)
        return tuple(frame for frame in frames if isinstance(frame, Throw | Fault))

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._cable is not None

    def start(self) -> None:
        """Say hello, and serve. Once only."""
        self._thread.start()

    def close(self) -> None:
        """Pull the plug for good and take the link away."""
        self._do(self._end)
        if self._thread.is_alive():
            self._thread.join(1.0)
        self._wakeup_in.close()
        self._wakeup_out.close()

    def roll(self) -> None:
        """Pick both dice up."""
        self._do(lambda: self._tray.roll(_now()))

    def throw(self, a: int, b: int) -> bool:
        """Roll the dice and let them rest. False, and no throw, while eight wait."""
        self.roll()
        return self._do(lambda: self._tray.rest(a, b, _now()))

    def lean(self, code: str = "cocked") -> bool:
        """Roll the dice and let them rest unreadably, for a reason in ``frames.CODES``."""
        self.roll()
        return self._do(lambda: self._tray.rest_unread(code, _now()))

    def script(self, throws: Iterable[DiceReading], pace: float = 0.0) -> None:
        """From now on throw the next of these, ``pace`` seconds after the lamp asks for a throw.

        One throw for each move number: a lamp that says the same again gets no other, unless the
        dice could not be read.
        """
        self._do(partial(setattr, self, "_script", Script(throws, pace)))

    def unplug(self, after: int = 0) -> None:
        """Pull the plug, now or after so many more bytes. The tray itself keeps its power."""
        self._do(partial(self._cut, after))

    def replug(self) -> None:
        """Plug it in again, as another device; ``link`` follows."""
        self._do(lambda: self._plug_in(plugged_elsewhere(self._device)))

    def restart(self) -> None:
        """Cut the power for a moment: another boot, and what waited is gone."""
        self._do(self._restart)

    def _do(self, work: Callable[[], T]) -> T:
        """Have the tray's thread do this, and wait for it."""
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
        data = self._to_bank.carry(self._tray.bytes_to_send())
        if not self._cable:
            return
        if self._cut_after is None:
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
        if self._link.is_symlink():  # a file that is no link of ours stays
            self._link.unlink()

    def _plug_in(self, cable: PseudoTerminal) -> None:
        self._pull()
        self._cable, self._device, self._cut_after = cable, cable.name, None
        self._link.symlink_to(cable.name)

    def _power_up(self) -> Tray:
        # Never from the seed: a boot that came before would make new throws look like old ones.
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
    """Mock pins with fingers on them, for ``Panel(fake.pins, on_press, fake.factory)``."""

    def __init__(self, pins: Mapping[str, int] = PINS) -> None:
        self.pins = pins
        self.factory = MockFactory(pin_class=MockPWMPin)

    @property
    def is_lit(self) -> bool:
        """The ready lamp is on."""
        return bool(self.factory.pin(self.pins[LAMP]).state)

    def down(self, name: str) -> None:
        """Put a finger on a button."""
        self.factory.pin(self.pins[name]).drive_low()

    def up(self, name: str) -> None:
        """Take it off."""
        self.factory.pin(self.pins[name]).drive_high()

    def press(self, name: str, seconds: float = FINGER) -> None:
        """Press a button, let go, and stay off it for as long as a finger does."""
        self.hold(name, seconds)
        sleep(FINGER)

    def hold(self, name: str, seconds: float = 1.1) -> None:
        """Keep a finger on a button for so long."""
        self.down(name)
        sleep(seconds)
        self.up(name)

    def close(self) -> None:
        """Let go of the pins."""
        self.factory.close()


def _now() -> int:
    """Milliseconds, as the firmware counts them."""
    return int(monotonic() * 1000)


def _fulfil(done: Future[T], work: Callable[[], T]) -> None:
    try:
        done.set_result(work())
    except Exception as failure:
        done.set_exception(failure)
