"""Coordinates of the charts and of the board, in the form that SVG expects.

A chart is drawn in a square of 100 by 100 that the page stretches. Labels are not part of the SVG:
the page places them on top, so that they stay readable on any screen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import ceil

from companion.report.landings import Landing
from companion.report.worth import AtTurn

POINTS = 160
"""Maximum number of points of a line; more are not visible."""
STEPS, MOST_STEPS = (1, 2, 5, 10, 20), 6
SHAPES_EVERY, MOST_SHAPES = 10, 8
"""Turns in a stretch of a line, and about how many stretches there are; then it is some tens."""
CHANGE = 6
"""Smallest change in one turn whose two ends have a shape, in hundredths of the height."""
APART = 4
"""Minimum distance between two shapes in each direction, in hundredths."""
QUARTERS = (0, 25, 50, 75, 100)
"""Labels of a chart of chances, in percent."""
NUMBER = 9
"""Minimum distance between two numbers of marks, in hundredths of the width."""
LABEL = 6.5
"""Minimum distance between two names at the edge, in hundredths of the height."""


Point = tuple[float, float]
"""Place in a chart, in hundredths from the left and from the top."""


@dataclass(frozen=True, slots=True)
class ChartMark:
    """Label of a place, in hundredths from the left and from the top.

    The label is above the place; ``level`` is higher if another label would be too near.
    """

    text: str
    player: str
    x: float
    y: float
    level: int


@dataclass(frozen=True, slots=True)
class ChartLine:
    """Line of one player, with its end point and the height of the player's name.

    ``shapes`` are the points of the line with the player's shape, so that nobody needs the colour:
    the ends of every great change, and one in each stretch.
    """

    player: str
    points: str
    end: Point
    label: float
    shapes: tuple[Point, ...]

    @property
    def is_at_its_name(self) -> bool:
        """True if the line leads to the name of its player."""
        return self.is_whole and abs(self.end[1] - self.label) < LABEL / 3

    @property
    def is_whole(self) -> bool:
        """True if the player was in the game to its end."""
        return self.end[0] > 99


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
    lines: dict[str, list[Point]] = {}
    for turn, at in turns.items():
        for player, value in at.items():
            lines.setdefault(player, []).append((100 * turn / last, _up(value, top)))
    spots = [
        (one.player, (100 * one.turn / last, _up(turns[one.turn].get(one.player, 0), top)))
        for one in marks
    ]
    every = SHAPES_EVERY * max(1, round(last / SHAPES_EVERY / MOST_SHAPES))
    shapes = _shapes(lines, [spot for _, spot in spots], 100 * every / last)
    labels = _spread([line[-1] for line in lines.values()])
    levels = _levels([x for _, (x, _) in spots])
    return LineChart(
        tuple(
            ChartLine(player, _path(line), line[-1], label, tuple(sorted(shapes[player])))
            for (player, line), label in zip(lines.items(), labels, strict=True)
        ),
        tuple((value, _up(value, top)) for value in sums),
        tuple((turn, 100 * turn / last) for turn in round_sums(last) if turn <= last),
        tuple(
            ChartMark(one.label, player, *spot, level)
            for one, (player, spot), level in zip(marks, spots, levels, strict=True)
        ),
    )


def _shapes(
    lines: Mapping[str, Sequence[Point]], spots: Sequence[Point], every: float
) -> dict[str, list[Point]]:
    """Return the points of each line that have a shape, none too near to another or to a spot.

    The largest changes come first, then each stretch of ``every`` without one.
    """
    found: dict[str, list[Point]] = {player: [] for player in lines}
    taken = [*spots, *(line[-1] for line in lines.values())]

    def place(player: str, point: Point) -> bool:
        is_free = all(_are_apart(point, other) for other in taken)
        if is_free:
            found[player].append(point)
            taken.append(point)
        return is_free

    for _, player, ends in sorted(_changes(lines), reverse=True):
        for point in ends:
            place(player, point)
    for player, line in lines.items():
        for stretch in range(1, ceil(100 / every)):
            points = [
                point for point in line if stretch * every <= point[0] < (stretch + 1) * every
            ]
            if not any(point in found[player] for point in points):
                next((point for point in points if place(player, point)), None)
    return found


def _changes(lines: Mapping[str, Sequence[Point]]) -> Iterator[tuple[float, str, Sequence[Point]]]:
    """Yield the great changes of each line: the size, the player and both ends."""
    for player, line in lines.items():
        for before, after in pairwise(line):
            if (size := abs(after[1] - before[1])) >= CHANGE:
                yield size, player, (before, after)


def _are_apart(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) >= APART or abs(one[1] - other[1]) >= APART


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


def _sampled(line: Sequence[Point]) -> list[Point]:
    last = len(line) - 1
    places = dict.fromkeys(round(i * last / (POINTS - 1)) for i in range(POINTS))
    return [line[place] for place in places]


def _path(line: Sequence[Point], all: bool = False) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (line if all else _sampled(line)))


def _spread(ends: Sequence[Point]) -> list[float]:
    """Return a height for the name of each line, so that the names do not overlap.

    Of lines that end at one height, the one that ended last is above the others.
    """
    order = sorted(range(len(ends)), key=lambda i: (ends[i][1], -ends[i][0]))
    moved, lowest, highest = [y for _, y in ends], -LABEL, 100.0
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
