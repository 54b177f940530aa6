"""Scripted players at the real screens: what they do is touched, their dice go into the tray."""

from dataclasses import replace

from companion import engine
from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.state import Game
from tests.ui.touch import Hand


class Guests:
    """A table for ``companion.simulation.games.evening`` where every move is made by hand."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    @property
    def game(self) -> Game:
        game: Game = self._hand.desk.table.session.game
        return game

    def play(self, move: Move, source: object) -> None:
        """``move``, touched; raises IllegalMove for one that there is no way to make."""
        engine.play(self.game, move)
        if isinstance(move, moves.Roll | moves.RollForStart):
            move = replace(move, by_tray=self._hand.tray is not None)
        elif isinstance(move, moves.Bid):
            move = self._on_a_key(move)
        self._hand.make(move)

    def _on_a_key(self, wanted: moves.Bid) -> Move:
        """The highest raise there is a key for that is not more than was wanted, or that itself."""
        offered = [key.move for key in self._hand.desk.all_keys("answer")]
        within = [
            move
            for move in offered
            if isinstance(move, moves.Bid)
            if move.player == wanted.player and move.amount <= wanted.amount
        ]
        return max(within, key=lambda move: move.amount, default=wanted)
