"""A computer made of software: its plug, its screen, and the hands inside of it."""

import json
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

HANDS, MONITOR = "hands.socket", "monitor.socket"
CARD = "card.img"
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
FIRMWARE = {
    "amd64": "/usr/share/ovmf/OVMF.fd",
    "arm64": "/usr/share/qemu-efi-aarch64/QEMU_EFI.fd",
}
KERNEL = {"amd64": "console=ttyS0 console=tty0", "arm64": "console=ttyAMA0 console=tty0"}
"""A second console, so that what the kernel says last is kept in the file ``console``."""
PATIENCE = 900.0  # seconds; an emulated machine is slow


class Machine:
    """Its disks and kernel are in ``folder``, or a card with all of it. ``shown`` is what the
    bank's screen showed last."""

    def __init__(self, folder: Path, kernel_options: str = "", arch: str = "amd64") -> None:
        self._folder = folder
        self._options = kernel_options
        self._arch = arch
        self.shown: dict[str, Any] = {}

    def __enter__(self) -> Self:
        for name in (HANDS, MONITOR):
            (self._folder / name).unlink(missing_ok=True)
        self._process = subprocess.Popen(self._command())
        self._monitor = Line(self._folder / MONITOR)
        self._monitor.hear(10)
        self.monitor("qmp_capabilities")
        self._hands = Line(self._folder / HANDS)
        self.shown = {}
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def cut(self) -> None:
        """The plug is pulled: the emulator ends at once, and tells the system in it nothing."""
        if self._process.poll() is None:
            with suppress(OSError, TimeoutError):
                self.monitor("quit")
            self._process.wait(30)
        self._monitor.close()
        self._hands.close()

    def _command(self) -> list[str]:
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
            "-qmp",
            f"unix:{here}/{MONITOR},server=on,wait=off",
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
            "-blockdev",
            f"raw,node-name=stick,file.driver=file,file.filename={here}/stick.img",
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

    def monitor(self, command: str, **arguments: Any) -> Any:
        """Has the emulator do something."""
        self._monitor.say({"execute": command, "arguments": arguments})
        while "return" not in (answer := self._monitor.hear(30)):
            assert "error" not in answer, answer
        return answer["return"]

    def until_restart(self) -> float:
        """Waits until it restarts by itself, at which the emulator ends, and says how many seconds
        it took. Raises TimeoutError."""
        began = time.monotonic()
        end = began + PATIENCE
        while (said := self._monitor.hear(end - time.monotonic())).get("event") != "SHUTDOWN":
            pass
        assert said["data"]["reason"] == "guest-reset", said
        return time.monotonic() - began

    def picture(self, path: Path) -> None:
        """Of what the display shows."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.monitor("screendump", filename=str(path.absolute()), format="png")

    def plug_stick(self) -> None:
        self.monitor("device_add", driver="usb-storage", id="stick", drive="stick", removable=True)

    def pull_stick(self) -> None:
        self.monitor("device_del", id="stick")

    # --- inside ---------------------------------------------------------------------------------

    def ask(self, do: str, **wish: Any) -> Any:
        """Has the hands do something; their answer."""
        self._hands.say({"do": do, **wish})
        return self._heard("done", PATIENCE)

    def buttons(self) -> list[dict[str, Any]]:
        """What can be tapped now."""
        self._hands.say({"do": "look"})
        assert self._heard("done", PATIENCE) is None
        return self._heard("buttons", PATIENCE)  # type: ignore[no-any-return]

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


class Line:
    """Lines of JSON over a socket of the emulator's."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        end = time.monotonic() + 30
        while self._socket.connect_ex(str(path)):
            assert time.monotonic() < end, f"the emulator does not answer at {path}"
            time.sleep(0.1)
        self._data = b""
        self._lines: deque[bytes] = deque()

    def say(self, what: dict[str, Any]) -> None:
        self._socket.sendall(json.dumps(what).encode() + b"\n")

    def hear(self, seconds: float) -> dict[str, Any]:
        """The next line. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while not self._lines:
            self._socket.settimeout(max(0.001, end - time.monotonic()))
            data = self._socket.recv(65536)
            if not data:
                raise ConnectionError("the machine is off")
            *lines, self._data = (self._data + data).split(b"\n")
            self._lines.extend(lines)
        return json.loads(self._lines.popleft())  # type: ignore[no-any-return]

    def close(self) -> None:
        self._socket.close()
