"""The temperaments of scripted players, and what they all have in common."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.engine.decide import refusal
from companion.engine.moves import Move
from companion.engine.state import Game

T = TypeVar("T")
TEN_TIMES = tuple(range(10))


class Choose(Protocol):
    """Picks one of several; ``random.Random(seed).choice`` is one."""

    def __call__(self, options: Sequence[T], /) -> T:
        """One of ``options``, which are never none."""


@dataclass(frozen=True, slots=True)
class Style:
    """A temperament."""

    keeps: int
    """Dollars that stay in hand whatever is for sale."""
    bids: int
    """How much of the printed price a deed is worth in an auction, in percent."""
    forgets: int
    """How often, of ten times, rent is not asked for."""
    deals: int
    """How often, of ten times, a deal is thought of before throwing."""
    asks: int
    """How much of what is given a deal has to bring, in percent."""
    leaves_jail: bool
    """Pays to leave jail rather than throw for doubles."""


STYLES: Mapping[str, Style] = {
    "cautious": Style(keeps=400, bids=60, forgets=1, deals=1, asks=140, leaves_jail=False),
    "bold": Style(keeps=0, bids=130, forgets=0, deals=4, asks=100, leaves_jail=True),
    "forgetful": Style(keeps=150, bids=90, forgets=6, deals=2, asks=110, leaves_jail=True),
}

Styles = Mapping[str, Style]
"""How each player at the table is."""


def spare(game: Game, name: str, style: Style) -> int:
    """The dollars that ``name`` would part with for something useful."""
    return game.players[name].cash - style.keeps


def first_legal(game: Game, options: Iterable[Move]) -> Move | None:
    """The first of ``options`` that the rules allow now."""
    for move in options:
        if refusal(game, move) is None:
            return move
    return None
