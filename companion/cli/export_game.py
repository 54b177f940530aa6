"""``companion export``: a game of the ledger in one of several formats."""

import os
import sys
from collections.abc import Callable
from errno import EBADF
from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.ledger_access import open_game
from companion.cli.options import Folder, GameOrLast, command, option
from companion.cli.progress import SHARES, ProgressBar
from companion.export import csv_tables, files, game_code, notation
from companion.export.bundle import bundle
from companion.export.code_picture import picture
from companion.export.forms import FORMS, TextFormat
from companion.export.game_table import read
from companion.ledger.reader import LedgerReader


def _of_table(form: TextFormat) -> Callable[[LedgerReader, int], str]:
    return lambda reader, game: form.text(read(reader, game))


TEXTS: dict[str, Callable[[LedgerReader, int], str]] = {
    "notation": notation.text,
    **{name: _of_table(form) for name, form in FORMS.items()},
    "qr": lambda reader, game: "".join(f"{text}\n" for text in game_code.texts(reader, game)),
}
"""Formats that are one text, printed or written to one file."""
_ABOUT = {
    "notation": "a record in the notation, which `companion check` replays",
    **{name: form.about for name, form in FORMS.items()},
    "qr": "the game as a QR code: with -o a picture (PNG), otherwise the text of the code",
}


def _formats(function: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each format that is one text."""
    for name in reversed(TEXTS):
        function = click.option(f"--{name}", is_flag=True, help=f"Write {_ABOUT[name]}.")(function)
    return function


@command
@_formats
def export_command(
    game: GameOrLast,
    tables: Annotated[
        Path | None,
        option(
            "Write tables into DIR: moves, entries, deeds and balances by turn, as .csv files.",
            Folder(),
            "--csv DIR",
        ),
    ],
    whole: Annotated[
        Path | None,
        option(
            "Write all formats, the ledger and the report into one file with checksums.",
            None,
            "--bundle FILE.zip",
        ),
    ],
    alone: Annotated[bool, option("With --bundle: leave all other games out of its ledger.")],
    output: Annotated[
        Path | None,
        option("Write to this file instead of standard output.", None, "-o --output"),
    ],
    folder: Data,
    **texts: bool,
) -> None:
    """Export GAME in one format; works during a game.

    GAME is a game number (default: the last).
    Exports are written atomically and replace an existing file. Only ledgers that pass the audit
    are exported; --notation is the exception and works for any game. A game that is too long for
    one QR code gets several: -o game.png then writes game-1.png, game-2.png and so on.

    Exit status: 0 when the export is written, 2 when it could not be.
    """
    forms = [form for form, wanted in texts.items() if wanted]
    if len([*forms, *filter(None, (tables, whole))]) != 1:
        raise click.UsageError(
            f"Choose a format: {', '.join(f'--{name}' for name in TEXTS)}, --csv DIR or"
            " --bundle FILE."
        )
    if output and not forms:
        raise click.UsageError(
            "-o cannot be used with --csv or --bundle: they name their own target."
        )
    if alone and not whole:
        raise click.UsageError("--alone is for --bundle: the other formats have one game anyway.")
    with open_game(folder, game) as (reader, number):
        if forms == ["qr"] and output:
            _write_codes(reader, number, output)
        elif forms:
            _write_text(reader, number, forms[0], output)
        elif tables:
            files.save_all(tables, csv_tables.tables(read(reader, number)))
        elif whole:
            _write_bundle(reader, number, whole, alone)


def _write_text(reader: LedgerReader, game: int, form: str, output: Path | None) -> None:
    text = TEXTS[form](reader, game)
    if output:
        files.save(output, text)
        return
    # On stderr, so that the text is the same after an import; as a comment of the notation.
    click.echo(f"# Game {game}, fingerprint {reader.fingerprint(game)}", err=True)
    _print(text.encode())


def _write_codes(reader: LedgerReader, game: int, output: Path) -> None:
    texts = game_code.texts(reader, game)
    paths = [output]
    if len(texts) > 1:
        numbers = range(1, len(texts) + 1)
        paths = [output.with_stem(f"{output.stem}-{number}") for number in numbers]
        click.echo(f"Game {game} is too long for one code: it has {len(texts)}.", err=True)
    for path, text in zip(paths, texts, strict=True):
        files.save_bytes(path, picture(text))
        click.echo(f"{path}: game {game}, fingerprint {reader.fingerprint(game)}.")


def _print(data: bytes) -> None:
    """Write all of ``data`` to stdout.

    Raises OSError if that fails: an unbuffered stream writes only what fits, silently.
    """
    if sys.stdout is None:  # The caller closed it.
        raise OSError(EBADF, os.strerror(EBADF))
    left = memoryview(data)
    while left:
        left = left[sys.stdout.buffer.write(left) :]
    sys.stdout.buffer.flush()


def _write_bundle(reader: LedgerReader, game: int, path: Path, alone: bool) -> None:
    with ProgressBar("Bundle", SHARES) as bar:
        bundle(reader, game, path, bar.share, alone)
    click.echo(f"{path}: game {game}, fingerprint {reader.fingerprint(game)}. Safe to remove.")
