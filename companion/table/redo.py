"""Offer to play the moves of the last undo again."""

from collections.abc import Callable
from functools import partial

from companion.engine.moves import Undo
from companion.table.clock import Clock
from companion.table.history.view import undone_by
from companion.table.ledger_guard import LedgerGuard
from companion.table.play import log
from companion.table.session import Played, Session
from companion.text.history import BETWEEN
from companion.text.screens.play import undid
from companion.text.told import Wording

OFFER_SECONDS = 10.0


class RedoOffer:
    """Moves of the last undos, as long as nothing else was played.

    Several undos in a row can be redone one after the other, the last one first. ``describe`` shows
    what can be redone now; it is given "" if nothing can.
    """

    def __init__(
        self, guard: LedgerGuard, clock: Clock, describe: Callable[[Wording], object]
    ) -> None:
        self._guard, self._clock, self._describe = guard, clock, describe
        self._undone: list[tuple[Played, ...]] = []
        self._offers = 0

    @property
    def is_open(self) -> bool:
        """True if nothing was played since the last undo."""
        return bool(self._undone)

    def remember(self, played: Played) -> None:
        """Offer to redo the moves undone by ``played``; any other move withdraws the offer."""
        if isinstance(played.move, Undo):
            self._offer([*self._undone, undone_by(self._session().history)])
        else:
            self._offer([])

    def withdraw(self) -> None:
        """Offer nothing any more."""
        self._offer([])

    def play(self, request: str) -> None:
        """Play the moves of the last undo again, in the same order and with the same dice.

        Each is a new move. If one fails, those before it stay, and the rest is dropped.
        """
        again, earlier = self._undone[-1], self._undone[:-1]
        for place, played in enumerate(again):
            play = partial(self._session().play, played.move, played.source, f"{request}/{place}")
            if not self._guard.play(play):
                return
        self._offer(earlier)

    def show(self) -> None:
        """Describe the offer in the current language."""
        last = self._undone[-1] if self._undone else ()
        if not last:
            self._describe("")
            return
        move = log.line(last[0], self._session().setup).text.split(BETWEEN)[0]
        self._describe(undid(len(last), move))

    def _offer(self, undone: list[tuple[Played, ...]]) -> None:
        self._undone = undone
        self._offers += 1
        self.show()
        if undone:
            self._clock.later(OFFER_SECONDS, partial(self._forget, self._offers))

    def _forget(self, offer: int) -> None:
        if offer == self._offers:
            self.withdraw()

    def _session(self) -> Session:
        assert self._guard.session is not None, "no game has begun"
        return self._guard.session
