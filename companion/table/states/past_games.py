"""View-model of the past games screen."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from companion.table.clock import Clock
from companion.table.fame import leading
from companion.table.observed import Observed
from companion.table.past_games import (
    GameLine,
    GamePage,
    LedgerError,
    audit_in_process,
    copy_ledger,
    game_lines,
    game_page,
)
from companion.table.session import Damaged, Session
from companion.table.taps import Do
from companion.table.thread_queue import ThreadQueue, start_thread
from companion.text import explain, language
from companion.text.screens.past_games import text_of
from companion.text.told import Wording

PAGE = 50
"""Number of games that the list begins with, and grows by when its end is near."""
SLICE, AT_ONCE = 0.01, 1.0
"""Seconds that one slice of reading may take, and the first slice of all.

A slice fits into a frame. Before the table is shown there is nothing to touch.
"""


class PastGamesState(Observed):
    """State of the past games screen.

    ``books`` returns the ledger, ``take_up`` is called with a game to resume, ``say`` shows a
    sentence, and ``stop`` reports damage.
    """

    page: str = "games"
    """Page that is shown: ``games``, ``players``, ``places``, ``game`` or ``more``."""
    games: Sequence[GameLine] = ()
    has_more: bool = False
    """True if there are older games than those in the list."""
    game: GamePage | None = None
    """Game that is shown."""
    number: int = 0
    leads_back: str = "setup"
    """Screen to return to."""
    lead: Wording = ""
    """Sentence about who has won most games; empty while nobody leads."""
    done: float = 0
    """Progress of reading or auditing, from 0 to 1."""
    reading: bool = False
    auditing: bool = False
    sentence: Wording = ""
    """Progress or result as text."""
    tone: str = "plain"
    """``in`` for a game that is sound, ``out`` for one that is not."""

    def __init__(
        self,
        books: Callable[[], Any],
        take_up: Callable[[Session], None],
        say: Callable[[Wording], None],
        stop: Callable[[Damaged], None],
        clock: Clock,
    ) -> None:
        super().__init__()
        self._take_up, self._clock = take_up, clock
        self._stop = stop
        self._reading: Iterator[Session] = iter(())
        self._begun: Session
        self._books = books
        self._say = say
        self._moves = 0
        self._shown = PAGE
        self._counted: object = None
        self._wins: Iterator[Wording] = iter(())
        self._reached: Wording = ""
        hop = ThreadQueue(clock).hop
        self._seen, self._ended = hop(self._see), hop(self._end)

    def follow(self, screen: str) -> None:
        """Note which screen the table shows: one leads back to it, and on another one who leads."""
        if screen == "past_games":
            self.open()
        elif screen in ("setup", "menu"):
            self.leads_back = screen
        if screen == "setup":
            self.count_wins()

    def open(self) -> None:
        """Open the list of games, or the game that is being read."""
        self.page, self._shown = "game" if self.reading else "games", PAGE
        self.show()

    def show(self, *_: object) -> None:
        """Update the list, in the current language."""
        try:
            found = game_lines(self._books(), self._shown + 1)
            self.games, self.has_more = found[: self._shown], len(found) > self._shown
        except LedgerError as error:
            self._say(explain(error))
        self.count_wins()

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        match do:
            case ("back", "out"):
                table.show_screen(self.leads_back)
            case ("back", str(page)):
                self.page = page
            case ("tab", "players" | "places" as page):
                self.page = page
                table.report_job.count()
            case ("tab", page):
                self.page = page
            case ("game", int(number)):
                self.open_game(number)
                table.report_job.draw(number)
            case ("more games",):
                self.show_more()
            case ("go on",):
                self.go_on()
            case ("audit",):
                self.audit()
            case ("report of", int(number)):
                table.report_job.write(number)
            case ("share of", int(number)):
                table.share(number, "past_games")
            case ("code of", int(number)):
                table.show_code(number, "past_games")

    def count_wins(self) -> None:
        """Find out who leads, a few games before each frame."""
        with suppress(LedgerError):
            counted = (self._books().place(), language())
            if counted != self._counted:
                self._counted, self._reached, self._wins = counted, "", leading(self._books())
                self._count_on()

    def _count_on(self, *_: object) -> None:
        end = monotonic() + SLICE
        with suppress(LedgerError):  # Whoever opens that game is told.
            for lead in self._wins:
                self._reached = lead
                if monotonic() > end:
                    self._clock.later(0, self._count_on)
                    return
            self.lead = self._reached

    def show_more(self) -> None:
        """Add older games to the end of the list."""
        self._shown += PAGE
        self.show()

    def open_game(self, number: int) -> None:
        """Show one game."""
        try:
            self.game = game_page(self._books(), number)
        except LedgerError as error:
            self._report(error)
            return
        self.number, self._moves = number, self.game.moves
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
        self._reading = Session.resuming(self._books(), self.number)
        self.reading = True
        self._read(seconds)

    def _read(self, seconds: float) -> None:
        end = monotonic() + seconds
        try:
            for begun in self._reading:
                self._begun = begun
                if monotonic() > end:
                    self._see(self.number, len(self._begun.history))
                    self._clock.later(0, partial(self._read, SLICE))
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
            self._say(explain(error))

    # --- audit: in a process of its own, on a copy of the ledger ----------------------------------

    def audit(self) -> None:
        """Audit the game shown; only one audit runs at a time."""
        if self.auditing or (copy := copy_ledger(self._books(), self._say)) is None:
            return
        self.auditing = True
        start_thread(self._audit, copy, self.number)

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

    def _end(self, number: int, holds: bool, sentence: Wording) -> None:
        self.auditing = False
        if number == self.number:
            self.sentence, self.tone, self.done = sentence, "in" if holds else "out", 1
