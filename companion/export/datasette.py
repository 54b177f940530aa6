"""Export of the ledger for Datasette (datasette.io).

Datasette shows tables and queries in a browser. The export is a copy of the ledger and a metadata
file. The copy has one more table with the printed deeds, so that SQL can compute what a player is
worth. The metadata (``datasette.yaml``) describe the tables and columns, and add a few queries.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.export.files import save
from companion.export.problems import ExportProblem
from companion.ledger import paths as ledger_folder
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader

METADATA = Path(__file__).with_suffix(".yaml")

_TITLE_DEEDS = """
CREATE TABLE title_deeds (
    game INTEGER NOT NULL REFERENCES games (number),
    deed TEXT NOT NULL,
    name TEXT NOT NULL,
    "group" TEXT NOT NULL,
    space INTEGER NOT NULL,
    price INTEGER NOT NULL,
    mortgage INTEGER NOT NULL,
    house_price INTEGER NOT NULL,
    hotel_cost INTEGER NOT NULL, -- including the houses below it
    PRIMARY KEY (game, deed)
) STRICT
"""


def write_for_datasette(reader: LedgerReader, folder: Path) -> tuple[Path, Path]:
    """Write the copy and its metadata into ``folder``; return both paths.

    The folder is created if it does not exist. Raises LedgerError if it cannot be written, or if
    it has another file of the ledger's name.
    """
    ledger, metadata = folder / ledger_folder.FILE_NAME, folder / "metadata.yaml"
    deeds = list(_deeds(reader))

    def add(copy: sqlite3.Connection) -> None:
        copy.execute(_TITLE_DEEDS)
        copy.executemany(f"INSERT INTO title_deeds VALUES ({', '.join('?' * 9)})", deeds)

    if ledger.is_file() and not _is_datasette_copy(ledger):
        raise LedgerError(ExportProblem.NOT_FOR_DATASETTE, path=ledger)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(LedgerProblem.UNWRITABLE, path=folder, why=error.strerror) from error
    reader.query(lambda db: write_copy(db, ledger, add=add))
    save(metadata, METADATA.read_text(encoding="utf-8"))
    return ledger, metadata


def _is_datasette_copy(path: Path) -> bool:
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        try:
            connection.execute("SELECT deed FROM title_deeds LIMIT 1")
        except sqlite3.Error:
            return False
    return True


def _deeds(reader: LedgerReader) -> Iterator[tuple[object, ...]]:
    for game in reader.numbers():
        setup = reader.setup(game)
        for deed in setup.board.deeds.values():
            yield (
                game,
                deed.key,
                deed.name,
                deed.group,
                deed.position,
                deed.price,
                deed.mortgage,
                deed.house_price,
                (setup.top_houses + 1) * deed.house_price,
            )
