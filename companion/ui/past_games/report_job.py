"""Report of a game, and statistics of all games."""

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import ListProperty, StringProperty

from companion.system.usb_drives import sticks
from companion.ui.ledger_job import LedgerJob
from companion.ui.past_games.view import count_statistics, write_report

ON_A_STICK, AT_HOME = "companion", "reports"
"""Folder on a stick, and folder beside the ledger if there is no stick."""


class ReportJob(LedgerJob):
    """Writer of reports and counter of statistics."""

    written = StringProperty()
    """Sentence with the path of the last report; empty before the first."""
    summary = StringProperty()
    """Number of games in the statistics, as text."""
    lines = ListProperty()
    """Lines of the statistics."""

    def write(self, game: int) -> None:
        """Write the report of a game to a stick, or beside the ledger if there is none."""
        self.run(partial(write_report, game=game, folder=self._folder()), self._show_path)

    def count(self) -> None:
        """Compute the statistics of all games."""
        self.run(count_statistics, self._show)

    def _folder(self) -> Path:
        return next((stick / ON_A_STICK for stick in sticks()), self._books().folder / AT_HOME)

    def _show_path(self, sentence: str) -> None:
        self.written = sentence
        self._say(sentence)

    def _show(self, found: Any) -> None:
        self.summary, self.lines = found
