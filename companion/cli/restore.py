"""``companion restore``: rebuild a damaged or lost ledger from its second copy."""

from functools import partial
from pathlib import Path

import click

from companion.cli.data import Data, Mirror
from companion.cli.options import RefusedValue, command
from companion.cli.progress import ProgressBar, follow
from companion.ledger import checks, write_ahead_log
from companion.ledger import mirror as second_copy
from companion.ledger import paths as ledger_folder
from companion.ledger import restore as ledger_restore
from companion.ledger.errors import Damaged
from companion.ledger.restore import Restored, restore
from companion.text import translate_message


@command
def restore_command(folder: Data, mirror: Mirror) -> None:
    """Rebuild a damaged or lost ledger from its second copy.

    The new ledger is compared with the readable part of the damaged one, which is kept beside it.
    If only the log is damaged, everything readable is restored even without a second copy.

    Exit status: 0 when the ledger is restored, 2 when there is nothing to restore or no source to
    restore it from.
    """
    path = folder.absolute() / ledger_folder.FILE_NAME
    if mirror is None and not write_ahead_log.examine(path).fault:
        raise click.UsageError("Set --mirror or COMPANION_MIRROR to the folder of the second copy.")
    copy = mirror and mirror / second_copy.FILE_NAME
    click.echo(_damage(path, copy))
    entries = second_copy.count_moves(copy) if copy else ledger_restore.readable(folder)
    with ProgressBar("Restoring", entries) as bar:
        done = restore(folder, mirror, bar.reach)
    click.echo(describe(done))


def _damage(path: Path, copy: Path | None) -> str:
    try:
        checks.check_all(path, copy, partial(follow, label="Ledger"))
    except Damaged as damaged:
        return translate_message(damaged)
    raise RefusedValue(f"{path} is sound or does not exist yet. There is nothing to restore.")


def describe(done: Restored) -> str:
    """Describe the outcome in one or two sentences."""
    moves = f"{done.from_copy} entries were restored from the second copy"
    if done.from_ledger:
        moves += f", and {done.from_ledger} later ones from the damaged ledger"
    if not done.kept:
        return f"{moves}."
    return (
        f"{moves}. In the damaged ledger, {done.agree} of them are the same, {done.differ} differ"
        f" and the others cannot be read. It was kept as {done.kept}."
    )
