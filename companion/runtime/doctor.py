"""Checks of the machine: each returns one ``Check`` with what was found and a remedy.

Begin with ``examine`` at the end. A new check is a function that returns a ``Check``, added to
``_devices`` or ``_system``.
"""

import grp
import os
import shutil
import statistics
import struct
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum, auto
from importlib.util import find_spec
from pathlib import Path
from platform import python_version
from tempfile import NamedTemporaryFile
from threading import Event, Timer
from time import perf_counter

from companion.engine.problems import Message, Problem
from companion.ledger import mirror as second_copy
from companion.ledger import paths as ledger_folder
from companion.ledger.audit import audit_all
from companion.ledger.checks import fault_at_the_end
from companion.ledger.errors import LedgerError, os_problem
from companion.ledger.reader import LedgerReader
from companion.system import board, displays
from companion.system import clock as system_clock
from companion.system.disks import disks_of, share_a_disk
from companion.system.mounts import is_in_memory
from companion.system.touchscreens import INPUTS, has_one_finger_only, touchscreen_nodes
from companion.system.usb_drives import is_missing, obstacle_of
from companion.text.doctor import Found, Remedy, Subject, Use
from companion.text.drives import drive_problem
from companion.text.tray import tray_problem
from companion.ui.start import toolkit_problem
from hardware.events import PortProblem
from hardware.monitor import Monitor
from hardware.port import Port, PortError, find_ports


class Status(StrEnum):
    """Result of a check."""

    GOOD = auto()
    NOTE = auto()
    """Missing but optional."""
    BAD = auto()


MARKS = {Status.GOOD: "✓", Status.NOTE: "-", Status.BAD: "✗"}


@dataclass(frozen=True, slots=True)
class Check:
    """Result of one check: what was found, and the remedy, if one is needed."""

    subject: Subject
    status: Status
    found: Problem | str
    remedy: Problem | str | None = None


GROUPS = {
    "video": Use.VIDEO,
    "render": Use.RENDER,
    "input": Use.INPUT,
    "gpio": Use.GPIO,
    "dialout": Use.DIALOUT,
}
LEAST_PANEL = (480, 320)
"""Smallest size in pixels on which the screens are legible."""
TRAY_ANSWERS = 3.0  # seconds
SLOW_CARD = 0.1  # seconds for one commit; more is noticeable
LITTLE_ROOM = 64 * 2**20  # bytes
HOT = 80.0
"""Degrees Celsius from which a Raspberry Pi slows down."""
WORN = 90
"""Percent of a card's life after which it should be replaced."""
ENOUGH_BITS = 64
ROOT = Path("/")
"""Folder that contains /dev and /sys."""

Opened = Callable[[], AbstractContextManager[LedgerReader]]
"""Opens a copy of the ledger, because a game may be in progress."""


def display(root: Path) -> Check:
    """Check for Kivy, and for a window system or a screen on the graphics card."""
    if toolkit_problem():
        return _bad(Subject.DISPLAY, Found.NO_KIVY, Remedy.OTHER_PYTHON, version=python_version())
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if value := os.environ.get(name):
            return _good(Subject.DISPLAY, Found.WINDOW_SYSTEM, name=name, value=value)
    cards = root / displays.CARDS.relative_to("/")
    if connected := displays.connected_screens(cards):
        return Check(Subject.DISPLAY, Status.GOOD, _drawn_on(connected))
    if any(cards.glob("card*-*")):
        return _bad(Subject.DISPLAY, Found.NO_SCREEN_CONNECTED, Remedy.CHECK_SCREEN)
    return _bad(Subject.DISPLAY, Found.NO_SCREEN, Remedy.CONNECT_SCREEN)


def _good(subject: Subject, found: Message, **facts: object) -> Check:
    return Check(subject, Status.GOOD, Problem(found, **facts))


def _note(subject: Subject, found: Message, remedy: Message, **facts: object) -> Check:
    return Check(subject, Status.NOTE, Problem(found, **facts), Problem(remedy))


