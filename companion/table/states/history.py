"""View-model of the history screen: finds the lines of the page that is shown."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.table.history.pages import History, tapped
from companion.table.history.statement import StatementLine, statement_lines
from companion.table.history.view import HistoryCache, undo_preview
from companion.table.observed import Observed
from companion.table.session import LedgerError, Session
from companion.table.taps import Do
from companion.table.tiles import account_tiles
from companion.text import explain, language
from companion.text.screens.history import PAST
from companion.text.told import Wording


class HistoryState(Observed):
    """State of the history screen.

    ``session`` returns the current session; ``say`` shows a sentence.
    """

    value: History = History()
    """Page that is shown (a History)."""

    def __init__(
        self, session: Callable[[], Session | None], say: Callable[[Wording], None]
    ) -> None:
        super().__init__()
        self._session, self._say = session, say
        self._cache: HistoryCache
        self._cache_key: object = None
        self._looked_at: Session | None = None
        self._is_shown = False

    def follow(self, screen: str) -> None:
        """Open the screen with everybody's moves."""
        self._is_shown = screen == "history"
        if self._is_shown:
            self.value = History()
            self.show()

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        match do:
            case ("back", "out"):
                table.show_screen("play")
            case ("move", int(number)):
                self.consider(number)
            case _:
                self.value = tapped(self.value, do)
                self.show()

    def consider(self, number: int) -> None:
        """Preview the undo to before a move."""
        if session := self._session():
            since = self._catch_up(session).since(number)
            preview = undo_preview(session.game, since, number)
            if preview is None:
                self._say(PAST["gone"])
            else:
                self.value = replace(self.value, page="undo", preview=preview)

    def show(self, *_: object) -> None:
        """Update the page, if it is shown: from the current position, in the current language."""
        if not (session := self._session()) or not self._is_shown:
            return
        if session is not self._looked_at:  # Other players, and perhaps another board.
            self._looked_at, self.value = session, History()
        value = self._without_who_left(session)
        if value.page == "undo":  # A new move makes the preview out of date.
            value = replace(value, page="moves", preview=None)
        if value.page == "accounts":
            self.value = replace(value, statement=self._statement(session, value))
        else:
            found = self._catch_up(session).newest_first(value.player, value.deed)
            self.value = replace(value, moves=tuple(islice(found, value.shown)))

    def _without_who_left(self, session: Session) -> History:
        """Look no more for names that nobody at the table has now (FLOW-17)."""
        value = self.value
        known = {tile.key for tile in account_tiles(session.game)}
        player = value.player if value.player in known else ""
        account = value.account if value.account in known else "bank"
        return replace(value, player=player, account=account)

    def _catch_up(self, session: Session) -> HistoryCache:
        """Read the lines of the session, with its newest moves.

        They are made anew when others sit at the table: their names and markers are in them.
        """
        key = session, session.setup.players, language()
        if self._cache_key != key:
            self._cache_key, self._cache = key, HistoryCache(session.setup)
        self._cache.catch_up(session.history)
        return self._cache

    def _statement(self, session: Session, value: History) -> tuple[StatementLine, ...]:
        try:
            postings = session.newest_postings(value.account, value.shown)
        except LedgerError as error:
            self._say(explain(error))
            return ()
        return tuple(statement_lines(postings, session.setup.board))
