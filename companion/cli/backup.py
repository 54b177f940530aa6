"""``companion backup``: copy the ledger and verify the copy."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.ledger_access import NOT_SOUND, SOUND, open_reader, refuse_ledger_itself
from companion.cli.options import Folder, RefusedValue, RegularFile, argument, command, option
from companion.cli.progress import SHARES, ProgressBar, follow
from companion.ledger.atomic_file import write_copy
from companion.ledger.audit import FILE, Verdict, audit_all
from companion.ledger.copies import ahead, save_backup
from companion.ledger.errors import Damaged
from companion.ledger.reader import LedgerReader
from companion.system.usb_drives import is_missing, obstacle_of
from companion.table.setup.rules_cards import FOLDER, copy_cards
from companion.text import counted, translate_message
from companion.text.drives import drive_problem

Put = Callable[[LedgerReader], Path]
"""Copies the ledger and returns the path of the copy."""

NOT_THERE = 75
"""EX_TEMPFAIL of sysexits.h (systemd: TEMPFAIL): the folder may be there the next time."""


@command
def backup_command(
    file: Annotated[Path | None, argument(RegularFile())],
    copies: Annotated[
        Path | None,
        option(
            "Write a dated copy into FOLDER, with the kept rules, and keep the newest ten of this"
            " ledger.",
            Folder(),
            "--to FOLDER",
            envvar="COMPANION_BACKUP",
        ),
    ],
    replace: Annotated[bool, option("Overwrite FILE if it exists.")],
    folder: Data,
) -> None:
    """Copy the ledger to FILE and verify the copy.

    Works during a game. Prints the fingerprint of every game.

    Exit status: 0 when the copy is valid, 1 when the ledger and its copy are not, 2 when no copy
    could be made, 75 when FOLDER or its drive is missing.
    """
    put = _to_file(file, replace) if file else _to_folder(copies)
    if file:
        refuse_ledger_itself(file, folder)
    with open_reader(folder, damaged=True) as reader:
        if reader.log.fault:
            raise Damaged.of(reader.log.fault)
        copied = put(reader)
        warning = ahead(reader, copies) if copies and not file else None
    no_rules = None
    if copies and not file:
        no_rules = copy_cards(folder / FOLDER, copies / FOLDER, over=True)
    with open_reader(copied, damaged=True) as copy, follow(copy, "Verifying"):
        found = list(audit_all(copy))
    games = sum(one.game != FILE for one in found)
    for one in found:
        verdict = translate_message(one.first_fault) or f"fingerprint {one.fingerprint}"
        what = f"Game {one.game}: {counted(one.moves, 'move')}," if one.game != FILE else "Ledger:"
        click.echo(f"{what} {verdict}")
    click.echo(f"Copied to {copied}: {counted(games, 'game')}.")
    for problem in filter(None, (warning, no_rules)):
        click.echo(translate_message(problem), err=True)
    sys.exit(SOUND if all(one.verdict is Verdict.SOUND for one in found) else NOT_SOUND)


def _to_file(file: Path, replace: bool) -> Put:
    if file.exists() and not replace:
        raise RefusedValue(f"{file} exists already. Use --replace to overwrite it.")

    def put(reader: LedgerReader) -> Path:
        with ProgressBar("Copying", SHARES) as bar:
            reader.query(lambda db: write_copy(db, file, bar.share))
        return file

    return put


def _to_folder(folder: Path | None) -> Put:
    if folder is None:
        raise click.UsageError("Name a FILE, or a folder of copies with --to or COMPANION_BACKUP.")
    if is_missing(folder):
        why = drive_problem(obstacle_of(folder), "Plug the drive in and try again.")
        click.echo(f"{folder} is missing, nothing was copied. {why}", err=True)
        sys.exit(NOT_THERE)

    def put(reader: LedgerReader) -> Path:
        with ProgressBar("Copying", SHARES) as bar:
            return save_backup(reader, folder, bar.share)

    return put
