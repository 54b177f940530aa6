"""Checks of the machine: each returns one ``Check`` with what was found and a remedy.

Begin with ``examine`` at the end. A new check is a function that returns a ``Check``, added to
``_devices``, ``_system`` or ``_ledger_checks``.
"""

import grp
import os
import shutil
import statistics
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Event, Timer
from time import perf_counter

from companion.engine.sentence import Sentence
from companion.ledger import mirror as second_copy
from companion.ledger import paths as ledger_folder
from companion.ledger.audit import FILE, Verdict, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader
from companion.system.mounts import is_in_memory
from companion.system.touchscreens import INPUTS, touchscreens
from companion.system.usb_drives import is_missing
from companion.ui import kivy_config
from hardware.monitor import Monitor
from hardware.port import PortError, find_port


class Status(Enum):
    """Result of a check."""

    GOOD = auto()
    NOTE = auto()
    """Missing but optional."""
    BAD = auto()


MARKS = {Status.GOOD: "✓", Status.NOTE: "-", Status.BAD: "✗"}


@dataclass(frozen=True, slots=True)
class Check:
    """Result of one check: what was found, and the remedy ("" if none is needed).

    The texts are Sentences or names.
    """

    subject: str
    health: Status
    found: str
    remedy: str = ""


GROUPS = {
    "video": Sentence("screen and backlight"),
    "render": Sentence("graphics"),
    "input": Sentence("touch"),
    "gpio": Sentence("buttons"),
    "dialout": Sentence("dice tray"),
}
LEAST_PANEL = (480, 320)
"""Smallest size in pixels on which the screens are legible."""
TRAY_ANSWERS = 3.0  # seconds
DISPLAY, GRAPHICS, TOUCH = Sentence("Display"), Sentence("Graphics"), Sentence("Touch")
TRAY, PINS, PANEL = Sentence("Dice tray"), Sentence("Pins"), Sentence("Panel")


