"""Story of a finished game as values for the screen: swings of worth, luck, awards, rents."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from companion import text
from companion.engine.state import Game, start
from companion.engine.valuation import worth as worth_of
from companion.report import dice, money, summary, worth
from companion.report.awards import Award, Honour, awards
from companion.report.timeline import Step, Timeline
from companion.table.board import Cell, ring_cells
from companion.table.game_over import Chart, chart, positions_of
from companion.table.history.view import standing_moves
from companion.table.markers import markers_of, markers_over
from companion.table.session import Played, Session, Source
from companion.text.chances import CHANCES
from companion.text.screens.story import AWARDS, STORY, duration, rents, times
from companion.text.told import Told, Wording, filled

SWINGS, EARNERS = 3, 6
"""Largest number of swings and of properties on a page."""
LONGEST_PAUSE = 3600
"""Seconds between two moves that count as play at most."""


@dataclass(frozen=True, slots=True)
class AwardLine:
    """Award as text, with the marker of its player, or the group of its property."""

    title: Wording
    text: Wording
    marker: int
    group: str
    lines: int = 1
    """Largest number of lines of the text."""


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
    """Move that changed somebody's worth, or chance of winning, most.

    ``at`` is its place on the chart, from 0 to 1, and ``spot`` the value that the line has there.
    ``branches`` are the positions before and after it, and after the other move of a choice, for
    which there is a ``question``.
    """

    number: int
    at: float
    spot: int
    marker: int
    title: Wording
    tone: str
    text: Wording
    question: Wording = ""
    branches: tuple[StoryBranch, ...] = ()


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
    """Sentence that says why the winner won."""
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
    return Story(
        chart=chart(course.end),
        swings=tuple(swings(course)),
        luck=tuple(luck_bars(course)),
        awards=tuple(award_lines(course)),
        earners=tuple(earners(course)),
        length=length(course, history),
        why=summary.story(course, worth.by_turn(course), money.by_deed(course)),
        most=most(course),
    )


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


def swings(course: Timeline) -> list[Swing]:
    """Return the moves that changed somebody's worth most, in the order of play."""
    markers, setup = markers_over(course), course.setup
    places = {step.number: place for place, step in enumerate(course.standing, 1)}
    greatest = sorted(worth.turning_points(course), key=lambda point: -abs(point.change))
    return [
        Swing(
            number=number,
            at=places[point.step.number] / len(course.standing),
            spot=worth_of(point.step.after, point.player),
            marker=markers[point.player],
            title=STORY.fill(
                "swing",
                change=text.signed_sum(setup, point.change),
                player=point.player,
            ),
            tone="in" if point.change > 0 else "out",
            text=text.line(point.step.move, point.step.events, setup.board, setup.edition.pack),
            branches=_in_worth(point.player, point.step.before, point.step.after),
        )
        for number, point in enumerate(
            sorted(greatest[:SWINGS], key=lambda point: point.step.number), 1
        )
    ]


def _in_worth(player: str, *positions: Game) -> tuple[StoryBranch, ...]:
    """Positions before and after a move with the worth of a player in each."""
    sums = [worth_of(game, player) for game in positions]
    return tuple(
        StoryBranch(
            CHANCES[key],
            amount / (max(sums) or 1),
            text.sum_of(game, amount),
            scene(game),
        )
        for key, amount, game in zip(("before", "played"), sums, positions, strict=True)
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
    title, sentence = AWARDS[award.honour]
    board = course.setup.board
    deed = board.deeds.get(award.deed)
    facts: dict[str, object] = {
        "player": award.player,
        "payer": award.payer,
        "deed": text.deed_name(board, award.deed) if deed else "",
        "amount": text.money(award.amount, board.currency),
        "turns": text.counted(award.amount, "turn"),
        "times": times(award.amount),
    }
    paid = (Honour.BIGGEST_RENT, Honour.DECISIVE_RENT)
    seated = award.payer if award.honour in paid else award.player
    return AwardLine(
        title=title,
        text=filled(sentence, facts),
        marker=markers_over(course).get(seated, -1),
        group=deed.group if deed else "",
    )
