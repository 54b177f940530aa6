"""What the doctor looks at. Each examination gives one finding: what is there, and what helps."""

import os
import shutil
import statistics
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import perf_counter

from companion.engine.sentence import Sentence
from companion.ledger import mirror as second_copy
from companion.ledger import paths as ledger_folder
from companion.ledger.audit import FILE, Verdict, audit_all
from companion.ledger.errors import LedgerError
from companion.ledger.reader import Books
from companion.ledger.snapshot import snapshot
from companion.runtime.check_result import Finding, Health
from companion.runtime.doctor_devices import (
    GROUPS,
    display,
    graphics,
    groups,
    own_groups,
    panel,
    pins,
    touch,
    tray,
)
from companion.system.mounts import is_in_memory
from companion.system.usb_drives import is_missing

__all__ = ("GROUPS", "Finding", "Health", "examine", "look_over", "missing")

SLOW_CARD = 0.1  # seconds for one booking; more is felt at the table
LITTLE_ROOM = 64 * 2**20  # bytes
FIRST_YEAR = 2026
"""A clock before it was never set."""
ROOT = Path("/")
"""Where /dev and /sys are."""

Look = Callable[[], Finding]
Opened = Callable[[], AbstractContextManager[Books]]
"""Opens the books to be looked at: a copy of them, since a game may be going on."""


def examine(folder: Path, copy: Path | None, tray_url: str | None) -> Iterator[Finding]:
    """Everything, one after the other; some take seconds. ``copy`` is the second copy's folder."""
    opened = partial(snapshot, folder)
    devices: tuple[Look, ...] = (*_devices(ROOT), partial(tray, tray_url))
    yield from _each(devices, _system(folder), _books(folder, copy, opened))


def look_over(folder: Path, copy: Path | None, opened: Opened) -> Iterator[Finding]:
    """The same for a bank that is open: its tray is in use, and its books are ``opened`` by it."""
    yield from _each(_devices(ROOT), _system(folder), _books(folder, copy, opened))


def missing(folder: Path, size: tuple[int, int]) -> list[Finding]:
    """What must be mended before anybody can play on a window of ``size``; quickly."""
    looks: tuple[Look, ...] = (*_devices(ROOT), partial(panel, size), partial(card, folder))
    return [finding for finding in _each(looks) if finding.health is Health.BAD]


def _each(*looks: Iterable[Look]) -> Iterator[Finding]:
    for some in looks:
        for look in some:
            yield look()


def _devices(root: Path) -> tuple[Look, ...]:
    return tuple(partial(look, root) for look in (display, graphics, touch, pins))


def _system(folder: Path) -> tuple[Look, ...]:
    return (partial(groups, own_groups()), partial(card, folder), clock)


def _books(folder: Path, copy: Path | None, opened: Opened) -> tuple[Look, ...]:
    return (partial(ledger, folder, opened), partial(mirror, folder, copy, opened))


def card(folder: Path) -> Finding:
    """Whether a booking would be felt, whether it would last, and whether there is room."""
    subject = Sentence("Card")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        took = _sync_seconds(folder)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        closed = Sentence("{folder} cannot be written: {why}", folder=folder, why=error.strerror)
        return Finding(subject, Health.BAD, closed, ledger_folder.CHOOSE)
    found = Sentence(
        "a booking takes {took} ms, {free} MiB are free in {folder}",
        **{"took": f"{took * 1000:.1f}", "free": f"{free / 2**20:,.0f}", "folder": folder},
    )
    if free < LITTLE_ROOM:
        full = Sentence("Make room: a full card ends the game.")
        return Finding(subject, Health.BAD, found, full)
    if is_in_memory(folder):
        forgets = Sentence("{folder} is in memory: switched off, all is forgotten", folder=folder)
        own = Sentence("Give the ledger a partition of its own, as README says under read-only.")
        return Finding(subject, Health.NOTE, forgets, own)
    if took > SLOW_CARD:
        remedy = Sentence("Use a faster card: one of application class A1 or A2.")
        return Finding(subject, Health.NOTE, found, remedy)
    return Finding(subject, Health.GOOD, found)


def clock() -> Finding:
    """Nothing is ordered by it, but people read it in the history."""
    now = datetime.now(UTC).astimezone()
    subject, found = Sentence("Clock"), f"{now:%Y-%m-%d %H:%M %Z}"
    if now.year < FIRST_YEAR:
        remedy = Sentence("Connect it to a network for a minute, or set it with 'sudo date -s'.")
        wrong = Sentence("{time}, which cannot be", time=found)
        return Finding(subject, Health.NOTE, wrong, remedy)
    return Finding(subject, Health.GOOD, found)


def ledger(folder: Path, opened: Opened) -> Finding:
    """Whether the books hold."""
    subject = Sentence("Ledger")
    if not (folder / ledger_folder.FILE_NAME).exists():
        return Finding(subject, Health.GOOD, Sentence("none yet in {folder}", folder=folder))
    try:
        with opened() as books:
            found = list(audit_all(books))
    except LedgerError as error:
        return Finding(subject, Health.BAD, error.args[0])
    for one in found:
        if one.verdict is Verdict.NOT_SOUND:
            remedy = Sentence(
                "Run 'companion audit --all'; the bank offers a way out when it starts."
            )
            fault = one.first_fault
            if one.game != FILE:
                fault = Sentence("game {game}: {fault}", game=one.game, fault=fault)
            return Finding(subject, Health.BAD, fault, remedy)
    moves = sum(one.moves for one in found)
    sound = Sentence("sound; games: {games}, moves: {moves}", games=len(found), moves=moves)
    return Finding(subject, Health.GOOD, sound)


def mirror(folder: Path, copy: Path | None, opened: Opened) -> Finding:
    """Whether the second copy is there, can be written, and has what the ledger has."""
    subject = Sentence("Second copy")
    if copy is None:
        remedy = Sentence("Say with --mirror or COMPANION_MIRROR in which folder it should be.")
        none = Sentence("none: a card that dies takes every game along")
        return Finding(subject, Health.NOTE, none, remedy)
    if is_missing(copy):
        gone = Sentence("{folder} is not there", folder=copy)
        return Finding(subject, Health.BAD, gone, Sentence("Is the stick plugged in?"))
    path = copy / second_copy.FILE_NAME
    if not os.access(path if path.exists() else copy, os.W_OK):
        closed = Sentence("{path} may not be written", path=path)
        return Finding(subject, Health.BAD, closed, Sentence("Is the stick write-protected?"))
    if not path.exists() or not (folder / ledger_folder.FILE_NAME).exists():
        begins = Sentence("none yet in {folder}", folder=copy)
        return Finding(subject, Health.GOOD, begins)
    return _compared(subject, path, opened)


def _compared(subject: str, path: Path, opened: Opened) -> Finding:
    try:
        with opened() as books:
            fault = second_copy.first_difference(books, path)
            behind = books.place().moves - second_copy.moves_in(path)
    except LedgerError as error:
        return Finding(subject, Health.BAD, error.args[0])
    if fault:
        remedy = Sentence("Keep it, and name another folder for the second copy.")
        return Finding(subject, Health.BAD, fault, remedy)
    if behind:
        lags = Sentence("{path} lacks the last {moves} entries", path=path, moves=behind)
        return Finding(subject, Health.NOTE, lags, Sentence("The next move writes them."))
    return Finding(subject, Health.GOOD, Sentence("{path} has everything", path=path))


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
