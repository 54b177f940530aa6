"""End of a game: the podium in the winner's colour, the awards, and what can be done next."""

from collections.abc import Sequence

from companion.look.palette import PLAYER_SHAPES
from companion.screens import figures, styles
from companion.screens.layout import unsqueezed
from companion.screens.moments import Confetti, DealtDeeds, Flight, Rise
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
    grid,
    length_of,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import icon, message_header, token, undo_key
from companion.screens.setup import play_again
from companion.screens.styles import BODY, BUTTON, NEWS, PERSON, STORY, STRONG, TITLE, VERB
from companion.screens.typesetting import LINE, lines_in
from companion.table.screen import Screen
from companion.table.story.evening import Evening, Placed
from companion.table.story.view import AwardLine
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.names import party_name
from companion.text.screens.game_over import ENDING
from companion.text.screens.story import STORY as WORDS
from companion.text.told import joined

WHY = Style("text", 26, 26, lines=8)
WIN, PLACE = Style("title", 60, 30, lines=2), Style("title", 52, 34)
LOW = Style("title", 34, 28)
"""The number of a place, and that on a low step."""
HEIGHTS = (1.0, 0.72, 0.5, 0.26)
"""Heights of the steps, from the first place."""
LOWEST, LOWEST_OF_FEW = 50, 70
"""Least heights of a step in dp, beside other players and without them."""
FEW, ROW, LOW_ROW = 4, 40, 30
"""Most players whose rows are of full height beside the podium, and the heights of rows in dp."""
MOST_BELOW, SHORT_WHY = 6, 2
"""Most players beside the podium, and most lines of the reason, that it can stand above them."""
SIDES, LOW_SIDES = (60, 84), (38, 46)
"""Sizes of the tokens on the podium and of the winner's in dp, also where it is low."""
NAME, LOW_NAME = 36, 30
"""Heights of a name above a step in dp, also where it is low."""
HIGH_HEADER = 74
"""Height of a header with a message, such as where a report is, in dp."""
AWARDS = 3
"""Awards that stay where there is little room."""
RISE, DEEDS = 0.45, 8
"""Seconds between two steps that rise, and the most deeds that fly to the winner."""


def page(table: Table, room: Room) -> Part:
    """Page of a game that is over; the ground is the colour of the winner."""
    evening = table.values["story"]
    winner, fill, ink = ground_of(evening)
    who = token(winner, 64, inverse=True) if winner >= 0 else None
    high = 84 if room.is_upright else 66
    header = row(who, text(table.now.title, WIN, ink), undo_key(), gap="l", size=high)
    if room.message:
        header = message_header(room, who, undo_key(), size=max(high, HIGH_HEADER))
    podium = column(
        row(
            *(_step(one, ink, len(evening.others), room.is_upright) for one in evening.steps),
            gap="xs",
        ),
        _others(evening, ink, room.is_upright) if evening.others else None,
        gap="s",
        share=1.0 if room.is_upright else 1.5,
    )
    wide = (room.width - 34) / 2.5
    is_crowded = not room.is_upright and _is_crowded(evening, room.width - 20)
    told = why(evening, "ink" if is_crowded else ink, wide - 28 if is_crowded else room.width - 20)
    awards = _awards(evening, table.signed, room.is_upright, told if is_crowded else None)
    body = (
        column(unsqueezed(podium), awards, gap="l")
        if room.is_upright
        else row(podium, awards._replace(least=wide), gap="xl")
    )
    return column(
        header,
        None if is_crowded else told,
        body,
        _keys(room.is_upright),
        look=Ground(fill),
        pad=("l", "m"),
    )


def _is_crowded(evening: Evening, width: float) -> bool:
    """Return True if the reason leaves no height for the podium, and stands with the awards."""
    lines = len(lines_in(evening.why, WHY, width, is_whole=True)) if evening.why else 2
    others = len(evening.others)
    return others > MOST_BELOW or (others > FEW and lines > SHORT_WHY)


def ground_of(evening: Evening) -> tuple[int, str, str]:
    """Marker of the one winner, or -1, and the colours of the ground and of its text."""
    won = [one.marker for one in evening.ranks if one.won]
    if len(won) != 1:
        return -1, "ground", "ink"
    return won[0], styles.of_player(won[0]).fill, styles.on_player(won[0])


