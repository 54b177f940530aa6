"""The commands that look at the ledger from outside: ``audit``, ``games``, ``export``, ``import``.

They read a copy, so that they are in nobody's way while a game is being played; only ``import``
needs the ledger for itself.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.app import wording
from companion.app.session import Session
from companion.cli.data import data_option, mirror_option
from companion.engine.datafile import DataFileError
from companion.engine.notation import Checked, NotationError, check, format_header, parse_record
from companion.engine.refusal import IllegalMove
from companion.ledger.audit import Audit, Found, Verdict, audit, audit_all
from companion.ledger.ledger import GameRow, Ledger, LedgerError, Source
from companion.ledger.mirror import FILE_NAME, first_difference, moves_in
from companion.ledger.reading import Books
from companion.ledger.snapshot import snapshot

SOUND, NOT_SOUND, UNREADABLE = 0, 1, 2


class Unreadable(click.ClickException):
    """One sentence, and the exit status of what cannot be read."""

    exit_code = UNREADABLE


@click.command("audit")
@click.argument("game", required=False, metavar="[GAME|FILE]")
@click.option("--all", "every", is_flag=True, help="Every game of the ledger.")
@data_option
@mirror_option
def audit_command(game: str | None, every: bool, folder: Path, mirror: Path | None) -> None:
    """Say whether the books hold, a line a game, and which row is the first that does not.

    GAME is the number of a game, the last one when none is given; FILE is a ledger to check whole.
    With a second copy, that is compared, too. Moves that were found in another file when the ledger
    was restored are said.
    Exit status: 0 when all is sound, 1 when something is not, 2 when it cannot be read.
    """
    file = Path(game) if game and not game.isdecimal() else None
    with looked_at(file or folder) as books:
        if every or file:
            found = list(audit_all(books))
        else:
            found = [audit(books, int(game) if game else _last(books))]
        told = list(map(_audited, found))
        sound = all(one.verdict is Verdict.SOUND for one in found)
        if mirror and not file:
            copied, agrees = _compared(books, mirror)
            told, sound = [*told, copied], sound and agrees
    click.echo("\n".join(told))
    sys.exit(SOUND if sound else NOT_SOUND)


@click.command("games")
@data_option
def games_command(folder: Path) -> None:
    """List the games of the ledger, a line each."""
    with looked_at(folder) as books:
        for game in books.games():
            click.echo(_listed(game))


@click.command("export")
@click.argument("game", type=int)
@click.option("--notation", is_flag=True, required=True, help="As a record, in the notation.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to, if not shown.")
@data_option
def export_command(game: int, notation: bool, output: Path | None, folder: Path) -> None:
    """Write GAME as a record that `companion check` replays."""
    with looked_at(folder) as books:
        text = _record(books, game)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"{output} cannot be written: {error.strerror}.") from error


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@mirror_option
def import_command(file: Path, folder: Path, mirror: Path | None) -> None:
    """Put the game recorded in FILE into the ledger, all of it or nothing.

    Lines that only check must hold, and are not written.
    """
    try:
        record = parse_record(file.read_text(encoding="utf-8"), str(file))
    except OSError as error:
        raise Unreadable(f"{file} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, NotationError, DataFileError) as error:
        raise Unreadable(str(error)) from error
    _must_hold(file, check(record))
    with plainly(), Ledger.open(folder, mirror) as ledger, ledger.together():
        session = Session.begin(ledger, record.setup)
        for move in record.moves():
            session.play(move, Source.IMPORT)
    click.echo(f"Game {session.game_number}: {len(session.history)} moves.")


@contextmanager
def looked_at(where: Path) -> Iterator[Books]:
    """The books in a folder, or of a file, as they are now."""
    with plainly(), snapshot(where) as books:
        yield books


@contextmanager
def plainly() -> Iterator[None]:
    """What the ledger cannot do is one sentence on the command line, too."""
    try:
        yield
    except LedgerError as error:
        raise Unreadable(str(error)) from error


def _must_hold(file: Path, checked: Checked) -> None:
    for fault in checked.faults:
        why = fault.problem
        if isinstance(why, IllegalMove):
            why = wording.refused(why, checked.game)
        line = f"{file}:{fault.line.number}: '{fault.line.text}'"
        raise click.ClickException(f"{line} does not hold: {why}\nNothing was imported.")


def _last(books: Books) -> int:
    numbers = books.numbers()
    if not numbers:
        raise LedgerError("There is no game in the ledger yet.")
    return numbers[-1]


def _compared(books: Books, mirror: Path) -> tuple[str, bool]:
    path = mirror / FILE_NAME
    try:
        fault = first_difference(books, path)
    except LedgerError as error:
        fault = str(error)
    verdict = f"NOT SOUND. {fault}" if fault else f"sound, {moves_in(path)} entries"
    return f"Second copy {path}: {verdict} (the ledger has {books.place().moves})", not fault


def _audited(found: Audit) -> str:
    moves = f"{found.moves} moves"
    if found.verdict is Verdict.SOUND:
        line = f"Game {found.game}: sound, {moves}, fingerprint {found.fingerprint}"
        return "\n".join([line, *map(_brought_back, found.found)])
    return f"Game {found.game}: NOT SOUND, {moves} hold. {found.first_fault}"


def _brought_back(found: Found) -> str:
    at = found.at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"  moves {found.first} to {found.last} were found in {found.source}, {at}"


def _listed(game: GameRow) -> str:
    began = game.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    state = "over" if game.over else "not over"
    return f"Game {game.number}: {began}, {', '.join(game.players)}, {game.moves} moves, {state}"


def _record(books: Books, game: int) -> str:
    """Header and moves; the fingerprint as a comment, for whoever compares it with a photograph."""
    lines = "".join(f"{row.text}\n" for row in books.moves(game))
    header = format_header(books.setup(game))
    return f"# Game {game}, fingerprint {books.fingerprint(game)}\n{header}\n{lines}"
