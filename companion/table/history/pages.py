"""Pages of the history: what is chosen, and the lines that are shown of it."""

from dataclasses import dataclass, replace
from typing import Any

from companion.table.history.statement import StatementLine
from companion.table.history.view import PastMove, UndoPreview

PAGE = 50
"""Number of lines that a list begins with, and grows by."""


@dataclass(frozen=True, slots=True)
class History:
    """Page that is shown: ``moves``, ``accounts``, ``undo`` or ``pick``, and its lines.

    ``picking`` is the filter that is chosen: ``player``, ``deed`` or ``account``; an empty filter
    matches any. ``preview`` is that of an undo while players consider it.
    """

    page: str = "moves"
    picking: str = "player"
    player: str = ""
    deed: str = ""
    account: str = "bank"
    shown: int = PAGE
    moves: tuple[PastMove, ...] = ()
    statement: tuple[StatementLine, ...] = ()
    preview: UndoPreview | None = None

    @property
    def has_more(self) -> bool:
        """True if there may be older lines."""
        return len(self.statement if self.page == "accounts" else self.moves) == self.shown


def tapped(value: History, do: tuple[Any, ...]) -> History:
    """Change the history by a tap; its lines stay as they were."""
    match do:
        case ("filter", what):
            return replace(value, page="pick", picking=what)
        case ("pick", key):
            return tapped(replace(value, **{value.picking: key}), ("back", "list"))
        case ("page", page):  # From a list to the other one; back to one, it is as it was.
            is_other = value.page in ("moves", "accounts")
            return replace(value, page=page, shown=PAGE if is_other else value.shown)
        case ("more",):
            return replace(value, shown=value.shown + PAGE)
    is_account = value.page == "pick" and value.picking == "account"
    return tapped(value, ("page", "accounts" if is_account else "moves"))
