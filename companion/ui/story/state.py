"""View-model of the story screen, and of the awards on the game over screen."""

from collections.abc import Callable
from threading import Thread
from typing import TypeAlias

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.report.timeline import Timeline
from companion.system.priority import give_way
from companion.table.game_over import Chart, standings
from companion.table.session import Session
from companion.table.story.odds import ROLLOUTS, Odds, odds, why_not_rated, with_turning_points
from companion.table.story.view import Story, Swing, story, timeline
from companion.text.screens.story import STORY
from companion.ui.thread_queue import UiQueue

PAGES = ("end", "chances", "luck", "rent")
Rated: TypeAlias = tuple[Session, int]
"""Session with the number of its moves, for which chances are computed."""
PROGRESS = 4
"""Pairs of rollouts between two reports of progress."""


class StoryState(EventDispatcher):
    """Story of the current game. ``session`` returns the current session."""

    words = ObjectProperty(STORY)
    page = OptionProperty(PAGES[0], options=PAGES)
    story = ObjectProperty(Story(), rebind=True)
    standings = ListProperty()
    odds = ObjectProperty(None, allownone=True, rebind=True)
    """Chances of winning; None until they are computed, and if the game is not rated."""
    working = BooleanProperty(False)
    """True while chances are computed."""
    done = NumericProperty(0)
    """Progress of that, from 0 to 1."""
    reason = StringProperty()
    """Text that says why the game is not rated."""
    chosen = ObjectProperty(None, allownone=True, rebind=True)
    """Turning point whose other branch is shown."""
    question = AliasProperty(
        lambda self: self.chosen.question if self.chosen else "", bind=["chosen"]
    )
    branches = AliasProperty(
        lambda self: self.chosen.branches if self.chosen else (), bind=["chosen"]
    )

    title = AliasProperty(
        lambda self: self.words["worth" if self.page == "chances" and self.reason else self.page],
        bind=["words", "page", "reason"],
    )
    chart = AliasProperty(
        lambda self: self.story.chart if self.reason else self.odds.chart if self.odds else Chart(),
        bind=["story", "odds", "reason"],
    )
    """Chart of chances, or of worth if the game is not rated."""
    swings = AliasProperty(
        lambda self: self.story.swings if self.reason else self.odds.swings if self.odds else (),
        bind=["story", "odds", "reason"],
    )
    luck = AliasProperty(
        lambda self: self.odds.luck if self.odds else self.story.luck, bind=["story", "odds"]
    )
    """Gifts of the dice in points of chance, or in rent until that is known."""
    luck_unit = AliasProperty(
        lambda self: self.words["chance given" if self.odds else "rent saved"],
        bind=["words", "odds"],
    )
    luckiest = AliasProperty(
        lambda self: self.odds.luckiest_text if self.odds else "", bind=["odds"]
    )
    """Line about the luckiest roll."""
    honours = AliasProperty(
        lambda self: [
            *((*self.odds.luckiest, *self.odds.turned) if self.odds else ()),
            *self.story.awards,
        ],
        bind=["story", "odds"],
    )
    """Lines beside the podium: luckiest roll, what turned the game, and the awards."""
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
        self._found = self._inputs.hop(self._tell)
        self._told: Rated | None = None

    def show(self, *_: object) -> None:
        """Tell the story of the current game; tell nothing before it is over (TAX-3)."""
        self.property("words").dispatch(self)
        session = self._session()
        if session is not None and session.is_over:
            self.story, self.standings = story(session), standings(session.game)
            self._rate(session)
        else:
            self.story, self.standings, self.odds = Story(), [], None
            self.working, self.reason = False, ""

    def _rate(self, session: Session) -> None:
        """Have a worker thread compute the chances, once for each rated."""
        self.reason = why_not_rated(session.setup)
        rated = session, len(session.history)
        if self._told == rated:
            return
        self._told, self.odds, self.chosen = rated, None, None
        self.done, self.working = 0, not self.reason
        if self.working:
            course = timeline(session)
            Thread(target=self._compute, args=(rated, course), daemon=True).start()

    def _compute(self, rated: Rated, course: Timeline) -> None:
        give_way()
        found, pairs = odds(course), 0
        self._found(rated, found, 0.0)

        def progress(more: int) -> None:
            nonlocal pairs
            pairs += more
            if pairs % PROGRESS == 0:
                self._found(rated, found, pairs / ROLLOUTS)

        self._found(rated, with_turning_points(course, found, progress), 1.0)

    def _tell(self, rated: Rated, found: Odds, done: float) -> None:
        """Show what was computed, unless the game went on or another one began meanwhile."""
        session = self._session()
        if self._told == rated and session is rated[0] and session.is_over:
            self.odds, self.done, self.working = found, done, done < 1

    def choose(self, swing: Swing) -> None:
        """Show what would have been with the other choice; the same choice again closes it."""
        self.chosen = swing if swing.branches and swing != self.chosen else None

    def open(self, page: str) -> None:
        """Show a page of the story."""
        self.page, self.chosen = page, None

    def turn_over(self) -> None:
        """Show the next page; the last one stays."""
        self._go(1)

    def turn_back(self) -> None:
        """Show the previous page; the first one stays."""
        self._go(-1)

    def _go(self, by: int) -> None:
        place = PAGES.index(self.page) + by
        self.open(PAGES[max(0, min(place, len(PAGES) - 1))])
