"""Settings of a kiosk: of its screen and, on a flashed one, of ``custom.toml`` where it boots.

``settings.py --boot CUSTOM.TOML MACHINE.TOML ROOT`` runs at every start of the image, because its
system is read-only and forgets. What cannot be used is said in one sentence and left out; the rest
is used. Host name, Wi-Fi, timezone and keyboard are also taken from ``user-data`` and
``network-config`` beside it, which Raspberry Pi Imager 2 writes; ``custom.toml`` comes after them,
and what was chosen on the screen comes last.

``settings.py --now REPORT MACHINE.TOML ROOT`` runs on every kiosk when the network is up, and when
the screen has changed its file.
"""

import json
import os
import re
import stat
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

Section = dict[str, Any]
Told = dict[str, Any]
Run = Callable[[list[str]], object]
Sections = dict[str, Callable[[Section, Path, Run], None]]

ON_SCREEN = ("system", "wlan", "hotspot")
"""Sections that the screen may change."""
LONGEST = 65536
"""Bytes of a file that are read."""
JOIN_SECONDS = 45
"""Time in which a network answers."""
OUTCOMES = {
    "Secrets were required": "wrong passphrase",
    "network could not be found": "out of reach",
    "IP configuration": "no address",
    "No suitable device": "no adapter",
}
"""Outcome by what nmcli reports in English, after its ``NMDeviceStateReason``."""

NAME, HOTSPOT = "companion-wifi", "Companion"
"""Names of the connections to the house's Wi-Fi, and of the kiosk's own (``hotspot.sh``)."""
NOTE = "etc/companion/wifi"
"""File with the name of the kiosk's own Wi-Fi and its passphrase."""
OWN_ADDRESS = "127.0.1.1"
"""Address of the machine's own name in /etc/hosts, as Debian has it."""
LANGUAGES = {"de": "de", "at": "de", "ch": "de", "es": "es", "la": "es"}
"""Language by the first letters of a keyboard; every other one has English."""

NETWORK = """\
[connection]
id={name}
uuid={uuid}
type=wifi
autoconnect-priority=1

[wifi]
mode=infrastructure
ssid={ssid}
hidden={hidden}

{security}[ipv4]
method=auto

[ipv6]
method=auto
"""

SECURITY = """\
[wifi-security]
key-mgmt=wpa-psk
psk={password}

"""


class Unusable(ValueError):
    """A setting that cannot be used; the message says which and why."""


