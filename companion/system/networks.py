"""Wi-Fi networks in reach, from NetworkManager's own program, which anybody may ask.

Looking for new ones needs one permission of polkit (systemd/50-companion.rules); without it, those
that are known already are returned.
"""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/")
"""Folder that contains /sys."""
_COMMAND = ("nmcli", "--terse", "--fields", "IN-USE,MODE,SIGNAL,SSID-HEX,SECURITY")
_LIST = ("device", "wifi", "list", "--rescan")
_PATIENCE = 30.0
"""Seconds for a look; it takes a few."""
NO_MANAGER, NO_ADAPTER, BLOCKED = "no manager", "no adapter", "blocked"


class NoWifi(RuntimeError):
    """Nothing can be in reach; the argument is ``NO_MANAGER``, ``NO_ADAPTER`` or ``BLOCKED``."""


@dataclass(frozen=True, slots=True)
class Network:
    """Network with its strongest signal, in percent."""

    name: str
    signal: int
    is_protected: bool
    is_joined: bool = False
    can_join: bool = True
    """False if it takes more than a passphrase, or none that is safe."""


def networks(root: Path = ROOT) -> list[Network]:
    """List the networks in reach: the one in use, then the strongest first.

    It takes seconds. Raises NoWifi.
    """
    if not [*(root / "sys/class/net").glob("*/phy80211")]:
        raise NoWifi(NO_ADAPTER)
    if _is_blocked(root):
        raise NoWifi(BLOCKED)
    return parse(_ask("yes") or _ask("no"))


def parse(lines: str) -> list[Network]:
    """Read the networks from lines of nmcli, each once."""
    found: dict[str, Network] = {}
    for line in lines.splitlines():
        in_use, mode, signal, code, security = line.split(":", 4)
        try:
            name = bytes.fromhex(code).decode()
        except ValueError:
            continue
        if not name.isprintable() or not name or mode != "Infra":
            continue
        is_personal = "WPA" in security and "802.1X" not in security
        is_open = security in ("", "--", "OWE-TM")
        one = Network(name, int(signal), not is_open, in_use == "*", is_personal or is_open)
        before = found.get(name, one)
        found[name] = max(before, one, key=_order)
    return sorted(found.values(), key=_order, reverse=True)


def _order(one: Network) -> tuple[bool, int, str]:
    return one.is_joined, one.signal, one.name


def _ask(rescan: str) -> str:
    """Ask nmcli for its lines. Raises NoWifi if NetworkManager does not run."""
    english = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [*_COMMAND, *_LIST, rescan],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
            env=english,
        )
    except subprocess.TimeoutExpired:
        return ""
    except OSError as error:
        raise NoWifi(NO_MANAGER) from error
    if done.returncode == _NOT_RUNNING:
        raise NoWifi(NO_MANAGER)
    return done.stdout


_NOT_RUNNING = 8
"""Exit status of nmcli while NetworkManager does not run."""


def _is_blocked(root: Path) -> bool:
    """Return True if the radio of every adapter is blocked, as before the country is set."""
    blocks = [
        (switch / "soft").read_text().strip() + (switch / "hard").read_text().strip()
        for switch in (root / "sys/class/rfkill").glob("rfkill*")
        if (switch / "type").read_text().strip() == "wlan"
    ]
    return bool(blocks) and all("1" in block for block in blocks)
