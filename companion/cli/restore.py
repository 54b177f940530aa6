"""``companion restore``: a damaged or lost ledger from its second copy."""

from pathlib import Path

import click

from companion.cli.data import data_option, mirror_option
from companion.cli.ledger_access import Unreadable, plainly
from companion.ledger import mirror as second_copy
from companion.ledger import paths as ledger_folder
from companion.ledger import restore as ledger_restore
from companion.ledger import startup_checks, write_ahead_log
from companion.ledger.errors import Damaged
from companion.ledger.restore import Restored, restore


@click.command("restore")
@data_option
@mirror_option
def restore_command(folder: Path, mirror: Path | None) -> None:
    """Make a damaged or lost ledger anew from its second copy.

    It is compared with what can be read of the damaged one, which is kept beside it. Where only
    the log is damaged, all that can be read is restored without a second copy, too.
    Exit status: 0 when it is restored, 2 when there is nothing to restore, or nothing to do it by.
    """
    path = folder.absolute() / ledger_folder.FILE_NAME
    with plainly():
        if mirror is None and not write_ahead_log.examine(path).fault:
            raise click.UsageError(
                "Say with --mirror or COMPANION_MIRROR where the second copy is."
            )
        copy = mirror and mirror / second_copy.FILE_NAME
        click.echo(_damage(path, copy))
        entries = second_copy.moves_in(copy) if copy else ledger_restore.readable(folder)
        with click.progressbar(length=entries, label="Restoring") as bar:
            done = restore(folder, mirror, lambda moves: bar.update(moves - bar.pos))
    click.echo(said(done))


def _damage(path: Path, copy: Path | None) -> str:
    try:
        startup_checks.check(path, copy)
    except Damaged as damaged:
        return str(damaged)
    raise Unreadable(f"{path} is sound, or new: there is nothing to restore.")


def said(done: Restored) -> str:
    """What came of it, a sentence or two."""
    moves = f"{done.from_copy} entries are restored from the second copy"
    if done.from_ledger:
        moves += f", and {done.from_ledger} after those from the damaged ledger"
    if not done.kept:
        return f"{moves}."
    return (
        f"{moves}. {done.agree} of them are the same in the damaged ledger, {done.differ} are not,"
        f" the others cannot be read there. It is kept as {done.kept}."
    )
