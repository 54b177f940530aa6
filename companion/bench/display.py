"""A screen for the measurements: the existing one, or a virtual one."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which

import click

_SCREEN = "1280x1280x24"


@contextmanager
def display() -> Iterator[None]:
    """Provide a screen to programs started within.

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
