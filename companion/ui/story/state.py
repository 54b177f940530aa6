"""View-model of the story screen, and of the awards on the game over screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import AliasProperty, ListProperty, ObjectProperty, OptionProperty

from companion.text.screens.story import STORY
from companion.ui.game_over.view import standings
from companion.ui.session import Session
from companion.ui.story.view import Story, story

PAGES = ("worth", "luck", "rent", "end")


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

    def show(self, *_: object) -> None:
        """Tell the story of the current game; tell nothing before it is over (TAX-3)."""
        self.property("words").dispatch(self)
        session = self._session()
        if session is not None and session.is_over:
            self.story, self.standings = story(session), standings(session.game)
        else:
            self.story, self.standings = Story(), []

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
