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
    grid,
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
from companion.screens.styles import BODY, NAME, NEWS, PERSON, STRONG, TITLE
from companion.table.screen import Screen
from companion.table.story.evening import PAGES, Evening, beside, tapped
from companion.table.story.view import Earner, LuckBar, Scene, StoryBranch, Swing
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.names import party_name
from companion.text.screens.story import STORY
from companion.text.told import Wording, joined

FACT = Style("title", 34, 28, lines=2)
TALL_FACT = FACT._replace(lines=4)
"""A fact in an upright window."""
AXIS = figures.CHART_EDGE * 2
"""Height in dp of a number beside a chart."""
MARGINS = 16
"""Width in dp of what is left and right of a page."""
CROWD = 8
"""Most players whose luck is drawn in one column."""
CELL = 34
"""Size in dp of the small ring's cells, across its edge."""


def page(table: Table, room: Room) -> Part:
    """Page of the story that is turned to."""
    evening = table.values["story"]
    key = "worth" if evening.page == "chances" and evening.reason else evening.page
    body = {"chances": _ahead, "moment": _moment, "luck": _luck, "rent": _rent}
    return full_page(
        _header((STORY[key], STORY[f"{key} short"]), evening.page, room),
        body[evening.page](evening, room),
    )


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
    chart = evening.chart
    numbers = [_number(swing, place) for place, swing in enumerate(evening.swings)]
    picture = _turning(over(worth_chart(chart), *numbers))
    gaps = [mark for mark, _ in chart.marks][::-1]
    labels = [words for _, words in chart.marks][::-1]
    axis: list[Part] = []
    for label, above, here in zip(labels, [None, *gaps], gaps, strict=False):
        if above is not None:
            axis.append(Part(share=max(0.01, above - here)))
        axis.append(text(label, BODY, "quiet", 1.0, size=AXIS))
    spaced = [part for _, words in chart.turns for part in (_turn(words), Part())][:-1]
    turns = row(*spaced, gap=0, size=32)
    legend = [
        row(token(one.marker, 30), text(party_name(one.name), PERSON)) for one in evening.ranks
    ]
    left = column(*axis, Part(size=32), gap=0, size=HUG)
    drawn = row(left, column(picture, turns, gap=0))
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


def _turn(words: Wording) -> Part:
    return text(words, BODY, "quiet", size=HUG)


def _number(swing: Swing, place: int) -> Part:
    """Return the label of a turning point above its place on the chart."""
    disc = over(text(swing.label, NAME, "sheet", 0.5), look=Plate("ink", "ink", 17, 0), size=34)
    line = row(
        Part(share=max(0.001, swing.at)), disc, Part(share=max(0.001, 1 - swing.at)), gap=0, size=34
    )
    return column(Part(size=4 + 36 * (place % 2)), line, Part(), gap=0)


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


# --- whom the dice loved ----------------------------------------------------------------------


def _luck(evening: Evening, room: Room) -> Part:
    """Return what the dice gave to everybody, and the luckiest roll."""
    unit = STORY["chance given" if evening.odds else "rent saved"]
    bars = [_luck_bar(one) for one in evening.luck]
    columns = 2 if len(bars) > CROWD and not room.is_upright else 1
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


def _luck_bar(one: LuckBar) -> Part:
    fill = styles.of_player(one.marker).fill
    length = Part(Ground(fill, 5), share=max(0.01, abs(one.share)))
    rest = Part(share=max(0.01, 1 - abs(one.share)))
    amount = text(one.amount, STRONG, align=0.0 if one.share >= 0 else 1.0, size=HUG)
    left = row(rest, amount, length, gap="s") if one.share < 0 else Part()
    right = row(length, amount, rest, gap="s") if one.share >= 0 else Part()
    return row(
        token(one.marker, 36),
        text(party_name(one.name), PERSON, share=0.5),
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
    markers = dict.fromkeys(marker for one in told.earners for marker, _ in one.parts)
    known = {one.marker: one.name for one in evening.ranks}
    legend = [
        row(token(marker, 28), text(known[marker], BODY, size=HUG), gap="s")
        for marker in markers
        if marker in known
    ]
    return column(
        _turning(column(*bars, gap="xs")),
        may(row(*(one._replace(size=HUG) for one in legend), Part(), gap="xl", size=34)),
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
        return column(row(band, name, amount), rents._replace(size=20), gap="xxs", most=84)
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
