"""A bundle: a game with everything that proves it, in one zip file that checks itself.

In a folder of its own are the whole ledger (its chain runs through all games), the report, every
export, the fingerprint, a few words on how to check all that, and the SHA-256 of each file.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo, is_zipfile

from companion.engine.limits import ForeignError, excerpt
from companion.export import beancount, csv_tables, game_table, hledger, json_object, notation
from companion.export.files import written
from companion.foreign import Archive
from companion.ledger import paths
from companion.ledger.copies import image
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader
from companion.report import report_html

Progress = Callable[[float], object]
"""Is told how much is done, from 0 to 1."""

SUMS = "SHA256SUMS"
_LONGEST_SUMS = 1 << 16
_CHUNK = 1 << 18
"""Bytes that are written, and flushed, at a time: so a slow stick shows how far it has come."""
_READ_ME = """\
{title}

report.html         the evening, to read in a browser
game.game           every move as text: companion check game.game
game.json           every move, event and balance as one object
game.hledger        a journal: hledger -f game.hledger check --strict ordereddates
game.beancount      a journal: bean-check game.beancount
moves.csv, entries.csv, deeds.csv, balances.csv      tables; amounts are whole dollars
ledger.db           the whole ledger that the game is in, an SQLite file: companion audit ledger.db
FINGERPRINT         compare it with what the table showed, and photographed
SHA256SUMS          sha256sum -c SHA256SUMS
"""


def bundle(
    books: LedgerReader, game: int, path: Path, progress: Progress = lambda share: None
) -> None:
    """Writes the bundle of a game. It gets its name when all of it is on the medium, which may then
    be taken out. Raises LedgerError, and then nothing is left behind.
    """
    made = {}
    makers = _makers(books, game)
    for done, (name, make) in enumerate(makers.items(), 1):
        made[name] = make()
        progress(done / len(makers) / 2)
    made[SUMS] = _sums(made)
    with written(path) as file:
        for share in _zipped(made, f"game-{game}", file):
            progress(0.5 + share / 2)
    progress(1.0)


def _makers(books: LedgerReader, game: int) -> dict[str, Callable[[], bytes]]:
    """How each file of a bundle is made."""
    told = game_table.read(books, game)
    tables = csv_tables.tables(told)
    return {
        "READ-ME.txt": _READ_ME.format(title=told.title).encode,
        "FINGERPRINT": f"{told.title}\n".encode,
        "report.html": lambda: report_html(books, game).encode(),
        "game.game": lambda: notation.text(books, game).encode(),
        "game.json": lambda: json_object.text(told).encode(),
        "game.hledger": lambda: hledger.text(told).encode(),
        "game.beancount": lambda: beancount.text(told).encode(),
        **{name: text.encode for name, text in tables.items()},
        paths.FILE_NAME: lambda: image(books),
    }


def _sums(made: dict[str, bytes]) -> bytes:
    return "".join(f"{_sum(data)}  {name}\n" for name, data in made.items()).encode()


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _zipped(made: dict[str, bytes], where: str, file: BinaryIO) -> Iterator[float]:
    """Writes the files into a zip file, and says again and again which share is on the medium."""
    total, done = sum(map(len, made.values())), 0
    with ZipFile(file, "w") as archive:
        for name, data in made.items():
            # Without a date: zip knows none before 1980, which a clock that was never set shows.
            entry = ZipInfo(f"{where}/{name}")
            entry.compress_type = ZIP_DEFLATED
            with archive.open(entry, "w") as member:
                for start in range(0, len(data), _CHUNK):
                    done += member.write(data[start : start + _CHUNK])
                    file.flush()
                    os.fsync(file.fileno())
                    yield done / total


def is_bundle(path: Path) -> bool:
    """Whether ``path`` is a zip file, and so, if anything of ours, a bundle."""
    return path.is_file() and is_zipfile(path)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The ledger in a bundle, as a file of its own for as long as it is looked at.

    Raises LedgerError when there is none.
    """
    with TemporaryDirectory(prefix="companion-bundle-") as scratch:
        ledger = Path(scratch, paths.FILE_NAME)
        with _archive(path) as archive, ledger.open("wb") as file:
            for chunk in archive.chunks(_named(archive, paths.FILE_NAME)):
                file.write(chunk)
        yield ledger


def first_fault(path: Path) -> str:
    """A sentence about the first file of a bundle that is not what its sum says, or empty.

    Raises LedgerError when it cannot be read.
    """
    with _archive(path) as archive:
        place = _named(archive, SUMS).removesuffix(SUMS)
        names = archive.names
        for name in names:
            if names.count(name) > 1:
                return f"{excerpt(name)} is in it more than once."
        sums = archive.read(place + SUMS, _LONGEST_SUMS)
        found = {name: _sum_of(archive, name) for name in names if name != place + SUMS}
    for line in sums.decode(errors="replace").splitlines():
        wanted, _, name = line.partition("  ")
        if place + name not in found:
            return f"{excerpt(name)} is missing."
        if found.pop(place + name) != wanted:
            return f"{excerpt(name)} is not what {SUMS} says."
    return "".join(f"{excerpt(name)} is in none of its sums." for name in list(found)[:1])


def _sum_of(archive: Archive, name: str) -> str:
    digest = hashlib.sha256()
    for chunk in archive.chunks(name):
        digest.update(chunk)
    return digest.hexdigest()


@contextmanager
def _archive(path: Path) -> Iterator[Archive]:
    """The archive; what cannot be read in it is a LedgerError."""
    try:
        with Archive(path) as archive:
            yield archive
    except ForeignError as error:
        raise LedgerError(f"{error}.") from error


def _named(archive: Archive, name: str) -> str:
    """Where in the archive the file ``name`` is. Raises LedgerError when it is not."""
    for path in archive.names:
        if path.rpartition("/")[2] == name:
            return path
    raise LedgerError(f"{archive.path} is no bundle: it has no {name}.")
