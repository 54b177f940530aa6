"""Voice of the pages: each browser speaks by itself, with a voice that it has."""

from collections.abc import Callable
from functools import partial

from companion.browser.glass import Glass
from companion.table.clock import Clock
from companion.table.states.voice import Speech

LEAST, PER_LETTER = 3.0, 0.15
"""Seconds after which a speech counts as said: a page may have no voice, or be closed."""


class PagesSpeaker:
    """Speaker of all open pages; a speech ends when the first page has said it."""

    is_there = True

    def __init__(self, clock: Clock, pages: Callable[[], list[Glass]]) -> None:
        self._clock, self._pages = clock, pages
        self._number = 0

    def say(self, speech: Speech, done: Callable[[bool], object]) -> None:
        """Say a speech on every page; see ``Speaker``."""
        self._number += 1
        number = self._number
        for page in self._pages():
            page.say(speech, partial(self._end, number, done, True))
        longest = LEAST + PER_LETTER * len(speech.words)
        self._clock.later(longest, partial(self._end, number, done, False))

    def hush(self) -> None:
        """Let every page be silent."""
        self._number += 1
        for page in self._pages():
            page.hush()

    def _end(self, number: int, done: Callable[[bool], object], is_whole: bool) -> None:
        if number == self._number:
            self._number += 1
            done(is_whole)
