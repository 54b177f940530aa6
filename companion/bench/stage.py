"""The real screens on a real ledger, played by touches at full speed."""

from pathlib import Path
from random import Random
from time import process_time
from typing import Any
from uuid import uuid4

from kivy.clock import Clock
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.bench import games
from companion.bench.glass import Glass
from companion.engine.bots import STYLES, answer
from companion.engine.moves import Move, Rule
from companion.engine.phases import ToThrow
from companion.engine.rulings import SetCash
from companion.ledger.ledger import Ledger
from companion.runtime.ui_driver import button_for, die_key, on_screen, tap
from companion.ui.app import TableTop, load_looks
from companion.ui.build import build_screens
from companion.ui.play.prompts import Answer
from companion.ui.session import Played, Session
from companion.ui.table import Table


class TimedSession(Session):
    """A session that measures the processor time of storing its last move."""

    booking = 0.0

    def play(self, *arguments: Any) -> Played:
        """Play a move and measure it."""
        began = process_time()
        try:
            return super().play(*arguments)
        finally:
            self.booking = process_time() - began


class Stage:
    """A resumed game of the ledger in ``folder``.

    If ``generous``, rulings keep every player solvent.
    """

    def __init__(self, folder: Path, game: int, generous: bool = True) -> None:
        load_looks()
        self.ledger = Ledger.open(folder)
        self.table = Table(self.ledger, Clock.schedule_once, echo=0)
        build_screens(self.table, self.ledger, folder / "settings.json")
        self.table.preferences.sound = False
        self.session = TimedSession.resume(self.ledger, game)
        self.table.adopt_session(self.session)
        self.glass = Glass(TableTop(table=self.table))
        self._random = Random(games.SEED)
        self._generous = generous

    def begin(self) -> None:
        """Begin another game at the same table."""
        self.session = TimedSession.begin(self.ledger, games.setup())
        self.table.adopt_session(self.session)
        self.glass.settle()

    def look_at(self, screen: str) -> None:
        """Show a screen."""
        for state in (
            self.table.history,
            self.table.ruling,
            self.table.past_games,
            self.table.preferences,
        ):
            state.open()
        self.table.properties_state.open()
        self.table.show_screen(screen)
        self.glass.settle()

    def play(self, moves: int) -> None:
        """Play a number of moves."""
        for _ in range(moves):
            self.step()

    def step(self) -> float | None:
        """Play one move of scripted players.

        Return the processor time from lifting the finger to the frame, or None if the move could
        not be made by a tap.
        """
        before = self.table.number
        seconds = self._touch(self._next())
        if self.table.number == before:  # its button is scrolled away
            self._send(self._next())
            return None
        return seconds

    def _next(self) -> Move | None:
        """Return the next move; None for a roll."""
        game = self.session.game
        short = [p.name for p in game.players.values() if p.cash < games.SHORT]
        if self._generous and short and isinstance(game.phase, ToThrow):
            return Rule((SetCash(short[0], games.ENOUGH),))
        styles = dict(zip(game.players, [*STYLES.values()] * len(game.players), strict=False))
        return answer(game, styles, self._random.choice)

    def _touch(self, move: Move | None) -> float | None:
        if self.table.screen not in ("play", "auction"):
            self.table.show_screen("play")
            self.glass.settle()
        if move is None:
            tap(die_key(self._random.randint(1, 6)))
            self.glass.settle()
            return self.glass.tap(die_key(self._random.randint(1, 6)))
        if button := button_for(self.table, move):
            return self.glass.tap(button)
        self._send(move)
        return None

    def _send(self, move: Move | None) -> None:
        """Submit a move that has no button on the screen."""
        assert move is not None, "dice are rolled with keys"
        self.table.submit(Answer("", move, ""), self.table.number, uuid4().hex)
        self.table.confirm(self.table.number, uuid4().hex)  # if that opened a sheet
        self.glass.settle()


def texts() -> dict[Widget, str]:
    """Return the text of every label on the screen."""
    return {label: label.text for label in on_screen(Label)}
