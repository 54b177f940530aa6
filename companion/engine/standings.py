"""The final standings: the winners, then the others by worth, then the players who are out."""

from dataclasses import dataclass

from companion.engine.events import PlayerOut, SeatPassed
from companion.engine.phases import Over
from companion.engine.state import Game
from companion.engine.valuation import worth


@dataclass(frozen=True, slots=True)
class Standing:
    """Result of one player. Amounts are whole dollars."""

    name: str
    cash: int
    deeds: int
    """Value of the deeds at the end; a mortgaged deed counts half (QUICK-4)."""
    buildings: int
    loans: int
    """Rest of the loans that the player gave, less that of those received (HOUSE-9)."""
    worth: int
    won: bool
    out: bool


def standings(game: Game) -> list[Standing]:
    """List the winners, then the others by worth, then the players out, last first (QUICK-4)."""
    winners = game.phase.winners if isinstance(game.phase, Over) else ()
    leavers = _leavers(game)

    def rank(name: str) -> tuple[bool, int, int]:
        place = leavers.index(name) if name in leavers else len(leavers)
        return name not in winners, -place, -worth(game, name)

    return [_standing(game, name, name in winners) for name in sorted(game.players, key=rank)]


def _standing(game: Game, name: str, won: bool) -> Standing:
    player, total = game.players[name], worth(game, name)
    deeds = sum(
        deed.price // 2 if game.holdings[deed.key].mortgaged else deed.price
        for deed in game.deeds_of(name)
    )
    built = sum(game.rank(deed.key) * deed.house_price for deed in game.deeds_of(name))
    loans = total - player.cash - deeds - built
    return Standing(name, player.cash, deeds, built, loans, total, won, player.out)


def _leavers(game: Game) -> list[str]:
    """List the players who left the game by their present names, the first to leave first."""
    leavers, present = [], {name: name for name in game.players}
    while game.past:
        for event in reversed(game.past.events):
            if isinstance(event, PlayerOut):
                leavers.append(present[event.player])
            elif isinstance(event, SeatPassed):
                present[event.giver] = present.pop(event.receiver)
        game = game.past.before
    return leavers[::-1]
