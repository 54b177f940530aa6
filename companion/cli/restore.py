"""``companion restore``: rebuild a damaged or lost ledger from a copy of it."""

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Data, Mirror
from companion.cli.options import RefusedValue, RegularFile, command, option
from companion.cli.progress import ProgressBar, follow
from companion.ledger import checks, left_copies, write_ahead_log
from companion.ledger import mirror as second_copy
from companion.ledger import paths as ledger_folder
from companion.ledger import restore as ledger_restore
from companion.ledger.copies import identity, snapshot
from companion.ledger.errors import Damaged, LedgerError
from companion.ledger.restore import Restored, is_sound, readable
from companion.system.usb_drives import sticks
from companion.table.setup.rules_cards import FOLDER, copy_cards
from companion.text import translate_message


@command
def restore_command(
    folder: Data,
    mirror: Mirror,
    source: Annotated[
        Path | None,
        option(
            "Second copy or backup to restore from, in place of the one in --mirror.",
            RegularFile(),
            "--from FILE",
        ),
    ],
) -> None:
    """Rebuild a damaged or lost ledger from a copy of it.

    A copy is a second copy or a backup. Without --from and --mirror it is the one on the USB drives
    that is sound and has the most moves.
    The new ledger is compared with the readable part of the damaged one, which is kept beside it.
    If only the log is damaged, everything readable is restored even without a copy.
    Kept rules beside the copy come back, too.

    Exit status: 0 when the ledger is restored, 2 when there is nothing to restore or no source to
    restore it from.
    """
    path = folder.absolute() / ledger_folder.FILE_NAME
    copy = mirror and mirror / second_copy.FILE_NAME
    click.echo(_damage(path, copy))
    source = source or copy or _on_drives(folder)
    if source is None and not write_ahead_log.examine(path).fault:
        raise click.UsageError(
            "Plug in a drive with a backup, name one with --from, or set --mirror or"
            " COMPANION_MIRROR to the folder of the second copy."
        )
    with ProgressBar("Restoring", _count(source) if source else readable(folder)) as bar:
        done = ledger_restore.restore(folder, source, mirror, bar.reach)
    click.echo(describe(done, source))
    if source and (problem := copy_cards(source.parent / FOLDER, folder / FOLDER, over=False)):
        click.echo(translate_message(problem), err=True)


def _damage(path: Path, copy: Path | None) -> str:
    try:
        checks.check_all(path, copy, partial(follow, label="Ledger"))
    except Damaged as damaged:
        return translate_message(damaged)
    if path.exists() and not ledger_folder.is_empty(path):
        raise RefusedValue(f"{path} is sound. There is nothing to restore.")
    return f"There is no ledger in {path.parent}."


def _on_drives(folder: Path) -> Path | None:
    """Return the best copy of the ledger on the drives; None if there is none.

    Raises UsageError if there are several and the ledger does not tell which ones are its own.
    """
    found = left_copies.best_of_each(left_copies.find(sticks(read_only=True), is_sound))
    with suppress(LedgerError), snapshot(folder, damaged=True) as damaged:
        if own := identity(damaged):
            found = [copy for copy in found if copy.ledger == own]
    if len(found) > 1:
        files = ", ".join(str(copy.path) for copy in found)
        raise click.UsageError(f"There are copies of several ledgers. Add --from to one: {files}.")
    return found[0].path if found else None


def _count(source: Path) -> int:
    try:
        copy = left_copies.look_into(source)
    except OSError as error:
        raise RefusedValue(f"{source} cannot be read: {error.strerror}.") from error
    if copy is None:
        raise RefusedValue(f"{source} has no moves to restore.")
    return copy.moves


def describe(done: Restored, source: Path | None) -> str:
    """Describe the outcome in one or two sentences."""
    moves = f"{done.from_copy} entries were restored from {source}"
    if not source:
        moves = f"{done.from_ledger} entries were restored from the damaged ledger"
    elif done.from_ledger:
        moves += f", and {done.from_ledger} later ones from the damaged ledger"
    if not done.kept:
        return f"{moves}."
    return (
        f"{moves}. In the damaged ledger, {done.agree} of them are the same, {done.differ} differ"
        f" and the others cannot be read. It was kept as {done.kept}."
    )
