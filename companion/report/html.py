"""Rendering of the report: Jinja2 environment and context of the templates."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from itertools import groupby
from typing import Any

from jinja2 import Environment

from companion import text as companion_text
from companion.ledger.reader import LedgerReader
from companion.report import (
    activity,
    chances,
    charts,
    dice,
    incidents,
    money,
    turning_points,
    worth,
)
from companion.report.awards import awards, describe
from companion.report.chi_square import Fit
from companion.report.drill_down import behind
from companion.report.landings import landings, oddest
from companion.report.places import places as ranked
from companion.report.summary import best_dice, reasons
from companion.report.timeline import AuditedTimeline
from companion.text import names
from companion.text.chances import (
    CHANCES,
    UNRATED,
    chance_text,
    instead,
    percent,
    percent_label,
    points,
    question,
)
from companion.text.report import EPISODES, REPORT, text_of
from companion.text.screens import past_games
from companion.text.told import Told, Wording
from companion.web.templates import fonts, make_environment

BARS = 12
"""Number of deeds with a bar of their own; the rest is one line."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Move as one line of text; ``at`` is "" if equal to the previous line's time."""

    number: int
    at: str
    text: str
    stands: bool


def render(
    reader: LedgerReader,
    timeline: AuditedTimeline,
    markers: Mapping[str, int],
    moves: bool = False,
    progress: Callable[[int], object] = lambda _: None,
    found: chances.Course | None = None,
) -> str:
    """Return the report of a game as HTML; with ``moves`` every move is open, and on paper.

    ``progress`` is called with 1 after every pair of rollouts, at most ``chances.ROLLOUTS`` times.
    ``found`` are the chances of the game if they are known.
    """
    template = environment().get_template("game.html")
    shown = {name: markers.get(name, seat) for name, seat in timeline.seats.items()}
    context = _context(reader, timeline, _odds(timeline, progress, found)) | {"has_moves": moves}
    return template.render(context, markers=shown, **_words(timeline))


@cache
def environment() -> Environment:
    """Return the template environment of the report."""
    templates = make_environment(
        "companion.report",
        fonts=fonts(),
        verdict=verdict,
        label=REPORT,
        text=text_of,
        odds_label=CHANCES,
        odds_text=chance_text,
        percent=percent,
        percent_label=percent_label,
        points_of=points,
        decimal=companion_text.decimal,
        number=companion_text.number,
    )
    templates.filters |= {
        "counted": companion_text.counted,
        "listed": companion_text.listed,
        "sentence": companion_text.translate_message,
    }
    return templates


def _context(
    reader: LedgerReader, timeline: AuditedTimeline, odds: "ReportOdds | None"
) -> dict[str, Any]:
    turns = worth.by_turn(timeline)
    values = odds.course.values if odds else turning_points.worths(timeline)
    points = turning_points.turning_points(timeline, values)
    places = [charts.Place(point.turn, point.player, str(n)) for n, point in enumerate(points, 1)]
    if odds:
        places += [charts.Place(one.turn, one.choice.player, one.letter) for one in odds.judged]
    spaces, deeds = landings(timeline), money.by_deed(timeline)
    earners = sorted((deed for deed in deeds if deed.rent), key=lambda deed: -deed.rent)
    return {
        "timeline": timeline,
        "board": timeline.setup.board,
        "language": companion_text.language(),
        "ranks": ranked(timeline),
        "story": turning_points.why(timeline, values),
        "reasons": list(reasons(timeline, turns)),
        "points": points,
        "awards": _awards(timeline),
        "chart": charts.worth_chart(turns, places),
        "chances_chart": odds and charts.chance_chart(odds.turns, places),
        "odds": odds,
        "unrated": _unrated(timeline),
        "areas": charts.areas(turns),
        "behind": behind(timeline),
        "purposes": money.purposes(timeline),
        "matrix": money.who_paid_whom(timeline),
        "deeds": deeds,
        "earners": earners[:BARS],
        "collectors": _collectors(earners[:BARS]),
        "others": _others(timeline, earners[BARS:]),
        "landings": spaces,
        "tiles": charts.tiles(spaces),
        "oddest": dict(zip(("above", "below"), oddest(spaces), strict=True)),
        "dice": dice.by_kind(timeline),
        "unused": incidents.unused_throws(reader, timeline),
        "luck": [] if timeline.rent_hidden else dice.luck(timeline),
        "activities": activity.activities(timeline),
        "sales": activity.sales(timeline),
        "deals": activity.deals(timeline),
        "rulings": incidents.rulings(timeline),
        "undos": incidents.undos(timeline),
        "pauses": incidents.pauses(timeline),
        "cuts": [clock(at) for at in incidents.cuts(reader, timeline)],
        "tray_starts": incidents.tray_starts(timeline.steps),
        "moves": list(_move_lines(timeline)),
    }


