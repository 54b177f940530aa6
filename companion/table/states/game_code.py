"""View-model of the game code screen: draws the codes of a game beside the screen."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.table.clock import Clock
from companion.table.game_code import GameCode, ShownCode, draw_codes
from companion.table.jobs.ledger_job import LedgerJob
from companion.table.observed import Observed
from companion.table.taps import Do
from companion.text.told import Wording


class GameCodeState(Observed):
    """Codes of one game. ``books`` returns the ledger."""

    value: ShownCode = ShownCode()
    """Code that is shown (a ShownCode)."""

    def __init__(self, books: Callable[[], Any], clock: Clock) -> None:
        super().__init__()
        self._job = LedgerJob(books, self._fail, clock)

    def open(self, game: int, back: str, shares: bool = False) -> None:
        """Show the codes of a game, which are drawn beside the screen, or what ``lead`` is told."""
        self.value = ShownCode(game, back, shares)
        self._job.run("codes", partial(draw_codes, game=game), self._show)

    def lead(self, game: int, link: str) -> None:
        """Show the link to the report of a game, if it is still the one shown.

        Without a link, because nothing could be shared or the server has ended, its codes are.
        """
        if self.value.shares and game == self.value.game:
            self.value = replace(self.value, shares=bool(link), link=link)

    def reach(self, game: int, done: float) -> None:
        """Show how much of the report of a game is written, if it is still the one shown."""
        if self.value.shares and game == self.value.game:
            self.value = replace(self.value, done=done)

    def tapped(self, do: Do, table: Any) -> None:
        """Turn to the next code, or show the screen again that led here."""
        value = self.value
        if do == ("turn",):
            # The first one comes after the last.
            self.value = replace(value, place=(value.place + 1) % len(value.code.codes))
            return
        table.show_screen(value.back)
        if value.back == "past_games":
            table.past_games.open_game(value.game)

    def _show(self, drawn: GameCode) -> None:
        if drawn.game == self.value.game:  # The codes of a game that was opened meanwhile follow.
            self.value = replace(self.value, code=drawn)

    def _fail(self, sentence: Wording) -> None:
        self.value = replace(self.value, fault=sentence)
