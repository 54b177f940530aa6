"""``companion audit``: is the ledger as it was written?"""

import sys
from pathlib import Path

import click

from companion.cli.data import data_option, mirror_option
from companion.cli.ledger_access import NOT_SOUND, SOUND, looked_at
from companion.cli.options import GAME, RegularFile
from companion.export.bundle import first_fault, is_bundle
from companion.ledger.audit import FILE, Audit, RestoredRange, Verdict, audit, audit_all
from companion.ledger.errors import LedgerError
from companion.ledger.fingerprints import Fingerprint, compare, locate
from companion.ledger.mirror import FILE_NAME, first_difference, moves_in
from companion.ledger.reader import LedgerReader
from companion.text import counted

UNFINISHED = (
    "Log: ends in a transaction that is not whole. Either the power failed before it was shown, or"
    " it was damaged since; a second copy or a photographed fingerprint tells which."
)


@click.command("audit")
@click.argument("game", required=False, metavar="[GAME|FILE]")
@click.option("--all", "every", is_flag=True, help="Every game of the ledger.")
@click.option(
    "--expect",
    metavar="FINGERPRINT",
    help="A fingerprint that was kept, or the text of its code: it must be in the chain.",
)
@data_option
@mirror_option
def audit_command(
    game: str | None, every: bool, expect: str | None, folder: Path, mirror: Path | None
) -> None:
    """Say whether the books hold, or which row is the first not to.

    It prints a line a game.
    GAME is the number of a game, the last one when none is given; FILE is a ledger to check whole,
    or a bundle, whose other files are compared with its sums, too.
    With a second copy, that is compared, too. Moves that were found in another file when the ledger
    was restored are said.
    An audit proves that nothing was changed by accident, and nothing by somebody who did not
    recompute the chain. With --expect it proves that the game up to that fingerprint is the one
    that was played then.
    Exit status: 0 when all is sound, 1 when something is not, or the fingerprint is not there, 2
    when it cannot be read.
    """
    file = number = None
    if game and game.isdecimal():
        number = GAME(game)
    elif game:
        file = Path(str(RegularFile()(game)))
    expected = _fingerprint(expect, number)
    with looked_at(file or folder, damaged=True) as books:
        if every or file or not (number or books.numbers()):
            found = list(audit_all(books))
            if not (found or every or file):
                raise LedgerError("There is no game in the ledger yet.")
        else:
            found = [audit(books, _wanted(books, number, expected))]
        told = list(map(_audited, found)) or ["There is no game in the ledger yet."]
        told += [UNFINISHED] * books.log.unfinished
        sound = all(one.verdict is Verdict.SOUND for one in found)
        if expected:
            comparison = compare(books, expected, number)
            told, sound = [*told, comparison.sentence], sound and comparison.is_there
        if mirror and not file:
            copied, agrees = _compared(books, mirror)
            told, sound = [*told, copied], sound and agrees
        if file and is_bundle(file):
            bundled, agrees = _bundled(file)
            told, sound = [*told, bundled], sound and agrees
    click.echo("\n".join(told))
    sys.exit(SOUND if sound else NOT_SOUND)


def _fingerprint(text: str | None, game: int | None) -> Fingerprint | None:
    try:
        expected = Fingerprint.parse(text) if text is not None else None
    except ValueError as invalid:
        raise click.UsageError(str(invalid)) from invalid
    if expected and game and expected.game not in (None, game):
        raise click.UsageError(f"The fingerprint is of game {expected.game}, not of game {game}.")
    return expected


def _wanted(books: LedgerReader, number: int | None, expected: Fingerprint | None) -> int:
    """Return the game to audit: the one named, or that of the fingerprint, or the last."""
    if number is None and expected:
        number = found.game if (found := locate(books, expected)) else None
    return number or books.numbers()[-1]


def _compared(books: LedgerReader, mirror: Path) -> tuple[str, bool]:
    path = mirror / FILE_NAME
    try:
        fault = first_difference(books, path)
    except LedgerError as error:
        fault = str(error)
    verdict = f"NOT SOUND. {fault}" if fault else f"sound, {moves_in(path)} entries"
    return f"Second copy {path}: {verdict} (the ledger has {books.place().moves})", not fault


def _bundled(path: Path) -> tuple[str, bool]:
    fault = first_fault(path)
    verdict = f"NOT SOUND. {fault}" if fault else "sound, every file is as its sum says"
    return f"Bundle {path}: {verdict}", not fault


def _audited(found: Audit) -> str:
    if found.game == FILE:
        return f"Ledger: NOT SOUND. {found.first_fault}"
    moves = counted(found.moves, "move")
    if found.verdict is Verdict.SOUND:
        line = f"Game {found.game}: sound, {moves}, fingerprint {found.fingerprint}"
        return "\n".join([line, *_superseded(found), *map(_brought_back, found.found)])
    return f"Game {found.game}: NOT SOUND after {moves}. {found.first_fault}"


def _superseded(found: Audit) -> list[str]:
    by_earlier_rules = f"  {counted(found.superseded, 'move')} by rules that have changed since"
    return [by_earlier_rules] if found.superseded else []


def _brought_back(found: RestoredRange) -> str:
    at = found.at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"  moves {found.first} to {found.last} were found in {found.source}, {at}"