def _bad(subject: Subject, found: Message, remedy: Message, **facts: object) -> Check:
    return Check(subject, Status.BAD, Problem(found, **facts), Problem(remedy))


def _drawn_on(connected: list[str]) -> Problem | str:
    ours = displays.panels_first(connected)
    if len(ours) == 1:
        return ours[0]
    return Problem(Found.SEVERAL_SCREENS, one=ours[0], others=ours[1:])


def panel(size: tuple[int, int]) -> Check:
    """Check that the screens are legible on a window of ``size`` pixels."""
    width, height = size
    if max(size) >= LEAST_PANEL[0] and min(size) >= LEAST_PANEL[1]:
        return _good(Subject.PANEL, Found.PANEL_SIZE, width=width, height=height)
    remedy = Remedy.LARGER_PANEL
    return _bad(Subject.PANEL, Found.PANEL_TOO_SMALL, remedy, width=width, height=height)


def graphics(root: Path) -> Check:
    """Check for an accessible render node; without one the processor draws."""
    nodes = sorted((root / "dev/dri").glob("renderD*"))
    if not nodes:
        return Check(Subject.GRAPHICS, Status.NOTE, Problem(Found.NO_GRAPHICS))
    if not os.access(nodes[0], os.R_OK | os.W_OK):
        return _closed(Subject.GRAPHICS, nodes[0], "render")
    driver = os.environ.get("SDL_VIDEODRIVER") or displays.video_driver()
    return _good(Subject.GRAPHICS, Found.GRAPHICS_NODE, node=nodes[0].name, driver=driver)


def touch(root: Path) -> Check:
    """Check for readable input devices; a window system reads them itself."""
    events = sorted((root / "dev/input").glob("event*"))
    inputs = root / INPUTS.relative_to("/")
    if displays.on_bare_panel():
        events = [root / node.relative_to("/") for node in touchscreen_nodes(inputs)]
        if not events and has_one_finger_only(inputs):
            return _bad(Subject.TOUCH, Found.ONE_FINGER, Remedy.USE_CAGE)
        if not events:
            return _bad(Subject.TOUCH, Found.NO_TOUCHSCREEN, Remedy.CHECK_TOUCH)
    if not events:
        return Check(Subject.TOUCH, Status.NOTE, Problem(Found.NO_INPUT))
    if not any(os.access(event, os.R_OK) for event in events):
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            return _good(Subject.TOUCH, Found.INPUT_BY_WINDOW_SYSTEM)
        return _closed(Subject.TOUCH, events[0], "input")
    return _good(Subject.TOUCH, Found.INPUT_DEVICES, count=len(events))


def tray(url: str | None) -> Check:
    """Check that a dice tray answers at one of the ports where it may be."""
    try:
        ports = find_ports(url)
    except PortError as error:
        return _without_tray(error)
    checks: list[Check] = []
    for port in ports:
        checks.append(_tray_at(port))
        if checks[-1].status is Status.GOOD:
            return checks[-1]
    return checks[0]


def _tray_at(port: str) -> Check:
    try:
        Port(port).close()
    except PortError as error:
        return _without_tray(error)
    lines: list[str] = []
    done = Event()

    def listen(line: str) -> None:
        lines.append(line)
        done.set()

    patience = Timer(TRAY_ANSWERS, done.set)
    patience.start()
    Monitor(port, listen).run(done)
    patience.cancel()
    answer = lines[0] if lines else ""
    if answer.startswith("Hello("):
        return _good(Subject.TRAY, Found.TRAY_ANSWERS, port=port, answer=answer)
    silent = Problem(Found.TRAY_SILENT, port=port)
    return Check(Subject.TRAY, Status.BAD, answer or silent, Problem(Remedy.REPLUG_TRAY))


