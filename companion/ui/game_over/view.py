"""The end: who won, what everybody is worth, and how that came about."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.standings import Standing as Place
from companion.engine.standings import standings as places
from companion.engine.state import Game
from companion.engine.valuation import worth
from companion.text import money
from companion.ui.markers import signs

POINTS = 120
"""How many positions a line of worth is drawn through, at most."""
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Standing:
    """One player at the end, in the order of how they did."""

    name: str
    seat: int
    cash: str
    deeds: str
    buildings: str
    worth: str
    won: bool
    out: bool


@dataclass(frozen=True, slots=True)
class WorthLine:
    """What a player was worth, from the first position to the last, or to going out."""

    seat: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Everybody's line, how many positions wide the chart is, and the sums along its edge."""

    lines: tuple[WorthLine, ...] = ()
    width: int = 1
    top: int = 1
    marks: tuple[tuple[int, str], ...] = ()


def standings(game: Game) -> list[Standing]:
    """Everybody, the winners first (QUICK-4)."""
    known = signs(game.players)
    return [_standing(game, one, known[one.name]) for one in places(game)]


def chart(game: Game) -> Chart:
    """What everybody was worth over the game."""
    positions = _sampled(_positions(game))
    lines = tuple(
        WorthLine(seat, tuple(worth(at, name) for at in positions if not at.players[name].out))
        for name, seat in signs(game.players).items()
    )
    top = max(value for line in lines for value in line.values)
    step = _step(top)
    marks = range(0, top + step, step)
    texts = tuple((mark, money(mark, game.board.currency)) for mark in marks)
    return Chart(lines, len(positions), marks[-1] or 1, texts)


def _standing(game: Game, one: Place, sign: int) -> Standing:
    sums = (one.cash, one.deeds, one.buildings, one.worth)
    cash, deeds, buildings, total = (money(amount, game.board.currency) for amount in sums)
    return Standing(one.name, sign, cash, deeds, buildings, total, one.won, one.out)


def _positions(game: Game) -> list[Game]:
    """Every position that led to this one and was not taken back, the oldest first."""
    found = [game]
    while found[-1].past:
        found.append(found[-1].past.before)
    return found[::-1]


def _sampled(positions: Sequence[Game]) -> list[Game]:
    last = len(positions) - 1
    places = dict.fromkeys(round(i * last / (POINTS - 1)) for i in range(POINTS))
    return [positions[place] for place in places]


def _step(top: int) -> int:
    """A round sum of which three to six make up the chart's height."""
    size = 10 ** max(0, len(str(top)) - 1)
    steps = [size * step // 10 or 1 for step in (*STEPS, *(10 * step for step in STEPS))]
    return next(step for step in steps if top <= 5 * step)
