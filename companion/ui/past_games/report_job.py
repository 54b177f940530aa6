"""Report of a game, and statistics of all games."""

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import ListProperty, StringProperty

from companion.system.usb_drives import sticks
from companion.table.past_games import count_statistics, write_report
from companion.text import language
from companion.ui.ledger_job import LedgerJob

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

    _counted: object = None
    """Extent of the ledger and language of the statistics shown."""

    def write(self, game: int) -> None:
        """Write the report of a game to a stick, or beside the ledger if there is none."""
        self.run(partial(write_report, game=game, folder=self._folder()), self._show_path)

    def count(self) -> None:
        """Compute the statistics of all games, unless nothing was played since the last time."""
        counted = (self._books().place(), language())
        if counted != self._counted:
            self.run(count_statistics, partial(self._show, counted))

    def _folder(self) -> Path:
        folders = (stick / ON_A_STICK for stick in sticks())
        own = (folder for folder in folders if not folder.is_symlink())
        return next(own, self._books().folder / AT_HOME)

    def _show_path(self, sentence: str) -> None:
        self.written = sentence
        self._say(sentence)

    def _show(self, counted: object, found: Any) -> None:
        self._counted = counted
        self.summary, self.lines = found
