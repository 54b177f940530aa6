"""View-model of the game code screen."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion import text
from companion.table.game_code import GameCode, Step, draw_codes
from companion.text.screens.game_code import CODE, text_of
from companion.ui.ledger_job import LedgerJob


class GameCodeState(EventDispatcher):
    """Codes of one game. ``books`` returns the ledger."""

    words = ObjectProperty(CODE)
    back = OptionProperty("game_over", options=["game_over", "past_games"])
    """Screen that Back leads to."""
    number = NumericProperty(0)
    """Number of the game shown."""
    code = ObjectProperty(GameCode(), rebind=True)
    place = NumericProperty(0)
    """Index of the code shown: a long game has several."""
    shares = BooleanProperty(False)
    """True if a link to the report of the game is shown in place of its codes."""
    link = StringProperty()
    """Address in the code; empty while the report is written."""
    sentence = StringProperty()
    """Text in place of the code: it is being drawn, or the reason why there is none."""

    modules = AliasProperty(
        lambda self: self.code.codes[self.place] if self.code.codes and not self.shares else (),
        bind=["code", "place", "shares"],
    )
    """Modules of the code shown; empty while it is being drawn, and for a link."""
    counter = AliasProperty(lambda self: self._counter(), bind=["words", "code", "place"])
    """Number of the code shown, as text; empty if there is only one."""
    title = AliasProperty(
        lambda self: self.counter or self.words["share" if self.shares else "title"],
        bind=["words", "counter", "shares"],
    )
    has_winner = AliasProperty(lambda self: self.code.marker >= 0, bind=["code"])
    steps = AliasProperty(lambda self: self._steps(), bind=["words", "code", "shares"])
    """Instructions, line by line; empty while the code is being drawn."""
    fingerprint = AliasProperty(lambda self: self.code.fingerprint.replace("-", " "), bind=["code"])

    def __init__(self, books: Callable[[], Any]) -> None:
        super().__init__()
        self._job = LedgerJob(books, self._fail)

    def open(self, game: int, back: str, shares: bool = False) -> None:
        """Show the codes of a game, which are drawn beside the screen, or what ``lead`` is told."""
        self.number, self.back, self.shares, self.link = game, back, shares, ""
        self.code, self.place, self.sentence = GameCode(), 0, CODE["drawing"]
        self._draw()

    def lead(self, game: int, link: str) -> None:
        """Show the link to the report of a game, if it is still the one shown.

        Without a link, because the server has ended meanwhile, its codes are shown.
        """
        if self.shares and game == self.number:
            self.shares, self.link = bool(link), link
            if link or self.code.codes:
                self.sentence = ""

    def show(self, *_: object) -> None:
        """Update the screen, in the current language."""
        self.property("words").dispatch(self)

    def turn(self) -> None:
        """Show the next code; the first one comes after the last."""
        self.place = (self.place + 1) % max(1, len(self.code.codes))

    def _draw(self) -> None:
        self._job.run(partial(draw_codes, game=int(self.number)), self._show)

    def _show(self, drawn: GameCode) -> None:
        if drawn.game != self.number:  # Another game was opened meanwhile.
            self._draw()
            return
        self.code = drawn
        if self.link or not self.shares:
            self.sentence = ""

    def _fail(self, sentence: str) -> None:
        self.sentence = sentence

    def _counter(self) -> str:
        count = 0 if self.shares else len(self.code.codes)
        return text_of("counter", place=self.place + 1, count=count) if count > 1 else ""

    def _steps(self) -> list[Step]:
        if self.shares:
            return [Step("1", CODE["scan link"]), Step("2", CODE["keep picture"])]
        count = len(self.code.codes)
        if not count:
            return []
        moves = text.counted(self.code.moves, "move")
        key = "photograph all" if count > 1 else "photograph"
        steps = (text_of(key, count=count, moves=moves), CODE["import"], CODE["compare"])
        return [Step(str(number), step) for number, step in enumerate(steps, 1)]
