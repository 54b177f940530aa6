"""Story of a finished game on four pages: one fact a page, and a picture first."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    Blank,
    Ground,
    Part,
    Plate,
    Room,
    Style,
    column,
    figure,
    fit,
    grid,
    length_of,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import (
    corner_key,
    full_page,
    group_band,
    page_header,
    progress_bar,
    share_bar,
    token,
    worth_chart,
)
from companion.screens.podium import ended, why
from companion.screens.ring import ring
from companion.screens.ruler import promised
from companion.screens.styles import BODY, NAME, NEWS, PERSON, STRONG, TITLE
from companion.screens.typesetting import lines_in
from companion.table.screen import Screen
from companion.table.story.evening import PAGES, Evening, beside, tapped
from companion.table.story.view import Earner, LuckBar, Scene, StoryBranch, Swing
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.chances import CHANCES
from companion.text.names import party_name
from companion.text.screens.story import STORY
from companion.text.told import Wording, joined

FACT = Style("title", 34, 28, lines=2)
TALL_FACT = FACT._replace(lines=4)
"""A fact in an upright window."""
AXIS = figures.CHART_EDGE * 2
"""Height in dp of a number beside a chart."""
MOST_MARKS = 5
"""Most labels beside a chart; of more, every second one is shown."""
MARGINS = 16
"""Width in dp of what is left and right of a page."""
CROWD = 8
"""Most players whose luck is drawn in one column."""
BAR = 240
"""Width in dp that a token and both sides of a bar take beside a name, which is shortened first."""
LEGEND = 34
"""Height in dp of a name below a chart."""
CELL = 34
"""Size in dp of the small ring's cells, across its edge."""


def page(table: Table, room: Room) -> Part:
    """Page of the story that is turned to."""
    evening = table.values["story"]
    body = {"chances": _ahead, "moment": _moment, "luck": _luck, "rent": _rent}
    key = title_of(evening, evening.page)
    return full_page(
        _header((STORY[key], STORY[f"{key} short"]), evening.page, room),
        body[evening.page](evening, room),
    )


def title_of(evening: Evening, page: str) -> str:
    """Return the key of the title of a page."""
    return "worth" if page == "chances" and evening.reason else page


def pictured(evening: Evening, page: str, room: Room) -> Part:
    """Return what a page of a finished story tells, as a picture: with nothing to tap."""
    if page == "moment":
        return _pictured_moment(evening)
    if page == "chances":
        return _pictured_chart(evening, room)
    return _luck(evening, room) if page == "luck" else _rent(evening, room)


def _header(title: Sequence[str], shown: str, room: Room) -> Part:
    """Return Back, the title, a dot for each page, and Next, or Report on the last one."""
    dots = (figure(figures.dot, "ink" if one == shown else "edge", size=16) for one in PAGES)
    after = beside(shown, 1)
    key = corner_key(STORY["next"], ("page", after), "next")
    if after == shown:
        key = corner_key(STORY["report"], ("report",), "save")
    said: Any = title
    if not room.is_upright:
        said = row(text(title, TITLE), may(row(*dots, size=HUG)), gap="l")
    return page_header(room, said, undo=False, back=("show", "game_over"), beside=key)


def _fact(words: Wording, is_upright: bool) -> Part:
    """Return what a page tells in one sentence."""
    style, height = (TALL_FACT, 140) if is_upright else (FACT, 84)
    return text(words, style, size=height)


def _turning(picture: Part) -> Part:
    """Picture that turns the page when a finger sweeps from one half to the other."""
    left, right = (Part(Blank(), drag=("turn", to), drop=("turn", to)) for to in ("left", "right"))
    return over(picture, row(left, right, gap=0))


# --- who was winning --------------------------------------------------------------------------


def _ahead(evening: Evening, room: Room) -> Part:
    """Chart, with the moves that turned the game."""
    drawn, legend = _drawn(evening), _legend(evening)
    columns = 2 if room.is_upright or len(legend) > 6 else 1
    beside_it = grid(legend, columns, gap="xxs", least=32, most=56)
    reason = evening.reason if evening.why else ""
    if evening.why:
        fact = why(evening, "ink", room.width - MARGINS)
    elif evening.done < 1:
        fact = column(
            text(STORY["working"], BODY, "quiet", size=30), progress_bar(evening.done), size=84
        )
    else:
        fact = _fact(evening.reason, room.is_upright) if evening.reason else None
    style, height = (styles.PARAGRAPH, 96) if room.is_upright else (styles.SENTENCE, 62)
    below = text(reason, style, "quiet", size=height) if reason else None
    if room.is_upright:
        rows = (len(legend) + 1) // 2
        return column(drawn, beside_it._replace(size=36 * rows), fact, below)
    wide = 0.24 if columns == 1 else 0.5
    return column(row(drawn, beside_it._replace(share=wide), gap="xl"), fact, below)


