"""Processes to measure from outside, and a screen for their windows. Imports no Kivy."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from runpy import run_module
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Self

import click

TIMEOUT_S = 120.0
"""Seconds to wait for the first frame."""
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
OPENING, READY = b"STATUS=Opening the table", b"READY=1"
NOT_DRAWN = {"KIVY_GL_BACKEND": "mock"}
_SCREEN = "1280x1280x24"


class Subprocess:
    """A Python module in a process of its own, which reports its progress by sd_notify(3)."""

    def __init__(self, *arguments: object) -> None:
        self._scratch = TemporaryDirectory(prefix="bench-")
        place = Path(self._scratch.name, "notify")
        self._notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notified.bind(str(place))
        self._notified.settimeout(TIMEOUT_S)
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

    @property
    def pid(self) -> int:
        return self._process.pid

    def first_frame(self) -> float:
        """Wait for the first frame; return the seconds since the start of the process."""
        return self._wait(OPENING, READY)

    def ready(self) -> float:
        """Wait until the program is ready; return the seconds since the start of the process."""
        return self._wait(READY)

    def _wait(self, *lines: bytes) -> float:
        while self._notified.recv(64) not in lines:
            pass
        return perf_counter() - self._began

    def cpu(self) -> float:
        """Return the processor time of all threads so far, in seconds."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / CLOCK_TICKS

    def end(self) -> Any:
        """End the process and return the result of its task."""
        self._process.terminate()
        return _result(self._process.communicate()[0])


def start_task(task: str, *arguments: object) -> Subprocess:
    """Start a task of ``task``."""
    return Subprocess("tools.bench.task", task, *arguments)


def run_task(task: str, *arguments: object, drawn: bool = True, tree: Path | None = None) -> Any:
    """Run a task of ``task`` in a process and return its result.

    Unless ``drawn``, Kivy does everything but draw: OpenGL's functions are replaced by empty ones.
    Program and task are those of another ``tree``, if one is given.
    """
    command = _command("tools.bench.task", task, *arguments)
    env = os.environ if drawn else {**os.environ, **NOT_DRAWN}
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=env, cwd=tree)
    return _result(done.stdout)


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Check out another commit beside this one. Raises ClickException if there is none."""
    with TemporaryDirectory(prefix="bench-") as scratch:
        tree = Path(scratch, "tree")
        git = ["git", "worktree"]
        done = subprocess.run(
            [*git, "add", "--quiet", "--detach", str(tree), commit], stderr=subprocess.PIPE
        )
        if done.returncode:
            raise click.ClickException(f"{commit} cannot be checked out: {done.stderr.decode()}")
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", *map(str, arguments)]


def _result(output: bytes) -> Any:
    """Read the last line: a command prints its own output before it."""
    return json.loads(output.splitlines()[-1])


def memory(field: str = "VmRSS") -> float:
    """Return the memory of this process in MB: now, or (VmHWM) at its peak."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(field))


@contextmanager
def display() -> Iterator[None]:
    """Provide a screen to programs started within: the existing one, or a virtual one.

    Raises ClickException if there is none.
    """
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        yield
        return
    if not which("Xvfb"):
        raise click.ClickException(
            "There is no screen to measure on. Install xvfb, or choose other rows with --only."
        )
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            os.environ["DISPLAY"] = f":{answer.readline().strip()}"
        yield
    finally:
        del os.environ["DISPLAY"]
        server.terminate()
        server.wait()


def run_program(*arguments: str) -> None:
    """Run the program in this process, as ``python -m companion`` does.

    Raises SystemExit if it fails.
    """
    sys.argv[1:] = arguments
    try:
        run_module("companion", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if ended.code:
            raise


def run_command(*arguments: str) -> float:
    """Run a command of the program and return its peak memory in MB."""
    run_program(*arguments)
    return memory("VmHWM")
