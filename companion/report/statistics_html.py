"""Rendering of the statistics as a page, with the templates of the report."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import permutations

from companion import text as companion_text
from companion.report import dice
from companion.report.calendar import calendar
from companion.report.comparisons import deed_shares, matrix
from companion.report.drill_down import FigureRow, Key, ReportFigure, figures
from companion.report.html import BARS, environment
from companion.report.listing import a_dollar, duration, summary
from companion.report.statistics import RECENT, DeedRecord, DiceCount, Duel, PlayedGame, Statistics
from companion.text.catalogue import translate
from companion.text.club import COUNTS
from companion.text.report import REPORT, STATISTICS, text_of
from companion.text.screens.past_games import full_day


def statistics_html(found: Statistics, markers: Mapping[str, int]) -> str:
    """Return the statistics as one HTML page, which loads nothing from elsewhere.

    ``markers`` maps each player to the number of a marker, from 0; two may have the same.
    """
    return (
        environment()
        .get_template("statistics.html")
        .render(
            found=found,
            language=companion_text.language(),
            words=STATISTICS,
            summary=summary(found),
            markers=markers,
            matrix=matrix(found),
            shares=deed_shares(found),
            years=calendar(_evenings(found.played)),
            counted_evenings=lambda n: COUNTS.of(n, "evening").format(n=n),
            bars=BARS,
            dice={one.kind: _judged(one) for one in found.dice},
            recent=RECENT,
            money=companion_text.money,
            a_dollar=a_dollar,
            trend=partial(outline_of_trend, most=_farthest(found)),
            behind=_behind(found),
            deed_key=deed_key,
            duration=duration,
            full_day=full_day,
            day_of=date.fromisoformat,
        )
    )


def _evenings(played: Sequence[PlayedGame]) -> dict[date, set[str]]:
    """Return who won most games of each evening."""
    won: dict[date, Counter[str]] = {}
    for game in played:
        won.setdefault(date.fromisoformat(game.evening), Counter()).update(game.winners)
    return {
        day: {name for name, games in wins.items() if games == max(wins.values())}
        for day, wins in won.items()
    }


def _behind(found: Statistics) -> dict[Key, ReportFigure]:
    """Return the games behind every figure."""
    tables = {
        "wins": _wins(found.played),
        "duels": _duels(found.duels, found.played),
        "deeds": _deeds(found.deeds),
        "lengths": _lengths(found.played),
        "dice": _dice(found.dice),
    }
    return figures(tables, _title)


def _wins(played: Sequence[PlayedGame]) -> Iterator[tuple[Key, FigureRow]]:
    for game in played:
        for name in game.players if game.winners else ():
            yield ("games played", name), _row(game.game)
            if name in game.winners:
                yield ("won", name), _row(game.game)


def _duels(duels: Sequence[Duel], played: Sequence[PlayedGame]) -> Iterator[tuple[Key, FigureRow]]:
    for duel in duels:
        for game in played:
            if game.winners and {duel.player, duel.other} <= {*game.players}:
                for name, other in permutations((duel.player, duel.other)):
                    if name in game.winners:
                        yield ("beat", name, other), _row(game.game)


def _deeds(deeds: Sequence[DeedRecord]) -> Iterator[tuple[Key, FigureRow]]:
    for deed in deeds:
        for game, (rent, spent) in deed.by_game.items():
            yield ("games played", *deed_key(deed)), _row(game)
            for kind, dollars in (("rent", rent), ("spent", spent)):
                if dollars:
                    shown = str(companion_text.money(dollars, deed.currency))
                    yield (kind, *deed_key(deed)), _row(game, shown)


def deed_key(deed: DeedRecord) -> tuple[str, str, str]:
    """Return what tells a deed from others of that name."""
    return deed.name, deed.board, deed.currency


def _lengths(played: Sequence[PlayedGame]) -> Iterator[tuple[Key, FigureRow]]:
    for game in played:
        if game.winners:
            yield ("edition", game.edition), _row(game.game)


def _dice(kinds: Sequence[DiceCount]) -> Iterator[tuple[Key, FigureRow]]:
    for kind in kinds:
        for game, sums in kind.by_game.items():
            for total, count in enumerate(sums, 2):
                if count:
                    yield (kind.kind, total), _row(game, str(count))


def _row(game: int, part: str = "") -> FigureRow:
    target = f"g{game}"
    return (
        FigureRow(target, part, str(game))
        if part
        else FigureRow(target, text_of("game", number=game))
    )


def _title(key: Key) -> str:
    match key:
        case "beat", name, other:
            return STATISTICS["beat"].format(player=name, other=other)
        case "edition", name:
            return str(translate(name))
        case ("tray" | "hand") as kind, total:
            of, what = REPORT[f"by {kind}"], total
        case "rent", name, *_:
            of, what = name, REPORT["rent"]
        case kind, name, *_:
            of, what = name, STATISTICS[kind]
    return text_of("figure of", name=of, what=what)


def _farthest(found: Statistics) -> float:
    """Return how far any trend goes from 0: all are drawn to the same scale."""
    return max((abs(value) for one in found.wins for value in one.trend), default=0) or 1


def outline_of_trend(trend: tuple[float, ...], most: float) -> str:
    """Return a line from 0 through every game as SVG points; ``most`` is half of the height."""
    values = (0.0, *trend)
    step = 100 / (len(values) - 1)
    return " ".join(
        f"{place * step:.1f},{50 - 48 * value / most:.1f}" for place, value in enumerate(values)
    )


def _judged(one: DiceCount) -> dice.Throws36:
    sums = Counter(dict(enumerate(one.sums, 2)))
    faces = Counter(dict(enumerate(one.faces, 1)))
    return dice.judge(sums, faces, one.doubles)
