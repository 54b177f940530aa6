"""What the deal screen looks at: two players, and what each of them would give."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, StringProperty

from companion.ui.session import Session
from companion.ui.trade.draft import Draft, begun, followed, objection, paying, seated, toggled
from companion.ui.trade.view import heading, sides


class TradeState(EventDispatcher):
    """The deal screen's own state. ``session`` gives the game in hand, ``say`` a sentence, and
    ``look_at`` a screen."""

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
        """What was made up before, or the offer that is open; else a deal of who has the dice."""
        session = self._session()
        if session and (not self._draft or self._draft.is_empty):
            self._draft = begun(session.game, session.game.turn.player)
        self._look_at("trade")

    def clear(self) -> None:
        """From the start, with the same players."""
        if self._draft:
            self._become(Draft(self._draft.players), 0)

    def seat(self, side: int, player: str) -> None:
        """Another player on one side."""
        self._change(seated, side, player)

    def toggle(self, side: int, key: str, is_card: bool) -> None:
        """Something is put in, or taken out again."""
        self._change(toggled, side, key, is_card)

    def pay(self, side: int, dollars: int) -> None:
        """So many dollars more; 0 takes the cash out again."""
        self._change(paying, side, dollars)

    def _change(self, change: Callable[..., Draft], side: int, *how: object) -> None:
        if self._draft:
            self._become(change(self._draft, side, *how), side)

    def _become(self, draft: Draft, side: int) -> None:
        session = self._session()
        if not session or not self._draft:
            return
        if why := objection(session.game, self._draft, draft, side):
            self._say(why)
            return
        self._draft = draft
        self.refresh()

    def refresh(self, *_: object) -> None:
        """The game as it is now; the draft follows the moves that are made meanwhile."""
        session = self._session()
        if not session or not self._draft:
            return
        if (seen := (session.game_number, session.next_number)) != self._seen:
            self._seen = seen
            moves = [played.move for played in session.history[-1:]]
            self._draft = followed(session.game, self._draft, *moves)
        self.sides, self.heading = sides(session.game, self._draft), heading(session.game)
