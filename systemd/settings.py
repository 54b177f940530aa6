"""Settings of a kiosk: of its screen and, on a flashed one, of ``custom.toml`` where it boots.

``settings.py --boot CUSTOM.TOML MACHINE.TOML ROOT`` runs at every start of the image, because its
system is read-only and forgets. What cannot be used is said in one sentence and left out; the rest
is used. No sentence has a value in it, which may be a passphrase in the wrong place. Host name, Wi-
Fi, timezone and keyboard are also taken from ``user-data`` and ``network-config`` beside it, which
Raspberry Pi Imager 2 writes; ``custom.toml`` comes after them, and what was chosen on the screen
comes last.

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
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

Section = dict[str, Any]
Told = dict[str, Any]
Run = Callable[[list[str]], object]
Read = Callable[[bytes], tuple[Told, list[str]]]
Sections = dict[str, tuple[Callable[[Section, Path, Run], None], ...]]

ON_SCREEN = ("system", "wlan", "hotspot")
"""Sections that the screen may change."""
LONGEST, LONGEST_LINE = 16384, 1024
"""Bytes of a file, and of a line of TOML."""
DEEPEST = 20
"""Levels of a text of YAML; cloud-init's have six."""
MOST_SENTENCES = 5
"""Lines of one file that get a sentence each."""
LONGEST_SSID = 32
"""Bytes of the name of a Wi-Fi."""
KEYS = re.compile(
    "hostname|ssid|password|hidden|country|enabled|timezone|keymap|LANGUAGE|COMPANION_[A-Z_]+"
)
"""Keys that a sentence may name. Any other word may be a value in the wrong place."""
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
HOST_NAME = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
PRINTABLE = r"[^\x00-\x1f\x7f]+"
FLAGS = {"true": True, "false": False}
OWN_ADDRESS = "127.0.1.1"
"""Address of the machine's own name in /etc/hosts, as Debian has it."""
LANGUAGES = {"de": "de", "at": "de", "ch": "de", "es": "es", "la": "es"}
"""Language by the first letters of a keyboard; every other one has English."""

# 2 switches saving power off: an adapter that sleeps answers phones after seconds.
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
powersave=2

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
    """A setting of a section, or all of it, that cannot be used."""

    def __init__(self, why: str, key: str = "") -> None:
        super().__init__(f"{key} cannot be used: {why}" if key else f"was left out: {why}")


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
    for problem in dict.fromkeys(problems):
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
    yield from _use(told, {"system": (_hostname,), "wlan": (_country,)}, root, _run)
    before = _bytes(_connection(root))
    problems = [*_use(told, {"wlan": (_network,)}, root, _run)]
    outcome = "not usable"
    try:
        if not problems:
            is_new = before != _bytes(_connection(root))
            outcome = _switch_wifi(told.get("hotspot", {}), root, is_new, patience)
    except Unusable as failure:
        problems.append(f"[hotspot] {failure}.")
    yield from problems
    ssid = _part(told, "wlan").get("ssid", "")
    ssid = ssid if isinstance(ssid, str) else ""
    part = report.with_name(f"{report.name}.part")
    part.write_text(json.dumps({"applied": applied, "outcome": outcome, "ssid": ssid}), "utf-8")
    part.chmod(0o644)
    part.replace(report)


def _read(told: Told, boot: Path | None, screen: Path | None) -> Iterator[str]:
    """Add the settings of all files; yield a sentence for whatever of them cannot be read.

    The screen may change what ``ON_SCREEN`` names: its file is not root's.
    """
    files: list[tuple[Path, Read]] = []
    if boot:
        files.append((boot.with_name("user-data"), _user_data))
        files.append((boot.with_name("network-config"), _network_config))
        files.append((boot, _toml))
    if screen:
        files.append((screen, _toml))
    for file, read in files:
        try:
            more, problems = read(_content(file))
        except FileNotFoundError:
            continue
        except OSError as failure:
            yield f"{file} cannot be read: {failure.strerror}."
            continue
        except ValueError as failure:
            yield f"{file} cannot be read: {failure}."
            continue
        yield from (f"{file}, {problem}." for problem in problems)
        if file is screen:
            more = {name: more[name] for name in ON_SCREEN if name in more}
        _add(told, more)


def _content(file: Path) -> bytes:
    """Return the bytes of a file, but follow no link: root reads what the bank has written.

    Raises ValueError if it is no file, or too long.
    """
    with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise ValueError("it is no file")
        data = opened.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise ValueError(f"it is longer than {LONGEST // 1024} KB")
    return data.removeprefix(BOM_UTF8)


