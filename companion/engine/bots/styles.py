"""Playing styles of bots, and helpers that all decisions use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.engine.state import Game

T = TypeVar("T")
PERCENTAGES = tuple(range(0, 100, 10))
"""Percentages from which a bot draws: an event of N percent happens if the draw is below N."""


class Choose(Protocol):
    """Random choice of one option; ``random.Random(seed).choice`` is one."""

    def __call__(self, options: Sequence[T], /) -> T:
        """Return one of ``options``, which are never empty."""


@dataclass(frozen=True, slots=True)
class BotStyle:
    """Playing style of a bot."""

    cash_reserve: int
    """Dollars that the bot never spends by choice."""
    bid_percent: int
    """Highest bid, in percent of the printed price."""
    forget_rent_percent: int
    """Probability of forgetting to collect a rent, in steps of ten percent."""
    trade_percent: int
    """Probability of looking for a trade before a roll, in steps of ten percent."""
    return_percent: int
    """Smallest value received in a trade, in percent of the value given."""
    pays_jail_fine: bool
    """True to pay the fine in jail instead of rolling for doubles."""


STYLES: Mapping[str, BotStyle] = {
    "cautious": BotStyle(
        cash_reserve=400,
        bid_percent=60,
        forget_rent_percent=10,
        trade_percent=10,
        return_percent=140,
        pays_jail_fine=False,
    ),
    "bold": BotStyle(
        cash_reserve=0,
        bid_percent=130,
        forget_rent_percent=0,
        trade_percent=40,
        return_percent=100,
        pays_jail_fine=True,
    ),
    "forgetful": BotStyle(
        cash_reserve=150,
        bid_percent=90,
        forget_rent_percent=60,
        trade_percent=20,
        return_percent=110,
        pays_jail_fine=True,
    ),
}

Styles = Mapping[str, BotStyle]
"""Style of each player, by name."""


def spare(game: Game, name: str, style: BotStyle) -> int:
    """Return the dollars that ``name`` may spend by choice."""
    return game.players[name].cash - style.cash_reserve
