"""What stands around the table: the state of each screen beside the game."""

from typing import Any

from companion.app.dealing import Dealing
from companion.app.ending import Ending
from companion.app.holdings import Holdings
from companion.app.judge import Judge
from companion.app.past import Past
from companion.app.raising import Raising
from companion.app.seating import Seating
from companion.app.shelf import Shelf
from companion.app.table import Table

NAMES_OF = 20
"""From how many of the last games names are suggested."""


def furnish(table: Table, ledger: Any) -> None:
    """Gives ``table`` what its screens look at. Raises LedgerError."""
    table.seating = _seating(table, ledger)
    table.past = Past(lambda: table.session, table.say)
    table.shelf = Shelf(lambda: ledger, table.say)
    table.ending = Ending(lambda: table.session)
    table.judge = Judge(lambda: table.session)
    table.raising = Raising(lambda: table.session)
    table.holdings = Holdings(lambda: table.session, table.say, table.look_at)
    table.dealing = Dealing(lambda: table.session, table.say, table.look_at)
    table.around = [
        *(table.seating.show, table.past.show, table.judge.moved, table.ending.show),
        table.shelf.show,
        *(table.holdings.refresh, table.raising.refresh, table.dealing.refresh),
    ]


def _seating(table: Table, ledger: Any) -> Seating:
    """The set-up, which knows who played here before, the last ones first."""

    def begin(setup: Any, by_tray: bool) -> None:
        tried = any(seating.tried)
        table.begin(setup, by_tray)
        if tried and table.strays:
            table.discard_throw()

    def last() -> Any:
        numbers = ledger.numbers()
        return ledger.setup(numbers[-1]) if numbers else None

    def see_tray(*_: object) -> None:
        seating.see_tray(table.tray, list(table.strays[0].dice) if table.strays else [0, 0])

    games = ledger.games()[-NAMES_OF:]
    seating = Seating(begin, [name for game in reversed(games) for name in game.players], last)
    table.bind(tray=see_tray, strays=see_tray)
    return seating
