"""Actions of the device screen: copies to a USB drive, the doctor, switching off."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from companion.engine.problems import Problem
from companion.ledger.copies import ahead, image, open_image, save_backup, snapshot
from companion.ledger.errors import LedgerError, os_problem
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.reader import LedgerReader
from companion.runtime import diagnostics, log
from companion.runtime.doctor import Check, Status, look_over
from companion.runtime.ledger_session import LedgerSession
from companion.system import clock, power
from companion.system.usb_drives import obstacle, sticks
from companion.system.versions import card_versions
from companion.table.device import DeviceRemark
from companion.table.setup.rules_cards import FOLDER as RULES
from companion.table.setup.rules_cards import copy_cards
from companion.table.states.device import Copy, DeviceActions, Progress
from companion.text import explain
from companion.text.told import Told, joined
from companion.version import version

TONES = {Status.GOOD: "in", Status.NOTE: "plain", Status.BAD: "out"}
FOLDER = "companion"
"""Folder of the copies on a USB drive."""


def _bundle(books: LedgerReader, folder: Path, progress: Progress) -> Path:
    """Write a bundle of the last game, if there is one.

    The hash in its name keeps it from replacing that of another ledger's game.
    """
    # Imported late, so that the first frame does not wait for the report and the exports.
    from companion.export.bundle import bundle

    numbers = books.numbers()
    if not numbers:
        return folder
    game = books.head(numbers[-1])
    path = folder / f"game-{game.number}-{game.hash[:6]}.zip"
    bundle(books, game.number, path, progress)
    return path


COPIES: tuple[Callable[[LedgerReader, Path, Progress], Path], ...] = (save_backup, _bundle)
"""Functions that write the copies, in order; the screen shows the name of the first."""
Checks = Callable[[], Iterable[Check]]


def device_actions(session: LedgerSession, kiosk: bool) -> DeviceActions:
    """List what can be done with the machine on which the program runs."""
    return DeviceActions(
        version=_version(),
        kiosk=kiosk,
        copy=partial(_copy, session),
        obstacle=obstacle,
        look=partial(_look, session),
        may_switch=power.may,
        switch=power.switch,
        close=session.close,
        set_clock=clock.set_to,
        newest_move=partial(_newest_move, session),
        clock_is_doubtful=lambda newest: clock.is_doubtful(newest=newest),
        versions=card_versions() if kiosk else None,
    )


def _newest_move(session: LedgerSession) -> datetime | None:
    """Return when the newest move was made, as far as the ledger can tell."""
    with suppress(LedgerError):
        return session.ledger.newest_at() if session.ledger else None
    return None


def _version() -> str:
    """Name the version, with its folder if systemd/install.sh made one."""
    number, place = version(), Path(sys.prefix).parent
    return f"{number} ({place.name})" if place.parent.name == "versions" else number


def _copy(session: LedgerSession) -> Copy | None:
    drives = sticks()
    if not drives:
        return None
    if session.ledger is None:
        assert session.trouble, "without trouble there is a ledger"
        raise session.trouble
    copy = image(session.ledger)
    checks = partial(look_over, session.folder, session.mirror, partial(open_image, copy))
    write = partial(_write_copies, copy, session.folder / RULES, drives[0] / FOLDER, checks)
    return Copy(str(drives[0]), write)


def _write_copies(
    copy: bytes, rules: Path, folder: Path, checks: Checks, progress: Progress
) -> tuple[str, Told]:
    """Write the copies to the drive on a worker thread; return the first's name and a warning.

    The rules that are kept in the folder ``rules`` go along. What ``checks`` find goes into a text
    beside them, for whoever helps from afar.

    Raises LedgerError if the drive cannot be written.
    """
    made: list[Path] = []
    try:
        if folder.is_symlink():
            raise LedgerError(LedgerProblem.UNWRITABLE, path=folder, why=Problem(Why.A_LINK))
        folder.mkdir(exist_ok=True)
    except OSError as error:
        why = os_problem(error)
        raise LedgerError(LedgerProblem.UNWRITABLE, path=folder, why=why) from error
    with open_image(copy) as books:
        for number, put in enumerate(COPIES):
            made.append(put(books, folder, partial(_share, progress, number)))
        try:
            diagnostics.save(books, checks(), folder)
        except LedgerError as error:  # the games are there, and that is what counts
            log.warning("no-diagnostics", reason=log.reason(error))
        no_rules = copy_cards(rules, folder / RULES, over=True)
        return made[0].name, explain(ahead(books, folder) or no_rules)


def _share(progress: Progress, number: int, done: float) -> None:
    progress((number + done) / len(COPIES))


def _look(session: LedgerSession) -> Iterator[DeviceRemark]:
    """Yield the remarks of the doctor, on a worker thread.

    Raises LedgerError if the ledger cannot be copied.
    """
    copy = partial(snapshot, session.folder)
    if session.ledger:
        copy = partial(open_image, image(session.ledger))
    return map(_remark, look_over(session.folder, session.mirror, copy))


def _remark(check: Check) -> DeviceRemark:
    text = joined(": ", map(explain, (check.subject, check.found)))
    return DeviceRemark(text, explain(check.remedy), TONES[check.status])
