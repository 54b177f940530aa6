"""Settings of a flashed kiosk, from ``custom.toml`` on its boot partition.

``settings.py CUSTOM.TOML ROOT`` runs at every start, because the system is read-only and forgets.
What cannot be used is said in one sentence and left out; the rest is used. Host name, Wi-Fi,
timezone and keyboard are also taken from ``user-data`` and ``network-config`` beside it, which
Raspberry Pi Imager 2 writes; ``custom.toml`` comes after them.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

Section = dict[str, Any]
Told = dict[str, Any]
Run = Callable[[list[str]], object]

LANGUAGES = {"de": "de", "at": "de", "ch": "de", "es": "es", "la": "es"}
"""Language by the first letters of a keyboard; every other one has English."""

NETWORK = """\
[connection]
id=custom
uuid={uuid}
type=wifi

[wifi]
mode=infrastructure
ssid={ssid}
hidden={hidden}

[wifi-security]
key-mgmt=wpa-psk
psk={password}

[ipv4]
method=auto

[ipv6]
method=auto
"""


class Unusable(ValueError):
    """A setting that cannot be used; the message says which and why."""


def main(file: str, root: str) -> None:
    """Apply the settings and say what was left out."""
    for problem in apply(Path(file), Path(root)):
        print(problem, file=sys.stderr)


def apply(file: Path, root: Path, run: Run | None = None) -> Iterator[str]:
    """Write the settings of the file below ``root``; yield a sentence for each that is unusable.

    :param run: Called with each command; by default, it is run if ``root`` is this system.
    """
    told: Told = {}
    for source, read in (
        (file.with_name("user-data"), _user_data),
        (file.with_name("network-config"), _network_config),
    ):
        try:
            if source.exists():
                _add(told, read(source.read_text("utf-8-sig")))
        except (ValueError, OSError) as failure:
            yield f"{source} cannot be read: {failure}"
    try:
        if file.exists():
            lines, problems = _usable_lines(file.read_text("utf-8-sig"))
            yield from (f"{file}, {problem}" for problem in problems)
            _add(told, tomllib.loads(lines))
    except (ValueError, OSError) as failure:
        yield f"{file} cannot be read: {failure}"
    if run is None:
        run = _run if root == Path("/") else lambda command: None
    for name, use in _SECTIONS.items():
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
    subprocess.run(command, check=False)


def _text(section: Section, key: str, pattern: str = r"[^\x00-\x1f\x7f]+") -> str:
    """Return a text of the section, or nothing if it is not set."""
    value = section.get(key, "")
    if not isinstance(value, str) or (value and not re.fullmatch(pattern, value)):
        raise Unusable(f"{key} = {value!r} cannot be used")
    return value


def _flag(section: Section, key: str) -> bool:
    value = section.get(key, False)
    if not isinstance(value, bool):
        raise Unusable(f"{key} is true or false, and not {value!r}")
    return value


def _system(section: Section, root: Path, run: Run) -> None:
    if name := _text(section, "hostname", r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"):
        (root / "etc/hostname").write_text(f"{name}\n", "utf-8")
        (root / "etc/hosts").write_text(f"127.0.0.1 localhost {name}\n", "utf-8")
        run(["hostname", name])


def _wlan(section: Section, root: Path, run: Run) -> None:
    country = _text(section, "country", "[A-Za-z]{2}").upper()
    if not (ssid := _text(section, "ssid")):
        return
    # NetworkManager takes either: a passphrase, or the key that Raspberry Pi's tools make of it.
    password = _text(section, "password", r"[\x20-\x7e]{8,63}|[0-9A-Fa-f]{64}")
    if not password:
        raise Unusable("there is no password")
    text = NETWORK.format(
        uuid=uuid5(NAMESPACE_DNS, ssid),
        ssid=";".join(map(str, ssid.encode())) + ";",
        hidden=str(_flag(section, "hidden")).lower(),
        password=password.replace("\\", "\\\\").replace(" ", "\\s"),
    )
    connection = root / "etc/NetworkManager/system-connections/custom.nmconnection"
    connection.parent.mkdir(parents=True, exist_ok=True)
    connection.touch(0o600)
    connection.write_text(text, "utf-8")
    if country:
        run(["iw", "reg", "set", country])
    run(["rfkill", "unblock", "wifi"])


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


_SECTIONS: dict[str, Callable[[Section, Path, Run], None]] = {
    "system": _system,
    "wlan": _wlan,
    "locale": _locale,
    "companion": _companion,
    "phones": _phones,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