def _use(told: Told, sections: Sections, root: Path, run: Run) -> Iterator[str]:
    """Use the sections; yield a sentence for whatever of them is unusable."""
    for name, uses in sections.items():
        section = told.get(name, {})
        if not isinstance(section, dict):
            yield f"[{name}] was left out: it is not a section."
            continue
        for use in uses:
            try:
                use(section, root, run)
            except Unusable as failure:
                yield f"[{name}] {failure}."
            except OSError as failure:
                yield f"[{name}] was left out: {failure.strerror}."


def _toml(data: bytes) -> tuple[Told, list[str]]:
    """Return the settings of a text of TOML, and what to say about lines that are none.

    Each line is read alone: one slip of somebody who cannot log in should not cost the other
    settings, and no line can make the next ones take longer. The last line with a key counts.
    """
    told: Told = {}
    section = told
    problems: list[str] = []
    for number, line in enumerate(data.splitlines(), 1):
        is_head = line.lstrip().startswith(b"[")
        try:
            found = _line(line)
            if is_head:
                section = _begun(told, found)
            else:
                _add(section, found)
        except (ValueError, RecursionError):
            problems.append(_line_problem(number, line, is_head))
            section = {} if is_head else section
    if more := len(problems[MOST_SENTENCES:]):
        problems[MOST_SENTENCES:] = [f"{more} more lines cannot be read and were left out"]
    return told, problems


def _line(line: bytes) -> Told:
    """Return what one line of TOML has. Raises ValueError, and RecursionError of tomllib's."""
    if len(line) > LONGEST_LINE:
        raise ValueError("longer than a line of settings")
    return tomllib.loads(line.decode())


def _begun(told: Told, found: Told) -> Section:
    """Return the section of that head, which may have begun before. Raises ValueError."""
    ((name, inside),) = found.items()
    if inside != {}:
        raise ValueError("a section of sections")
    if not isinstance(told.get(name), dict):
        told[name] = {}
    return _part(told, name)


def _line_problem(number: int, line: bytes, is_head: bool) -> str:
    if is_head:
        return f"line {number} begins no section, so it was left out with the lines under it"
    word = re.match(r"\W*(\w*)", line.decode("ascii", "replace"))
    key = f" ({word[1]})" if word and KEYS.fullmatch(word[1]) else ""
    return f"line {number}{key} cannot be read and was left out"


def _add(told: Told, more: Told) -> None:
    """Add the settings of a file; they replace settings of earlier files."""
    for name, section in more.items():
        before = told.get(name)
        is_more = isinstance(before, dict) and isinstance(section, dict)
        told[name] = {**before, **section} if is_more else section


def _user_data(data: bytes) -> tuple[Told, list[str]]:
    """Return what cloud-init would make of a machine, in the words of ``custom.toml``."""
    told = _yaml(data)
    layout = _part(told, "keyboard").get("layout")
    system = _given(hostname=told.get("hostname"))
    return {"system": system, "locale": _given(timezone=told.get("timezone"), keymap=layout)}, []


def _network_config(data: bytes) -> tuple[Told, list[str]]:
    """Return the first Wi-Fi of cloud-init's networks, in the words of ``custom.toml``.

    Raises ValueError if there is none that is understood.
    """
    told = _yaml(data)
    network = told.get("network", told)
    for wifi in _part(network, "wifis").values():
        points = _part(wifi, "access-points")
        for ssid in points:
            point = _part(points, ssid)
            hidden = FLAGS.get(point.get("hidden", "false"), "neither")
            wlan = _given(ssid=ssid, password=point.get("password"), hidden=hidden)
            return {"wlan": wlan | _given(country=wifi.get("regulatory-domain"))}, []
    if not isinstance(network, dict) or "wifis" in network:
        raise ValueError("no Wi-Fi in it is understood")
    return {}, []


