"""Programs to be measured from outside: the bank as people start it, and a bare Kivy window."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Self

PATIENCE = 120.0
"""Seconds until a program that shows nothing is given up."""
TICKS = os.sysconf("SC_CLK_TCK")
BENCH = "companion.bench"


class Program:
    """A process with a window; it says itself when its first frame is on the screen, as a service
    manager is told (sd_notify(3))."""

    def __init__(self, *arguments: object) -> None:
        self._scratch = TemporaryDirectory(prefix="bench-")
        place = Path(self._scratch.name, "notify")
        self._notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notified.bind(str(place))
        self._notified.settimeout(PATIENCE)
        self._began = perf_counter()
        self._process = subprocess.Popen(
            _command(*arguments),
            env={**os.environ, "NOTIFY_SOCKET": str(place)},
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.terminate()
            self._process.communicate()
        self._notified.close()
        self._scratch.cleanup()

    def shown(self) -> float:
        """Waits for the first frame: seconds from the start of the process."""
        while self._notified.recv(64) != b"READY=1":
            pass
        return perf_counter() - self._began

    def cpu(self) -> float:
        """Seconds of processor time it has taken so far, all of its threads."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICKS

    def end(self) -> Any:
        """Asks it to end; what it found."""
        self._process.terminate()
        return json.loads(self._process.communicate()[0])


def bank(*options: object) -> Program:
    """The bank as people start it."""
    return Program("companion", "play", *options)


def bare() -> Program:
    """A window with next to nothing in it."""
    return Program(BENCH, "bare")


def run(*arguments: object) -> Any:
    """What a module of this package finds in a process of its own."""
    command = _command(BENCH, *arguments)
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def told(*arguments: object) -> Any:
    """What a command took."""
    command = _command(f"{BENCH}.told", *arguments)
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    return json.loads(lines[-1])


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", *map(str, arguments)]
