"""A computer made of software: its plug, its screen, and the hands inside of it."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

from emulator import CARD, FIRMWARE, MONITOR, Emulator, Line, ask, open_monitor, stick

HANDS, EYE, RADIO = "hands.socket", "eye.socket", "radio.socket"
PROCESSORS = {
    # A thread for each processor may run what another one has just replaced in the kernel's code:
    # a panic ("int3") now and then.
    "amd64": [
        "qemu-system-x86_64",
        "-accel",
        "tcg,thread=single",
        "-cpu",
        "Nehalem",
        "-device",
        "virtio-vga,xres=800,yres=480",
    ],
    "arm64": [
        "qemu-system-aarch64",
        "-accel",
        "tcg,thread=multi",
        "-M",
        "virt",
        "-cpu",
        "cortex-a72",
        "-device",
        "virtio-gpu-pci,xres=800,yres=480",
    ],
}
"""The emulator, its threads, its processor and its display by Debian's name of the processor."""
KERNEL = {"amd64": "console=ttyS0 console=tty0", "arm64": "console=ttyAMA0 console=tty0"}
"""A second console, so that what the kernel says last is kept in the file ``console``."""
PATIENCE = 900.0  # seconds; an emulated machine is slow
LOOK = 1.0  # seconds between two looks at the display
DARK = bytes(range(64))
"""Values of a colour that nobody sees in a lit room."""


class Machine(Emulator):
    """Its disks and kernel are in ``folder``, or a card with all of it. ``shown`` is what the
    bank's screen showed last."""

    def __init__(self, folder: Path, kernel_options: str = "", arch: str = "amd64") -> None:
        super().__init__(folder)
        self._options = kernel_options
        self._arch = arch
        self.shown: dict[str, Any] = {}

    def __enter__(self) -> Self:
        for name in (HANDS, EYE, RADIO):
            (self._folder / name).unlink(missing_ok=True)
        super().__enter__()
        self._hands = Line(self._folder / HANDS)
        self.shown = {}
        return self

    def cut(self) -> None:
        super().cut()
        self._hands.close()

    def command(self) -> list[str]:
        here = self._folder
        return [
            *PROCESSORS[self._arch],
            "-smp",
            "2",
            "-m",
            "1024",
            "-nodefaults",
            "-no-reboot",
            "-display",
            "none",
            "-device",
            "virtio-rng-pci",
            *(self._card() if (self._folder / CARD).exists() else self._disks()),
            "-device",
            "qemu-xhci",
            "-device",
            "virtio-serial-pci",
            "-device",
            "virtserialport,chardev=hands,name=hands",
            "-chardev",
            f"socket,id=hands,path={here}/{HANDS},server=on,wait=off",
            "-device",
            "virtserialport,chardev=radio,name=radio",
            "-chardev",
            f"socket,id=radio,path={here}/{RADIO},server=on,wait=off",
            "-qmp",
            f"unix:{here}/{MONITOR},server=on,wait=off",
            "-qmp",
            f"unix:{here}/{EYE},server=on,wait=off",
            "-serial",
            f"file:{here}/console",
        ]

    def _disks(self) -> list[str]:
        here = self._folder
        options = "quiet loglevel=3 vt.global_cursor_default=0 consoleblank=0"
        return [
            "-kernel",
            f"{here}/vmlinuz",
            "-initrd",
            f"{here}/initrd",
            "-append",
            f"root=/dev/vda {KERNEL[self._arch]} {options} {self._options}",
            "-drive",
            f"file={here}/system.img,format=raw,if=virtio",
            "-drive",
            f"file={here}/data.img,format=raw,if=virtio",
            *stick(here),
        ]

    def _card(self) -> list[str]:
        """The firmware finds on the card what to start; systemd-boot adds to the options there."""
        options = f"{KERNEL[self._arch]} {self._options}"
        return [
            "-bios",
            FIRMWARE[self._arch],
            "-smbios",
            f"type=11,value=io.systemd.boot.kernel-cmdline-extra={options}",
            "-drive",
            f"file={self._folder}/{CARD},format=raw,if=virtio",
        ]

    # --- outside --------------------------------------------------------------------------------

    def until_restart(self) -> float:
        """Waits until it restarts by itself, at which the emulator ends, and says how many seconds
        it took. Raises TimeoutError."""
        began = time.monotonic()
        end = began + PATIENCE
        while (said := self._monitor.hear(end - time.monotonic())).get("event") != "SHUTDOWN":
            pass
        assert said["data"]["reason"] == "guest-reset", said
        return time.monotonic() - began

    def eye(self, folder: Path) -> "Eye":
        """Return an eye on the display, on a line of its own; pictures go to ``folder``."""
        return Eye(self._folder / EYE, folder)

    # --- inside ---------------------------------------------------------------------------------

    def ask(self, do: str, **wish: Any) -> Any:
        """Has the hands do something; their answer."""
        self._hands.say({"do": do, **wish})
        return self._heard("done", PATIENCE)

    def targets(self) -> list[dict[str, Any]]:
        """What can be tapped now."""
        self._hands.say({"do": "look"})
        assert self._heard("done", PATIENCE) is None
        return self._heard("keys", PATIENCE)  # type: ignore[no-any-return]

    def run(self, *command: str) -> str:
        """What a command says, which must not fail."""
        done = self.ask("run", command=command)
        assert done["status"] == 0, done
        return str(done["said"])

    def until(self, holds: Callable[[dict[str, Any]], object], seconds: float = PATIENCE) -> float:
        """Waits until that holds of what is shown, and says how many seconds it took. Raises
        TimeoutError."""
        began = time.monotonic()
        while not holds(self.shown):
            left = began + seconds - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"it did not come to that; shown is {self.shown}")
            with suppress(TimeoutError):
                self._note(self._hands.hear(left))
        return time.monotonic() - began

    def drain(self) -> None:
        """Takes note of all that has been said until now."""
        with suppress(TimeoutError):
            while True:
                self._note(self._hands.hear(0.01))

    def _heard(self, what: str, seconds: float) -> Any:
        end = time.monotonic() + seconds
        while True:
            said = self._hands.hear(end - time.monotonic())
            if what in said:
                return said[what]
            self._note(said)

    def _note(self, said: dict[str, Any]) -> None:
        self.shown = said.get("shown", self.shown)


