"""What stands around the table: the state of each screen beside the game."""

from collections.abc import Iterable

from companion.app.ending import Ending
from companion.app.holdings import Holdings
from companion.app.judge import Judge
from companion.app.past import Past
from companion.app.raising import Raising
from companion.app.seating import Seating
from companion.app.table import Table


def furnish(table: Table, known: Iterable[str] = ()) -> None:
    """Gives ``table`` what its screens look at; ``known`` are the names that played here before."""
    table.seating = Seating(table.begin, known)
    table.past = Past(lambda: table.session, table.say)
    table.ending = Ending(lambda: table.session)
    table.judge = Judge(lambda: table.session)
    table.raising = Raising(lambda: table.session)
    table.holdings = Holdings(lambda: table.session, table.say, table.look_at)
    table.around = [
        *(table.seating.show, table.past.show, table.judge.moved, table.ending.show),
        *(table.holdings.refresh, table.raising.refresh),
    ]