def _yaml(data: bytes) -> Told:
    """Return a mapping of texts, sequences and mappings: nothing in it is more than its words.

    Raises ValueError that says where it is no YAML, but not what is there.
    """
    # Imported late: only Raspberry Pi Imager writes it.
    import yaml

    depth = 0
    try:
        text = data.decode()
        for event in yaml.parse(text, yaml.BaseLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise ValueError("it is nested too deeply")
        told = yaml.load(text, yaml.BaseLoader)
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except yaml.YAMLError as failure:
        mark = getattr(failure, "problem_mark", None)
        where = f"line {mark.line + 1}" if mark else "it"
        raise ValueError(f"{where} is no YAML") from None
    return told if isinstance(told, dict) else {}


def _part(whole: Any, name: str) -> Section:
    """Return the mapping of that name in another one, an empty one if there is none."""
    part = whole.get(name) if isinstance(whole, dict) else None
    return part if isinstance(part, dict) else {}


def _given(**settings: Any) -> Section:
    return {key: value for key, value in settings.items() if value is not None}


def _run(command: list[str]) -> None:
    """Run a command; a system without that program does without."""
    with suppress(FileNotFoundError):
        subprocess.run(command, check=False)


def _text(section: Section, key: str, pattern: str, wanted: str) -> str:
    """Return a text of the section, or nothing if it is not set. Raises Unusable.

    :param wanted: The texts that the pattern takes, in words.
    """
    value = section.get(key, "")
    if not isinstance(value, str) or (value and not re.fullmatch(pattern, value)):
        raise Unusable(f"it takes {wanted}", key)
    return value


def _flag(section: Section, key: str) -> bool:
    value = section.get(key, False)
    if not isinstance(value, bool):
        raise Unusable("it is true or false, without quotes", key)
    return value


def _hostname(section: Section, root: Path, run: Run) -> None:
    name = _text(section, "hostname", HOST_NAME, "up to 63 letters, digits and hyphens")
    if not name:
        return
    hosts = root / "etc/hosts"
    lines = hosts.read_text("utf-8").splitlines() if hosts.exists() else ["127.0.0.1 localhost"]
    kept = [line for line in lines if line.split()[:1] != [OWN_ADDRESS]]
    hosts.write_text("\n".join([*kept, f"{OWN_ADDRESS} {name}", ""]), "utf-8")
    (root / "etc/hostname").write_text(f"{name}\n", "utf-8")
    run(["hostname", name])


def _country(section: Section, root: Path, run: Run) -> None:
    if country := _text(section, "country", "[A-Za-z]{2}", "two letters, such as DE").upper():
        run(["iw", "reg", "set", country])
        run(["rfkill", "unblock", "wifi"])


def _network(section: Section, root: Path, run: Run) -> None:
    connection = _connection(root)
    ssid = _text(section, "ssid", PRINTABLE, "the name of a Wi-Fi")
    if len(ssid.encode()) > LONGEST_SSID:
        raise Unusable(f"it takes at most {LONGEST_SSID} letters, fewer with accents", "ssid")
    if not ssid:
        connection.unlink(missing_ok=True)
        return
    # NetworkManager takes either: a passphrase, or the key that Raspberry Pi's tools make of it.
    password = _text(
        section,
        "password",
        r"[\x20-\x7e]{8,63}|[0-9A-Fa-f]{64}",
        "8 to 63 letters, digits and signs without accents",
    )
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


def _language(section: Section, root: Path, run: Run) -> None:
    keymap = _text(section, "keymap", PRINTABLE, "the name of a keyboard, such as de")
    if language := LANGUAGES.get(keymap[:2]):
        _add_line(root, "LANGUAGE", language)


def _timezone(section: Section, root: Path, run: Run) -> None:
    wanted = "a place, such as Europe/Berlin"
    zone = _text(section, "timezone", r"[A-Za-z0-9_+-]{1,40}(/[A-Za-z0-9_+-]{1,40}){0,2}", wanted)
    if not zone:
        return
    if not (root / "usr/share/zoneinfo" / zone).is_file():
        raise Unusable(f"it takes {wanted}", "timezone")
    local = root / "etc/localtime"
    local.unlink(missing_ok=True)
    local.symlink_to(f"/usr/share/zoneinfo/{zone}")


def _companion(section: Section, root: Path, run: Run) -> None:
    unusable = []
    for name, value in section.items():
        if not re.fullmatch("[A-Z_]+", name):
            unusable.append("a variable")
        elif not isinstance(value, str) or not re.fullmatch(f"({PRINTABLE})?", value):
            unusable.append(name if KEYS.fullmatch(name) else "a variable")
        else:
            _add_line(root, name, value)
    if unusable:
        names = ", ".join(dict.fromkeys(unusable))
        raise Unusable("a line is a name in capital letters, = and a text in quotes", names)


def _phones(section: Section, root: Path, run: Run) -> None:
    if _flag(section, "enabled"):
        run(["systemctl", "start", "--no-block", "companion-phones.service"])


def _add_line(root: Path, name: str, value: str) -> None:
    """Add a variable to the kiosk's settings; the last line with a name counts."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    with (root / "etc/companion/companion.env").open("a", encoding="utf-8") as lines:
        lines.write(f'{name}="{escaped}"\n')


_SECTIONS: Sections = {
    "system": (_hostname,),
    "wlan": (_country, _network),
    "locale": (_language, _timezone),
    "companion": (_companion,),
    "phones": (_phones,),
}


# --- what NetworkManager does now -------------------------------------------------------------


def _switch_wifi(hotspot: Any, root: Path, is_new: bool, patience: float) -> str:
    """Switch the kiosk's own Wi-Fi on or off, join the network, and return the outcome.

    A Wi-Fi of its own that nobody has switched here is left as it is.
    """
    if not isinstance(hotspot, dict):
        raise Unusable("it is not a section")
    has_own, is_wanted = _has_hotspot(root), _flag(hotspot, "enabled")
    password = _text(hotspot, "password", "[A-Za-z0-9]{8,63}", "8 to 63 letters and digits")
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
