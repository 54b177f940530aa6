"""Coordinates of the charts and of the board, in the form that SVG expects.

A chart is drawn in a square of 100 by 100 that the page stretches. Labels are not part of the SVG:
the page places them on top, so that they stay readable on any screen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from companion.report.landings import Landing
from companion.report.worth import AtTurn

POINTS = 160
"""Maximum number of points of a line; more are not visible."""
STEPS, MOST_STEPS = (1, 2, 5, 10, 20), 6
SHAPES_EVERY, MOST_SHAPES = 10, 8
"""Turns between two shapes on a line, and about how many there are; then it is some tens."""
QUARTERS = (0, 25, 50, 75, 100)
"""Labels of a chart of chances, in percent."""
NUMBER = 9
"""Minimum distance between two numbers of marks, in hundredths of the width."""
LABEL = 6.5
"""Minimum distance between two names at the edge, in hundredths of the height."""


@dataclass(frozen=True, slots=True)
class ChartMark:
    """Label of a place, in hundredths from the left and from the top.

    The label stands above the place; ``level`` is higher if another label would be too near.
    """

    text: str
    x: float
    y: float
    level: int


@dataclass(frozen=True, slots=True)
class ChartLine:
    """Line of one player, with its end point and the height of the player's name.

    ``shapes`` are the points of the line with the player's shape: nobody needs the colour.
    """

    player: str
    points: str
    end: tuple[float, float]
    label: float
    shapes: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """Chart of a figure of every player over the turns.

    ``sums`` are the labels of the vertical axis (value, y), ``turns`` those of the horizontal axis
    (turn, x), and ``marks`` the turning points.
    """

    lines: tuple[ChartLine, ...]
    sums: tuple[tuple[int, float], ...]
    turns: tuple[tuple[int, float], ...]
    marks: tuple[ChartMark, ...]


@dataclass(frozen=True, slots=True)
class Areas:
    """Areas of one player's cash and property; the top is ``most`` dollars."""

    player: str
    cash: str
    estate: str
    most: int


@dataclass(frozen=True, slots=True)
class Place:
    """Turn and player of a mark, with its number or letter."""

    turn: int
    player: str
    label: str


def worth_chart(turns: Sequence[AtTurn], marks: Sequence[Place]) -> LineChart:
    """Return the chart of every player's worth at the end of each turn."""
    sums = round_sums(max(worth.total for at in turns for worth in at.worth.values()))
    values = {at.turn: {name: worth.total for name, worth in at.worth.items()} for at in turns}
    return _line_chart(values, sums, marks)


def chance_chart(turns: Mapping[int, Mapping[str, float]], marks: Sequence[Place]) -> LineChart:
    """Return the chart of every player's chance of winning, in percent, at the end of each turn."""
    values = {turn: {name: 100 * x for name, x in at.items()} for turn, at in turns.items()}
    return _line_chart(values, QUARTERS, marks)


def _line_chart(
    turns: Mapping[int, Mapping[str, float]], sums: Sequence[int], marks: Sequence[Place]
) -> LineChart:
    last, top = max(1, *turns), sums[-1]
    lines = []
    for player in dict.fromkeys(name for at in turns.values() for name in at):
        own = [(100 * n / last, _up(at[player], top)) for n, at in turns.items() if player in at]
        lines.append((player, own))
    every = SHAPES_EVERY * max(1, round(last / SHAPES_EVERY / MOST_SHAPES))
    labels = _spread([line[-1][1] for _, line in lines])
    levels = _levels([100 * mark.turn / last for mark in marks])
    labelled = zip(lines, labels, strict=True)
    return LineChart(
        tuple(
            ChartLine(player, _path(line), line[-1], label, _shapes(line, every / last))
            for (player, line), label in labelled
        ),
        tuple((value, _up(value, top)) for value in sums),
        tuple((turn, 100 * turn / last) for turn in round_sums(last) if turn <= last),
        tuple(
            ChartMark(
                one.label,
                100 * one.turn / last,
                _up(turns[one.turn].get(one.player, 0), top),
                level,
            )
            for one, level in zip(marks, levels, strict=True)
        ),
    )


