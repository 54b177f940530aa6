"""Driver of the pins: lgpio, unless the environment names another one.

Left alone, gpiozero falls back from lgpio to older drivers, which do not know every board, with no
more than a warning. It reads ``GPIOZERO_PIN_FACTORY`` when the first device is opened.

lgpio makes a FIFO when it is imported: in the folder ``LG_WD``, to which it also changes, or else
in the current one, which may not be writable.
"""

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import rmtree
from tempfile import mkdtemp

import gpiozero

DRIVER, FOLDER = "GPIOZERO_PIN_FACTORY", "LG_WD"


def open_driver() -> None:
    """Open the driver that all devices use, once. Raises whatever the driver raises."""
    if gpiozero.Device.pin_factory is not None:
        return
    os.environ.setdefault(DRIVER, "lgpio")
    if FOLDER not in os.environ:
        os.environ[FOLDER] = mkdtemp(prefix="lgpio-")
        atexit.register(rmtree, os.environ[FOLDER], ignore_errors=True)
    with _same_folder():
        gpiozero.Device.ensure_pin_factory()


@contextmanager
def _same_folder() -> Iterator[None]:
    """Return to the current folder, even if it is gone or cannot be read."""
    here = os.open(".", os.O_PATH | os.O_DIRECTORY)
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)
