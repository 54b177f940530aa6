"""Export of the ledger for Datasette (datasette.io).

Datasette shows tables and queries in a browser. The export is a copy of the ledger and a metadata
file. The copy has one more table with everybody's net worth, which would take too long to compute
for each page. The metadata (``datasette.yaml``) describe the tables and columns, and add queries.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.engine.state import Setup
from companion.export.files import save
from companion.export.game_table import require_sound
from companion.export.problems import ExportProblem
from companion.ledger import paths as ledger_folder
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader

METADATA = Path(__file__).with_suffix(".yaml")

_WORTHS = """
CREATE TABLE worths (
    game INTEGER NOT NULL REFERENCES games (number),
    player TEXT NOT NULL,
    cash INTEGER NOT NULL,
    deeds INTEGER NOT NULL, -- at their price, half of it if mortgaged
    buildings INTEGER NOT NULL, -- at their cost
    net_worth INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) STRICT
"""
_HELD = "SELECT game, owner, deed, buildings, mortgaged FROM deeds"
_CASH = "SELECT game, account, dollars FROM balances"


def write_for_datasette(reader: LedgerReader, folder: Path) -> tuple[Path, Path]:
    """Write the copy and its metadata into ``folder``; return both paths.

    The folder is created if it does not exist. Raises LedgerError if the ledger is not sound, if
    the folder cannot be written, or if it has another file of the ledger's name.
    """
    require_sound(reader)
    ledger, metadata = folder / ledger_folder.FILE_NAME, folder / "metadata.yaml"
    worths = list(_worths(reader))

    def add(copy: sqlite3.Connection) -> None:
        copy.execute(_WORTHS)
        copy.executemany("INSERT INTO worths VALUES (?, ?, ?, ?, ?, ?)", worths)

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
            connection.execute("SELECT net_worth FROM worths LIMIT 1")
        except sqlite3.Error:
            return False
    return True


def _worths(reader: LedgerReader) -> Iterator[tuple[object, ...]]:
    """Yield the worth of every player of every game (QUICK-4), in the order of the columns."""
    setups = {game: reader.setup(game) for game in reader.numbers()}
    cash = {row[:2]: row[2] for row in reader.query(lambda db: db.execute(_CASH).fetchall())}
    deeds, buildings = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for game, owner, key, built, mortgaged in reader.query(lambda db: db.execute(_HELD).fetchall()):
        deed = setups[game].board.deeds[key]
        deeds[game, owner] += deed.price // 2 if mortgaged else deed.price
        buildings[game, owner] += min(built, _hotel(setups[game])) * deed.house_price
    for game, setup in setups.items():
        for who in setup.players:
            sums = cash.get((game, who), 0), deeds[game, who], buildings[game, who]
            yield game, who, *sums, sum(sums)


def _hotel(setup: Setup) -> int:
    """Return the number of houses that a hotel costs."""
    return setup.top_houses + 1
