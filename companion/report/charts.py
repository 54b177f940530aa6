"""Lines and areas as SVG has them, in a square of 100 by 100 that the page then stretches.

Text is never in such a picture: the page lays it over, at a size that can be read on any screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.report.landings import Landing
from companion.report.worth import AtTurn, TurningPoint, Worth

POINTS = 160
"""A line has no more: finer than that nobody sees."""
STEPS, MOST_STEPS = (1, 2, 5, 10, 20), 6
LABEL = 6.5
"""How far apart names stand at the edge, in hundredths of the height."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something said at a place, in hundredths from the left and from the top."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line, where it ends, and how high its name stands."""

    player: str
    points: str
    end: tuple[float, float]
    label: float


@dataclass(frozen=True, slots=True)
class WorthChart:
    """Everybody's worth: lines, the sums along its edge (value, y), turns (turn, x), and where the
    game turned."""

    lines: tuple[Line, ...]
    sums: tuple[tuple[int, float], ...]
    turns: tuple[tuple[int, float], ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Areas:
    """A player's cash, and on top of it the property, up to ``most`` dollars."""

    player: str
    cash: str
    estate: str
    most: int


def worth_chart(turns: Sequence[AtTurn], points: Sequence[TurningPoint]) -> WorthChart:
    """What everybody was worth at the end of every turn."""
    sums = round_sums(max(worth.total for at in turns for worth in at.worth.values()))
    last = max(1, turns[-1].turn)
    x = [100 * at.turn / last for at in turns]
    lines = []
    for player in turns[0].worth:
        line = [
            (x[i], _up(at.worth[player].total, sums[-1]))
            for i, at in enumerate(turns)
            if player in at.worth
        ]
        lines.append((player, line))
    labels = _apart([line[-1][1] for _, line in lines])
    drawn = zip(lines, labels, strict=True)
    nothing = Worth(0, 0)
    at_turn = {at.turn: at.worth for at in turns}
    return WorthChart(
        tuple(Line(player, _path(line), line[-1], label) for (player, line), label in drawn),
        tuple((value, _up(value, sums[-1])) for value in sums),
        tuple((turn, 100 * turn / last) for turn in round_sums(last) if turn <= last),
        tuple(
            Mark(
                *(str(n), 100 * p.turn / last),
                _up(at_turn[p.turn].get(p.player, nothing).total, sums[-1]),
            )
            for n, p in enumerate(points, 1)
        ),
    )


def areas(turns: Sequence[AtTurn]) -> list[Areas]:
    """Cash and property of everybody over the turns, all to the same scale."""
    most = max(worth.total for at in turns for worth in at.worth.values())
    last = max(1, turns[-1].turn)
    found = []
    for player in turns[0].worth:
        own = [(100 * at.turn / last, at.worth[player]) for at in turns if player in at.worth]
        cash = [(x, _up(worth.cash, most)) for x, worth in own]
        total = [(x, _up(worth.total, most)) for x, worth in own]
        ground = [(own[-1][0], 100.0), (own[0][0], 100.0)]
        over = _sampled(total) + _sampled(cash)[::-1]
        found.append(
            Areas(player, _path(_sampled(cash) + ground, all=True), _path(over, all=True), most)
        )
    return found


def round_sums(top: int) -> list[int]:
    """From 0 in six equal round steps at most to ``top`` or just above."""
    size = 10 ** max(0, len(str(top)) - 2)
    step = next(s * size for s in STEPS if top <= MOST_STEPS * s * size)
    return list(range(0, max(top, 1) + step, step))


def _up(value: int, top: int) -> float:
    return 100 - 100 * max(0, value) / max(1, top)


def _sampled(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    last = len(line) - 1
    places = dict.fromkeys(round(i * last / (POINTS - 1)) for i in range(POINTS))
    return [line[place] for place in places]


def _path(line: Sequence[tuple[float, float]], all: bool = False) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (line if all else _sampled(line)))


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, moved as little as names need to stand clear of each other."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    moved, lowest, highest = list(heights), -LABEL, 100.0
    for i in order:
        lowest = moved[i] = max(moved[i], lowest + LABEL)
    for i in reversed(order):
        moved[i] = min(moved[i], highest)
        highest = moved[i] - LABEL
    return moved


# --- the board -------------------------------------------------------------------------------

SIDE, CORNER = 660, 84
"""Of the board, and of a corner of it, in the board's own units."""
EDGE = (SIDE - 2 * CORNER) / 9
STRIP = 14
WARMEST = 2.5
"""Standard deviations: beyond that a space is as warm as it gets."""
MOST = 60
"""How much of a colour a space takes at most, in hundredths."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Tile:
    """A space of the board: where, the strip of its group, and how warm or cool it is."""

    landing: Landing
    x: float
    y: float
    width: float
    height: float
    strip: Box | None
    middle: tuple[float, float]
    hue: str
    tint: int


def tiles(landings: Sequence[Landing]) -> list[Tile]:
    """All spaces, from GO at the bottom right on, clockwise."""
    return [_tile(landing) for landing in landings]


def _tile(landing: Landing) -> Tile:
    x, y, width, height = box = _box(landing.space.position)
    strip = _strip(landing.space.position, box) if landing.space.deed else None
    # Away from the strip, so that the number stands in the middle of what is left.
    middle = x + width / 2, y + height / 2
    tint = min(MOST, round(MOST * abs(landing.deviations) / WARMEST))
    return Tile(landing, *box, strip, middle, "warm" if landing.deviations > 0 else "cool", tint)


def _box(position: int) -> Box:
    side, step = divmod(position, 10)
    along = SIDE - CORNER if step == 0 else SIDE - CORNER - step * EDGE
    length = CORNER if step == 0 else EDGE
    far = SIDE - CORNER
    match side:
        case 0:
            return along, far, length, CORNER
        case 1:
            return 0, along, CORNER, length
        case 2:
            return SIDE - along - length, 0, length, CORNER
    return far, SIDE - along - length, CORNER, length


def _strip(position: int, box: Box) -> Box:
    """Along the inner edge."""
    x, y, width, height = box
    match position // 10:
        case 0:
            return x, y, width, STRIP
        case 1:
            return x + width - STRIP, y, STRIP, height
        case 2:
            return x, y + height - STRIP, width, STRIP
    return x, y, STRIP, height