def _without_tray(error: PortError) -> Check:
    why = tray_problem(error.reason, error.url)
    match error.reason:
        case PortProblem.NOT_PLUGGED_IN:
            return _note(Subject.TRAY, Found.NO_TRAY, Remedy.BUILD_TRAY, why=why)
        case PortProblem.IN_USE:
            return _good(Subject.TRAY, Found.TRAY_IN_USE, port=error.url)
    return Check(Subject.TRAY, Status.BAD, why, Problem(Remedy.REPLUG_TRAY))


def pins(root: Path) -> Check:
    """Check for GPIO pins and for lgpio, which drives them."""
    chips = board.gpio_chips(root)
    if not chips:
        return Check(Subject.PINS, Status.NOTE, Problem(Found.NO_PINS))
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return _closed(Subject.PINS, chips[0], "gpio")
    if find_spec("lgpio") is None:
        return _bad(Subject.PINS, Found.NO_LGPIO, Remedy.INSTALL_LGPIO)
    return Check(Subject.PINS, Status.GOOD, chips[0].name)


def groups(own: set[str]) -> Check:
    """Check that the user is in the groups that own the devices."""
    exist = {group.gr_name for group in grp.getgrall()}
    missing = [name for name in GROUPS if name in exist and name not in own]
    if not missing or os.geteuid() == 0:
        has = ", ".join(sorted(own & set(GROUPS)))
        return Check(Subject.GROUPS, Status.GOOD, has or Problem(Found.GROUPS_NOT_NEEDED))
    uses = [Problem(Use.OF_GROUP, group=name, use=Problem(GROUPS[name])) for name in missing]
    user = os.environ.get("USER", "$USER")
    remedy = Problem(Remedy.JOIN_GROUPS, names=",".join(missing), user=user)
    return Check(Subject.GROUPS, Status.NOTE, Problem(Found.NOT_IN_GROUPS, groups=uses), remedy)


def own_groups() -> set[str]:
    """List the groups of this process."""
    found = {grp.getgrgid(number).gr_name for number in os.getgroups()}
    return found | {grp.getgrgid(os.getegid()).gr_name}


def _closed(subject: Subject, device: Path, group: str) -> Check:
    found = Problem(Found.NO_PERMISSION, device=device)
    return Check(subject, Status.BAD, found, Problem(Remedy.JOIN_GROUP, group=group))


def system(bits: int = 8 * struct.calcsize("P")) -> Check:
    """Check that programs have 64 bits: a 64-bit kernel may run a 32-bit system."""
    if bits < ENOUGH_BITS:
        return _bad(Subject.SYSTEM, Found.SYSTEM_BITS, Remedy.INSTALL_64_BITS, bits=bits)
    return _good(Subject.SYSTEM, Found.SYSTEM_BITS, bits=bits)


def power(state: board.Power) -> Check:
    """Check for under-voltage, now and since the machine was switched on."""
    if state.is_low or state.was_low:
        found = Found.POWER_LOW if state.is_low else Found.POWER_WAS_LOW
        return _note(Subject.POWER, found, Remedy.BETTER_SUPPLY)
    return _good(Subject.POWER, Found.POWER_GOOD)


def temperature(degrees: float) -> Check:
    """Check that the processor is not so hot that it slows down."""
    shown = round(degrees)
    if degrees < HOT:
        return _good(Subject.TEMPERATURE, Found.DEGREES, degrees=shown)
    return _note(Subject.TEMPERATURE, Found.DEGREES, Remedy.COOL_IT, degrees=shown)


def memory_card(card: board.MemoryCard) -> Check:
    """Check class and wear of a memory card, as far as it tells them."""
    subject, name = Subject.MEMORY_CARD, card.name
    if card.used is not None and card.used >= WORN:
        return _note(subject, Found.CARD_WORN, Remedy.NEW_CARD, name=name, used=card.used)
    if card.application_class:
        return _good(subject, Found.CARD_CLASS, name=name, number=card.application_class)
    return _note(subject, Found.CARD_WITHOUT_CLASS, Remedy.FASTER_CARD, name=name)


