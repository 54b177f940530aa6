"""View-model of the trade screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.table.keyed_amount import add, press
from companion.table.session import Session
from companion.table.trade.draft import (
    Draft,
    change_problem,
    follow_game,
    seat_player,
    start_draft,
    toggle_item,
    with_cash,
)
from companion.table.trade.view import hint, keyed_cash, sides
from companion.text.screens.trade import DEALS

NOBODY = -1


class TradeState(EventDispatcher):
    """State of the trade screen.

    ``session`` returns the current session, ``say`` shows a sentence, and ``look_at`` opens a
    screen.
    """

    words = ObjectProperty(DEALS)
    sides = ListProperty()
    pads = ListProperty()
    """Cash that is keyed in (a KeyedCash): one or none."""
    hint = StringProperty()
    is_planned = BooleanProperty(False)
    """True while there is a draft that is not offered."""
    choosing = NumericProperty(NOBODY)
    """Side whose player is chosen, or -1."""
    keying = NumericProperty(NOBODY)
    """Side whose cash is keyed in, or -1."""

    def __init__(
        self,
        session: Callable[[], Session | None],
        say: Callable[[str], None],
        look_at: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._session, self._say, self._look_at = session, say, look_at
        self._draft: Draft | None = None
        self._seen = (0, 0)

    def open(self) -> None:
        """Open the screen with the current draft, or with the open offer.

        A new draft is for whoever owes the oldest debt, or else for the player who has the dice.
        """
        session = self._session()
        if session and (not self._draft or self._draft.is_empty):
            game = session.game
            player = game.debts[0].debtor if game.debts else game.turn.player
            self._draft = start_draft(game, player)
        self.choosing = self.keying = NOBODY
        self._look_at("trade")

    def clear(self) -> None:
        """Remove all goods; the players stay."""
        if self._draft:
            self._become(Draft(self._draft.players), 0)

    def ask_player(self, side: int) -> None:
        """Choose the player of a side, or leave it as it is."""
        self.choosing, self.keying = (NOBODY if self.choosing == side else side), NOBODY

    def seat(self, player: str) -> None:
        """Choose another player for the side that is asked about."""
        side, self.choosing = int(self.choosing), NOBODY
        self._change(seat_player, side, player)

    def toggle(self, side: int, key: str) -> None:
        """Add a deed, a jail card, the debt or free landings, or remove it."""
        self._change(toggle_item, side, key)

    def key_cash(self, side: int) -> None:
        """Open the keypad for the cash of a side, or close it."""
        session = self._session()
        if session and session.game.offer and self._draft:
            self._say(change_problem(session.game, self._draft, self._draft, side))
            return
        self.keying, self.choosing = (NOBODY if self.keying == side else side), NOBODY
        self.show()

    def press(self, key: str) -> None:
        """Take a key of the keypad."""
        self._set_cash(press(self._cash(), key))

    def add(self, step: int | None) -> None:
        """Add a quick amount; None sets everything that the player has."""
        session = self._session()
        if step is not None:
            self._set_cash(add(self._cash(), step))
        elif session and self._draft:
            self._set_cash(session.game.players[self._draft.players[int(self.keying)]].cash)

    def _cash(self) -> int:
        return self._draft.goods[int(self.keying)].cash if self._draft else 0

    def _set_cash(self, dollars: int) -> None:
        self._change(with_cash, int(self.keying), dollars)

    def _change(self, change: Callable[..., Draft], side: int, *how: object) -> None:
        if self._draft and side != NOBODY:
            self._become(change(self._draft, side, *how), side)

    def _become(self, draft: Draft, side: int) -> None:
        session = self._session()
        if not session or not self._draft:
            return
        if why := change_problem(session.game, self._draft, draft, side):
            self._say(why)
            return
        self._draft = draft
        self.show()

    def show(self, *_: object) -> None:
        """Update the draft and both sides from the current game."""
        self.property("words").dispatch(self)
        session = self._session()
        if not session or not self._draft:
            return
        game = session.game
        if (seen := (session.game_number, session.next_number)) != self._seen:
            self._seen = seen
            moves = [played.move for played in session.history[-1:]]
            self._draft = follow_game(game, self._draft, *moves)
        if game.offer:
            self.choosing = self.keying = NOBODY
        self.pads = [keyed_cash(game, self._draft, int(self.keying))] if self.keying >= 0 else []
        self.sides, self.hint = sides(game, self._draft), hint(game, self._draft)
        self.is_planned = not self._draft.is_empty and not game.offer
