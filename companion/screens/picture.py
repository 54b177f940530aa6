"""Picture of a finished game to send to somebody: who won and why, every place, and the chart."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    Ground,
    Part,
    Plate,
    Room,
    Style,
    column,
    figure,
    fit,
    over,
    row,
    text,
)
from companion.screens.pieces import token
from companion.screens.podium import ground_of
from companion.screens.story import pictured, title_of
from companion.screens.typesetting import LINE, lines_in
from companion.table.story.evening import Evening, Placed
from companion.table.story.view import Swing
from companion.text.names import party_name
from companion.text.screens.story import STORY
from companion.text.told import Told, Wording, joined

WIDTH, HEIGHT = 1080, 1350
"""Size of the picture in dp, each of which is a pixel."""
EDGE = 44
"""Width in dp of what is left and right of everything."""
DOT = " \N{MIDDLE DOT} "
WINS, FACTS, WHY = Style("title", 72, 36, lines=2), Style("text", 32, 26), Style("text", 36, 36)
STORY_SCALE, STORY_EDGE = 1.6, 12
"""Pixels of a dp in the picture of a page of the story, and what is left and right of it in dp."""
PAGE_TITLE, PAGE_FACTS = Style("title", 44, 34), Style("text", 26, 26)
STEPS, STEP_WIDTH = (1, 0, 2), 320
"""Places on the podium from left to right, from 0, and the width of a step in dp."""
HEIGHTS = (1.0, 0.8, 0.66)
"""Heights of the steps, from the first place, as shares of the highest one."""
STEP_TOKEN, STEP_NAME = 72, 44
"""Heights in dp of the token and the name above a step."""
CHART, LEGEND = 230, Style("text", 28, 26)
"""Least height of the chart in dp, and the type of what is told below it."""
NUMBER, NEAR = 34, 40
"""Height in dp of the number of a turning point, and least distance of two at one height."""
SIDE, AXIS, TURNS, FEW_MARKS = figures.COURSE_EDGE, 26, 32, 3
"""Room in dp beside the lines of the chart, heights of a sum beside it and of the turns below it,
and the most sums that all have a label."""


class _Size(NamedTuple):
    """Heights in dp of the winner's step and of a row below the podium, and the type of a row."""

    step: int
    row: int
    type: int


SIZES = (_Size(220, 66, 34), _Size(150, 50, 30), _Size(112, 42, 28), _Size(84, 42, 28))
"""Sizes of the podium and the rows, the first of which leaves the chart its height."""


def picture(evening: Evening, title: Wording | Sequence[Wording], day: str) -> Part:
    """Return the picture, with its head in the winner's colour; ``day`` says when it was."""
    first, *smaller = (_places(evening, size) for size in SIZES)
    return column(
        _head(evening, title, day),
        Part(size=10),
        fit(first, *smaller),
        _chart(evening),
        Part(size=24),
        look=Ground("ground"),
        gap=0,
    )


def _head(evening: Evening, title: Wording | Sequence[Wording], day: str) -> Part:
    """Return who won, with how much and when, and why."""
    winner, fill, ink = ground_of(evening)
    worth = evening.ranks[0].worth if winner >= 0 else ""
    facts = joined(DOT, filter(None, (worth, day, evening.facts.length)))
    who = row(
        token(winner, 108, inverse=True) if winner >= 0 else None,
        column(text(title, WINS, ink, size=86), text(facts, FACTS, ink, size=40), gap=0),
        gap="xxl",
        size=126,
    )
    width = WIDTH - 2 * EDGE
    lines = len(lines_in(evening.why, WHY, width, is_whole=True)) if evening.why else 0
    why = text(evening.why, WHY._replace(lines=lines), ink, size=lines * WHY.largest * LINE + 3)
    told = column(Part(size=20), who, why if lines else None, Part(size=20), gap="l")
    return over(_inset(told), look=Ground(fill), size=HUG)


def story_picture(
    evening: Evening, page: str, title: Wording | Sequence[Wording], day: str
) -> Part:
    """Return a page of the story as a picture of its own, below the ``title`` of the game."""
    _, fill, ink = ground_of(evening)
    first = title if isinstance(title, str | Told) else title[0]
    head = column(
        text(STORY[title_of(evening, page)], PAGE_TITLE, ink, size=52),
        text(joined(DOT, filter(None, (first, day))), PAGE_FACTS, ink, size=32),
        look=Ground(fill),
        pad=("xxl", "l"),
        gap=0,
        size=HUG,
    )
    width, height = (round(length / STORY_SCALE) for length in (WIDTH, HEIGHT))
    told = pictured(evening, page, Room(width - 2 * STORY_EDGE, height))
    body = row(Part(size=STORY_EDGE), told, Part(size=STORY_EDGE), gap=0)
    return column(head, body, Part(size=4), look=Ground("ground"))


def _inset(part: Part, **room: float) -> Part:
    """Return a part between the edges of the picture."""
    return row(Part(size=EDGE), part, Part(size=EDGE), gap=0, **room)


# --- places -----------------------------------------------------------------------------------


def _places(evening: Evening, size: _Size) -> Part:
    """Return the podium, and below it a row for everybody else."""
    first, others = evening.ranks[: len(STEPS)], evening.ranks[len(STEPS) :]
    steps = (_step(first[place], size.step) for place in STEPS if place < len(first))
    high = size.step + STEP_TOKEN + STEP_NAME
    podium = row(Part(), *steps, Part(), gap="s", size=high)
    rows = (part for one in others for part in (_row(one, size), _line("line", 2)))
    return _inset(column(podium, _line("ink", 4), *rows, gap=0), size=HUG)


def _line(ink: str, size: float) -> Part:
    return Part(Ground(ink), size=size)


