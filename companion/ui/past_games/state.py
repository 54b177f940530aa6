"""View-model of the past games screen."""

from collections.abc import Callable, Iterator
from threading import Thread
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.table.past_games import (
    LedgerError,
    audit_in_process,
    copy_ledger,
    game_lines,
    game_page,
)
from companion.table.session import Damaged, Session
from companion.text import translate_message
from companion.text.screens.past_games import ARCHIVE, text_of
from companion.ui.thread_queue import UiQueue

PAGE = 50
"""Number of games that the list begins with, and grows by when its end is near."""
SLICE, AT_ONCE = 0.01, 1.0
"""Seconds that one slice of reading may take, and the first slice of all.

A slice fits into a frame. Before the table is shown there is nothing to touch.
"""


class PastGamesState(EventDispatcher):
    """State of the past games screen.

    ``books`` returns the ledger, ``take_up`` is called with a game to resume, ``say`` shows a
    sentence, and ``stop`` reports damage.
    """

    words = ObjectProperty(ARCHIVE)
    page = OptionProperty("games", options=["games", "game", "statistics"])
    games = ListProperty()
    nothing = StringProperty()
    lines = ListProperty()
    """Lines about the game shown."""
    number = NumericProperty(0)
    title = StringProperty()
    signature = StringProperty()
    """Label and fingerprint of the game."""
    leads = StringProperty()
    """Label of the button that resumes the game, or reviews a finished one."""
    done = NumericProperty(0)
    """Progress of reading or auditing, from 0 to 1."""
    reading = BooleanProperty(False)
    auditing = BooleanProperty(False)
    sentence = StringProperty()
    """Progress or result as text."""
    tone = StringProperty("plain")

    def __init__(
        self,
        books: Callable[[], Any],
        take_up: Callable[[Session], None],
        say: Callable[[str], None],
        stop: Callable[[Damaged], None],
    ) -> None:
        super().__init__()
        self._take_up = take_up
        self._stop = stop
        self._reading: Iterator[Session] = iter(())
        self._begun: Session
        self._books = books
        self._say = say
        self._moves = 0
        self._shown = PAGE
        inputs = UiQueue()
        self._seen, self._ended = inputs.hop(self._see), inputs.hop(self._end)
        self._inputs = inputs

    def open(self) -> None:
        """Open the list of games, or the game that is being read."""
        self.page, self._shown = "game" if self.reading else "games", PAGE
        self.show()

    def show(self, *_: object) -> None:
        """Update the list, in the current language."""
        self.property("words").dispatch(self)
        try:
            self.games = game_lines(self._books(), self._shown)
        except LedgerError as error:
            self._say(translate_message(error))
        self.nothing = "" if self.games else ARCHIVE["none"]

    def show_more(self) -> None:
        """Show older games, if there are any."""
        if len(self.games) == self._shown:
            self._shown += PAGE
            self.show()

    def open_game(self, number: int) -> None:
        """Show one game."""
        try:
            page = game_page(self._books(), number)
        except LedgerError as error:
            self._report(error)
            return
        self.number, self.title = number, page.title
        self.lines, self._moves = page.lines, page.moves
        self.signature = f"{ARCHIVE['fingerprint']} {page.fingerprint}"
        self.leads = ARCHIVE["look" if page.over else "go on"]
        self.sentence, self.tone, self.done = "", "plain", 0
        self.page = "game"

    # --- resume: a long game is read in slices ---------------------------------------------------

    def resume(self, number: int) -> None:
        """Resume a game at the start; a short game is ready before the table is shown."""
        self.open_game(number)
        if self.number == number:
            self._begin(AT_ONCE)

    def go_on(self) -> None:
        """Resume the game shown, unless a game is being read already."""
        if not self.reading:
            self._begin(SLICE)

    def _begin(self, seconds: float) -> None:
        self._reading = Session.resuming(self._books(), int(self.number))
        self.reading = True
        self._read(seconds)

    def _read(self, seconds: float) -> None:
        end = monotonic() + seconds
        try:
            for begun in self._reading:
                self._begun = begun
                if monotonic() > end:
                    self._see(int(self.number), len(self._begun.history))
                    Clock.schedule_once(lambda _: self._read(SLICE))
                    return
        except LedgerError as error:
            self.reading = False
            self._report(error)
            return
        self.sentence, self.reading = "", False
        self._take_up(self._begun)

    def _report(self, error: LedgerError) -> None:
        if isinstance(error, Damaged):
            self._stop(error)
        else:
            self._say(translate_message(error))

    # --- audit: in a process of its own, on a copy of the ledger ----------------------------------

    def audit(self) -> None:
        """Audit the game shown; only one audit runs at a time."""
        if self.auditing or (copy := copy_ledger(self._books(), self._say)) is None:
            return
        self.auditing = True
        Thread(target=self._audit, args=(copy, int(self.number)), daemon=True).start()

    def _audit(self, copy: bytes, number: int) -> None:
        def seen(move: int) -> None:
            # Update the screen rarely: it must have time for touches.
            if move % max(1, self._moves // 100) == 0:
                self._seen(number, move)

        self._ended(number, *audit_in_process(copy, number, seen))

    def _see(self, number: int, move: int) -> None:
        if number == self.number:
            self.done = move / max(1, self._moves)
            self.sentence = text_of("auditing", number=move, moves=self._moves)

    def _end(self, number: int, holds: bool, sentence: str) -> None:
        self.auditing = False
        if number == self.number:
            self.sentence, self.tone, self.done = sentence, "in" if holds else "out", 1
