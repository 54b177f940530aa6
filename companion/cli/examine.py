"""What the doctor looks at. Each examination gives one finding: what is there, and what helps."""

import grp
import os
import shutil
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Event, Timer
from time import perf_counter

from companion.app import kivy_settings
from companion.ledger import folder as ledger_folder
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.errors import LedgerError
from companion.ledger.snapshot import snapshot
from hardware.monitor import Monitor
from hardware.port import PortError, find_port

GROUPS = {
    "video": "screen and backlight",
    "render": "graphics",
    "input": "touch",
    "gpio": "buttons",
    "dialout": "dice tray",
}
SLOW_CARD = 0.1  # seconds for one booking; more is felt at the table
LITTLE_ROOM = 64 * 2**20  # bytes
TRAY_ANSWERS = 3.0  # seconds
FIRST_YEAR = 2026
"""A clock before it was never set."""


class Health(Enum):
    """How bad a finding is."""

    GOOD = auto()
    NOTE = auto()
    """Missing, and nothing that the bank cannot do without."""
    BAD = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and what to do about it ("" for nothing)."""

    subject: str
    health: Health
    found: str
    remedy: str = ""


def examine(folder: Path, tray_url: str | None, root: Path = Path("/")) -> Iterator[Finding]:
    """Everything, one after the other; some take seconds. ``root`` is where /dev and /sys are."""
    looks: tuple[Callable[[], Finding], ...] = (
        partial(display, root),
        partial(graphics, root),
        partial(touch, root),
        partial(tray, tray_url),
        partial(pins, root),
        partial(groups, _own_groups()),
        partial(card, folder),
        clock,
        partial(ledger, folder),
    )
    for look in looks:
        yield look()


def display(root: Path) -> Finding:
    """A window system, or a screen on the graphics card itself."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(name):
            return Finding("Display", Health.GOOD, f"a window system ({name}={os.environ[name]})")
    cards = root / kivy_settings.CARDS.relative_to("/")
    if connected := kivy_settings.connected_screens(cards):
        return Finding("Display", Health.GOOD, ", ".join(connected))
    if any(cards.glob("card*-*")):
        return Finding(
            *("Display", Health.BAD, "a graphics card, but no screen is connected to it"),
            "Check the screen's cable and power, then restart.",
        )
    return Finding(
        *("Display", Health.BAD, "none"),
        "Connect a screen; on a Raspberry Pi, leave 'dtoverlay=vc4-kms-v3d' in config.txt.",
    )


def graphics(root: Path) -> Finding:
    """A render node that may be used; without one the processor draws."""
    nodes = sorted((root / "dev/dri").glob("renderD*"))
    if not nodes:
        return Finding("Graphics", Health.NOTE, "no graphics processor: the bank draws slowly")
    if not os.access(nodes[0], os.R_OK | os.W_OK):
        return _closed("Graphics", nodes[0], "render")
    return Finding("Graphics", Health.GOOD, nodes[0].name)


def touch(root: Path) -> Finding:
    """Input devices that may be read. Under a window system, that reads them."""
    events = sorted((root / "dev/input").glob("event*"))
    if not events:
        return Finding("Touch", Health.NOTE, "no touchscreen, mouse or keyboard")
    if not any(os.access(event, os.R_OK) for event in events):
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            return Finding("Touch", Health.GOOD, "through the window system")
        return _closed("Touch", events[0], "input")
    return Finding("Touch", Health.GOOD, f"{len(events)} input devices")


def tray(url: str | None) -> Finding:
    """A dice tray that says who it is."""
    try:
        port = find_port(url)
    except PortError as missing:
        return Finding(
            *("Dice tray", Health.NOTE, f"{missing}: the dice are tapped in"),
            "See hardware/README.md for building one, or try 'companion tray --simulate'.",
        )
    said: list[str] = []
    done = Event()

    def listen(line: str) -> None:
        said.append(line)
        done.set()

    patience = Timer(TRAY_ANSWERS, done.set)
    patience.start()
    Monitor(port, listen).run(done)
    patience.cancel()
    return _heard(port, said[0] if said else f"{port} says nothing")


