"""Settings of the machine that the screen changes: host name, Wi-Fi, and a Wi-Fi of its own.

The bank may change none of these. It writes them to a file in its folder, in the words of
``custom.toml``, and another file says that it has changed: ``companion-machine.path`` watches it
and starts ``systemd/settings.py`` as root, which checks each value and reports what came of it.
"""

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.system.systemd import UNITS, is_installed
from companion.whole_file import written_whole

FILE_NAME, CHANGED = "machine.toml", "machine-changed"
WATCHER = "companion-machine.path"
REPORT = Path("/run/companion-machine/report.json")
HOST_NAME = Path("/etc/hostname")
"""The host name where nobody has set another: the sandbox hides a change of the running one."""
_HOST_NAME = re.compile("[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_LONGEST = 4096

Value = str | bool


@dataclass(frozen=True, slots=True)
class SettingsReport:
    """Result of the settings: a word, and the name of the network that they have."""

    outcome: str
    network: str


class MachineSettings:
    """The file of the settings in ``folder``. Its methods that write raise OSError."""

    def __init__(self, folder: Path, report: Path = REPORT) -> None:
        self._file, self._changed = folder / FILE_NAME, folder / CHANGED
        self._report = report

    def change(self, **sections: Mapping[str, Value]) -> int:
        """Change values of sections and return a number that tells this change from others."""
        kept = self._kept()
        for name, values in sections.items():
            kept[name] = {**kept.get(name, {}), **values}
        text = "\n".join(
            f"[{name}]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in values.items())
            for name, values in kept.items()
        )
        with written_whole(self._file) as part:
            part.touch(0o600)  # Only the bank and root may read a passphrase.
            part.write_text(text, "utf-8")
            number = part.stat().st_mtime_ns
        self._changed.touch()
        return number

    def report(self, number: int = 0) -> SettingsReport | None:
        """Return what came of a change, or of the newest; None while that is not known."""
        try:
            with self._report.open(encoding="utf-8") as file:
                found = json.loads(file.read(_LONGEST))
            applied, outcome, network = (found[key] for key in ("applied", "outcome", "ssid"))
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return SettingsReport(str(outcome), str(network)) if number in (0, applied) else None

    def _kept(self) -> dict[str, dict[str, Value]]:
        try:
            found = tomllib.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return {name: values for name, values in found.items() if isinstance(values, dict)}


def machine_settings(
    environment: Mapping[str, str] = os.environ, units: Sequence[Path] = UNITS
) -> MachineSettings | None:
    """Find the settings; None except on a kiosk, where a unit watches them."""
    folder = environment.get("STATE_DIRECTORY", "")
    return MachineSettings(Path(folder)) if folder and is_installed(WATCHER, units) else None


def host_name(file: Path = HOST_NAME) -> str:
    """Name of this machine in its network."""
    with suppress(OSError, ValueError):
        return file.read_text("utf-8").strip()
    return ""


def is_host_name(name: str) -> bool:
    """Return True for a name that a machine may have: letters, digits and hyphens within."""
    return _HOST_NAME.fullmatch(name) is not None


def _toml(value: Value) -> str:
    """Write a value in TOML, with strings as in JSON."""
    return json.dumps(value, ensure_ascii=False)
