"""Switch of the phones' server on a kiosk: a file that systemd watches.

While the file exists, ``companion-phones.path`` keeps the server running, also after a restart of
the machine. Without the file, the server ends when the bank tells it to. So the bank needs no right
to start or stop anything.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.system.systemd import UNITS, is_installed

FILE_NAME = "phones-on"
WATCHER = "companion-phones.path"


class ServerSwitch:
    """Switch that is on while ``file`` exists."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def is_on(self) -> bool:
        """True if the server is wanted."""
        return self._file.exists()

    def turn(self, on: bool) -> None:
        """Switch on or off. Raises OSError if the file cannot be changed."""
        if on:
            self._file.touch()
        else:
            self._file.unlink(missing_ok=True)


def server_switch(
    environment: Mapping[str, str] = os.environ, units: Sequence[Path] = UNITS
) -> ServerSwitch | None:
    """Find the switch; None except on a kiosk, where a unit watches it."""
    folder = environment.get("STATE_DIRECTORY", "")
    if not folder or not is_installed(WATCHER, units):
        return None
    return ServerSwitch(Path(folder) / FILE_NAME)
