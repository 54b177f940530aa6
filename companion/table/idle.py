"""Standings as the idle screen shows them."""

from dataclasses import dataclass

from companion.engine.phases import Over
from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.text import money
from companion.text.screens.idle import IDLE, text_of


@dataclass(frozen=True, slots=True)
class Resting:
    """Player with the present balance."""

    name: str
    marker: int
    cash: str
    out: bool


def resting(game: Game) -> list[Resting]:
    """Return all players with their balances, in seating order."""
    markers, currency = markers_of(game.players), game.board.currency
    return [
        Resting(player.name, markers[player.name], money(player.cash, currency), player.out)
        for player in game.players.values()
    ]


def headline(game: Game | None, lead: str) -> str:
    """Tell whose turn it is; without a game, or after its end, who has won most games."""
    if game is None or isinstance(game.phase, Over):
        return lead or (IDLE["over"] if game else "")
    return text_of("turn", player=game.turn.player)
