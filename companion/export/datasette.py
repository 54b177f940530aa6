"""Export of the ledger for Datasette (datasette.io).

Datasette shows tables and queries in a browser. The export is a copy of the ledger and a metadata
file. In the copy every view is a table, and one more has everybody's net worth: to compute
them for each page would take too long. The title deeds are those of each game's own board, and the
players of a result those who sit at the table by now (FLOW-17). The metadata (``datasette.yaml``)
describe the tables and columns, and add queries. A plugin of Datasette (``datasette_cells.py``)
shows times, names of deeds, and links to games and moves.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from companion.engine.state import Setup
from companion.export.files import answers, save
from companion.export.game_table import require_sound
from companion.export.problems import ExportProblem
from companion.ledger import paths as ledger_folder
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.text import counted

METADATA = Path(__file__).with_suffix(".yaml")

METADATA_NAME = "metadata.yaml"
"""Name of the metadata beside the copy."""

PLUGIN = Path(__file__).with_name("datasette_cells.py")
PLUGINS_NAME = "plugins"
"""Name of the folder of the plugin beside the copy."""

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
    hotel_cost INTEGER NOT NULL, -- with the houses below it
    PRIMARY KEY (game, deed)
) STRICT
"""
_VIEWS = "SELECT name FROM sqlite_schema WHERE type = 'view'"
_HELD = "SELECT game, owner, deed, buildings, mortgaged FROM deeds"
_CASH = "SELECT game, account, dollars FROM balances"


_ENDS = (
    "SELECT game, max(number), hash FROM moves GROUP BY game ORDER BY game",
    "SELECT max(number), hash FROM tray_throws",
    "SELECT max(number), hash FROM restorations",
    "SELECT max(number), hash FROM interruptions",
)
"""Ends of all hash chains: they change with every row of the ledger."""


def fingerprint_of_all(reader: LedgerReader) -> str:
    """Return letters that another ledger does not have, nor this one after another move."""
    ends = [reader.rows(sql) for sql in _ENDS]
    texts = [path.read_text(encoding="utf-8") for path in (METADATA, PLUGIN)]
    return sha256(json.dumps([texts, ends]).encode()).hexdigest()


def write_for_datasette(
    reader: LedgerReader, folder: Path, say: Callable[[str], object] = lambda step: None
) -> tuple[Path, Path]:
    """Write the copy, its metadata and the plugin into ``folder``; return the first two paths.

    ``say`` is called with what is being done. The folder is created if it does not exist. Raises
    LedgerError if the ledger is not sound, if the folder cannot be written, or if it has another
    file of the ledger's name.
    """
    say(f"Verifying {counted(len(reader.numbers()), 'game')}")
    require_sound(reader)
    say("Computing net worths")
    ledger, metadata = folder / ledger_folder.FILE_NAME, folder / METADATA_NAME
    setups = {game: reader.setup(game) for game in reader.numbers()}
    seated = {game.number: game.players for game in reader.games()}
    worths, printed = list(_worths(reader, setups, seated)), list(_title_deeds(setups))
    players = [(", ".join(names), game) for game, names in seated.items()]

    def add(copy: sqlite3.Connection) -> None:
        copy.execute(_WORTHS)
        copy.executemany("INSERT INTO worths VALUES (?, ?, ?, ?, ?, ?)", worths)
        copy.execute("DROP VIEW title_deeds")
        copy.execute(_TITLE_DEEDS)
        copy.executemany("INSERT INTO title_deeds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", printed)
        _write_views_as_tables(copy, say)
        copy.executemany("UPDATE results SET players = ? WHERE game = ?", players)

    if ledger.is_file() and not answers(ledger, "SELECT net_worth FROM worths LIMIT 1"):
        raise LedgerError(ExportProblem.NOT_FOR_DATASETTE, path=ledger)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(LedgerProblem.UNWRITABLE, path=folder, why=error.strerror) from error
    say("Copying the ledger")
    reader.query(lambda db: write_copy(db, ledger, add=add))
    (folder / PLUGINS_NAME).mkdir(exist_ok=True)
    for path, source in ((folder / PLUGINS_NAME / PLUGIN.name, PLUGIN), (metadata, METADATA)):
        save(path, source.read_text(encoding="utf-8"))
    return ledger, metadata


def _write_views_as_tables(copy: sqlite3.Connection, say: Callable[[str], object]) -> None:
    """Put a table with the same rows in the place of each view."""
    views = [name for (name,) in copy.execute(_VIEWS)]
    for number, name in enumerate(views, 1):
        say(f"Writing table {number} of {len(views)}: {name}")
        copy.execute(f'CREATE TABLE "_{name}" AS SELECT * FROM "{name}"')
    for name in views:
        copy.execute(f'DROP VIEW "{name}"')
    for name in views:
        copy.execute(f'ALTER TABLE "_{name}" RENAME TO "{name}"')
        copy.execute(f'CREATE INDEX "{name}_of_game" ON "{name}" (game)')


def _title_deeds(setups: Mapping[int, Setup]) -> Iterator[tuple[object, ...]]:
    """Yield the deeds of every game's board as printed, in the order of the columns."""
    for game, setup in setups.items():
        for key, deed in setup.board.deeds.items():
            sums = deed.price, deed.mortgage, deed.house_price, _hotel(setup) * deed.house_price
            yield game, key, deed.name, deed.group, deed.position, *sums


def _worths(
    reader: LedgerReader, setups: Mapping[int, Setup], seated: Mapping[int, tuple[str, ...]]
) -> Iterator[tuple[object, ...]]:
    """Yield the worth of all who sit at the table of every game, in the order of the columns.

    It is the net worth of QUICK-4.
    """
    cash = {row[:2]: row[2] for row in reader.rows(_CASH)}
    deeds, buildings = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for game, owner, key, built, mortgaged in reader.rows(_HELD):
        deed = setups[game].board.deeds[key]
        deeds[game, owner] += deed.price // 2 if mortgaged else deed.price
        buildings[game, owner] += min(built, _hotel(setups[game])) * deed.house_price
    for game, names in seated.items():
        for who in names:
            sums = cash.get((game, who), 0), deeds[game, who], buildings[game, who]
            yield game, who, *sums, sum(sums)


def _hotel(setup: Setup) -> int:
    """Return the number of houses that a hotel costs."""
    return setup.top_houses + 1
