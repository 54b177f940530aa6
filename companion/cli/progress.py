"""Bars on stderr for work that takes longer than a second.

Nobody waits without a word: every command that reads all moves of a ledger, or of a game, shows a
bar. Without a terminal there is none, so a log or a pipe has only what a command prints, and on
stderr the steps of those that take minutes.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import Self

import click

from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader

PATIENCE = 1.0
"""Seconds that somebody waits without a word."""
SHARES = 100
"""Number of times that a bar is drawn at most."""


class ProgressBar:
    """Bar that appears after ``PATIENCE`` seconds, even if nothing is reported by then."""

    def __init__(self, label: str, length: int) -> None:
        """Prepare a bar for ``length`` steps."""
        self._bar = click.progressbar(
            length=max(1, length),
            label=label,
            file=sys.stderr,
            update_min_steps=max(1, length // SHARES),
        )
        self._lock = Lock()
        self._position = self._drawn = 0
        self._is_shown = False
        self._timer = Timer(PATIENCE, self._appear)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if _has_terminal():
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            if self._is_shown:
                self._bar.render_finish()
            self._is_shown = False

    def say(self, what: str) -> None:
        """Report what is being done: beside the bar, or as a line where there is no terminal."""
        with self._lock:
            self._bar.label = what
            if self._is_shown:
                self._bar.render_progress()
        if not _has_terminal():
            click.echo(what, err=True)

    def step(self, steps: int = 1) -> None:
        """Report that ``steps`` more are done."""
        self.reach(self._position + steps)

    def reach(self, position: int) -> None:
        """Report how many steps are done."""
        with self._lock:
            self._position = position
            if self._is_shown:
                self._draw()

    def share(self, done: float) -> None:
        """Report the share that is done, from 0 to 1, of a bar with ``SHARES`` steps."""
        self.reach(round(SHARES * done))

    def _appear(self) -> None:
        with self._lock:
            self._is_shown = True
            self._bar.__enter__()
            self._draw()

    def _draw(self) -> None:
        self._bar.update(self._position - self._drawn)
        self._drawn = self._position


def _has_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def follow(reader: LedgerReader, label: str, game: int | None = None) -> Iterator[ProgressBar]:
    """Show a bar while the moves of ``game``, or of the whole ledger, are read; yield the bar."""
    moves = 0
    with suppress(LedgerError):  # Whoever reads a damaged ledger says what is wrong with it.
        moves = reader.count_moves(game)
    with ProgressBar(label, moves) as bar:
        reader.progress = lambda _: bar.step()
        try:
            yield bar
        finally:
            del reader.progress
