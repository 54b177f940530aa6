"""The demonstration: scripted players at the real screens.

They touch visible keys, throw dice into a simulated tray and press simulated buttons. Nothing
here calls the table: a button that is not on the screen cannot be used.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic
from typing import Self

from companion.engine.bots import STYLES, answer
from companion.engine.moves import Move
from companion.table.shuffle import Packs
from companion.table.table import Table
from companion.ui.driver import button_for, die_key, is_guarded, open_answers, tap, target
from companion.ui.screenshots import Pictures
from hardware import FakePanel, FakeTray

PACE = 1.4
"""Seconds between two steps, at speed 1."""
TIMEOUT_S = 3.0
"""Seconds until a step without effect is repeated."""
BY_HAND, BY_BUTTON, MOVES_TO_UNDO = 6, 4, 17
"""Rolls per tapped roll, answers per pressed button, moves per undo."""

TABLE = (
    replace(STYLES["cautious"], cash_reserve=1000),
    replace(STYLES["bold"], bid_percent=60),
    replace(STYLES["forgetful"], bid_percent=50),
)
"""Styles of the players: one saves (so auctions happen), one spends, one forgets rent."""


class Demo:
    """A demonstration of ``moves`` moves; calls back when it is over."""

    def __init__(
        self, table: Table, speed: float, moves: int, seed: int, pictures: Path | None
    ) -> None:
        self.tray, self.panel = FakeTray(), FakePanel()
        self._table, self._later = table, table.clock.later
        self._pace = PACE / speed
        self._moves = moves
        self._random = Random(seed)
        self._pictures = Pictures(pictures)
        self._acted = (-1.0, 0.0)
        self._counts = {"throw": 0, "answer": 0}
        self._undone = 0
        self._end: Callable[[], None] = lambda: None
        self._packs: Packs | None = None

    def __enter__(self) -> Self:
        self.tray.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.tray.close()
        self.panel.close()

    def start(self, end: Callable[[], None]) -> None:
        """Start playing; ``end`` is called when the demonstration is over."""
        self._end = end
        self._later(2 * self._pace, self._step)

    def _step(self) -> None:
        table = self._table
        number, at = self._acted
        is_waiting = table.number == number and not table.sheet and monotonic() - at < TIMEOUT_S
        if is_waiting or table.moments.is_staged or is_guarded():
            self._later(self._pace / 4, self._step)
        else:
            self._later(self._pace, self._continue)

    def _continue(self) -> None:
        table = self._table
        self._pictures.take(table)
        done = table.number > self._moves and table.screen == "play"
        if done or table.now.kind == "over":
            self._end()
            return
        self._acted = (table.number, monotonic())
        self._act()
        self._later(self._pace / 4, self._step)

    def _act(self) -> None:
        if self._table.sheet:
            tap(target("confirm"))
            return
        number = int(self._table.number)
        if number - self._undone >= MOVES_TO_UNDO and self._table.screen == "play":
            self._undone = number
            tap(target("undo"))
            return
        session = self._table.session
        assert session, "the demonstration has a game"
        styles = dict(zip(session.setup.players, TABLE * 4, strict=False))
        move = answer(session.game, styles, self._random.choice)
        if move and session.setup.cards == "table":
            self._packs = self._packs or Packs(session.setup, session.seed)
            move = self._packs.filled_in(session.game, move)
        if move is None:
            self._throw()
        elif not self._by_button(move):
            self._touch(move)

    def _touch(self, move: Move) -> None:
        """Tap the button for ``move``; if there is none, do something else that is possible."""
        if button := button_for(self._table, move):
            tap(button)
        elif self._table.now.wants_dice:
            self._throw()
        else:
            tap(open_answers()[0][1])

    def _throw(self) -> None:
        a, b = self._random.randint(1, 6), self._random.randint(1, 6)
        if not self._is_due("throw", BY_HAND):
            self.tray.throw(a, b)
            return
        tap(die_key(0, a))
        self._later(self._pace / 2, lambda: tap(die_key(1, b)))

    def _by_button(self, move: Move) -> bool:
        """Press the yes or no button if it means ``move`` and a button press is due."""
        now = self._table.now
        answers = {"yes": now.yes, "no": now.no}
        names = [name for name, answer in answers.items() if answer and answer.move == move]
        if not names or not self._is_due("answer", BY_BUTTON):
            return False
        Thread(target=self.panel.press, args=names[:1], daemon=True).start()
        return True

    def _is_due(self, what: str, every: int) -> bool:
        self._counts[what] += 1
        return self._counts[what] % every == 0
