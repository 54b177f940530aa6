"""View-model of the trade screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, StringProperty

from companion.ui.session import Session
from companion.ui.trade.draft import (
    Draft,
    add_cash,
    change_problem,
    follow_game,
    seat_player,
    start_draft,
    toggle_item,
)
from companion.ui.trade.view import heading, sides


class TradeState(EventDispatcher):
    """State of the trade screen.

    ``session`` returns the current session, ``say`` shows a sentence, and ``look_at`` opens a
    screen.
    """

    sides = ListProperty()
    heading = StringProperty()

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

        A new draft is for the player who has the dice.
        """
        session = self._session()
        if session and (not self._draft or self._draft.is_empty):
            self._draft = start_draft(session.game, session.game.turn.player)
        self._look_at("trade")

    def clear(self) -> None:
        """Remove all goods; the players stay."""
        if self._draft:
            self._become(Draft(self._draft.players), 0)

    def seat(self, side: int, player: str) -> None:
        """Choose another player for one side."""
        self._change(seat_player, side, player)

    def toggle(self, side: int, key: str, is_card: bool) -> None:
        """Add a deed or a jail card, or remove it."""
        self._change(toggle_item, side, key, is_card)

    def pay(self, side: int, dollars: int) -> None:
        """Add dollars to one side; 0 removes its cash."""
        self._change(add_cash, side, dollars)

    def _change(self, change: Callable[..., Draft], side: int, *how: object) -> None:
        if self._draft:
            self._become(change(self._draft, side, *how), side)

    def _become(self, draft: Draft, side: int) -> None:
        session = self._session()
        if not session or not self._draft:
            return
        if why := change_problem(session.game, self._draft, draft, side):
            self._say(why)
            return
        self._draft = draft
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Update the draft and both sides from the current game."""
        session = self._session()
        if not session or not self._draft:
            return
        if (seen := (session.game_number, session.next_number)) != self._seen:
            self._seen = seen
            moves = [played.move for played in session.history[-1:]]
            self._draft = follow_game(session.game, self._draft, *moves)
        self.sides, self.heading = sides(session.game, self._draft), heading(session.game)
