"""Bundle of a game: a zip file of ledger, report, exports and checksums.

The zip file has one folder with the ledger, whole or an extract with the game alone, the report,
every export, the fingerprint, a read-me that explains how to verify each file, and ``SHA256SUMS``
with the SHA-256 of all of them.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo, is_zipfile

from companion.engine.limits import ForeignError, excerpt
from companion.engine.problems import Problem
from companion.export import csv_tables, game_table, notation
from companion.export.files import written
from companion.export.forms import FORMS
from companion.export.game_table import GameTable
from companion.export.problems import ExportProblem
from companion.foreign import Archive
from companion.ledger import paths
from companion.ledger.copies import image
from companion.ledger.errors import LedgerError
from companion.ledger.extract import extract
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.report import report_html

Progress = Callable[[float], object]
"""Callback that receives the completed share, from 0 to 1."""

SUMS = "SHA256SUMS"
_LONGEST_SUMS = 1 << 16
_CHUNK = 1 << 18
"""Bytes written and flushed at a time: small enough to show progress on a slow USB drive."""
_READ_ME = """\
{title}

report.html         the evening, to read in a browser
game.game           every move as text: companion check game.game
{forms}
moves.csv, entries.csv, deeds.csv, balances.csv      tables; amounts are whole dollars
ledger.db           {ledger}, an SQLite file: companion audit ledger.db
FINGERPRINT         compare it with the fingerprint photographed at the end of the game
SHA256SUMS          sha256sum -c SHA256SUMS
"""


def bundle(
    reader: LedgerReader,
    game: int,
    path: Path,
    progress: Progress = lambda share: None,
    alone: bool = False,
) -> None:
    """Write the bundle of ``game`` to ``path`` atomically.

    With ``alone``, its ledger is an extract.

    When the call returns, the file is on the medium and the medium may be removed. Raises
    LedgerError if the game or the file of the ledger is not sound, or if the bundle cannot be
    written; no partial file remains. The other games in its ledger are not replayed.
    """
    contents = {}
    makers = _makers(reader, game, alone)
    for done, (name, make) in enumerate(makers.items(), 1):
        contents[name] = make()
        progress(done / len(makers) / 2)
    contents[SUMS] = _sums(contents)
    with written(path) as file:
        for share in _zip(contents, f"game-{game}", file):
            progress(0.5 + share / 2)
    progress(1.0)


def _makers(reader: LedgerReader, game: int, alone: bool) -> dict[str, Callable[[], bytes]]:
    """Map the name of each file of a bundle to the function that makes it."""
    ledger = "this game alone" if alone else "the whole ledger with this game"
    table = game_table.read(reader, game)
    tables = csv_tables.tables(table)
    texts = {f"game.{name}": form.text for name, form in FORMS.items()}
    forms = "\n".join(f"game.{name:15}{form.in_bundle}" for name, form in FORMS.items())
    return {
        "READ-ME.txt": _READ_ME.format(title=table.title, ledger=ledger, forms=forms).encode,
        "FINGERPRINT": f"{table.title}\n".encode,
        "report.html": lambda: report_html(reader, game).encode(),
        "game.game": lambda: notation.text(reader, game).encode(),
        **{name: partial(_encoded, text, table) for name, text in texts.items()},
        **{name: text.encode for name, text in tables.items()},
        paths.FILE_NAME: lambda: extract(reader, game) if alone else image(reader),
    }


def _encoded(text: Callable[[GameTable], str], table: GameTable) -> bytes:
    return text(table).encode()


def _sums(contents: dict[str, bytes]) -> bytes:
    return "".join(f"{_sum(data)}  {name}\n" for name, data in contents.items()).encode()


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _zip(contents: dict[str, bytes], folder: str, file: BinaryIO) -> Iterator[float]:
    """Write the files into a zip file; yield the completed share per chunk."""
    total, done = sum(map(len, contents.values())), 0
    with ZipFile(file, "w") as archive:
        for name, data in contents.items():
            # No date: zip has none before 1980, and a clock that was never set is earlier.
            entry = ZipInfo(f"{folder}/{name}")
            entry.compress_type = ZIP_DEFLATED
            with archive.open(entry, "w") as member:
                for start in range(0, len(data), _CHUNK):
                    done += member.write(data[start : start + _CHUNK])
                    file.flush()
                    os.fsync(file.fileno())
                    yield done / total


def is_bundle(path: Path) -> bool:
    """Return True if ``path`` is a zip file: bundles are the only kind in use."""
    return path.is_file() and is_zipfile(path)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Extract the ledger of a bundle to a temporary file.

    The file is deleted at the end of the block. Raises LedgerError if the bundle cannot be read or
    has no ledger.
    """
    with TemporaryDirectory(prefix="companion-bundle-") as scratch:
        ledger = Path(scratch, paths.FILE_NAME)
        with _archive(path) as archive, ledger.open("wb") as file:
            for chunk in archive.chunks(_find(archive, paths.FILE_NAME)):
                file.write(chunk)
        yield ledger


def first_fault(path: Path) -> Problem | None:
    """Return the problem of the first file that fails its checksum; None if all pass.

    A file that is missing, listed twice or without a checksum fails too. Raises LedgerError if the
    bundle cannot be read.
    """
    with _archive(path) as archive:
        folder = _find(archive, SUMS).removesuffix(SUMS)
        names = archive.names
        for name in names:
            if names.count(name) > 1:
                return Problem(ExportProblem.FILE_TWICE, name=excerpt(name))
        sums = archive.read(folder + SUMS, _LONGEST_SUMS)
        actual = {name: _sum_of(archive, name) for name in names if name != folder + SUMS}
    for line in sums.decode(errors="replace").splitlines():
        expected, _, name = line.partition("  ")
        if folder + name not in actual:
            return Problem(ExportProblem.FILE_MISSING, name=excerpt(name))
        if actual.pop(folder + name) != expected:
            return Problem(ExportProblem.CHECKSUM_DIFFERS, name=excerpt(name), sums=SUMS)
    for name in actual:
        return Problem(ExportProblem.FILE_NOT_LISTED, name=excerpt(name), sums=SUMS)
    return None


def _sum_of(archive: Archive, name: str) -> str:
    digest = hashlib.sha256()
    for chunk in archive.chunks(name):
        digest.update(chunk)
    return digest.hexdigest()


@contextmanager
def _archive(path: Path) -> Iterator[Archive]:
    """Open a zip file. Raises LedgerError for any part of it that cannot be read."""
    try:
        with Archive(path) as archive:
            yield archive
    except ForeignError as error:
        raise LedgerError(LedgerProblem.UNREADABLE_INPUT, why=error) from error


def _find(archive: Archive, name: str) -> str:
    """Return the path of ``name`` in the archive.

    Raises LedgerError if the archive has no such file.
    """
    for path in archive.names:
        if path.rpartition("/")[2] == name:
            return path
    raise LedgerError(ExportProblem.NOT_A_BUNDLE, path=archive.path, name=name)