def why(evening: Evening, ink: str, width: float, style: Style = WHY) -> Part | None:
    """Return why the winner won, whole in a width in dp; its room is there while it is computed."""
    words = evening.why
    if not words and evening.done == 1:
        return None
    if not words:
        return text(WORDS["working"], style, ink, size=2 * style.largest * LINE + 3)
    lines = len(lines_in(words, style, width, is_whole=True))
    return text(words, style, ink, size=lines * style.largest * LINE + 3)


def _step(one: Placed, ink: str, others: int, is_upright: bool) -> Part:
    """Player above a step, which is as high as the place is good; lower beside many ``others``."""
    player, on = styles.of_player(one.marker), styles.on_player(one.marker)
    height = HEIGHTS[one.place - 1] if one.place <= len(HEIGHTS) else HEIGHTS[-1]
    place, worth = str(one.place), _worth(one, on)
    below = column(worth, text(place, PLACE, on, 0.5, least=42), gap=0)
    low = column(worth._replace(size=32), text(place, LOW, on, 0.5, least=28), gap=0)
    beside = row(text(place, LOW, on, size=HUG), worth._replace(size=0), gap="s")
    block = over(
        fit(below, low, beside),
        look=Plate(player.fill, "on_player", 12, 3),
        pad="xs",
        share=height,
        least=LOWEST if others else LOWEST_OF_FEW,
        key=f"step:{one.name}.block",
    )
    is_low = others > FEW if is_upright else others > 0
    side = (LOW_SIDES if is_low else SIDES)[one.won]
    return column(
        Part(share=1.001 - height),
        row(Part(), token(one.marker, side, inverse=one.won), Part(), gap=0, size=side),
        text(party_name(one.name), PERSON, ink, 0.5, size=LOW_NAME if is_low else NAME),
        block,
        gap="xxs",
        key=f"step:{one.name}",
    )


def _worth(one: Placed, ink: str) -> Part:
    """Return the final worth, or how somebody went out, with the token of who was owed."""
    if not one.gone:
        return text(one.worth, BUTTON, ink, 0.5, size=36)
    by = may(token(one.by, 30)) if one.by >= 0 else None
    return row(text(one.gone, BODY, ink, 0.5), by, gap="xs", size=36)


def _others(evening: Evening, ink: str, is_upright: bool) -> Part:
    """Players who are not on the podium."""
    high = ROW if len(evening.others) <= FEW else LOW_ROW
    lines = [
        row(
            text(f"{one.place}", STRONG, ink, 1.0, size=32),
            token(one.marker, 26, inverse=True),
            may(text(party_name(one.name), BODY, ink)),
            *_beside(one, ink),
            gap="xxs",
        )
        for one in evening.others
    ]
    return Part(None, (grid(lines, 2, gap="xxs", least=high, most=high),), size=HUG)


def _beside(one: Placed, ink: str) -> tuple[Part | None, ...]:
    """Return the worth of a player, or the turn in which the player went out, and by whom."""
    if not one.gone:
        return (text(one.worth, BODY, ink, 1.0, size=HUG),)
    by = may(token(one.by, 26), rank=2) if one.by >= 0 else None
    return text(one.gone, BODY, ink, 1.0), by


def _awards(evening: Evening, signed: str, is_upright: bool, told: Part | None) -> Part:
    """Return as many awards as there is room for, and what the evening was.

    The first three stay longer than the rest. ``told`` says above them why the winner won, if it
    has no other place.
    """
    more = [
        fit(_award(one, 1), _award(one, 2), None, rank=n + 5)
        for n, one in enumerate(evening.honours[AWARDS:], AWARDS)
    ]
    title = text(WORDS["awards"], TITLE, size=42) if evening.honours and is_upright else None
    return column(
        told,
        may(title, rank=AWARDS + 5) if title else None,
        _first_awards(evening.honours[:AWARDS]),
        *more,
        Part(share=0.01),
        may(text(evening.facts.length, NEWS, "quiet", size=32), rank=AWARDS + 4),
        may(text(signed, STORY, "quiet", size=62), rank=50),
        look=Plate("sheet", "edge", 14),
        pad="xl",
        gap="xs",
    )


