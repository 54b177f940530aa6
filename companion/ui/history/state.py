"""View-model of the history screen."""

from collections.abc import Callable
from itertools import islice

from kivy.event import EventDispatcher
from kivy.properties import (
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.table.history.statement import statement_lines
from companion.table.history.view import HistoryCache, undo_preview
from companion.table.markers import markers_of
from companion.table.session import LedgerError, Session
from companion.table.tiles import Tile, account_tiles, deed_tiles, player_tiles
from companion.text import language, translate_message
from companion.text.screens.history import PAST

ANY, BANK = "", "bank"
PAGE = 50
"""Number of rows that a list begins with, and grows by when its end is near."""


class HistoryState(EventDispatcher):
    """State of the history screen.

    ``session`` returns the current session; ``say`` shows a sentence.
    """

    words = ObjectProperty(PAST)
    page = OptionProperty("moves", options=["moves", "accounts", "undo", "pick"])
    picking = OptionProperty("player", options=["player", "deed", "account"])
    player = StringProperty(ANY)
    deed = StringProperty(ANY)
    account = StringProperty(BANK)
    lines = ListProperty()
    """The newest moves that match the filters, newest first."""
    nothing = StringProperty()
    """Text shown if there are no lines."""
    statement = ListProperty()
    nothing_paid = StringProperty()
    """Text shown if nothing was paid."""
    balance = StringProperty()
    question = StringProperty()
    tiles = ListProperty()
    preview = ObjectProperty(None, allownone=True)
    """Preview of an undo, while players consider it."""
    names = ListProperty(["", "", ""])
    """Labels of the three filter keys: player, deed and account."""
    player_marker = NumericProperty(-1)
    """Marker of the player whose moves are shown, -1 for everybody's."""
    account_marker = NumericProperty(-1)
    """Marker of the player whose statement is shown, -1 for another account's."""

    def __init__(self, session: Callable[[], Session | None], say: Callable[[str], None]) -> None:
        super().__init__()
        self._session = session
        self._say = say
        self._cache: HistoryCache
        self._cache_key: object = None
        self._looked_at: Session | None = None
        self._shown = PAGE
        """Number of rows to show."""

    def open(self) -> None:
        """Open the screen with everybody's moves."""
        self._forget()
        self.show()

    def _forget(self) -> None:
        self.player = self.deed = ANY
        self.account, self.page, self._shown = BANK, "moves", PAGE

    def _forget_who_left(self, session: Session) -> None:
        """Look no more for names that nobody at the table has now (FLOW-17)."""
        known = {tile.key for tile in account_tiles(session.game)}
        if self.account not in known:
            self.account = BANK
        if self.player not in known:
            self.player = ANY

    def show_page(self, page: str) -> None:
        """Show the moves or the accounts."""
        self.page, self._shown = page, PAGE
        self.show()

    def show_more(self) -> None:
        """Show older rows, if there are any."""
        if len(self.statement if self.page == "accounts" else self.lines) == self._shown:
            self._shown += PAGE
            self.show()

    # --- filters ---------------------------------------------------------------------------------

    def ask(self, what: str) -> None:
        """Show the values of a filter."""
        if not (session := self._session()):
            return
        self.picking, game = what, session.game
        if what == "account":
            self.tiles = account_tiles(game, self.account)
        elif what == "player":
            self.tiles = [self._any("everybody", self.player), *player_tiles(game, self.player)]
        else:
            self.tiles = [self._any("any deed", self.deed), *deed_tiles(game, chosen=self.deed)]
        self.question = PAST[f"which {what}"]
        self.page = "pick"

    def _any(self, key: str, chosen: str) -> Tile:
        return Tile(ANY, PAST[key], chosen=chosen == ANY)

    def pick(self, key: str) -> None:
        """Choose a value for the filter."""
        setattr(self, self.picking, key)
        self.leave()

    def leave(self) -> None:
        """Return to the page of the filter."""
        self.show_page("accounts" if self.picking == "account" else "moves")

    # --- undo ------------------------------------------------------------------------------------

    def consider(self, number: int) -> None:
        """Preview the undo to before a move."""
        if not (session := self._session()):
            return
        since = self._catch_up(session).since(number)
        self.preview = undo_preview(session.game, since, number)
        if self.preview is None:
            self._say(PAST["gone"])
        else:
            self.page = "undo"

    # --- lists -----------------------------------------------------------------------------------

    def show(self, *_: object) -> None:
        """Update the screen, in the current language."""
        self.property("words").dispatch(self)
        session = self._session()
        if session is None:
            return
        if session is not self._looked_at:  # Other players, and perhaps another board.
            self._looked_at = session
            self._forget()
        self._forget_who_left(session)
        if self.page == "undo":  # A new move makes the preview out of date.
            self.page = "moves"
        if self.page == "accounts":
            self._show_statement(session)
        else:
            found = self._catch_up(session).newest_first(self.player, self.deed)
            self.lines = list(islice(found, self._shown))
            self.nothing = "" if self.lines else PAST["none" if session.history else "nothing yet"]
        self.names = self._names(session)
        markers = markers_of(session.setup.players)
        self.player_marker = markers.get(self.player, -1)
        self.account_marker = markers.get(self.account, -1)

    def _show_statement(self, session: Session) -> None:
        self.statement = self._statement(session)
        self.nothing_paid = "" if self.statement else PAST["nothing paid"]
        self.balance = self.statement[0].balance if self.statement else ""

    def _catch_up(self, session: Session) -> HistoryCache:
        """Return the lines of the session, with its newest moves.

        They are made anew when others sit at the table: their names and markers are in them.
        """
        key = session, session.setup.players, language()
        if self._cache_key != key:
            self._cache_key, self._cache = key, HistoryCache(session.setup)
        self._cache.catch_up(session.history)
        return self._cache

    def _statement(self, session: Session) -> list[object]:
        try:
            postings = session.newest_postings(self.account, self._shown)
        except LedgerError as error:
            self._say(translate_message(error))
            return []
        return list(statement_lines(postings, session.setup.board))

    def _names(self, session: Session) -> list[str]:
        deeds = session.setup.board.deeds
        account = next(t.text for t in account_tiles(session.game) if t.key == self.account)
        deed = deeds[self.deed].name if self.deed else PAST["any deed"]
        return [self.player or PAST["everybody"], deed, account]