class Eye:
    """A look at the display every second, on a monitor of its own.

    ``dark`` has the first and the last second of each stretch without a picture. Firmware may show
    what it likes on black; from the first picture with a ground of its own on, text on black counts
    as dark, too. Looks that differ from the one before are kept in ``folder``, named by the second.
    """

    def __init__(self, monitor: Path, folder: Path) -> None:
        self._monitor, self._folder = monitor, folder
        self._is_closed = Event()
        self._thread = Thread(target=self._look)
        self.dark: list[tuple[float, float]] = []

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_closed.set()
        self._thread.join()

    def longest(self) -> float:
        """Return the seconds of the longest dark stretch."""
        return max((end - begin for begin, end in self.dark), default=0.0)

    def _look(self) -> None:
        line = open_monitor(self._monitor)
        file, before = self._folder / "now.ppm", b""
        began, has_begun, has_picture, was_dark = time.monotonic(), False, False, False
        with suppress(ConnectionError, TimeoutError):
            while not self._is_closed.wait(LOOK):
                ask(line, "screendump", filename=str(file.absolute()))
                now, shown = time.monotonic() - began, file.read_bytes()
                if shown != before:
                    before = shown
                    file.rename(self._folder / f"{now:05.1f}.ppm")
                has_begun = has_begun or not is_empty(shown)
                has_picture = has_picture or has_ground(shown)
                is_dark = not has_ground(shown) if has_picture else has_begun and is_empty(shown)
                if is_dark:
                    begin = self.dark.pop()[0] if was_dark else now
                    self.dark.append((begin, now))
                was_dark = is_dark
        line.close()


def is_empty(picture: bytes) -> bool:
    """Return True if a picture in the form P6 shows nothing, or hardly more than a cursor."""
    pixels = picture.split(b"\n", 3)[3]
    return len(pixels.translate(None, DARK)) < len(pixels) / 1000


def has_ground(picture: bytes) -> bool:
    """Return True if the ground is not black; consoles and most firmware are."""
    pixels = picture.split(b"\n", 3)[3]
    return any(pixels[:3]) and any(pixels[-3:])
