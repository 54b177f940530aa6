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
SHOWN = TIMES | MOVES | {"game", "deed", "board", "group"}
LINK = Markup('<a href="{path}">{shown}</a>')
TIME = Markup('<time datetime="{at}" title="{at}">{shown}</time>')
_names: dict[int, Mapping[tuple[int, str], str]] = {}
"""Names of the deeds of every game, by the identity of the database that has them."""


@hookimpl
def render_cell(
    row: Any, value: Any, column: str, table: str | None, database: str, datasette: Any
) -> Callable[[], Awaitable[Markup | str | None]] | Markup | str | None:
    """Return a cell as HTML; None leaves it as it is."""
    if column not in SHOWN or value is None or value == "":
        return None
    if column in TIMES:
        return _time(value)
    if column == "board":
        return str(value).replace("-", " ").title()
    if column == "group":
        return str(value).replace("_", " ")
    try:
        game = _key(row["game"])
    except (IndexError, KeyError):  # A query of one's own, without the game.
        return None
    if column == "deed":
        return _deed(datasette.get_database(database), game, value)
    path = f"games/{game}" if column == "game" else f"moves?game={game}&number={value}"
    shown = game if column == "game" else value
    return LINK.format(path=f"{datasette.urls.database(database)}/{path}", shown=shown)


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
