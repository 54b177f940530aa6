"""An emulator: its plug, its monitor and its display."""

import json
import socket
import subprocess
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

MONITOR = "monitor.socket"
CARD = "card.img"
FIRMWARE = {
    "amd64": "/usr/share/ovmf/OVMF.fd",
    "arm64": "/usr/share/qemu-efi-aarch64/QEMU_EFI.fd",
}


class Emulator:
    """A machine made of software, of which all files are in ``folder``; ``command`` starts it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def command(self) -> list[str]:
        raise NotImplementedError

    def __enter__(self) -> Self:
        (self._folder / MONITOR).unlink(missing_ok=True)
        self._process = subprocess.Popen(self.command())
        self._monitor = open_monitor(self._folder / MONITOR)
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def cut(self) -> None:
        """Pull the plug: the emulator ends at once, and tells the system in it nothing."""
        if self._process.poll() is None:
            with suppress(OSError, TimeoutError):
                self.monitor("quit")
            self._process.wait(60)
        self._monitor.close()

    def monitor(self, command: str, **arguments: Any) -> Any:
        """Have the emulator do something."""
        return ask(self._monitor, command, **arguments)

    def look(self) -> bytes:
        """Return a picture of the display (PNG).

        It goes through the folder: the emulator may lie in a system of its own that has no other.
        """
        file = (self._folder / "display.png").absolute()
        self.monitor("screendump", filename=str(file), format="png")
        return file.read_bytes()

    def picture(self, path: Path) -> None:
        """Keep a picture of the display."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.look())

    def plug(self, stick: str = "stick") -> None:
        """Plug a stick in."""
        self.monitor("device_add", driver="usb-storage", id=stick, drive=stick, removable=True)

    def pull(self, stick: str = "stick") -> None:
        """Pull a stick out."""
        self.monitor("device_del", id=stick)


def open_monitor(path: Path) -> "Line":
    """Return a line on which the emulator can be asked."""
    line = Line(path)
    line.hear(30)
    ask(line, "qmp_capabilities")
    return line


def ask(line: "Line", command: str, **arguments: Any) -> Any:
    """Have the emulator do something, and return its answer."""
    line.say({"execute": command, "arguments": arguments})
    while "return" not in (answer := line.hear(60)):
        assert "error" not in answer, answer
    return answer["return"]


def stick(folder: Path, name: str = "stick") -> list[str]:
    """Return the options of a stick that can be plugged in; its content is ``NAME.img``."""
    file = f"file.driver=file,file.filename={folder}/{name}.img"
    return ["-blockdev", f"raw,node-name={name},{file}"]


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