def display(root: Path) -> Check:
    """Check for a window system or a screen on the graphics card."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if value := os.environ.get(name):
            found = Sentence("a window system ({name}={value})", name=name, value=value)
            return Check(DISPLAY, Status.GOOD, found)
    cards = root / kivy_config.CARDS.relative_to("/")
    if connected := kivy_config.connected_screens(cards):
        return Check(DISPLAY, Status.GOOD, _drawn_on(connected))
    if any(cards.glob("card*-*")):
        return Check(
            DISPLAY,
            Status.BAD,
            Sentence("a graphics card, but no screen is connected to it"),
            Sentence("Check the screen's cable and power, then restart."),
        )
    return Check(
        DISPLAY,
        Status.BAD,
        Sentence("none"),
        Sentence(
            "Connect a screen; on a Raspberry Pi, leave 'dtoverlay=vc4-kms-v3d' in config.txt."
        ),
    )


def _drawn_on(connected: list[str]) -> str:
    ours = kivy_config.panels_first(connected)
    if len(ours) == 1:
        return ours[0]
    return Sentence(
        "{one}, which is drawn on; {others} stays dark", one=ours[0], others=", ".join(ours[1:])
    )


def panel(size: tuple[int, int]) -> Check:
    """Check that the screens are legible on a window of ``size`` pixels."""
    width, height = size
    found = Sentence("{width} x {height} pixels", width=width, height=height)
    if max(size) >= LEAST_PANEL[0] and min(size) >= LEAST_PANEL[1]:
        return Check(PANEL, Status.GOOD, found)
    few = Sentence("{found}, too few to read the bank's screens on", found=found)
    return Check(PANEL, Status.BAD, few, Sentence("Use a panel of 800 x 480 or more."))


def graphics(root: Path) -> Check:
    """Check for an accessible render node; without one the processor draws."""
    nodes = sorted((root / "dev/dri").glob("renderD*"))
    if not nodes:
        slow = Sentence("no graphics processor: the bank draws slowly")
        return Check(GRAPHICS, Status.NOTE, slow)
    if not os.access(nodes[0], os.R_OK | os.W_OK):
        return _closed(GRAPHICS, nodes[0], "render")
    return Check(GRAPHICS, Status.GOOD, nodes[0].name)


def touch(root: Path) -> Check:
    """Check for readable input devices; a window system reads them itself."""
    events = sorted((root / "dev/input").glob("event*"))
    on_panel = kivy_config.on_bare_panel()
    if on_panel and not touchscreens(root / INPUTS.relative_to("/")):
        return Check(
            TOUCH,
            Status.BAD,
            Sentence("no touchscreen"),
            Sentence("Check the panel's cable. As soon as it is there it is found."),
        )
    if not events:
        return Check(TOUCH, Status.NOTE, Sentence("no touchscreen, mouse or keyboard"))
    if not any(os.access(event, os.R_OK) for event in events):
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            return Check(TOUCH, Status.GOOD, Sentence("through the window system"))
        return _closed(TOUCH, events[0], "input")
    return Check(TOUCH, Status.GOOD, Sentence("{count} input devices", count=len(events)))


def tray(url: str | None) -> Check:
    """Check that a dice tray answers."""
    try:
        port = find_port(url)
    except PortError as missing:
        return Check(
            TRAY,
            Status.NOTE,
            Sentence("{why}: the dice are tapped in", why=missing),
            Sentence(
                "See hardware/README.md for building one, or try 'companion tray --simulate'."
            ),
        )
    lines: list[str] = []
    done = Event()

    def listen(line: str) -> None:
        lines.append(line)
        done.set()

    patience = Timer(TRAY_ANSWERS, done.set)
    patience.start()
    Monitor(port, listen).run(done)
    patience.cancel()
    return _from_answer(port, lines[0] if lines else Sentence("{port} says nothing", port=port))


def _from_answer(port: str, answer: str) -> Check:
    if answer.startswith("Hello("):
        return Check(TRAY, Status.GOOD, f"{port}, {answer}")
    if "another program" in answer:
        in_use = Sentence("{port}, in use, by the bank perhaps", port=port)
        return Check(TRAY, Status.GOOD, in_use)
    return Check(
        TRAY,
        Status.BAD,
        answer.removesuffix(": waiting for it."),
        Sentence("Unplug it and plug it in again; 'companion tray --probe' shows what it says."),
    )


def pins(root: Path) -> Check:
    """Check for GPIO pins and for lgpio, which drives them."""
    chips = sorted((root / "dev").glob("gpiochip*"))
    if not chips:
        none = Sentence("this machine has none: no buttons, no lamp")
        return Check(PINS, Status.NOTE, none)
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return _closed(PINS, chips[0], "gpio")
    if find_spec("lgpio") is None:
        remedy = Sentence("Install python3-lgpio, and run bin/play once more.")
        missing = Sentence("lgpio, which drives them, is missing")
        return Check(PINS, Status.BAD, missing, remedy)
    return Check(PINS, Status.GOOD, chips[0].name)


def groups(own: set[str]) -> Check:
    """Check that the user is in the groups that own the devices."""
    subject = Sentence("Groups")
    exist = {group.gr_name for group in grp.getgrall()}
    missing = [name for name in GROUPS if name in exist and name not in own]
    if not missing or os.geteuid() == 0:
        has = ", ".join(sorted(own & set(GROUPS))) or Sentence("not needed")
        return Check(subject, Status.GOOD, has)
    lacks = Sentence("this user is not in {names}", names=_listed(missing))
    user = os.environ.get("USER", "$USER")
    remedy = Sentence(
        "sudo usermod -aG {names} {user}, log in anew.", names=",".join(missing), user=user
    )
    return Check(subject, Status.NOTE, lacks, remedy)


def own_groups() -> set[str]:
    """Return the groups of this process."""
    found = {grp.getgrgid(number).gr_name for number in os.getgroups()}
    return found | {grp.getgrgid(os.getegid()).gr_name}


def _listed(names: list[str]) -> str:
    first, *others = (Sentence("{name} ({use})", name=name, use=GROUPS[name]) for name in names)
    for other in others:
        first = Sentence("{some}, {more}", some=first, more=other)
    return first


def _closed(subject: str, device: Path, group: str) -> Check:
    found = Sentence("no permission to use {device}", device=device)
    remedy = Sentence("Add this user to the group '{group}', then log in anew.", group=group)
    return Check(subject, Status.BAD, found, remedy)


__all__ = ("GROUPS", "Check", "Status", "examine", "look_over", "missing")

SLOW_CARD = 0.1  # seconds for one commit; more is noticeable
LITTLE_ROOM = 64 * 2**20  # bytes
FIRST_YEAR = 2026
"""An earlier year means that the clock was never set."""
ROOT = Path("/")
"""Folder that contains /dev and /sys."""

Look = Callable[[], Check]
Opened = Callable[[], AbstractContextManager[LedgerReader]]
"""Opens a copy of the ledger, because a game may be in progress."""


def examine(folder: Path, copy: Path | None, tray_url: str | None) -> Iterator[Check]:
    """Yield every check as it finishes; ``copy`` is the folder of the second copy."""
    opened = partial(snapshot, folder)
    devices: tuple[Look, ...] = (*_devices(ROOT), partial(tray, tray_url))
    yield from _each(devices, _system(folder), _ledger_checks(folder, copy, opened))


def look_over(folder: Path, copy: Path | None, opened: Opened) -> Iterator[Check]:
    """Yield the checks that are possible while the bank runs: all except the tray, which is in use.

    ``opened`` opens a copy of the ledger.
    """
    yield from _each(_devices(ROOT), _system(folder), _ledger_checks(folder, copy, opened))


def missing(folder: Path, size: tuple[int, int]) -> list[Check]:
    """Return what must be fixed before a game on a window of ``size``; only quick checks."""
    looks: tuple[Look, ...] = (*_devices(ROOT), partial(panel, size), partial(card, folder))
    return [check for check in _each(looks) if check.health is Status.BAD]


def _each(*looks: Iterable[Look]) -> Iterator[Check]:
    for some in looks:
        for look in some:
            yield look()


def _devices(root: Path) -> tuple[Look, ...]:
    return tuple(partial(look, root) for look in (display, graphics, touch, pins))


def _system(folder: Path) -> tuple[Look, ...]:
    return (partial(groups, own_groups()), partial(card, folder), clock)


def _ledger_checks(folder: Path, copy: Path | None, opened: Opened) -> tuple[Look, ...]:
    return (partial(ledger, folder, opened), partial(mirror, folder, copy, opened))


def card(folder: Path) -> Check:
    """Check speed, durability and free space of the card."""
    subject = Sentence("Card")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        took = _sync_seconds(folder)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        closed = Sentence("{folder} cannot be written: {why}", folder=folder, why=error.strerror)
        return Check(subject, Status.BAD, closed, ledger_folder.CHOOSE)
    found = Sentence(
        "a booking takes {took} ms, {free} MiB are free in {folder}",
        **{"took": f"{took * 1000:.1f}", "free": f"{free / 2**20:,.0f}", "folder": folder},
    )
    if free < LITTLE_ROOM:
        full = Sentence("Make room: a full card ends the game.")
        return Check(subject, Status.BAD, found, full)
    if is_in_memory(folder):
        forgets = Sentence("{folder} is in memory: switched off, all is forgotten", folder=folder)
        own = Sentence("Give the ledger a partition of its own, as README says under read-only.")
        return Check(subject, Status.NOTE, forgets, own)
    if took > SLOW_CARD:
        remedy = Sentence("Use a faster card: one of application class A1 or A2.")
        return Check(subject, Status.NOTE, found, remedy)
    return Check(subject, Status.GOOD, found)


def clock() -> Check:
    """Check that the clock is set: it is shown in the history, although nothing depends on it."""
    now = datetime.now(UTC).astimezone()
    subject, found = Sentence("Clock"), f"{now:%Y-%m-%d %H:%M %Z}"
    if now.year < FIRST_YEAR:
        remedy = Sentence("Connect it to a network for a minute, or set it with 'sudo date -s'.")
        wrong = Sentence("{time}, which cannot be", time=found)
        return Check(subject, Status.NOTE, wrong, remedy)
    return Check(subject, Status.GOOD, found)


def ledger(folder: Path, opened: Opened) -> Check:
    """Audit every game of the ledger."""
    subject = Sentence("Ledger")
    if not (folder / ledger_folder.FILE_NAME).exists():
        return Check(subject, Status.GOOD, Sentence("none yet in {folder}", folder=folder))
    try:
        with opened() as books:
            found = list(audit_all(books))
    except LedgerError as error:
        return Check(subject, Status.BAD, error.args[0])
    for one in found:
        if one.verdict is Verdict.NOT_SOUND:
            remedy = Sentence(
                "Run 'companion audit --all'; the bank offers a way out when it starts."
            )
            fault = one.first_fault
            if one.game != FILE:
                fault = Sentence("game {game}: {fault}", game=one.game, fault=fault)
            return Check(subject, Status.BAD, fault, remedy)
    moves = sum(one.moves for one in found)
    sound = Sentence("sound; games: {games}, moves: {moves}", games=len(found), moves=moves)
    return Check(subject, Status.GOOD, sound)


def mirror(folder: Path, copy: Path | None, opened: Opened) -> Check:
    """Check that the second copy exists, can be written and agrees with the ledger."""
    subject = Sentence("Second copy")
    if copy is None:
        remedy = Sentence("Say with --mirror or COMPANION_MIRROR in which folder it should be.")
        none = Sentence("none: a card that dies takes every game along")
        return Check(subject, Status.NOTE, none, remedy)
    if is_missing(copy):
        gone = Sentence("{folder} is not there", folder=copy)
        return Check(subject, Status.BAD, gone, Sentence("Is the stick plugged in?"))
    path = copy / second_copy.FILE_NAME
    if not os.access(path if path.exists() else copy, os.W_OK):
        closed = Sentence("{path} may not be written", path=path)
        return Check(subject, Status.BAD, closed, Sentence("Is the stick write-protected?"))
    if not path.exists() or not (folder / ledger_folder.FILE_NAME).exists():
        begins = Sentence("none yet in {folder}", folder=copy)
        return Check(subject, Status.GOOD, begins)
    return _compared(subject, path, opened)


def _compared(subject: str, path: Path, opened: Opened) -> Check:
    try:
        with opened() as books:
            fault = second_copy.first_difference(books, path)
            behind = books.place().moves - second_copy.count_moves(path)
    except LedgerError as error:
        return Check(subject, Status.BAD, error.args[0])
    if fault:
        remedy = Sentence("Keep it, and name another folder for the second copy.")
        return Check(subject, Status.BAD, fault, remedy)
    if behind:
        lags = Sentence("{path} lacks the last {moves} entries", path=path, moves=behind)
        return Check(subject, Status.NOTE, lags, Sentence("The next move writes them."))
    return Check(subject, Status.GOOD, Sentence("{path} has everything", path=path))


def _sync_seconds(folder: Path) -> float:
    """Return the median time of a small synchronous write."""
    times = []
    with NamedTemporaryFile(dir=folder, prefix="doctor-") as file:
        for _ in range(9):
            began = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            times.append(perf_counter() - began)
    return statistics.median(times)
