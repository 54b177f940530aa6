"""Report and chart of a game, and the wall of fame of all games."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.system.usb_drives import obstacle, sticks
from companion.table.clock import Clock
from companion.table.fame import Fame, count_fame, worth_of
from companion.table.game_over import Chart
from companion.table.jobs.ledger_job import LedgerJob
from companion.table.past_games import LedgerError, write_report
from companion.table.thread_queue import ThreadQueue
from companion.text import explain, language
from companion.text.drives import drive_problem
from companion.text.screens.past_games import ARCHIVE
from companion.text.told import Wording

ON_A_STICK, AT_HOME = "companion", "reports"
"""Folder on a stick, and folder beside the ledger if there is no stick."""


Progress = Callable[[float], object]
"""Callback for progress, from 0 to 1."""
STEP = 0.02
"""Progress between two reports of it."""


def in_steps(progress: Progress) -> Progress:
    """Return a callback that passes progress on after every ``STEP``, and never goes back."""
    shown = 0.0

    def reached(done: float) -> None:
        nonlocal shown
        if done >= shown + STEP:
            shown = done
            progress(done)

    return reached


class ReportJob(LedgerJob):
    """Writer of reports, and counter of what all games come to.

    ``share(copy, game, folder, progress)`` writes a game for phones, and returns the name of its
    folder.
    """

    written: str = ""
    """Sentence with the path of the last report; empty before the first."""
    fame: Fame = Fame()
    """Wall of fame (a Fame); empty until it is counted."""
    chart: tuple[int, Chart] | None = None
    """Number of a game with the chart of its worth (a Chart); None until one is computed."""

    is_kiosk = False
    """True if nobody can open a file on this machine."""
    _counted: object = None
    """Extent of the ledger and language of the statistics shown."""

    def __init__(
        self,
        books: Callable[[], Any],
        say: Callable[[Wording], None],
        clock: Clock,
        share: Callable[[bytes, int, Path, Progress], str],
    ) -> None:
        super().__init__(books, say, clock)
        self._share, self._hop = share, ThreadQueue(clock).hop

    def write(self, game: int) -> None:
        """Write the report of a game to a stick, or beside the ledger if there is none.

        Nobody at a kiosk can open what is beside the ledger: a stick is asked for instead.
        """
        folder, is_stick = self._folder()
        if not is_stick and self.is_kiosk:
            self._say(drive_problem(obstacle(), ARCHIVE["no stick"]))
            return
        write = partial(write_report, game=game, folder=folder, is_stick=is_stick)
        self.run("report", write, self._show_path)

    def count(self) -> None:
        """Compute the wall of fame, unless nothing was played since the last time."""
        counted = (self._books().place(), language())
        if counted != self._counted:
            self.run("fame", count_fame, partial(self._show, counted))

    def share(self, game: int, then: Callable[[str], None], progress: Progress) -> None:
        """Share a game with phones, and call ``then`` with the name of its folder there.

        The name is empty if nothing could be shared; why is said. ``progress`` is called with the
        share that is done, from 0 to 1, in small steps.
        """
        folder, shown = self._books().feed.path.parent, in_steps(self._hop(progress))
        say = self._hop(self._say)

        def write(copy: bytes) -> str:
            try:
                return self._share(copy, game, folder, shown)
            except LedgerError as error:
                say(explain(error))
                return ""

        self.run("share", write, then)

    def draw(self, game: int) -> None:
        """Compute the chart of a game."""
        if self.chart is None or self.chart[0] != game:
            self.chart = None
            self.run("chart", partial(worth_of, number=game), partial(self._draw, game))

    def _draw(self, game: int, found: Chart) -> None:
        self.chart = game, found

    def _folder(self) -> tuple[Path, bool]:
        """Folder for reports, and if it is on a stick."""
        folders = (stick / ON_A_STICK for stick in sticks())
        own = ((folder, True) for folder in folders if not folder.is_symlink())
        return next(own, (self._books().folder / AT_HOME, False))

    def _show_path(self, sentence: str) -> None:
        self.written = sentence
        self._say(sentence)

    def _show(self, counted: object, found: Any) -> None:
        self._counted = counted
        self.fame = found
