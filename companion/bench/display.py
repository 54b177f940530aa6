"""A screen to measure on: the one that is there, or a virtual one of our own."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which

import click

_SCREEN = "1280x1280x24"


@contextmanager
def display() -> Iterator[None]:
    """Whatever is started within has a screen. Raises ClickException when there is none."""
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        yield
        return
    if not which("Xvfb"):
        raise click.ClickException("There is no screen to measure on: install xvfb, or use --only.")
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
