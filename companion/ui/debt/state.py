"""View-model of the debt screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, StringProperty

from companion.text.screens.debt import DEBTS
from companion.ui.debt.view import debtors, shortfall
from companion.ui.session import Session
from companion.ui.tiles import player_tiles


class DebtState(EventDispatcher):
    """State of the debt screen. ``session`` returns the current session."""

    shortfalls = ListProperty()
    """Debt shown, in a list; empty if nobody owes."""
    ways = ListProperty()
    nothing = StringProperty()
    """Text shown if there is no way to raise cash."""
    queue = StringProperty()
    estates = ListProperty()
    tabs = ListProperty()
    """Debtors, if there are several."""

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session
        self._debtor = ""

    def open(self, debtor: str) -> None:
        """Show the oldest debt of a player."""
        self._debtor = debtor
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Update the screen from the current game; the oldest debt is the default."""
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
