"""Play moves through the ledger, and recover from failures of the ledger.

Every move takes the same steps: the engine decides, the ledger stores the move with its events, and
only then the screens change. A refused move changes nothing and becomes one sentence.

A failed write leaves open whether the move was stored: the disk may fail after the transaction
reached it. The guard therefore stops. Before the next move it opens the ledger again, verifies it
and reads the game anew:

- the game is as it was: the move was lost, and the player is asked to make it again;
- the game has more moves: the move was stored after all, and the screens show it;
- the ledger fails again: a sentence says so, and the guard stays stopped;
- the ledger is corrupt: ``on_damaged`` tells so, and somebody must choose a way to go on.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from companion import text
from companion.engine.refusals import IllegalMove
from companion.table.observed import Observed
from companion.table.session import AlreadyBooked, Damaged, LedgerError, Played, Session
from companion.text.screens.play import text_of
from companion.text.told import Wording

Result = TypeVar("Result")


class LedgerGuard(Observed):
    """Gate between the table and its ledger: tells of nothing that is not stored.

    It tells ``on_played`` (a move was stored), ``on_news`` (the ledger may have warnings),
    ``on_say`` (a sentence for everybody), ``on_refuse`` (why the rules refuse a move) and
    ``on_damaged`` (the ledger is corrupt).
    """

    def __init__(self, ledger: Any) -> None:
        super().__init__()
        self.ledger = ledger
        self.session: Session | None = None
        """Game that is played; None before the first."""
        self._is_stopped = False

    def open(self, session: Callable[[], Session]) -> bool:
        """Make the result of ``session`` the game that is played; return False if it fails."""
        try:
            self.session = session()
        except Damaged as damaged:
            self.dispatch("on_damaged", damaged)
            return False
        except LedgerError as error:
            self._report_unsaved(text.explain(error))
            return False
        self._is_stopped = False
        return True

    def play(self, play: Callable[[], Result]) -> Result | None:
        """Run ``play``, tell of the move that it played, and return its result.

        If it fails, report the reason and return None.
        """
        if not self._is_up_to_date():
            return None
        session = self.session
        try:
            result = play()
        except IllegalMove as error:
            assert session is not None, "a move needs a game"
            self.dispatch("on_refuse", text.refused(error, session.game))
            return None
        except AlreadyBooked as error:
            self._is_stopped = session is not None and session.lacks(error.game, error.number)
            self._is_up_to_date()
            return None
        except LedgerError as error:
            self._report_unsaved(text.explain(error))
            return None
        if isinstance(result, Played):
            self.dispatch("on_played", result)
        self.dispatch("on_news")
        return result

    def _report_unsaved(self, why: Wording) -> None:
        """Report a failed write, unless reading the game again shows that the move was stored."""
        self._is_stopped = True
        if self._is_up_to_date(why):
            self.dispatch("on_say", text_of("not_booked", why=why))

    def _is_up_to_date(self, why: Wording = "") -> bool:
        """Return True if the screens show what the ledger has.

        After a failure, read the game again first. False also means that a move stored by the
        failed write has just been shown: the touch was meant for the position before it.
        """
        if not self._is_stopped:
            return True
        session = self.session
        try:
            more = session is not None and session.catch_up()
        except Damaged as damaged:
            self.dispatch("on_damaged", damaged)
            return False
        except LedgerError as error:
            still = text.explain(error)
            stopped = text_of("stopped", why=why or text_of("still_stopped"), still=still)
            self.dispatch("on_say", stopped)
            return False
        self._is_stopped = False
        if more:
            assert session is not None, "moves belong to a game"
            self.dispatch("on_played", session.history[-1])
            self.dispatch("on_say", text_of("booked_after_all"))
        return not more
