"""Processes to measure from outside: the bank, and a bare Kivy window."""

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
"""Seconds to wait for the first frame."""
TICKS = os.sysconf("SC_CLK_TCK")
BENCH = "companion.bench"


class Program:
    """A process with a window, which reports its first frame through sd_notify(3)."""

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
        """Wait for the first frame; return the seconds since the start of the process."""
        while self._notified.recv(64) != b"READY=1":
            pass
        return perf_counter() - self._began

    def cpu(self) -> float:
        """Return the processor time of all threads so far, in seconds."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICKS

    def end(self) -> Any:
        """End the process and return its result."""
        self._process.terminate()
        return json.loads(self._process.communicate()[0])


def bank(*options: object) -> Program:
    """Start the bank."""
    return Program("companion", "play", *options)


def bare() -> Program:
    """Start a bare Kivy window."""
    return Program(BENCH, "bare")


def run(*arguments: object) -> Any:
    """Run a module of this package in a process and return its result."""
    command = _command(BENCH, *arguments)
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def told(*arguments: object) -> Any:
    """Run a command of the program and return its use of memory."""
    command = _command(f"{BENCH}.told", *arguments)
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    return json.loads(lines[-1])


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", *map(str, arguments)]