def _shapes(line: Sequence[tuple[float, float]], every: float) -> tuple[tuple[float, float], ...]:
    """Return the first point of each stretch of the line, without those at its ends."""
    found, following = [], 100 * every
    for x, y in line[:-1]:
        if x >= following:
            found.append((x, y))
            following += 100 * every
    return tuple(found)


def _levels(places: Sequence[float]) -> list[int]:
    """Return for each place the lowest level on which no earlier number is too near."""
    found: list[int] = []
    for place in places:
        near = {level for x, level in zip(places, found, strict=False) if abs(x - place) < NUMBER}
        found.append(next(level for level in count() if level not in near))
    return found


def areas(turns: Sequence[AtTurn]) -> list[Areas]:
    """Return the areas of cash and property of every player, all to the same scale."""
    most = max(worth.total for at in turns for worth in at.worth.values())
    last = max(1, turns[-1].turn)
    result = []
    for player in dict.fromkeys(name for at in turns for name in at.worth):
        own = [(100 * at.turn / last, at.worth[player]) for at in turns if player in at.worth]
        cash = [(x, _up(worth.cash, most)) for x, worth in own]
        total = [(x, _up(worth.total, most)) for x, worth in own]
        ground = [(own[-1][0], 100.0), (own[0][0], 100.0)]
        over = _sampled(total) + _sampled(cash)[::-1]
        result.append(
            Areas(player, _path(_sampled(cash) + ground, all=True), _path(over, all=True), most)
        )
    return result


def round_sums(top: int) -> list[int]:
    """Return round values from 0 to at least ``top``, in at most six equal steps."""
    size = 10 ** max(0, len(str(top)) - 2)
    step = next(s * size for s in STEPS if top <= MOST_STEPS * s * size)
    return list(range(0, max(top, 1) + step, step))


def _up(value: float, top: int) -> float:
    return 100 - 100 * max(0, value) / max(1, top)


def _sampled(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    last = len(line) - 1
    places = dict.fromkeys(round(i * last / (POINTS - 1)) for i in range(POINTS))
    return [line[place] for place in places]


def _path(line: Sequence[tuple[float, float]], all: bool = False) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (line if all else _sampled(line)))


def _spread(heights: Sequence[float]) -> list[float]:
    """Move heights apart until the names at them do not overlap."""
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
"""Side of the board and of a corner space, in units of the SVG."""
EDGE = (SIDE - 2 * CORNER) / 9
STRIP = 14
WARMEST = 2.5
"""Standard deviations at which a space gets its strongest tint."""
MOST_TINT_PERCENT = 60
"""Strongest tint of a space, in hundredths."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ChartTile:
    """Space of the board, with the strip of its group and a warm or cool tint."""

    landing: Landing
    x: float
    y: float
    width: float
    height: float
    strip: Box | None
    middle: tuple[float, float]
    hue: str
    tint: int


def tiles(landings: Sequence[Landing]) -> list[ChartTile]:
    """Return a tile for every space, clockwise from GO at the bottom right."""
    return [_tile(landing) for landing in landings]


def _tile(landing: Landing) -> ChartTile:
    position = landing.space.position
    x, y, width, height = box = _box(position, CORNER)
    strip = _box(position, STRIP) if landing.space.deed else None
    middle = x + width / 2, y + height / 2
    tint = min(MOST_TINT_PERCENT, round(MOST_TINT_PERCENT * abs(landing.deviations) / WARMEST))
    return ChartTile(
        landing, *box, strip, middle, "warm" if landing.deviations > 0 else "cool", tint
    )


def _box(position: int, depth: float) -> Box:
    """Return the part of a space that is at most ``depth`` from its inner edge."""
    side, step = divmod(position, 10)
    far = SIDE - CORNER
    box: Box = (far - step * EDGE, far, EDGE if step else CORNER, depth)
    for _ in range(side):  # A quarter turn leads from each side to the next.
        x, y, width, height = box
        box = (SIDE - y - height, x, height, width)
    return box
