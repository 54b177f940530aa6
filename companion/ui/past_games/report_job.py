"""Jobs on a copy of the ledger: the report of a game, and statistics of all games.

Each runs on a worker thread, so that the screen stays responsive.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.system.usb_drives import sticks
from companion.text import translate_message
from companion.ui.past_games.view import LedgerError, copy_ledger, count_statistics, write_report
from companion.ui.thread_queue import UiQueue

ON_A_STICK, AT_HOME = "companion", "reports"
"""Folder on a stick, and folder beside the ledger if there is no stick."""


class ReportJob(EventDispatcher):
    """Runner of one job at a time.

    ``books`` returns the ledger; ``say`` shows a sentence.
    """

    busy = BooleanProperty(False)
    summary = StringProperty()
    """Number of games in the statistics, as text."""
    lines = ListProperty()
    """Lines of the statistics."""

    def __init__(self, books: Callable[[], Any], say: Callable[[str], None]) -> None:
        super().__init__()
        self._books = books
        self._say = say
        self._inputs = UiQueue()
        self._done = self._inputs.hop(self._end)

    def write(self, game: int) -> None:
        """Write the report of a game to a stick, or beside the ledger if there is none."""
        self._make(partial(write_report, game=game, folder=self._folder()), self._say)

    def count(self) -> None:
        """Compute the statistics of all games."""
        self._make(count_statistics, self._show)

    def _folder(self) -> Path:
        return next((stick / ON_A_STICK for stick in sticks()), self._books().folder / AT_HOME)

    def _show(self, found: Any) -> None:
        self.summary, self.lines = found

    def _make(self, make: Callable[[bytes], Any], then: Callable[[Any], None]) -> None:
        if self.busy or (copy := copy_ledger(self._books(), self._say)) is None:
            return
        self.busy = True
        Thread(target=self._run, args=(partial(make, copy), then), daemon=True).start()

    def _run(self, make: Callable[[], Any], then: Callable[[Any], None]) -> None:
        try:
            self._done(then, make())
        except LedgerError as error:
            self._done(self._say, translate_message(error))

    def _end(self, then: Callable[[Any], None], made: Any) -> None:
        self.busy = False
        then(made)
