"""Who sits where and by which rules, while the table agrees on it."""

from collections.abc import Callable, Iterable

from kivy.event import EventDispatcher
from kivy.properties import (
    BooleanProperty,
    DictProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion.app import choices
from companion.app.rows import Chip
from companion.app.views.letters import TURN, letters, page_after, typed
from companion.app.wording.table import NAMES, SETUP

LONGEST_NAME = 16
CHIPS = 12
"""How many names there is room for, seated or suggested."""


class Seating(EventDispatcher):
    """The set-up screen's own state. ``begin`` is told the set-up when everybody agrees."""

    words = ObjectProperty(SETUP)
    page = OptionProperty("names", options=["names", "rules"])
    names = ListProperty()
    letters = ListProperty()
    entry = StringProperty()
    problem = StringProperty()
    chips = ListProperty()
    chosen = DictProperty()
    choices = ListProperty()
    fewest = NumericProperty(2)
    ready = BooleanProperty(False)

    def __init__(self, begin: Callable[[object, bool], None], known: Iterable[str] = ()) -> None:
        super().__init__()
        self._begin = begin
        self._known = list(dict.fromkeys((*known, *NAMES)))
        self._page = 0
        self.chosen = choices.defaults()
        self._suggest()
        self.show()

    def show(self) -> None:
        """What is written, in the language that is spoken."""
        self.property("words").dispatch(self)
        self.letters, self.problem = letters(self._page), ""
        self.choices = choices.choices(dict(self.chosen))

    # --- names --------------------------------------------------------------------------------

    def type(self, letter: str) -> None:
        """A key of the letter panel."""
        if letter == TURN:
            self._page = page_after(self._page)
            self.letters = letters(self._page)
            return
        self.entry = typed(self.entry, letter, LONGEST_NAME)
        self.problem = ""

    def add(self, name: str) -> None:
        """Somebody sits down in the next seat."""
        name = " ".join(name.split())
        self.problem = choices.name_problem(name, self.names)
        if not self.problem and len(self.names) < choices.MOST_PLAYERS:
            self.names.append(name)
            self.entry = ""

    def remove(self, name: str) -> None:
        """Somebody gets up again."""
        self.names.remove(name)

    def on_names(self, *_: object) -> None:
        self.ready = len(self.names) >= self.fewest
        self.problem = ""
        self._suggest()

    def _suggest(self) -> None:
        seated = [Chip(name, seat) for seat, name in enumerate(self.names)]
        free = [Chip(name, -1) for name in self._known if name not in self.names]
        self.chips = (seated + free)[:CHIPS]

    # --- rules --------------------------------------------------------------------------------

    def again(self) -> None:
        """The same people once more."""
        self.page = "rules" if self.ready else "names"

    def turn_to(self, page: str) -> None:
        """The other page."""
        self.page, self.problem = page, ""

    def choose(self, key: str, name: str) -> None:
        """One of the options."""
        chosen = {**self.chosen, key: name}
        self.chosen = choices.with_rent(chosen) if key == "edition" else chosen
        self.problem = ""

    def on_chosen(self, *_: object) -> None:
        self.choices = choices.choices(dict(self.chosen))

    def start(self) -> None:
        """Everybody agrees."""
        try:
            setup = choices.setup_of(list(self.names), dict(self.chosen))
        except ValueError as error:  # both kinds say in a sentence what does not fit
            self.problem = f"{error}."
            return
        self._begin(setup, self.chosen["dice"] == "tray")
        self.page = "names"
