"""View-model of the story screen, and of the awards on the game over screen."""

import os
from collections.abc import Callable
from dataclasses import replace
from threading import Thread

from kivy.event import EventDispatcher
from kivy.properties import AliasProperty, ListProperty, ObjectProperty, OptionProperty

from companion.report.timeline import Timeline
from companion.text.screens.story import STORY
from companion.ui.game_over.view import standings
from companion.ui.session import Session
from companion.ui.story.view import AwardLine, Story, chance_lines, story, timeline
from companion.ui.thread_queue import UiQueue

PAGES = ("worth", "luck", "rent", "end")
NICENESS = 10
"""Added to the niceness of the thread that computes chances: the screen has priority."""


class StoryState(EventDispatcher):
    """Story of the current game. ``session`` returns the current session."""

    words = ObjectProperty(STORY)
    page = OptionProperty(PAGES[0], options=PAGES)
    story = ObjectProperty(Story(), rebind=True)
    standings = ListProperty()
    title = AliasProperty(lambda self: self.words[self.page], bind=["words", "page"])
    dots = AliasProperty(lambda self: [page == self.page for page in PAGES], bind=["page"])
    """For each page, True if it is shown."""
    next_word = AliasProperty(
        lambda self: "" if self.page == PAGES[-1] else self.words["next"], bind=["words", "page"]
    )
    """Label of the button to the next page; empty on the last."""

    nothing = AliasProperty(
        lambda self: "" if self.story.earners else self.words["no rents"], bind=["words", "story"]
    )
    """Text in place of the rents, if nobody paid any."""

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session
        self._inputs = UiQueue()
        self._found = self._inputs.hop(self._tell_chances)
        self._told: tuple[Session, int] | None = None
        self._chances: list[AwardLine] = []

    def show(self, *_: object) -> None:
        """Tell the story of the current game; tell nothing before it is over (TAX-3)."""
        self.property("words").dispatch(self)
        session = self._session()
        if session is not None and session.is_over:
            self.story, self.standings = story(session), standings(session.game)
            self._rate(session)
        else:
            self.story, self.standings = Story(), []

    def _rate(self, session: Session) -> None:
        """Add the lines about chances, which a worker thread computes once for each ending."""
        ending = session, len(session.history)
        if self._told == ending:
            self._add_chances()
            return
        self._told, self._chances = ending, []
        course = timeline(session)
        Thread(target=self._compute, args=(ending, course), daemon=True).start()

    def _compute(self, ending: tuple[Session, int], course: Timeline) -> None:
        os.nice(NICENESS)
        self._found(ending, chance_lines(course))

    def _tell_chances(self, ending: tuple[Session, int], lines: list[AwardLine]) -> None:
        """Show the lines, unless the game went on or another one began meanwhile."""
        session = self._session()
        if self._told == ending and session is ending[0] and session.is_over:
            self._chances = lines
            self._add_chances()

    def _add_chances(self) -> None:
        awards = (*self._chances, *self.story.awards)
        self.story = replace(self.story, awards=awards)

    def open(self, page: str) -> None:
        """Show a page of the story."""
        self.page = page

    def turn_over(self) -> None:
        """Show the next page; the last one stays."""
        self._go(1)

    def turn_back(self) -> None:
        """Show the previous page; the first one stays."""
        self._go(-1)

    def _go(self, by: int) -> None:
        place = PAGES.index(self.page) + by
        self.page = PAGES[max(0, min(place, len(PAGES) - 1))]