def main() -> None:
    """Apply the settings and say what was left out."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--boot", type=Path, help="settings on the boot partition")
    parser.add_argument("--now", type=Path, metavar="REPORT", help="switch, and report it there")
    parser.add_argument("--wait", type=float, default=10.0, help="seconds for an adapter")
    parser.add_argument("screen", type=Path, help="settings of the screen")
    parser.add_argument("root", type=Path)
    chosen = parser.parse_args()
    problems = apply(chosen.root, chosen.boot, chosen.screen)
    if chosen.now:
        problems = switch(chosen.root, chosen.boot, chosen.screen, chosen.now, chosen.wait)
    for problem in problems:
        print(problem, file=sys.stderr)


def apply(
    root: Path, boot: Path | None, screen: Path | None = None, run: Run | None = None
) -> Iterator[str]:
    """Write the settings of both files below ``root``; yield a sentence for each unusable one.

    :param run: Called with each command; by default, it is run if ``root`` is this system.
    """
    told: Told = {}
    yield from _read(told, boot, screen)
    if run is None:
        run = _run if root == Path("/") else lambda command: None
    yield from _use(told, _SECTIONS, root, run)


def switch(
    root: Path, boot: Path | None, screen: Path, report: Path, patience: float
) -> Iterator[str]:
    """Switch the running system to the settings, and write what came of it to ``report``.

    Only host name and Wi-Fi can change while the table runs.

    :param patience: Seconds to wait for an adapter that the kernel has just found.
    """
    told: Told = {}
    applied = screen.stat().st_mtime_ns if screen.exists() else 0
    yield from _read(told, boot, screen)
    yield from _use(told, {"system": _system}, root, _run)
    before = _bytes(_connection(root))
    problems = [*_use(told, {"wlan": _wlan}, root, _run)]
    outcome = "not usable"
    try:
        if not problems:
            is_new = before != _bytes(_connection(root))
            outcome = _switch_wifi(told.get("hotspot", {}), root, is_new, patience)
    except Unusable as failure:
        problems.append(f"[hotspot] was left out: {failure}.")
    yield from problems
    wlan = told.get("wlan")
    ssid = wlan.get("ssid", "") if isinstance(wlan, dict) else ""
    part = report.with_name(f"{report.name}.part")
    part.write_text(json.dumps({"applied": applied, "outcome": outcome, "ssid": ssid}), "utf-8")
    part.chmod(0o644)
    part.replace(report)


def _read(told: Told, boot: Path | None, screen: Path | None) -> Iterator[str]:
    """Add the settings of all files; yield a sentence for each that cannot be read.

    The screen may change what ``ON_SCREEN`` names: its file is not root's.
    """
    sources: list[tuple[Path, Callable[[str], Told]]] = []
    if boot:
        sources.append((boot.with_name("user-data"), _user_data))
        sources.append((boot.with_name("network-config"), _network_config))
    for file, read in sources:
        try:
            if file.exists():
                _add(told, read(file.read_text("utf-8-sig")))
        except (ValueError, OSError) as failure:
            yield f"{file} cannot be read: {failure}"
    for toml in filter(None, (boot, screen)):
        try:
            if toml.is_symlink() or toml.exists():
                lines, problems = _usable_lines(_text_of(toml))
                yield from (f"{toml}, {problem}" for problem in problems)
                more = tomllib.loads(lines)
                if toml is screen:
                    more = {name: more[name] for name in ON_SCREEN if name in more}
                _add(told, more)
        except (ValueError, OSError) as failure:
            yield f"{toml} cannot be read: {failure}"


def _text_of(file: Path) -> str:
    """Return the text of a file, but follow no link: root reads what the bank has written."""
    with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise Unusable("it is no file")
        return opened.read(LONGEST).decode("utf-8-sig")


def _use(told: Told, sections: Sections, root: Path, run: Run) -> Iterator[str]:
    """Use the sections; yield a sentence for each that is unusable."""
    for name, use in sections.items():
        section = told.get(name, {})
        try:
            if not isinstance(section, dict):
                raise Unusable("it is not a section")
            use(section, root, run)
        except (Unusable, OSError) as failure:
            yield f"[{name}] was left out: {failure}."


def _usable_lines(text: str) -> tuple[str, list[str]]:
    """Return the text without the lines that are no TOML, and a sentence for each of those.

    One slip of somebody who cannot log in should not cost the other settings.
    """
    problems: list[str] = []
    lines = text.splitlines()
    while True:
        try:
            tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            number = min(int(found[1]) if found else len(lines), len(lines))
            if not lines[number - 1].strip():  # The end of the text: it is the line before.
                number = max(i for i, line in enumerate(lines[:number], 1) if line.strip())
            key = lines[number - 1].partition("=")[0].strip()  # The value may be a passphrase.
            problems.append(f"line {number} ({key}) cannot be read and was left out.")
            lines[number - 1] = ""
        else:
            return "\n".join(lines), problems


def _add(told: Told, more: Told) -> None:
    """Add settings to those of the files before; later ones count."""
    for name, section in more.items():
        before = told.get(name)
        is_more = isinstance(before, dict) and isinstance(section, dict)
        told[name] = {**before, **section} if is_more else section


def _user_data(text: str) -> Told:
    """Return what cloud-init would make of a machine, in the words of ``custom.toml``."""
    told = _yaml(text)
    keyboard = told.get("keyboard")
    layout = keyboard.get("layout") if isinstance(keyboard, dict) else None
    return {
        "system": _given(hostname=told.get("hostname")),
        "locale": _given(timezone=told.get("timezone"), keymap=layout),
    }


def _network_config(text: str) -> Told:
    """Return the first Wi-Fi of cloud-init's networks, in the words of ``custom.toml``."""
    told = _yaml(text)
    try:
        wifis = told.get("network", told).get("wifis", {})
        for wifi in wifis.values():
            for ssid, point in wifi["access-points"].items():
                country = wifi.get("regulatory-domain")
                kept = {key: point.get(key) for key in ("password", "hidden")}
                return {"wlan": _given(ssid=ssid, country=country, **kept)}
    except (AttributeError, KeyError) as failure:
        raise ValueError(f"its Wi-Fi is not understood: {failure}") from failure
    return {}