def _drawn(evening: Evening) -> Part:
    """Return the chart with its axes and the numbers of the turning points."""
    chart = evening.chart
    if len(chart.marks) > MOST_MARKS:
        chart = replace(chart, marks=chart.marks[::2])
    numbers = [_number(swing, place) for place, swing in enumerate(evening.swings)]
    picture = _turning(over(worth_chart(chart), *numbers))
    axis = over(*(_mark(mark / chart.top, words) for mark, words in chart.marks))
    spaced = [part for _, words in chart.turns for part in (_turn(words), Part())][:-1]
    left = column(axis, Part(size=32), gap=0, size=HUG)
    return row(left, column(picture, row(*spaced, gap=0, size=32), gap=0))


def _mark(share: float, words: Wording) -> Part:
    """Return a label beside the chart, in the height of its line."""
    return column(
        Part(share=max(0.001, 1 - share)),
        text(words, BODY, "quiet", 1.0, size=AXIS),
        Part(share=max(0.001, share)),
        gap=0,
    )


def _legend(evening: Evening) -> list[Part]:
    """Return everybody's token and name."""
    return [row(token(one.marker, 30), text(party_name(one.name), PERSON)) for one in evening.ranks]


def _names(legend: Sequence[Part], columns: int) -> Part:
    """Return tokens and names in some columns, as low as they can be."""
    high = length_of(-(-len(legend) // columns), LEGEND, "xxs")
    return grid(legend, columns, gap="xxs", size=LEGEND)._replace(size=high)


def _turn(words: Wording) -> Part:
    return text(words, BODY, "quiet", size=HUG)


def _number(swing: Swing, place: int) -> Part:
    """Return the label of a turning point above its place on the chart."""
    line = row(
        Part(share=max(0.001, swing.at)),
        _disc(swing),
        Part(share=max(0.001, 1 - swing.at)),
        gap=0,
        size=34,
    )
    return column(Part(size=4 + 36 * (place % 2)), line, Part(), gap=0)


def _disc(swing: Swing) -> Part:
    """Return the label of a turning point."""
    return over(text(swing.label, NAME, "sheet", 0.5), look=Plate("ink", "ink", 17, 0), size=34)


# --- the moment of the evening ----------------------------------------------------------------


def _moment(evening: Evening, room: Room) -> Part:
    """Return a turning point: the ring before it, as played, and as it might have been."""
    swings = evening.swings
    if not swings:
        words = STORY["working"] if evening.done < 1 else STORY["no moment"]
        fact, blank = _fact(words, room.is_upright), _turning(Part())
        return column(fact, progress_bar(evening.done), blank)
    swing = swings[min(evening.chosen, len(swings) - 1)]
    branch = swing.branches[min(evening.branch, len(swing.branches) - 1)]
    is_other = branch is swing.branches[-1] and bool(swing.question)
    asked = swing.question if is_other else joined(". ", (swing.text, swing.title))
    tabs = [
        Part(
            styles.chosen_key(one is swing),
            (text(one.label, NAME, align=0.5),),
            do=("swing", n),
        )
        for n, one in enumerate(swings)
    ]
    branches = [
        _branch(swing.marker, one, ("branch", n), one is branch)
        for n, one in enumerate(swing.branches)
    ]
    told = column(
        row(*tabs, size=56) if len(tabs) > 1 else None,
        text(asked, Style("bold", 30, 26, lines=3), least=100),
        *branches,
        share=1.0 if room.is_upright else 0.8,
    )
    picture = _turning(_scene(branch.scene))
    return column(picture, told) if room.is_upright else row(picture, told, gap="l")


def _scene(scene: Scene) -> Part:
    """Ring of a position around everybody's cash."""
    purses = [row(token(marker, 30), text(cash, STRONG), gap="s") for marker, cash in scene.purses]
    columns = 2 if len(purses) > 1 else 1
    most = 42 * -(-len(purses) // columns)
    inside = column(
        Part(share=0.01),
        grid(purses, columns, gap="xxs")._replace(most=most),
        Part(share=0.01),
        pad=("m", "m"),
    )
    return ring(scene.cells, -1, inside, CELL, CELL)


def _branch(marker: int, one: StoryBranch, do: Do, is_shown: bool) -> Part:
    """Key that shows a position, with the chance that the player had there."""
    fill = styles.of_player(marker).fill
    amount = text(one.amount, STRONG, align=1.0, size=HUG)
    words = row(text(one.name, BODY), amount, gap="s")
    return column(
        words,
        may(share_bar(fill, one.share, 4, size=12)),
        look=styles.chosen_key(is_shown),
        pad="l",
        gap=0,
        do=do,
        least=50,
        most=72,
    )


def _pictured_moment(evening: Evening) -> Part:
    """Return the greatest turning point, the ring after it, and what its player had beside it."""
    swing = evening.greatest
    fill = styles.of_player(swing.marker).fill
    shares = (
        column(
            row(text(one.name, BODY), text(one.amount, STRONG, align=1.0, size=HUG), gap="s"),
            share_bar(fill, one.share, 4, size=12),
            gap=0,
            size=46,
        )
        for one in swing.branches
    )
    words = text(joined(". ", (swing.text, swing.title)), Style("bold", 30, 26, lines=4), size=142)
    unit = text(CHANCES["chance" if evening.odds else "worth"], BODY, "quiet", size=32)
    return column(_scene(swing.branches[-1].scene), words, unit, *shares)


def _pictured_chart(evening: Evening, room: Room) -> Part:
    """Return the chart with everybody's name, and its turning points in words."""
    told = (_pictured_swing(swing, room) for swing in evening.turning_points)
    return column(_drawn(evening), _names(_legend(evening), 2), *told)


def _pictured_swing(swing: Swing, room: Room) -> Part:
    """Return a numbered turning point in words, with what it changed."""
    words = joined(". ", (swing.text, swing.title))
    lines = lines_in(words, BODY, room.width - MARGINS - 44, is_whole=True)
    told = text(words, BODY._replace(lines=max(1, len(lines))))
    return row(column(_disc(swing), Part(), gap=0, size=34), told, size=31 * max(1, len(lines)) + 4)


# --- whom the dice loved ----------------------------------------------------------------------


def _luck(evening: Evening, room: Room) -> Part:
    """Return what the dice gave to everybody, and the luckiest roll."""
    unit = STORY["chance given" if evening.odds else "rent saved"]
    names = [promised(one.name, PERSON.font, PERSON.smallest) for one in evening.luck]
    columns = 2 if len(names) > CROWD and not room.is_upright else 1
    wide = min(max(names, default=0), room.width / columns - BAR)
    bars = [_luck_bar(one, wide) for one in evening.luck]
    odds = evening.odds
    fact = odds.best_dice if odds else ""
    lines = odds.luckiest if odds else ()
    luckiest = joined(" ", (joined(": ", (line.title, line.text)) for line in lines))
    return column(
        _turning(grid(bars, columns, gap="xxs", least=32, most=64)),
        text(unit, NEWS, "quiet", 0.5, size=30),
        _fact(fact or luckiest, room.is_upright) if fact or luckiest else None,
        may(text(luckiest, NEWS, "quiet", size=30)) if fact and luckiest else None,
        gap="s",
    )


def _luck_bar(one: LuckBar, wide: float) -> Part:
    """Return a bar to the left or right of the middle, beside a name in a given width."""
    fill = styles.of_player(one.marker).fill
    length = Part(Ground(fill, 5), share=max(0.01, abs(one.share)))
    rest = Part(share=max(0.01, 1 - abs(one.share)))
    amount = text(one.amount, STRONG, align=0.0 if one.share >= 0 else 1.0, size=HUG)
    left = row(rest, amount, length, gap="s") if one.share < 0 else Part()
    right = row(length, amount, rest, gap="s") if one.share >= 0 else Part()
    return row(
        token(one.marker, 36),
        text(party_name(one.name), PERSON, size=wide),
        left,
        Part(Ground("edge"), size=2),
        right,
        gap="s",
    )


# --- what earned most -------------------------------------------------------------------------


def _rent(evening: Evening, room: Room) -> Part:
    """Properties that earned most, stacked by who collected."""
    told = evening.facts
    if not told.earners:
        return column(_fact(STORY["no rents"], room.is_upright), _turning(Part()))
    bars = [_earner(one, room.is_upright) for one in told.earners]
    collectors = dict.fromkeys(marker for one in told.earners for marker, _ in one.parts)
    known = {one.marker: one.name for one in evening.ranks}
    legend = [
        row(token(marker, 28), text(known[marker], BODY, size=HUG), gap="s")
        for marker in collectors
        if marker in known
    ]
    line = row(*(one._replace(size=HUG) for one in legend), Part(), gap="xl", size=34)
    return column(
        _turning(column(*bars, gap="xs")),
        fit(line, *(_names(legend, columns) for columns in (2, 3)), None),
        _fact(told.most, room.is_upright),
    )


def _earner(one: Earner, is_upright: bool) -> Part:
    """Property with a bar of its rent."""
    band = group_band(one.group)
    parts = (
        Part(Ground(styles.of_player(marker).fill), share=share * one.share)
        for marker, share in one.parts
    )
    rest = Part(share=max(0.01, 1 - one.share))
    rents = row(*parts, rest, gap=0)
    amount = text(one.amount, STRONG, align=1.0, size=96)
    name = text(party_name(one.name), PERSON)
    if is_upright:
        line = row(band, name, amount, size=34)
        return column(line, rents, gap="xxs", least=50, most=84)
    return row(band, name, rents._replace(share=1.5), amount, gap="l", pad=(0, "xs"), most=58)


def _tapped(evening: Evening, do: Do, table: Table) -> Evening:
    if do == ("report",):
        ended(do, table)
    return tapped(evening, do)


SCREEN = Screen(
    page,
    value=Evening(),
    opened=lambda evening, game: replace(evening, page=PAGES[0]),
    tapped=_tapped,
)
