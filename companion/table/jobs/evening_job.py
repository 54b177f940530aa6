"""Evening of the game: facts when the game is over, its chances computed beside the screen."""

from dataclasses import replace
from typing import Any, TypeAlias

from companion.report.chances import ROLLOUTS
from companion.report.timeline import Timeline
from companion.system.priority import give_way
from companion.table.session import Session
from companion.table.story.evening import Evening, ranks
from companion.table.story.odds import Odds, odds, why_not_rated, with_choices
from companion.table.story.view import story, timeline
from companion.table.thread_queue import ThreadQueue, start_thread

Rated: TypeAlias = tuple[Session, int]
"""Session with the number of its moves, for which chances are computed."""
PROGRESS = 4
"""Pairs of rollouts between two reports of progress."""


class EveningJob:
    """Follower of a table that keeps its ``story`` up to date."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._found = ThreadQueue(table.clock).hop(self._tell)
        self._rated: Rated | None = None
        table.bind(number=self.show)

    def show(self, *_: object) -> None:
        """Tell the story of the current game; tell nothing before it is over (TAX-3)."""
        session, before = self._table.session, self._table.values["story"]
        if session is None or not session.is_over:
            self._show(Evening())
            return
        course = timeline(session)
        reason = why_not_rated(course)
        now = replace(
            before, ranks=ranks(course), facts=story(course, session.history), reason=reason
        )
        rated = session, len(session.history)
        if self._rated == rated:
            self._show(now)
            return
        self._rated = rated
        self._show(Evening(now.ranks, now.facts, done=1.0 if reason else 0.0, reason=reason))
        if not reason:
            start_thread(self._compute, rated, course)

    def _compute(self, rated: Rated, course: Timeline) -> None:
        give_way()
        found, pairs = odds(course), 0
        self._found(rated, found, 0.0)

        def progress(more: int) -> None:
            nonlocal pairs
            pairs += more
            if pairs % PROGRESS == 0:
                self._found(rated, found, pairs / ROLLOUTS)

        self._found(rated, with_choices(course, found, progress), 1.0)

    def _tell(self, rated: Rated, found: Odds, done: float) -> None:
        """Show what was computed, unless the game went on or another one began meanwhile."""
        session = self._table.session
        if self._rated == rated and session is rated[0] and session.is_over:
            self._show(replace(self._table.values["story"], odds=found, done=done))

    def _show(self, evening: Evening) -> None:
        self._table.set_value("story", evening)
