"""The list of pages: a new one needs a module and a line here."""

from collections.abc import Callable

from companion.screens import debt, pay, play, setup
from companion.screens.parts import Part, Room
from companion.table.view import TableView

PAGES: dict[str, Callable[[TableView, Room], Part]] = {
    "play": play.page,
    "debt": debt.page,
    "pay": pay.page,
    "setup": setup.page,
}
"""Page of each screen."""
