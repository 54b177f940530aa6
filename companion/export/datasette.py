"""The ledger for Datasette (datasette.io), which shows tables and queries in a browser.

It gets a copy of the ledger with the printed deeds beside it, so that SQL can tell what somebody
is worth, and ``datasette.yaml``: what the tables and columns mean, and queries to begin with.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.export.files import save
from companion.ledger import paths as ledger_folder
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import LedgerError
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
    hotel_cost INTEGER NOT NULL, -- with all houses below it
    PRIMARY KEY (game, deed)
) STRICT
"""


def write_for_datasette(books: LedgerReader, where: Path) -> tuple[Path, Path]:
    """Writes the copy and its metadata into the folder ``where``, which is made if need be; the
    paths of both. Raises LedgerError.
    """
    ledger, metadata = where / ledger_folder.FILE_NAME, where / "metadata.yaml"
    deeds = list(_deeds(books))

    def add(copy: sqlite3.Connection) -> None:
        copy.execute(_TITLE_DEEDS)
        copy.executemany(f"INSERT INTO title_deeds VALUES ({', '.join('?' * 9)})", deeds)

    if ledger.is_file() and not _is_such_a_copy(ledger):
        raise LedgerError(f"{ledger} is something else than a copy like this: name another folder.")
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(f"{where} cannot be written: {error.strerror}.") from error
    books.query(lambda db: write_copy(db, ledger, add=add))
    save(metadata, METADATA.read_text(encoding="utf-8"))
    return ledger, metadata


def _is_such_a_copy(path: Path) -> bool:
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as found:
        try:
            found.execute("SELECT deed FROM title_deeds LIMIT 1")
        except sqlite3.Error:
            return False
    return True


def _deeds(books: LedgerReader) -> Iterator[tuple[object, ...]]:
    for game in books.numbers():
        setup = books.setup(game)
        for deed in setup.board.deeds.values():
            place = (game, deed.key, deed.name, deed.group, deed.position)
            hotel = (setup.top_houses + 1) * deed.house_price
            yield (*place, deed.price, deed.mortgage, deed.house_price, hotel)
