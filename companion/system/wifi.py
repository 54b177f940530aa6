"""The Wi-Fi that this machine makes itself, if ``systemd/hotspot.sh`` has made one."""

import secrets
from pathlib import Path

NOTE = Path("/etc/companion/wifi")
"""File with the name of the Wi-Fi and its passphrase, a line each."""
_LONGEST = 200
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_SPECIAL = '\\;,":'


def new_passphrase() -> str:
    """Make a random passphrase of 80 bits, without letters that are read for others."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


def own_wifi(note: Path = NOTE) -> tuple[str, str]:
    """Read the text of the code to join with, and the passphrase; both empty without a Wi-Fi."""
    try:
        with note.open(encoding="utf-8") as file:
            name, passphrase = file.read(_LONGEST).splitlines()[:2]
    except (OSError, ValueError):
        return "", ""
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(passphrase)};;", passphrase


def _escaped(text: str) -> str:
    """Return ``text`` as such a code has it."""
    return "".join(f"\\{letter}" if letter in _SPECIAL else letter for letter in text)
