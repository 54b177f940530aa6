"""Story of a finished game as values for the screen: swings of worth, luck, awards, rents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from companion import text
from companion.engine.state import Game, start
from companion.report import dice, money
from companion.report.awards import Award, awards, describe
from companion.report.timeline import Step, Timeline
from companion.report.turning_points import TurningPoint, Values, turning_points, why, worths
from companion.table.board import Cell, ring_cells
from companion.table.game_over import Chart, chart, positions_of
from companion.table.history.view import standing_moves
from companion.table.markers import markers_of, markers_over
from companion.table.session import Played, Session, Source
from companion.text.chances import CHANCES
from companion.text.report import EPISODES
from companion.text.screens.story import STORY, duration, rents
from companion.text.told import Told, Wording

EARNERS = 6
"""Largest number of properties on a page."""
LONGEST_PAUSE = 3600
"""Seconds between two moves that count as play at most."""


@dataclass(frozen=True, slots=True)
class AwardLine:
    """Award as text, with the marker of its player, or the group of its property.

    Of two players ``marker`` is that of the first, and ``other`` that of the second in the text.
    """

    title: Wording
    text: Wording
    marker: int
    group: str
    other: int = -1


@dataclass(frozen=True, slots=True)
class Scene:
    """Position as a picture: the ring of spaces, and the cash of everybody still in the game."""

    cells: tuple[Cell, ...] = ()
    purses: tuple[tuple[int, Told], ...] = ()


@dataclass(frozen=True, slots=True)
class StoryBranch:
    """Position before a move, after it, or with another one, and what a player had there.

    ``share``, from 0 to 1, and ``amount`` are the chance of winning, or the worth in a game that is
    not rated.
    """

    name: str
    share: float
    amount: Wording
    scene: Scene


@dataclass(frozen=True, slots=True)
class Swing:
    """Turn, or choice, that changed somebody's worth or chance of winning most.

    A turn has a number as its ``label`` and a choice a letter. ``at`` is its place on the chart,
    from 0 to 1. ``branches`` are the positions before and after it, and after the other move of a
    choice, for which there is a ``question``. ``change`` is how much a turn changed.
    """

    label: str
    at: float
    marker: int
    title: Wording
    tone: str
    text: Wording
    question: Wording = ""
    branches: tuple[StoryBranch, ...] = ()
    change: float = 0.0


@dataclass(frozen=True, slots=True)
class LuckBar:
    """Rent that a player's dice avoided; ``share`` is from -1 to 1 of the greatest amount."""

    name: str
    marker: int
    amount: Wording
    share: float


@dataclass(frozen=True, slots=True)
class Earner:
    """Property with the rent it earned; ``share`` is from 0 to 1 of the greatest rent.

    ``parts`` are the shares of those who collected it, with their markers, the greatest first.
    """

    name: str
    group: str
    amount: Wording
    share: float
    parts: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Story:
    """All pages of the story of one game."""

    chart: Chart = field(default_factory=Chart)
    swings: tuple[Swing, ...] = ()
    luck: tuple[LuckBar, ...] = ()
    awards: tuple[AwardLine, ...] = ()
    earners: tuple[Earner, ...] = ()
    length: Wording = ""
    why: Wording = ""
    """Sentence that says why the winner won, if the chances are not rated."""
    most: Wording = ""
    """Sentence about the property that earned most."""


def timeline(session: Session) -> Timeline:
    """Return the moves of the current game that were not undone, with their positions."""
    positions = positions_of(session.game)
    standing = [
        Step(
            number=played.number,
            at=played.at,
            source=played.source,
            move=played.move,
            events=played.events,
            before=before,
            after=after,
        )
        for played, before, after in zip(
            standing_moves(session.history), positions[:-1], positions[1:], strict=True
        )
    ]
    return Timeline(session.began, start(session.began), standing)


def story(course: Timeline, history: Sequence[Played | Step]) -> Story:
    """Tell the story of a game; ``history`` has every move, undone ones as well."""
    values = worths(course) if course.unrated else None
    return Story(
        chart=chart(course.end),
        swings=tuple(swings(course, values, partial(_sum, course))) if values else (),
        luck=tuple(luck_bars(course)),
        awards=tuple(award_lines(course)),
        earners=tuple(earners(course)),
        length=length(course, history),
        why=why(course, values) if values else "",
        most=most(course),
    )


def _sum(course: Timeline, worth: float) -> Wording:
    return course.money(round(worth))