def _heard(port: str, said: str) -> Finding:
    if said.startswith("Hello("):
        return Finding("Dice tray", Health.GOOD, f"{port}, {said}")
    if "another program" in said:
        return Finding("Dice tray", Health.GOOD, f"{port}, in use, by the bank perhaps")
    return Finding(
        *("Dice tray", Health.BAD, said.removesuffix(": waiting for it.")),
        "Unplug it and plug it in again; 'companion tray --probe' shows what it says.",
    )


def pins(root: Path) -> Finding:
    """GPIO pins, and lgpio to drive them."""
    chips = sorted((root / "dev").glob("gpiochip*"))
    if not chips:
        return Finding("Pins", Health.NOTE, "this machine has none: no buttons, no lamp")
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return _closed("Pins", chips[0], "gpio")
    if find_spec("lgpio") is None:
        remedy = "Install python3-lgpio, and run bin/play once more."
        return Finding("Pins", Health.BAD, "lgpio, which drives them, is missing", remedy)
    return Finding("Pins", Health.GOOD, chips[0].name)


def groups(own: set[str]) -> Finding:
    """The groups that devices belong to."""
    exist = {group.gr_name for group in grp.getgrall()}
    missing = [name for name in GROUPS if name in exist and name not in own]
    if not missing or os.geteuid() == 0:
        return Finding("Groups", Health.GOOD, ", ".join(sorted(own & set(GROUPS))) or "not needed")
    lacks = ", ".join(f"{name} ({GROUPS[name]})" for name in missing)
    remedy = f"sudo usermod -aG {','.join(missing)} {os.environ.get('USER', '$USER')}, log in anew."
    return Finding("Groups", Health.NOTE, f"this user is not in {lacks}", remedy)


def card(folder: Path) -> Finding:
    """Whether a booking would be felt, and whether there is room."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        took = _sync_seconds(folder)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        remedy = ledger_folder.CHOOSE
        return Finding("Card", Health.BAD, f"{folder} cannot be written: {error.strerror}", remedy)
    found = f"a booking takes {took * 1000:.1f} ms, {free / 2**20:,.0f} MiB are free in {folder}"
    if free < LITTLE_ROOM:
        return Finding("Card", Health.BAD, found, "Make room: a full card ends the game.")
    if took > SLOW_CARD:
        remedy = "Use a faster card: one of application class A1 or A2."
        return Finding("Card", Health.NOTE, found, remedy)
    return Finding("Card", Health.GOOD, found)


def clock() -> Finding:
    """Nothing is ordered by it, but people read it in the history."""
    now = datetime.now(UTC).astimezone()
    found = f"{now:%Y-%m-%d %H:%M %Z}"
    if now.year < FIRST_YEAR:
        remedy = "Connect it to a network for a minute, or set it with 'sudo date -s'."
        return Finding("Clock", Health.NOTE, f"{found}, which cannot be", remedy)
    return Finding("Clock", Health.GOOD, found)


def ledger(folder: Path) -> Finding:
    """Whether the books hold; a copy is looked at, so that a game may be going on."""
    if not (folder / ledger_folder.FILE_NAME).exists():
        return Finding("Ledger", Health.GOOD, f"none yet in {folder}")
    try:
        with snapshot(folder) as books:
            found = list(audit_all(books))
    except LedgerError as error:
        return Finding("Ledger", Health.BAD, str(error))
    for one in found:
        if one.verdict is Verdict.NOT_SOUND:
            remedy = "Run 'companion audit --all'; the bank offers a way out when it starts."
            return Finding("Ledger", Health.BAD, f"game {one.game}: {one.first_fault}", remedy)
    moves = sum(one.moves for one in found)
    return Finding("Ledger", Health.GOOD, f"sound, {len(found)} games, {moves} moves")


def _closed(subject: str, device: Path, group: str) -> Finding:
    remedy = f"Add this user to the group '{group}', then log in anew."
    return Finding(subject, Health.BAD, f"no permission to use {device}", remedy)


def _own_groups() -> set[str]:
    found = {grp.getgrgid(number).gr_name for number in os.getgroups()}
    return found | {grp.getgrgid(os.getegid()).gr_name}


def _sync_seconds(folder: Path) -> float:
    """The median time of a small write that is on the medium."""
    times = []
    with NamedTemporaryFile(dir=folder, prefix="doctor-") as file:
        for _ in range(9):
            began = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            times.append(perf_counter() - began)
    return statistics.median(times)
