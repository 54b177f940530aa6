"""Chances of winning as values for the screen: chart, turning points, luck of the dice, choices.

Both functions take a second or two on a small computer: call them on a worker thread.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.report import chances
from companion.report.chances import Course, JudgedChoice
from companion.report.summary import best_dice
from companion.report.timeline import Timeline
from companion.report.turning_points import why
from companion.table.game_over import Chart, WorthLine, axis, sampled
from companion.table.markers import markers_over
from companion.table.story.view import AwardLine, LuckBar, StoryBranch, Swing, scene, swings
from companion.text.chances import (
    CHANCE_LINES,
    CHANCES,
    UNRATED,
    instead,
    percent,
    points,
    question,
)
from companion.text.report import EPISODES
from companion.text.told import Wording, filled

FULL = 1000
"""Height of a chart of chances: they are drawn in thousandths."""
SHARES = (0, 0.5, 1)
"""Chances that are labelled on the chart."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of winning over a game as values: chart, turning points, luck."""

    course: Course
    chart: Chart
    luck: tuple[LuckBar, ...]
    luckiest: tuple[AwardLine, ...] = ()
    why: Wording = ""
    """Sentence that says why the winner won."""
    swings: tuple[Swing, ...] = ()
    """Turning points, and the choices that were judged."""
    best_dice: str = ""
    """Sentence about the dice: to whom they gave most, and from whom they took most."""


def why_not_rated(course: Timeline) -> str:
    """Return why the chances of a game are not rated, or an empty text."""
    why = course.unrated
    return f"{CHANCES['not rated']} {UNRATED[why]}" if why else ""


def odds(course: Timeline) -> Odds:
    """Return chart, turning points and luck of a game, without choices. Raises NotRated."""
    found = chances.course(course)
    return Odds(
        course=found,
        chart=_chart(course, found),
        luck=_luck(course, found),
        best_dice=best_dice(found),
        why=why(course, found.values),
        swings=tuple(swings(course, found.values, percent)),
        luckiest=tuple(
            _line(
                "luckiest roll",
                markers_over(course)[roll.player],
                player=roll.player,
                turn=roll.turn,
                gain=points(roll.gain),
            )
            for roll in found.luckiest[:1]
        ),
    )


def with_choices(
    course: Timeline, so_far: Odds, progress: Callable[[int], object] = lambda _: None
) -> Odds:
    """Return ``so_far`` with the choices that mattered most. Raises NotRated.

    ``progress`` is called with 1 after every pair of rollouts, at most ``chances.ROLLOUTS`` times.
    """
    found = chances.judged_choices(course, progress=progress)
    return replace(so_far, swings=(*so_far.swings, *(_swing(course, one) for one in found)))


def _line(key: str, marker: int, **facts: object) -> AwardLine:
    title, sentence = CHANCE_LINES[key]
    return AwardLine(filled(title, facts), filled(sentence, facts), marker, group="")


def _chart(course: Timeline, found: Course) -> Chart:
    """Chart everybody's chance over the game; the line of a player who is out ends."""
    positions = [course.start, *(step.after for step in course.standing)]
    places = sampled(range(len(positions)))
    lines = tuple(
        WorthLine(
            marker,
            tuple(
                round(FULL * found.values[place][name])
                for place in places
                if not positions[place].players[name].out
            ),
        )
        for name, marker in markers_over(course).items()
    )
    marks = tuple((round(FULL * share), percent(share)) for share in SHARES)
    return Chart(lines, len(places), FULL, marks, axis(positions))


def _luck(course: Timeline, found: Course) -> tuple[LuckBar, ...]:
    """Luck of each player's dice, the luckiest first."""
    markers = markers_over(course)
    luck = sorted(found.sources, key=lambda one: -one.dice)
    most = max(abs(one.dice) for one in luck) or 1
    return tuple(
        LuckBar(one.player, markers[one.player], points(one.dice), one.dice / most) for one in luck
    )


def _swing(course: Timeline, judged: JudgedChoice) -> Swing:
    choice, result = judged.choice, judged.what_if
    marker = markers_over(course)[choice.player]
    currency = course.setup.board.currency
    branches = (
        ("before", judged.before, None, choice.before),
        ("played", result.played, None, choice.after),
        ("what if", result.instead, result.error, choice.instead.game),
    )
    return Swing(
        label=judged.letter,
        at=(choice.last + 1) / len(course.standing),
        marker=marker,
        title=instead(result.played, result.instead),
        tone="in" if result.difference > 0 else "out",
        text=EPISODES.fill("in turn", turn=judged.turn, event=chances.summarize(choice)),
        question=question(choice.player, choice.step.move, choice.other, currency),
        branches=tuple(
            StoryBranch(CHANCES[key], share, percent(share, error), scene(game))
            for key, share, error, game in branches
        ),
    )
