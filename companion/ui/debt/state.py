"""What the debt screen looks at: whose debt, and the ways to pay it."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, StringProperty

from companion.text.screens.debt import DEBTS
from companion.ui.debt.view import debtors, shortfall
from companion.ui.session import Session
from companion.ui.tiles import player_tiles


class DebtState(EventDispatcher):
    """The debt screen's own state. ``session`` gives the game in hand."""

    shortfalls = ListProperty()
    """The one that is looked at, if anybody owes."""
    ways = ListProperty()
    nothing = StringProperty()
    """What is said when there is no way."""
    queue = StringProperty()
    estates = ListProperty()
    tabs = ListProperty()
    """The debtors, when there are several."""

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session
        self._debtor = ""

    def open(self, debtor: str) -> None:
        """Somebody's debt."""
        self._debtor = debtor
        self.refresh()

    def refresh(self, *_: object) -> None:
        """The game as it is now; whose debt is the oldest comes first."""
        session = self._session()
        owing = debtors(session.game) if session else []
        if not session or not owing:
            self.shortfalls = self.ways = self.estates = self.tabs = []
            return
        name = self._debtor if self._debtor in owing else owing[0]
        debt = next(debt for debt in session.game.debts if debt.debtor == name)
        found = shortfall(session.game, debt)
        self.shortfalls = [found]
        self.ways, self.estates = list(found.ways), list(found.estates)
        self.nothing = "" if found.ways or found.pays.open else DEBTS["nothing"]
        self.queue = found.queue
        self.tabs = player_tiles(session.game, name, owing) if len(owing) > 1 else []