@dataclass(frozen=True, slots=True)
class ReportOdds:
    """Chances of winning over a game, and the choices that mattered most."""

    course: chances.Course
    turns: Mapping[int, Mapping[str, float]]
    """Chances at the end of each turn."""
    judged: list[chances.JudgedChoice]
    best_dice: str


def _odds(
    timeline: AuditedTimeline,
    progress: Callable[[int], object],
    found: chances.Course | None,
) -> ReportOdds | None:
    """Return the chances of a game; None if it is not rated, or not over: odds come afterwards."""
    if not timeline.winners or timeline.unrated:
        return None
    course = found or chances.course(timeline)
    judged = chances.judged_choices(timeline, progress=progress)
    return ReportOdds(course, chances.by_turn(timeline, course), judged, best_dice(course))


def _awards(timeline: AuditedTimeline) -> list[tuple[Wording, Wording]]:
    """Return the title and the facts of every award of a game that is over."""
    found = awards(timeline) if timeline.winners else []
    return [describe(timeline, award) for award in found]


def _unrated(timeline: AuditedTimeline) -> str:
    """Return why a finished game is not rated, or an empty text."""
    reason = timeline.unrated
    return UNRATED[reason] if reason and timeline.winners else ""


def _words(timeline: AuditedTimeline) -> dict[str, Any]:
    """Return the functions that format figures and moves of this game."""
    setup = timeline.setup
    return {
        "money": timeline.money,
        "signed": partial(companion_text.signed, currency=setup.board.currency),
        "line": timeline.line,
        "cash": lambda game, name: game.players[name].cash if name in game.players else 0,
        "choice": chances.describe,
        "dollars": lambda worth: timeline.money(round(worth)),
        "happened": EPISODES.fill,
        "instead": instead,
        "question": partial(_question, timeline),
        "party": names.party_name,
        "goods": partial(names.goods_name, setup.board, most=6),
        "edition": names.edition_name(setup.edition),
        "clock": clock,
        "when": when,
        "outcomes": outcomes,
    }


def _question(timeline: AuditedTimeline, choice: chances.Choice) -> Told:
    currency = timeline.setup.board.currency
    return question(choice.player, choice.step.move, choice.other, currency)


def clock(at: datetime) -> str:
    """Format the local time of day."""
    return f"{at.astimezone():%H:%M}"


def when(timeline: AuditedTimeline) -> str:
    """Return the time of a game; of an imported one the day that its record has, if any.

    An end on the same day needs no date.
    """
    if timeline.is_imported:
        played = timeline.setup.date
        full = past_games.full_day(datetime.fromisoformat(played)) if played else ""
        return text_of("imported on", day=full) if full else text_of("imported")
    began, ended = timeline.began.astimezone(), timeline.ended.astimezone()
    until = clock(ended) if began.date() == ended.date() else past_games.at(ended)
    return text_of("when", began=past_games.at(began), until=until)


def verdict(fit: Fit | None) -> str:
    """Describe the result of a chi-square test in plain words."""
    if fit is None:
        return text_of("too few")
    key = "fit well" if fit.p >= 0.05 else "fit odd" if fit.p >= 0.01 else "fit badly"
    return text_of(key, percent=max(1, round(100 * fit.p)))


def outcomes(unused: dict[str, int]) -> str:
    """List the outcomes of the tray throws that did not become moves."""
    return ", ".join(text_of(outcome, count=count) for outcome, count in unused.items())


def _move_lines(timeline: AuditedTimeline) -> Iterator[MoveLine]:
    """Yield a line for every move, including the undone ones."""
    standing = {step.number for step in timeline.standing}
    for at, steps in groupby(timeline.steps, lambda step: clock(step.at)):
        for place, step in enumerate(steps):
            stands = step.number in standing or step.number in timeline.taken
            yield MoveLine(step.number, "" if place else at, str(timeline.line(step)), stands)


def _collectors(deeds: Sequence[money.DeedMoney]) -> list[str]:
    return list(dict.fromkeys(name for deed in deeds for name in deed.collected))


def _others(timeline: AuditedTimeline, deeds: Sequence[money.DeedMoney]) -> str:
    if not deeds:
        return ""
    amount = timeline.money(sum(deed.rent for deed in deeds))
    return text_of("other deeds", deeds=companion_text.counted(len(deeds), "deed"), amount=amount)