def _first_awards(honours: Sequence[AwardLine]) -> Part | None:
    """Return the awards that stay longest: all are as low as they can be before one goes."""
    if not honours:
        return None
    forms = [[_award(one, lines) for one in honours] for lines in (1, 2)]
    briefer = [_brief_award(one) for one in honours]
    forms += [briefer[:count] for count in range(len(briefer), 0, -1)]
    first, *smaller = (
        column(*form, gap="xs", size=length_of(len(form), form[0].size, "xs")) for form in forms
    )
    return fit(first, *smaller, None, rank=4)


def _award(one: AwardLine, lines: int) -> Part:
    """Return an award with whoever, or whatever, has won it, in some lines below its title."""
    style = styles.NAMES if lines > 1 else STRONG
    words = column(
        text(one.title, NEWS, "quiet", size=30),
        text(one.text, style, size=31 * lines),
        gap=0,
    )
    return row(_sign(one), words, gap="l", size=30 + 31 * lines)


def _brief_award(one: AwardLine) -> Part:
    """Return an award in two lines, the title in the first of them."""
    words = text(joined(": ", (one.title, one.text)), styles.NAMES)
    return row(_sign(one, 30), words, gap="s", size=62)


def _sign(one: AwardLine, size: float = 44) -> Part:
    """Return the token of who has won an award, of payer and payee, or the property."""
    if one.other >= 0:
        pair = (token(marker, 29) for marker in (one.marker, one.other))
        return column(Part(), *pair, Part(), gap=0, size=size)
    if one.marker >= 0 or not one.group:
        return token(one.marker, size)
    deed = figure(figures.small_deed, f"group {one.group}", "deed_ink", "sheet", size=min(32, size))
    return row(Part(), deed, Part(), gap=0, size=size)


def _keys(is_upright: bool) -> Part:
    """Return what can be done next: to play again comes first."""
    words = ENDING["again"], ENDING["again short"]
    again = _key(words, ("again",), "repeat", VERB)
    keys = [
        _key(ENDING["story"], ("show", "story"), "chart", BUTTON),
        _key(ENDING["share"], ("share",), "share", BUTTON),
        _key(ENDING["menu"], ("show", "menu"), "menu", BUTTON),
    ]
    if is_upright:
        return column(again, row(*keys), size=140)
    return row(again._replace(share=1.45), row(*keys, share=2.0), gap="l", size=66)


def _key(words: str | Sequence[str], do: Do, picture: str, style: Style) -> Part:
    return row(
        may(icon(picture, "ink", 32)),
        text(words, style, align=0.5),
        look=styles.RAISED._replace(radius=14, depth=4),
        pad="s",
        gap="s",
        do=do,
    )


def entrance(table: Table) -> tuple[Flight, ...]:
    """Return what moves when the page is first seen: steps grow, deeds fly, paper rains."""
    evening = table.values["story"]
    last_first = sorted(evening.steps, key=lambda one: -one.place)
    flights: list[Flight] = [Rise(f"step:{one.name}", RISE * n) for n, one in enumerate(last_first)]
    end, winner = RISE * len(flights), next((one for one in evening.steps if one.won), None)
    if winner and table.session:
        deeds = table.session.game.deeds_of(winner.name)[:DEEDS]
        dealt = tuple(f"group {deed.group}" for deed in deeds)
        flights.append(DealtDeeds(f"step:{winner.name}", dealt, end))
    paper = tuple(styles.of_player(marker).fill for marker in range(len(PLAYER_SHAPES)))
    return (*flights, Confetti(paper, end))


def ended(do: Do, table: Table) -> None:
    """Do what a tap means on the pages of a game that is over."""
    number = table.session.game_number if table.session else 0
    match do:
        case ("again",):
            play_again(table)
        case ("report",) if number:
            table.report_job.write(number)
        case ("share",) if number:
            table.share(number, "game_over")


SCREEN = Screen(
    page,
    tapped=lambda value, do, table: ended(do, table),
    entrance=entrance,
    prompt="over",
)
