"""The Wi-Fi that this machine makes itself, if ``systemd/hotspot.sh`` has made one."""

from pathlib import Path

NOTE = Path("/etc/companion/wifi")
"""File with the name of the Wi-Fi and its passphrase, a line each."""
_LONGEST = 200
_SPECIAL = '\\;,":'


def own_wifi(note: Path = NOTE) -> tuple[str, str]:
    """Return the text of the code to join with, and the passphrase; both empty without a Wi-Fi."""
    try:
        with note.open(encoding="utf-8") as file:
            name, passphrase = file.read(_LONGEST).splitlines()[:2]
    except (OSError, ValueError):
        return "", ""
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(passphrase)};;", passphrase


def _escaped(text: str) -> str:
    """Return ``text`` as such a code has it."""
    return "".join(f"\\{letter}" if letter in _SPECIAL else letter for letter in text)
