"""How everybody did: the winners, then the others by worth, then who is out."""

from dataclasses import dataclass

from companion.engine.events import PlayerOut
from companion.engine.phases import Over
from companion.engine.state import Game
from companion.engine.valuation import worth


@dataclass(frozen=True, slots=True)
class Standing:
    """One player. Amounts are whole dollars."""

    name: str
    cash: int
    deeds: int
    """What they count at the end, mortgaged ones half (QUICK-4)."""
    buildings: int
    worth: int
    won: bool
    out: bool


def standings(game: Game) -> list[Standing]:
    """The winners, then the others by worth, then who is out, the last to go first (QUICK-4)."""
    winners = game.phase.winners if isinstance(game.phase, Over) else ()
    gone = _gone(game)

    def rank(name: str) -> tuple[bool, int, int]:
        place = gone.index(name) if name in gone else len(gone)
        return name not in winners, -place, -worth(game, name)

    return [_standing(game, name, name in winners) for name in sorted(game.players, key=rank)]


def _standing(game: Game, name: str, won: bool) -> Standing:
    """One player as the position has it."""
    player, total = game.players[name], worth(game, name)
    deeds = sum(
        deed.price // 2 if game.holdings[deed.key].mortgaged else deed.price
        for deed in game.deeds_of(name)
    )
    built = total - player.cash - deeds
    return Standing(name, player.cash, deeds, built, total, won, player.out)


def _gone(game: Game) -> list[str]:
    """Who went out, the first one first."""
    gone = []
    while game.past:
        out = [event.player for event in game.past.events if isinstance(event, PlayerOut)]
        gone += out[::-1]
        game = game.past.before
    return gone[::-1]
