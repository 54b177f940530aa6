"""The list of pages: a new one needs a module and a line here."""

from collections.abc import Callable

from companion.screens import pay
from companion.screens.parts import Part, Room
from companion.table.view import TableView

PAGES: dict[str, Callable[[TableView, Room], Part]] = {
    "pay": pay.page,
}
"""Page of each screen."""