def length(course: Timeline, history: Sequence[Played | Step]) -> Wording:
    """Return the number of turns and the time played; none for a game that was imported.

    A pause of over an hour, or a clock that was set, does not count: the view ``results`` of the
    ledger counts in the same way.
    """
    turns = text.counted(course.end.turn.number, "turn")
    if not history or history[0].source == Source.IMPORT:
        return turns
    gaps = ((after.at - before.at).total_seconds() for before, after in pairwise(history))
    played = sum(gap for gap in gaps if 0 <= gap <= LONGEST_PAUSE)
    return STORY.fill("duration", turns=turns, time=duration(played))


def swings(course: Timeline, values: Values, shown: Callable[[float], Wording]) -> list[Swing]:
    """Return the turning points of a game; ``shown`` writes a standing in words."""
    markers = markers_over(course)
    return [
        Swing(
            label=str(number),
            at=(point.last + 1) / len(course.standing),
            marker=markers[point.player],
            title=EPISODES.fill(
                "moved",
                player=point.player,
                before=shown(point.before),
                after=shown(point.after),
            ),
            tone="in" if point.after > point.before else "out",
            text=EPISODES.fill("in turn", turn=point.turn, event=point.happening.text),
            branches=_branches(course, point, values, shown),
            change=abs(point.after - point.before),
        )
        for number, point in enumerate(turning_points(course, values), 1)
    ]


def _branches(
    course: Timeline, point: TurningPoint, values: Values, shown: Callable[[float], Wording]
) -> tuple[StoryBranch, ...]:
    """Positions before and after a turning point, with the standing of its player in each."""
    steps, most = course.standing, max(1.0, point.before, point.after)
    return tuple(
        StoryBranch(CHANCES[key], value / most, shown(value), scene(game))
        for key, value, game in (
            ("before", point.before, steps[point.first].before),
            ("played", point.after, steps[point.last].after),
        )
    )


def scene(game: Game) -> Scene:
    """Position as a picture."""
    markers = markers_of(game.players)
    purses = (
        (markers[name], text.sum_of(game, game.players[name].cash)) for name in game.in_play()
    )
    return Scene(tuple(ring_cells(game)), tuple(purses))


def luck_bars(course: Timeline) -> list[LuckBar]:
    """Rent that each player's dice avoided or met, luckiest first."""
    markers, currency = markers_over(course), course.setup.board.currency
    luck = sorted(dice.luck(course), key=lambda luck: -luck.saved)
    most = max((abs(one.saved) for one in luck), default=0) or 1
    return [
        LuckBar(
            name=one.player,
            marker=markers[one.player],
            amount=text.signed(round(one.saved), currency),
            share=one.saved / most,
        )
        for one in luck
    ]


def earners(course: Timeline) -> list[Earner]:
    """Properties that earned most rent, the best first."""
    markers, currency = markers_over(course), course.setup.board.currency
    best = _best(course)[:EARNERS]
    return [
        Earner(
            name=one.deed.name,
            group=one.deed.group,
            amount=text.money(one.rent, currency),
            share=one.rent / best[0].rent,
            parts=tuple(
                (markers.get(name, -1), dollars / one.rent)
                for name, dollars in one.collected.items()
            ),
        )
        for one in best
    ]


def _best(course: Timeline) -> list[money.DeedMoney]:
    """Deeds that earned rent, the best first."""
    found = [deed for deed in money.by_deed(course) if deed.rent]
    return sorted(found, key=lambda deed: -deed.rent)


def most(course: Timeline) -> Wording:
    """Say in one sentence what earned most; an empty text if nobody paid rent."""
    for best in _best(course)[:1]:
        amount = text.sum_of(course.setup, best.rent)
        earned = STORY.fill("earned", amount=amount, rents=rents(best.rents))
        return STORY.fill(
            "most", deed=text.deed_name(course.setup.board, best.deed.key), earned=earned
        )
    return ""


def award_lines(course: Timeline) -> list[AwardLine]:
    """Awards of a game as text."""
    return [_award_line(course, award) for award in awards(course)]


def _award_line(course: Timeline, award: Award) -> AwardLine:
    title, words = describe(course, award)
    deed = course.setup.board.deeds.get(award.deed)
    markers = markers_over(course)
    return AwardLine(
        title=title,
        text=words,
        marker=markers.get(award.payer or award.player, -1),
        group=deed.group if deed else "",
        other=markers.get(award.player, -1) if award.payer else -1,
    )
