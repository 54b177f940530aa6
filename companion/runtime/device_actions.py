"""Who does what the screen of the machine offers: copies, the doctor, the switch."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from companion.engine.sentence import Sentence
from companion.ledger.copies import image, open_image, save_backup, snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import program
from companion.ledger.reader import LedgerReader
from companion.runtime.doctor import MARKS, Check, Status, look_over
from companion.runtime.ledger_session import LedgerSession
from companion.system import power
from companion.system.usb_drives import sticks
from companion.text import translate_message
from companion.ui.device.state import Copy, DeviceActions, Progress, Remark

TONES = {Status.GOOD: "in", Status.NOTE: "plain", Status.BAD: "out"}
FOLDER = "companion"
"""Of the stick."""


def _bundle(books: LedgerReader, folder: Path, progress: Progress) -> Path:
    """The game that was begun last, with everything that proves it; none, if there is none."""
    # Report and exports are read when they are wanted: the first frame does not wait for them.
    from companion.export.bundle import bundle

    numbers = books.numbers()
    path = folder / f"game-{numbers[-1]}.zip" if numbers else folder
    if numbers:
        bundle(books, numbers[-1], path, progress)
    return path


COPIED: tuple[Callable[[LedgerReader, Path, Progress], Path], ...] = (save_backup, _bundle)
"""What is put on a stick, one after the other; the name of the first is told."""


def hands(books: LedgerSession, kiosk: bool) -> DeviceActions:
    """For the machine that these books are on."""
    return DeviceActions(
        version=_version(),
        kiosk=kiosk,
        copy=partial(_copy, books),
        look=partial(_look, books),
        may_switch=power.may,
        switch=power.switch,
        close=books.let_go,
    )


def _version() -> str:
    """With the name of the folder that systemd/install.sh made for it, if it did."""
    found, place = program(), Path(sys.prefix).parent
    return f"{found} ({place.name})" if place.parent.name == "versions" else found


def _copy(books: LedgerSession) -> Copy | None:
    found = sticks()
    if not found:
        return None
    if books.ledger is None:
        raise LedgerError(books.trouble)
    return Copy(str(found[0]), partial(_put, image(books.ledger), found[0] / FOLDER))


def _put(copy: bytes, folder: Path, progress: Progress) -> str:
    """On a thread of its own; returns when it is on the stick. Raises LedgerError."""
    made: list[Path] = []
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        closed = Sentence("{folder} cannot be written: {why}.", folder=folder, why=error.strerror)
        raise LedgerError(closed) from error
    with open_image(copy) as books:
        for number, put in enumerate(COPIED):
            made.append(put(books, folder, partial(_share, progress, number)))
    return made[0].name


def _share(progress: Progress, number: int, done: float) -> None:
    progress((number + done) / len(COPIED))


def _look(books: LedgerSession) -> Iterator[Remark]:
    """To be gone through on a thread of its own. Raises LedgerError before that."""
    copy = partial(snapshot, books.folder)
    if books.ledger:
        copy = partial(open_image, image(books.ledger))
    return map(_remark, look_over(books.folder, books.mirror, copy))


def _remark(finding: Check) -> Remark:
    text = f"{translate_message(finding.subject)}: {translate_message(finding.found)}"
    return Remark(
        MARKS[finding.health], text, translate_message(finding.remedy), TONES[finding.health]
    )