def examine(
    folder: Path, copy: Path | None, tray_url: str | None, opened: Opened, quick: bool = False
) -> Iterator[Check]:
    """Yield every check as it finishes; ``copy`` is the folder of the second copy.

    ``opened`` opens a copy of the ledger. A ``quick`` examination reads only its newest rows.
    """
    yield from _devices()
    yield tray(tray_url)
    yield from _system(folder, copy, opened, quick)


def look_over(folder: Path, copy: Path | None, opened: Opened) -> Iterator[Check]:
    """Yield the checks that are possible while the bank runs: all except the tray, which is in use.

    ``opened`` opens a copy of the ledger.
    """
    yield from _devices()
    yield from _system(folder, copy, opened)


def missing(folder: Path, size: tuple[int, int]) -> list[Check]:
    """Return what must be fixed before a game on a window of ``size``; only quick checks."""
    checks = (*_devices(), panel(size), card(folder))
    return [check for check in checks if check.status is Status.BAD]


def _devices() -> Iterator[Check]:
    for look in (display, graphics, touch, pins):
        yield look(ROOT)


def _system(
    folder: Path, copy: Path | None, opened: Opened, quick: bool = False
) -> Iterator[Check]:
    yield system()
    yield groups(own_groups())
    yield card(folder)
    yield from _board(folder)
    yield clock(ROOT, _newest_move(folder, opened))
    yield newest_rows(folder, opened) if quick else ledger(folder, opened)
    yield mirror(folder, copy, opened, quick)


def _newest_move(folder: Path, opened: Opened) -> datetime | None:
    """Return when the newest move was made; None if there is none or it cannot be read."""
    if (folder / ledger_folder.FILE_NAME).exists():
        with suppress(LedgerError), opened() as books:
            return books.newest_at()
    return None


def _board(folder: Path) -> Iterator[Check]:
    """Yield the checks of what this board measures."""
    if (state := board.power(ROOT)) is not None:
        yield power(state)
    if (degrees := board.temperature(ROOT)) is not None:
        yield temperature(degrees)
    disks = disks_of(folder.stat().st_dev) if folder.exists() else ()
    for disk in sorted(disks):
        if found := board.memory_card(disk, ROOT):
            yield memory_card(found)


def card(folder: Path) -> Check:
    """Check speed, durability and free space of the card."""
    subject = Subject.CARD
    try:
        folder.mkdir(parents=True, exist_ok=True)
        took = _sync_seconds(folder)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        why, remedy = os_problem(error), Remedy.ANOTHER_FOLDER
        return _bad(subject, Found.CARD_UNWRITABLE, remedy, folder=folder, why=why)
    facts = {"took": took * 1000, "free": round(free / 2**20), "folder": folder}
    if free < LITTLE_ROOM:
        return _bad(subject, Found.CARD_SPEED, Remedy.MAKE_ROOM, **facts)
    if is_in_memory(folder):
        return _note(subject, Found.CARD_IN_MEMORY, Remedy.OWN_PARTITION, folder=folder)
    if took > SLOW_CARD:
        return _note(subject, Found.CARD_SPEED, Remedy.FASTER_CARD, **facts)
    return _good(subject, Found.CARD_SPEED, **facts)


def clock(root: Path, newest: datetime | None = None) -> Check:
    """Check that the clock is set: it is shown in the history, although nothing depends on it.

    ``newest`` is the time of the last move, which no right clock is before.
    """
    now = datetime.now(UTC).astimezone()
    time = f"{now:%Y-%m-%d %H:%M %Z}"
    if system_clock.is_synchronized(root):
        return _good(Subject.CLOCK, Found.CLOCK_FROM_NETWORK, time=time)
    if not system_clock.is_plausible(now, newest):
        return _note(Subject.CLOCK, Found.WRONG_TIME, Remedy.SET_CLOCK, time=time)
    if system_clock.has_battery(root):
        return _good(Subject.CLOCK, Found.CLOCK_OF_ITS_OWN, time=time)
    return _note(Subject.CLOCK, Found.CLOCK_UNSURE, Remedy.SET_CLOCK, time=time)


