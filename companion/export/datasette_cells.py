"""Plugin of Datasette: cells as people read them, and links to games and moves.

The export writes this file beside the copy of the ledger, so it imports nothing of the program.
What Datasette gives as JSON or CSV stays as it is stored.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any

from datasette import hookimpl
from markupsafe import Markup

TIMES = {"at", "started_at", "began_at", "ended_at", "from_at", "until_at"}
MOVES = {"move", "from_move", "until_move", "after_move"}
LINK = Markup('<a href="{path}">{shown}</a>')
TIME = Markup('<time datetime="{at}" title="{at}">{shown}</time>')
_names: dict[int, Mapping[tuple[int, str], str]] = {}
"""Names of the deeds of every game, by the identity of the database that has them."""


@hookimpl
def render_cell(
    row: Any, value: Any, column: str, table: str | None, database: str, datasette: Any
) -> Callable[[], Awaitable[Markup | str | None]] | Markup | str | None:
    """Return a cell as HTML; None leaves it as it is."""
    if value is None or value == "":
        return None
    if column in TIMES:
        return _time(value)
    if column == "board":
        return str(value).replace("-", " ").title()
    if column == "group":
        return str(value).replace("_", " ")
    fields = {*row.keys()} if row is not None else set()
    game = _key(row["game"]) if "game" in fields else None
    path = datasette.urls.database(database)
    if column == "game":
        return LINK.format(path=f"{path}/games/{game}", shown=game)
    if column in MOVES and game is not None:
        return LINK.format(path=f"{path}/moves?game={game}&number={value}", shown=value)
    if column == "deed" and game is not None:
        return _deed(datasette.get_database(database), game, value)
    return None


def _key(value: Any) -> Any:
    """Return a foreign key, which a page of a table has with its label."""
    return value["value"] if isinstance(value, dict) else value


def _time(value: object) -> Markup | None:
    """Return a time of the ledger, which is in UTC, by the clock of this machine."""
    try:
        at = datetime.fromisoformat(str(value)).astimezone()
    except ValueError:
        return None
    return TIME.format(at=value, shown=f"{at.day} {at:%b %Y, %H:%M}")


def _deed(database: Any, game: int, key: str) -> Callable[[], Awaitable[str | None]]:
    async def name() -> str | None:
        if id(database) not in _names:
            found = await database.execute("SELECT game, deed, name FROM title_deeds")
            _names[id(database)] = {(row[0], row[1]): row[2] for row in found.rows}
        return _names[id(database)].get((game, key))

    return name
