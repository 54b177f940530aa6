"""The commands that keep the books safe: ``backup`` and ``restore``."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from companion.cli.books import NOT_SOUND, SOUND, Unreadable, apart, looked_at, plainly
from companion.cli.data import data_option, mirror_option
from companion.cli.options import Folder, RegularFile
from companion.ledger import checks, write_ahead_log
from companion.ledger import mirror as second_copy
from companion.ledger import paths as ledger_folder
from companion.ledger import restore as ledger_restore
from companion.ledger.atomic_file import write_copy
from companion.ledger.audit import FILE, Verdict, audit_all
from companion.ledger.copies import save_backup
from companion.ledger.errors import Damaged
from companion.ledger.reader import LedgerReader
from companion.ledger.restore import Restored, restore
from companion.system.usb_drives import is_missing
from companion.text import counted

Put = Callable[[LedgerReader], Path]
"""Copies the books, and says where to."""

NOT_THERE = 75
"""EX_TEMPFAIL of sysexits.h, which systemd calls TEMPFAIL: it may be there the next time."""


@click.command("backup")
@click.argument("file", required=False, type=RegularFile())
@click.option(
    "--to",
    "stick",
    type=Folder(),
    envvar="COMPANION_BACKUP",
    metavar="FOLDER",
    help="A folder of copies instead: the newest ten are kept.",
)
@click.option("--replace", is_flag=True, help="Write over FILE if there is one.")
@data_option
def backup_command(file: Path | None, stick: Path | None, replace: bool, folder: Path) -> None:
    """Copy the ledger, also in the middle of a game, and check it.

    The copy is FILE. Prints the fingerprint of every game. Exit status: 0 when the copy is sound, 1
    when it is not (because the ledger is not), 2 when none could be made, 75 when the folder of
    copies, or the stick that it is on, is not there.
    """
    put = _to_file(file, replace) if file else _to_folder(stick)
    if file:
        apart(file, folder)
    with looked_at(folder, damaged=True) as books:
        if books.log.fault:
            raise Damaged(books.log.fault)
        copied = put(books)
    with looked_at(copied, damaged=True) as copy:
        found = list(audit_all(copy))
    games = sum(one.game != FILE for one in found)
    for one in found:
        verdict = f"fingerprint {one.fingerprint}" if not one.first_fault else one.first_fault
        what = f"Game {one.game}: {counted(one.moves, 'move')}," if one.game != FILE else "Ledger:"
        click.echo(f"{what} {verdict}")
    click.echo(f"Copied to {copied}: {counted(games, 'game')}.")
    sys.exit(SOUND if all(one.verdict is Verdict.SOUND for one in found) else NOT_SOUND)


def _to_file(file: Path, replace: bool) -> Put:
    if file.exists() and not replace:
        raise Unreadable(f"{file} is there already. With --replace it is written over.")

    def put(books: LedgerReader) -> Path:
        books.query(lambda db: write_copy(db, file))
        return file

    return put


def _to_folder(folder: Path | None) -> Put:
    if folder is None:
        raise click.UsageError("Say a FILE, or with --to or COMPANION_BACKUP a folder of copies.")
    if is_missing(folder):
        click.echo(f"{folder} is not there: nothing was copied. Is the stick plugged in?", err=True)
        sys.exit(NOT_THERE)
    return partial(save_backup, folder=folder)


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
        entries = second_copy.count_moves(copy) if copy else ledger_restore.readable(folder)
        with click.progressbar(length=entries, label="Restoring") as bar:
            done = restore(folder, mirror, lambda moves: bar.update(moves - bar.pos))
    click.echo(said(done))


def _damage(path: Path, copy: Path | None) -> str:
    try:
        checks.check_all(path, copy)
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
