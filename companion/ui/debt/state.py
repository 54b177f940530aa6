"""View-model of the debt screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.table.debt import debtors, shortfall
from companion.table.session import Session
from companion.table.tiles import player_tiles
from companion.text.screens.debt import DEBTS


class DebtState(EventDispatcher):
    """State of the debt screen. ``session`` returns the current session."""

    words = ObjectProperty(DEBTS)
    seat = NumericProperty(-1)
    """Debtor whose debt is shown; -1 for nobody."""
    titles = ListProperty()
    sublines = ListProperty()
    share = NumericProperty(0)
    """Part of the debt that there is cash for."""
    cash = StringProperty()
    short = StringProperty()
    """Lacking cash, empty if there is enough."""
    wanted = ListProperty()
    could = StringProperty()
    """Cash that there is to raise."""
    ways = ListProperty()
    payments = ListProperty()
    """Payment of the debt: one or none."""
    changes = ListProperty()
    """Balances that the payment changes, if there is enough."""
    bankruptcies = ListProperty()
    """Bankruptcy as an answer, if nothing else is left."""
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
        self.property("words").dispatch(self)
        session = self._session()
        owing = debtors(session.game) if session else []
        if not session or not owing:
            self.ways = self.payments = self.bankruptcies = self.tabs = self.changes = []
            return
        name = self._debtor if self._debtor in owing else owing[0]
        debt = next(debt for debt in session.game.debts if debt.debtor == name)
        found = shortfall(session.game, debt)
        self.seat, self.titles, self.sublines = found.seat, list(found.titles), list(found.sublines)
        self.cash, self.short, self.share = found.cash, found.short, found.share
        self.wanted, self.could = list(found.wanted), found.could
        self.ways, self.payments = list(found.ways), [found.pays]
        self.changes = sorted(found.pays.changes, key=lambda change: change.player != name)
        self.bankruptcies = [found.gone] if found.gone else []
        self.tabs = player_tiles(session.game, name, owing) if len(owing) > 1 else []