def _step(one: Placed, height: int) -> Part:
    """Return a player above a step, which is as high as the place is good."""
    player, ink = styles.of_player(one.marker), styles.on_player(one.marker)
    high = round(height * HEIGHTS[min(one.place, len(HEIGHTS)) - 1])
    number = Style("title", min(60 if one.gone else 84, round(high * 0.7)), 40)
    place = text(f"{one.place}", number, ink, 0.5, size=HUG)
    if one.gone:
        told = row(place, _gone(one.gone[0], ink), gap="m")
    else:
        worth = text(one.worth, Style("bold", 40, 30), ink, size=HUG)
        told = row(Part(), place, worth, Part(), gap="xl")
    return column(
        Part(),
        row(Part(), token(one.marker, STEP_TOKEN), Part(), gap=0, size=STEP_TOKEN),
        text(party_name(one.name), Style("bold", 34, 26), "ink", 0.5, size=STEP_NAME),
        over(told, look=Ground(player.fill, 14), pad=("l", 0), size=high),
        gap=0,
        size=STEP_WIDTH,
        key=f"step:{one.name}",
    )


def _gone(words: Told, ink: str) -> Part:
    """Return how a player went out: in which turn, and below it by whom."""
    when, *by = words.split(", ")
    lines = [joined("", (when, ",")), *by] if by else [when]
    style = Style("text", 28, 24)
    return column(Part(), *(text(line, style, ink, size=33) for line in lines), Part(), gap=0)


def _row(one: Placed, size: _Size) -> Part:
    """Return a player below the podium, with the final worth, or how the player went out."""
    name, told = Style("bold", size.type, 26), Style("text", size.type, 26)
    return row(
        text(f"{one.place}", name, align=1.0, size=EDGE),
        token(one.marker, size.row - 10),
        text(party_name(one.name), name, size=HUG),
        text(one.gone[0] if one.gone else one.worth, told if one.gone else name, align=1.0),
        gap="xl",
        size=size.row,
        key=f"row:{one.name}",
    )


# --- chart ------------------------------------------------------------------------------------


def _chart(evening: Evening) -> Part:
    """Return what each player was worth over the game, with its turning points in words."""
    chart, swings = evening.facts.chart, evening.turning_points
    top = max((value for line in chart.lines for value in line.values), default=0) or 1
    marks = [(mark / top, words) for mark, words in chart.marks if mark <= top]
    marks = marks[:: 1 if len(marks) <= FEW_MARKS else 2]
    shares = [share for share, _ in marks]
    living = {one.marker for one in evening.ranks if not one.gone}
    first = {one.marker for one in evening.ranks[: len(STEPS)]}
    lines = tuple(
        (line.marker, line.values, line.marker in living, line.marker in first)
        for line in chart.lines
    )
    places = tuple(swing.at for swing in swings)
    drawn = figure(figures.course, lines, chart.width, tuple(shares), top, places)
    spaced = [part for _, words in chart.turns for part in (_turn(words), Part())][:-1]
    below = row(Part(size=SIDE), *spaced, Part(size=SIDE), gap=0, size=TURNS)
    sums = over(*(_sum(share, words) for share, words in marks))
    plot = row(
        column(sums, Part(size=TURNS), gap=0, size=HUG),
        column(over(drawn, *_numbers(swings)), below, gap=0),
        gap="xs",
        least=CHART,
    )
    title = text(STORY["worth over time"], Style("title", 32, 28), size=46)
    told = [_told(swing) for swing in swings]
    return _inset(column(Part(size=10), title, plot, *told, gap=0))


def _sum(share: float, words: Wording) -> Part:
    """Return a sum beside the chart, in the height of its line."""
    return column(
        Part(size=figures.COURSE_TOP - AXIS / 2),
        Part(share=max(0.001, 1 - share)),
        text(words, styles.BODY, "quiet", 1.0, size=AXIS),
        Part(share=max(0.001, share)),
        Part(size=SIDE - AXIS / 2),
        gap=0,
    )


def _turn(words: Wording) -> Part:
    return text(words, styles.BODY, "quiet", size=HUG)


def _numbers(swings: Sequence[Swing]) -> list[Part]:
    """Return the numbers of the turning points above their places; near ones have two heights."""
    width = WIDTH - 2 * EDGE
    are_near = [False, *((b.at - a.at) * width < NEAR for a, b in pairwise(swings))]
    levels = [0] * len(swings)
    for place, is_near in enumerate(are_near):
        levels[place] = (levels[place - 1] + 1) % 3 if is_near else 0
    return [
        column(
            Part(size=level * NUMBER + 0.01),
            row(
                Part(size=SIDE - NUMBER / 2),
                Part(share=max(0.001, swing.at)),
                _number(swing),
                Part(share=max(0.001, 1 - swing.at)),
                Part(size=SIDE - NUMBER / 2),
                gap=0,
                size=NUMBER,
            ),
            Part(),
            gap=0,
        )
        for level, swing in zip(levels, swings, strict=True)
    ]


def _number(swing: Swing) -> Part:
    label = text(swing.label, Style("bold", 26, 26), "sheet", 0.5)
    return over(label, look=Plate("ink", "ink", NUMBER / 2, 0), size=NUMBER)


def _told(swing: Swing) -> Part:
    """Return what happened at a turning point, whole."""
    width = WIDTH - 2 * EDGE - NUMBER - 10
    lines = max(1, len(lines_in(swing.text, LEGEND, width, is_whole=True)))
    words = text(swing.text, LEGEND._replace(lines=lines))
    high = max(NUMBER + 4, lines * LEGEND.largest * LINE + 2)
    number = column(Part(size=2), _number(swing), Part(), gap=0, size=NUMBER)
    return row(number, words, gap="l", size=high)
