"""The one road: a move is played, is in the ledger, and only then is anything shown of it."""

from collections.abc import Callable
from typing import Any

from companion import text
from companion.engine.refusals import IllegalMove
from companion.text.screens.play import text_of
from companion.ui.face import Face, Later
from companion.ui.session import AlreadyBooked, Damaged, LedgerError, Played


class LedgerGuard(Face):
    """A face that can be played at. When the ledger fails, nothing is shown that is not in it: it
    is opened anew and looked through, and the game is read again, before anything else is played.
    """

    __events__ = ("on_damaged",)

    def __init__(self, ledger: Any, later: Later, clock: Callable[[], float]) -> None:
        super().__init__(later)
        self.clock = clock
        self.ledger = ledger
        self._stopped = False
        self._touched: tuple[float, float, float] = (-1e9, 0, 0)

    def _remember_touch(self) -> None:
        """Remember when and where a touch was played, so that its echo is not."""
        self._touched = (self.clock(), *self.finger)

    def on_damaged(self, sentence: str) -> None:
        """The books do not hold any more: somebody must decide how to go on."""

    def stop(self, sentence: str) -> None:
        """Report damage: nothing more can be played until somebody decides."""
        self.dispatch("on_damaged", sentence)

    def _play(self, play: Callable[[], Played | None]) -> bool:
        """Says why not, when it is refused or could not be booked."""
        if not self._goes_on():
            return False
        try:
            played = play()
        except IllegalMove as error:
            self.say(text.refused(error, self._session().game))
            return False
        except AlreadyBooked as error:
            session = self.session
            self._stopped = session is not None and session.lacks(error.game, error.number)
            self._goes_on()
            return False
        except LedgerError as error:
            self._not_booked(text.translate_message(error))
            return False
        if played:
            self.notice = ""
            self.show_changes(played)
            self.show()
            self.remember_undo(played)
            self.tell(played)
        self._tell_news()
        return True

    def _not_booked(self, why: str) -> None:
        """Old balances, one sentence; and the next touch finds the ledger open again, if it can."""
        self._stopped = True
        if self._goes_on(why):
            self.say(text_of("not_booked", why=why))

    def _goes_on(self, why: str = "") -> bool:
        """Whether what is shown is what is booked. What was booked in the act of failing shows."""
        if not self._stopped:
            return True
        try:
            more = self.session is not None and self.session.catch_up()
        except Damaged as damaged:
            self.stop(text.translate_message(damaged))
            return False
        except LedgerError as error:
            self.say(
                text_of(
                    "stopped",
                    why=why or text_of("still_stopped"),
                    still=text.translate_message(error),
                )
            )
            return False
        self._stopped = False
        if more:
            self.forget_undone()
            self.show()
            self.say(text_of("booked_after_all"))
        return not more

    def _tell_news(self) -> None:
        """What there is to say about room on the card, and about the second copy."""
        self.trouble = text.translate_message(self.ledger.warning)
        if news := self.ledger.messages():
            self.say(" ".join(map(text.translate_message, news)))