def ledger(folder: Path, opened: Opened) -> Check:
    """Audit every game of the ledger."""
    subject = Subject.LEDGER
    if not (folder / ledger_folder.FILE_NAME).exists():
        return _good(subject, Found.NONE_YET, folder=folder)
    try:
        with opened() as books:
            found = list(audit_all(books))
    except LedgerError as error:
        return Check(subject, Status.BAD, error.problem)
    for one in found:
        if one.first_fault:
            return Check(subject, Status.BAD, one.first_fault, Problem(Remedy.RUN_AUDIT))
    moves = sum(one.moves for one in found)
    return _good(subject, Found.LEDGER_SOUND, games=len(found), moves=moves)


def newest_rows(folder: Path, opened: Opened) -> Check:
    """Check the end of the ledger, where an incomplete write or a lost end shows."""
    subject = Subject.LEDGER
    if not (folder / ledger_folder.FILE_NAME).exists():
        return _good(subject, Found.NONE_YET, folder=folder)
    try:
        with opened() as books:
            fault, place = fault_at_the_end(books), books.place()
    except LedgerError as error:
        return Check(subject, Status.BAD, error.problem)
    if fault:
        return Check(subject, Status.BAD, fault, Problem(Remedy.RUN_AUDIT))
    return _good(subject, Found.LEDGER_END_SOUND, games=place.games, moves=place.moves)


def mirror(folder: Path, copy: Path | None, opened: Opened, quick: bool = False) -> Check:
    """Check that the second copy is on another disk, can be written and agrees with the ledger.

    A ``quick`` check compares only their ends.
    """
    subject = Subject.SECOND_COPY
    if copy is None:
        return _note(subject, Found.NO_SECOND_COPY, Remedy.NAME_SECOND_COPY)
    if is_missing(copy):
        remedy = drive_problem(obstacle_of(copy), "") or Problem(Remedy.PLUG_IN_DRIVE)
        return Check(subject, Status.BAD, Problem(Found.COPY_MISSING, folder=copy), remedy)
    path = copy / second_copy.FILE_NAME
    if not os.access(path if path.exists() else copy, os.W_OK):
        return _bad(subject, Found.COPY_UNWRITABLE, Remedy.UNPROTECT_DRIVE, path=path)
    if not path.exists() or not (folder / ledger_folder.FILE_NAME).exists():
        check = _good(subject, Found.NONE_YET, folder=copy)
    else:
        check = _compared(subject, path, opened, quick)
    if check.status is Status.GOOD and folder.exists() and share_a_disk(folder, copy):
        return _note(subject, Found.COPY_ON_SAME_DISK, Remedy.ANOTHER_DISK, folder=copy)
    return check


def _compared(subject: Subject, path: Path, opened: Opened, quick: bool) -> Check:
    differing = second_copy.extra_rows if quick else second_copy.first_difference
    try:
        with opened() as books:
            fault = differing(books, path)
            behind = books.place().moves - second_copy.count_moves(path)
    except LedgerError as error:
        return Check(subject, Status.BAD, error.problem)
    if fault:
        return Check(subject, Status.BAD, fault, Problem(Remedy.ANOTHER_COPY))
    if behind:
        return _note(subject, Found.COPY_BEHIND, Remedy.NEXT_MOVE, path=path, moves=behind)
    return _good(subject, Found.COPY_COMPLETE, path=path)


def _sync_seconds(folder: Path) -> float:
    """Measure the median time of a small synchronous write."""
    times = []
    with NamedTemporaryFile(dir=folder, prefix="doctor-") as file:
        for _ in range(9):
            began = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            times.append(perf_counter() - began)
    return statistics.median(times)