def _yaml(text: str) -> Told:
    # Imported late: only Raspberry Pi Imager writes it.
    import yaml

    try:
        told = yaml.safe_load(text)
    except yaml.YAMLError as failure:
        raise ValueError(" ".join(str(failure).split())) from failure
    return told if isinstance(told, dict) else {}


def _given(**settings: Any) -> Section:
    return {key: value for key, value in settings.items() if value is not None}


def _run(command: list[str]) -> None:
    """Run a command; a system without that program does without."""
    with suppress(FileNotFoundError):
        subprocess.run(command, check=False)


def _text(section: Section, key: str, pattern: str = r"[^\x00-\x1f\x7f]+") -> str:
    """Return a text of the section, or nothing if it is not set."""
    value = section.get(key, "")
    if not isinstance(value, str) or (value and not re.fullmatch(pattern, value)):
        # The journal is copied to sticks: no passphrase may be in it.
        is_secret = key == "password"
        raise Unusable(
            f"{key} cannot be used" if is_secret else f"{key} = {value!r} cannot be used"
        )
    return value


def _flag(section: Section, key: str) -> bool:
    value = section.get(key, False)
    if not isinstance(value, bool):
        raise Unusable(f"{key} is true or false, and not {value!r}")
    return value


def _system(section: Section, root: Path, run: Run) -> None:
    if not (name := _text(section, "hostname", r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")):
        return
    hosts = root / "etc/hosts"
    lines = hosts.read_text("utf-8").splitlines() if hosts.exists() else ["127.0.0.1 localhost"]
    kept = [line for line in lines if line.split()[:1] != [OWN_ADDRESS]]
    hosts.write_text("\n".join([*kept, f"{OWN_ADDRESS} {name}", ""]), "utf-8")
    (root / "etc/hostname").write_text(f"{name}\n", "utf-8")
    run(["hostname", name])


def _wlan(section: Section, root: Path, run: Run) -> None:
    if country := _text(section, "country", "[A-Za-z]{2}").upper():
        run(["iw", "reg", "set", country])
        run(["rfkill", "unblock", "wifi"])
    connection = _connection(root)
    ssid = _text(section, "ssid")
    if not ssid:
        connection.unlink(missing_ok=True)
        return
    # NetworkManager takes either: a passphrase, or the key that Raspberry Pi's tools make of it.
    password = _text(section, "password", r"[\x20-\x7e]{8,63}|[0-9A-Fa-f]{64}")
    if "password" not in section:
        raise Unusable("there is no password; that of an open network is empty")
    secret = password.replace("\\", "\\\\").replace(" ", "\\s")
    text = NETWORK.format(
        name=NAME,
        uuid=uuid5(NAMESPACE_DNS, ssid),
        ssid=";".join(map(str, ssid.encode())) + ";",
        hidden=str(_flag(section, "hidden")).lower(),
        security=SECURITY.format(password=secret) if password else "",
    )
    connection.parent.mkdir(parents=True, exist_ok=True)
    connection.touch(0o600)
    connection.write_text(text, "utf-8")


def _bytes(file: Path) -> bytes:
    return file.read_bytes() if file.exists() else b""


def _connection(root: Path) -> Path:
    return root / "etc/NetworkManager/system-connections" / f"{NAME}.nmconnection"


def _locale(section: Section, root: Path, run: Run) -> None:
    zone = _text(section, "timezone", r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")
    keymap = _text(section, "keymap")
    if language := LANGUAGES.get(keymap[:2]):
        _add_line(root, "LANGUAGE", language)
    if not zone:
        return
    if not (root / "usr/share/zoneinfo" / zone).is_file():
        raise Unusable(f"there is no timezone {zone}")
    local = root / "etc/localtime"
    local.unlink(missing_ok=True)
    local.symlink_to(f"/usr/share/zoneinfo/{zone}")


def _companion(section: Section, root: Path, run: Run) -> None:
    for name in section:
        if not re.fullmatch("[A-Z_]+", name):
            raise Unusable(f"{name} is no variable")
        _text(section, name)
    for name, value in section.items():
        _add_line(root, name, value)


def _phones(section: Section, root: Path, run: Run) -> None:
    if _flag(section, "enabled"):
        run(["systemctl", "start", "--no-block", "companion-phones.service"])


def _add_line(root: Path, name: str, value: str) -> None:
    """Add a variable to the kiosk's settings; the last line with a name counts."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    with (root / "etc/companion/companion.env").open("a", encoding="utf-8") as lines:
        lines.write(f'{name}="{escaped}"\n')


_SECTIONS: Sections = {
    "system": _system,
    "wlan": _wlan,
    "locale": _locale,
    "companion": _companion,
    "phones": _phones,
}


# --- what NetworkManager does now -------------------------------------------------------------


def _switch_wifi(hotspot: Any, root: Path, is_new: bool, patience: float) -> str:
    """Switch the kiosk's own Wi-Fi on or off, join the network, and return the outcome.

    A Wi-Fi of its own that nobody has switched here is left as it is.
    """
    if not isinstance(hotspot, dict):
        raise Unusable("it is not a section")
    has_own, is_wanted = _has_hotspot(root), _flag(hotspot, "enabled")
    password = _text(hotspot, "password", "[A-Za-z0-9]{8,63}")
    if has_own and "enabled" in hotspot and not is_wanted:
        has_own = not _hotspot("off")
    is_known = _connection(root).exists()
    if is_new and not is_known:
        _nmcli("connection", "delete", NAME)  # Only then does NetworkManager leave it.
    if not is_wanted and (has_own or not is_known):
        return "off"
    if obstacle := _obstacle(root, patience):
        return obstacle
    active = _nmcli("--fields", "NAME", "connection", "show", "--active")[1].splitlines()
    if is_wanted:
        is_on = has_own and HOTSPOT in active and password in ("", _passphrase(root))
        return "own on" if is_on or _hotspot("on", password) else "own failed"
    if NAME in active and not is_new:
        return "joined"
    _nmcli("connection", "load", str(_connection(root)))
    code, said = _nmcli("--wait", str(JOIN_SECONDS), "connection", "up", NAME)
    if code == 0:
        return "joined"
    return next((outcome for words, outcome in OUTCOMES.items() if words in said), "failed")


def _obstacle(root: Path, patience: float) -> str:
    """Return why the Wi-Fi cannot be used, or nothing; an adapter may be found late."""
    end = monotonic() + patience
    _nmcli("radio", "wifi", "on")
    while True:
        code, said = _nmcli("--fields", "TYPE,STATE", "device")
        if code:
            return "no manager"
        states = [line.partition(":")[2] for line in said.splitlines() if line.startswith("wifi:")]
        if any(state not in ("unavailable", "unmanaged") for state in states):
            return ""
        if _is_blocked(root):
            return "blocked"
        if monotonic() >= end:
            return "no adapter"
        sleep(0.5)


def _is_blocked(root: Path) -> bool:
    switches = (root / "sys/class/rfkill").glob("rfkill*")
    return any(
        (one / "type").read_text().strip() == "wlan"
        and "1" in (one / "soft").read_text() + (one / "hard").read_text()
        for one in switches
    )


def _nmcli(*arguments: str) -> tuple[int, str]:
    """Return the status and the words of nmcli; a system without it has the status 127."""
    english = {**os.environ, "LC_ALL": "C"}
    command = ["nmcli", "--terse", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=english)
    except FileNotFoundError:
        return 127, ""
    return done.returncode, done.stdout + done.stderr


def _has_hotspot(root: Path) -> bool:
    return (root / NOTE).exists()


def _passphrase(root: Path) -> str:
    return (root / NOTE).read_text("utf-8").partition("\n")[2].strip()


def _hotspot(what: str, password: str = "") -> bool:
    """Switch the kiosk's own Wi-Fi; everybody could read a passphrase among the arguments."""
    script = Path(__file__).with_name("hotspot.sh")
    secret = {**os.environ, "PASSPHRASE": password}
    return not subprocess.run(["sh", script, what], check=False, env=secret).returncode


if __name__ == "__main__":
    main()
