"""End of a game as the screen shows it: standings and a chart of worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.engine.standings import Standing as Place
from companion.engine.standings import standings as places
from companion.engine.state import Game
from companion.engine.valuation import worth
from companion.table.markers import markers_of
from companion.text import sum_of
from companion.text.screens.story import STORY
from companion.text.told import Wording

T = TypeVar("T")
POINTS = 120
"""Largest number of points in a line of the chart."""
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """Player with final amounts, as text."""

    name: str
    marker: int
    cash: Wording
    deeds: Wording
    buildings: Wording
    worth: Wording
    won: bool
    out: bool


@dataclass(frozen=True, slots=True)
class WorthLine:
    """Worth of a player from the first position to the last, or to bankruptcy."""

    marker: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Chart of everybody's worth: lines, width in positions, and marks on the axes.

    ``turns`` are marks of the lower axis, by their place from 0 to 1.
    """

    lines: tuple[WorthLine, ...] = ()
    width: int = 1
    top: int = 1
    marks: tuple[tuple[int, Wording], ...] = ()
    turns: tuple[tuple[float, Wording], ...] = ()


def standings(game: Game) -> list[FinalStanding]:
    """Standings, winners first (QUICK-4)."""
    known = markers_of(game.players)
    return [_standing(game, one, known[one.name]) for one in places(game)]


def chart(game: Game) -> Chart:
    """Chart everybody's worth over the game."""
    positions = sampled(positions_of(game))
    lines = tuple(
        WorthLine(marker, tuple(_worths(positions, seat)))
        for seat, marker in enumerate(markers_of(game.players).values())
    )
    top = max(value for line in lines for value in line.values)
    step = _step(top)
    marks = range(0, top + step, step)
    texts = tuple((mark, sum_of(game, mark)) for mark in marks)
    return Chart(lines, len(positions), marks[-1] or 1, texts, axis(positions))


def _worths(positions: Sequence[Game], seat: int) -> Iterator[int]:
    """Yield the worth of whoever has a seat, 0 before it is taken, until that player is out."""
    for at in positions:
        seated = [*at.players.values()][seat : seat + 1]
        if not seated:
            yield 0
        elif not seated[0].out:
            yield worth(at, seated[0].name)


def axis(positions: Sequence[Game]) -> tuple[tuple[float, Wording], ...]:
    """Return the marks below a chart: the start, a turn in the middle, and the last turn."""
    middle, last = (positions[place].turn.number for place in (len(positions) // 2, -1))
    if not 0 < middle < last:
        return ((0, STORY["start"]), (1, str(last)))
    return ((0, STORY["start"]), (0.5, STORY.fill("turn", n=middle)), (1, str(last)))


def _standing(game: Game, one: Place, marker: int) -> FinalStanding:
    sums = (one.cash, one.deeds, one.buildings, one.worth)
    cash, deeds, buildings, total = (sum_of(game, amount) for amount in sums)
    return FinalStanding(one.name, marker, cash, deeds, buildings, total, one.won, one.out)


def positions_of(game: Game) -> list[Game]:
    """Positions of the game, oldest first, without undone ones."""
    found = [game]
    while found[-1].past:
        found.append(found[-1].past.before)
    return found[::-1]


def sampled(positions: Sequence[T]) -> list[T]:
    """Return at most ``POINTS`` of the positions, the first and the last among them."""
    last = len(positions) - 1
    places = dict.fromkeys(round(i * last / (POINTS - 1)) for i in range(POINTS))
    return [positions[place] for place in places]


def _step(top: int) -> int:
    """Round amount that divides the axis into three to six parts."""
    size = 10 ** max(0, len(str(top)) - 1)
    steps = [size * step // 10 or 1 for step in (*STEPS, *(10 * step for step in STEPS))]
    return next(step for step in steps if top <= 5 * step)
