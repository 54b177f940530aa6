"""The commands that look at the ledger from outside: ``audit`` and ``games``.

They read a copy, so that they are in nobody's way while a game is being played.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import click

from companion.cli.data import data_option, mirror_option
from companion.cli.options import GAME, RegularFile
from companion.engine.limits import excerpt
from companion.export.bundle import first_fault, is_bundle, unpacked
from companion.ledger.audit import FILE, Audit, RestoredRange, Verdict, audit, audit_all
from companion.ledger.checks import has_no_orphans
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.fingerprints import Fingerprint, compare, locate
from companion.ledger.mirror import FILE_NAME, count_moves, first_difference
from companion.ledger.paths import FILE_NAME as LEDGER
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameRow
from companion.ledger.replay import DAMAGE
from companion.text import counted

SOUND, NOT_SOUND, UNREADABLE = 0, 1, 2
UNFINISHED = (
    "Log: ends in a transaction that is not whole. Either the power failed before it was shown, or"
    " it was damaged since; a second copy or a photographed fingerprint tells which."
)


class Unreadable(click.ClickException):
    """One sentence, and the exit status of what cannot be read."""

    exit_code = UNREADABLE


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


@click.command("games")
@data_option
def games_command(folder: Path) -> None:
    """List the games of the ledger, a line each.

    Exit status: 0, or 2 when the ledger cannot be read.
    """
    with looked_at(folder) as books:
        for game in books.games():
            click.echo(_listed(game))


@contextmanager
def looked_at(where: Path, damaged: bool = False) -> Iterator[LedgerReader]:
    """The books in a folder, of a file or in a bundle, as they are now.

    With ``damaged``, also if games are missing or the log is damaged: what can be read.
    """
    with (
        plainly(),
        unpacked(where) if is_bundle(where) else nullcontext(where) as found,
        snapshot(found, damaged) as books,
        _readable(found),
    ):
        if not damaged and (fault := books.query(has_no_orphans)):
            raise LedgerError(f"{fault} 'companion audit --all' says more.")
        yield books


@contextmanager
def _readable(where: Path) -> Iterator[None]:
    """What is in a row that nobody could have booked is damage, and no fault of the program's."""
    try:
        yield
    except DAMAGE as error:
        raise LedgerError(
            f"The books in {where} hold what cannot be read ({excerpt(repr(error))}):"
            " 'companion audit --all' says where."
        ) from error


def apart(file: Path, folder: Path) -> None:
    """Raises Unreadable when ``file`` is the ledger of ``folder`` itself, and no copy of it."""
    ledger = folder / LEDGER
    if file.exists() and ledger.exists() and file.samefile(ledger):
        raise Unreadable(f"{file} is the ledger itself: name another file for the copy.")


@contextmanager
def plainly() -> Iterator[None]:
    """What the ledger cannot do is one sentence on the command line, too."""
    try:
        yield
    except LedgerError as error:
        raise Unreadable(str(error)) from error


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
    verdict = f"NOT SOUND. {fault}" if fault else f"sound, {count_moves(path)} entries"
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
        return "\n".join([line, *_superseded(found), *map(_brought_back, found.restored)])
    return f"Game {found.game}: NOT SOUND after {moves}. {found.first_fault}"


def _superseded(found: Audit) -> list[str]:
    by_earlier_rules = f"  {counted(found.superseded, 'move')} by rules that have changed since"
    return [by_earlier_rules] if found.superseded else []


def _brought_back(found: RestoredRange) -> str:
    at = found.at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"  moves {found.first} to {found.last} were found in {found.source}, {at}"


def _listed(game: GameRow) -> str:
    began = game.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    state = ("over" if game.over else "not over") + ", imported" * game.imported
    players, moves = ", ".join(game.players), counted(game.moves, "move")
    return f"Game {game.number}: {began}, {players}, {moves}, {state}"
