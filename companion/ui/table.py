"""The table: the one thing that every screen looks at, and tells what was tapped.

Whatever comes in becomes a move, is played, and is in the ledger before anything here changes. What
is refused, or could not be booked, becomes a sentence, and nothing else changes.
"""

from collections.abc import Callable
from functools import partial
from math import hypot
from time import monotonic
from typing import Any

from companion import text
from companion.engine.moves import DrawCard, Move, Undo
from companion.engine.state import Setup
from companion.text.screens.play import text_of
from companion.ui.confirmation import sheet_for
from companion.ui.face import Later
from companion.ui.play.prompts import Answer, buzzed
from companion.ui.session import Damaged, LedgerError, Session, Source
from companion.ui.shuffle import Packs
from companion.ui.tray_input import TrayInput

ECHO_SECONDS, ECHO_PIXELS = 0.4, 60
BIDS = "bid_"
"""A second tap so soon and so near the first is the same wish."""


class Table(TrayInput):
    """What can be done, as verbs. A touch says which move it was meant for (``number``), because
    what is on a button may change under the finger, and has a name of its own (``request``)."""

    __events__ = ("on_close",)

    def __init__(
        self,
        ledger: Any,
        later: Later,
        echo: float = ECHO_SECONDS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(ledger, later, clock)
        self.around: list[Callable[[], object]] = []
        """Shows the other screens anew, each its own; ``furnish`` puts them there."""
        self.echo = echo
        self._changed_at = -1e9
        for name in ("screen", "sheet", "undone"):
            self.fbind(name, self.guard)
        for name in ("screen", "number"):
            self.fbind(name, self.cancel)
        self._pressed: tuple[float, str] = (-1e9, "")

    # --- games and screens --------------------------------------------------------------------

    def begin(self, setup: Setup, by_tray: bool | None = None) -> None:
        """A new game, its dice awaited from a tray, or to be tapped in; or as they were before."""
        if by_tray is not None:
            self.by_tray = by_tray
        self._sit_down(lambda: Session.begin(self.ledger, setup))

    def resume(self, number: int) -> None:
        """A game of the ledger, where it was left."""
        self._sit_down(lambda: Session.resume(self.ledger, number))

    def adopt_session(self, session: Session) -> None:
        """A game that was read already, where it was left."""
        self._sit_down(lambda: session)

    def _sit_down(self, session: Callable[[], Session]) -> None:
        try:
            self.session = session()
        except Damaged as damaged:
            self.stop(text.translate_message(damaged))
            return
        except LedgerError as error:
            self._not_booked(text.translate_message(error))
            return
        self._stopped = False
        self.show_game()
        self._tell_news()

    def show_screen(self, screen: str) -> None:
        """Another screen; ``play`` is whichever the game is on."""
        self.screen = screen
        if screen == "play":
            self.show()

    def play_again(self) -> None:
        """The same people and rules, to be looked at before they begin."""
        self.setup.again()
        self.show_screen("setup")

    def speak(self, language: str) -> None:
        """Another language, at once; ``language`` is a code of ``wording.languages``."""
        text.set_language(language)
        self.property("words").dispatch(self)
        for show in self.around:
            show()
        if self.session:
            self.lines = []  # they were told in the other language
            self.show_undone()
            self.show()
        self._await_throw()

    def close(self) -> None:
        """That is enough for today."""
        self.dispatch("on_close")

    def on_close(self) -> None:
        """Somebody wants to leave."""

    # --- touches ------------------------------------------------------------------------------

    def guard(self, *_: object) -> None:
        """Ignore new touches for ``echo`` seconds: the screen, a page or a sheet has changed."""
        self._changed_at = self.clock()
        self.changes += 1

    def guard_again(self, *_: object) -> None:
        """Start the guard once more, when the change is drawn: that may have taken a while."""
        self._changed_at = self.clock()

    @property
    def is_guarded(self) -> bool:
        """Return True while new touches were meant for the screen before."""
        return self.clock() - self._changed_at < self.echo

    def is_echo(self, x: float, y: float) -> bool:
        """Whether a touch there is the tail of the one that was just booked."""
        at, x0, y0 = self._touched
        return self.clock() - at < self.echo and hypot(x - x0, y - y0) < ECHO_PIXELS

    def submit(self, answer: Answer, number: float, request: str) -> None:
        """An answer was tapped."""
        if answer.reason:
            self.say(answer.reason)
        elif number != self.number:
            self.report_stale_touch()
        elif sheet := sheet_for(self._session().game, answer):
            self.sheet = sheet
        else:
            self._touch(self._filled_in(answer.move), number, request)

    def confirm(self, number: float, request: str) -> None:
        """Make the move that the open sheet asks about."""
        if self.sheet:
            move = self.sheet.answer.move
            self.cancel()
            self._touch(move, number, request)

    def cancel(self, *_: object) -> None:
        """Close the open sheet; also called when what it says may have changed."""
        self.sheet = None

    def throw(self, a: int, b: int, number: float, request: str) -> None:
        """Dice were tapped in."""
        move = self._session().throw_move((a, b), by_tray=False)
        if move:
            self._touch(move, number, request)

    def undo(self, number: float, request: str) -> None:
        """The last move that still stands is taken back."""
        self._touch(Undo(), number, request)

    def redo(self, number: float, request: str) -> None:
        """Play again what was undone last, in the same order and with the same dice.

        Each is a new move. If one cannot be booked, those before it stay and the rest is dropped.
        """
        if number != self.number or not self.can_redo:
            self.report_stale_touch()
            return
        again, earlier = self._undone[-1], self._undone[:-1]
        for place, played in enumerate(again):
            play = partial(self._session().play, played.move, played.source, f"{request}/{place}")
            if not self._play(play):
                return
        self._remember_touch()
        self.offer_redo(earlier)

    def report_stale_touch(self) -> None:
        """A touch was meant for what is no longer there."""
        self.say(text_of("changed"))

    def _touch(self, move: Move, number: float, request: str) -> None:
        if number != self.number:
            self.report_stale_touch()
        elif self._play(partial(self._session().play, move, Source.TOUCH, request)):
            self._remember_touch()

    def _filled_in(self, move: Move) -> Move:
        """A card without a name is the one on top of the program's pack."""
        if isinstance(move, DrawCard):
            session = self._session()
            return Packs(session.setup, session.seed).filled_in(session.game, move)
        return move

    # --- buttons on pins ----------------------------------------------------------------------

    def press(self, name: str, press_id: str) -> None:
        """The button ``yes``, ``no`` or ``undo`` was pressed; or ``bid_1``, by who is on seat 1."""
        at, before = self._pressed
        if self.session is None or (name == before and self.clock() - at < self.echo):
            return
        if self.pending_throws and name in ("yes", "no"):
            {"yes": self.use_throw, "no": self.discard_throw}[name]()
            self._pressed = (self.clock(), name)
            return
        move = self._meant_by(name)
        if move is None:
            self.say(text_of("nothing_to_answer"))
        elif self._play(partial(self.session.play, move, Source.BUTTON, press_id)):
            self._pressed = (self.clock(), name)

    def _meant_by(self, name: str) -> Move | None:
        if name == "undo":
            return Undo()
        if name.startswith(BIDS):
            return buzzed(self._session().game, int(name.removeprefix(BIDS)))
        answer = self.now.yes if name == "yes" else self.now.no
        return self._filled_in(answer.move) if answer else None
