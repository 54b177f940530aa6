"""Reasons for the victories of thirty games, beside the largest changes of their standing.

    python -m tools.whys

Scripted players play games of 2 to 12 players in five editions, with short and long names. Each is
printed with its sentence, its turning points, and the turns in which anybody's standing changed
most: a reader judges whether they agree. It is no test, because only a reader can judge it.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime

from companion.engine import board, edition
from companion.engine.decide import outcome
from companion.engine.moves import Move
from companion.engine.state import Setup, start
from companion.report import chances, turning_points
from companion.report.timeline import Step, Timeline
from companion.simulation import games
from companion.table.session import Source
from companion.text import set_language
from companion.text.chances import percent
from companion.text.format import money

LONG = (
    "Maximilian-Alexs",
    "Theodora Susanne",
    "Anne-Marie Louis",
    "Bartholomew Finn",
    "Konstantin Felix",
    "Großmutter Wilma",
    "Josephine-Marie",
    "Sebastian Martin",
    "Wilhelmina Grete",
    "Christopher John",
    "Isabella Sophie",
    "Friedrich August",
)
PLAYERS = (2, 3, 4, 5, 6, 8, 12)
LANGUAGES = ("en", "de", "es")
GAMES, MOST = 30, 2000
"""Number of games, and the most turns of one."""


class Recorded:
    """A game that is stored nowhere but keeps its steps."""

    def __init__(self, setup: Setup) -> None:
        self.game = start(setup)
        self.course = Timeline(setup, self.game)

    def play(self, move: Move, source: Source) -> None:
        """Decide and apply ``move``."""
        events, after = outcome(self.game, move)
        steps, at = self.course.standing, datetime(2026, 11, 28, tzinfo=UTC)
        steps.append(Step(len(steps) + 1, at, source, move, events, self.game, after))
        self.game = after


def game(number: int) -> Timeline:
    """Play the game of a number, from 0, to its end."""
    players = PLAYERS[number % len(PLAYERS)]
    book = edition.names()[number % len(edition.names())]
    seats = (LONG if number // 2 % 2 else games.NAMES)[:players]
    table = Recorded(Setup(seats, edition.load(book), board.load("atlantic-city")))
    for _ in games.evening(table, f"why {number}", MOST):
        pass
    return table.course


def lines(number: int, course: Timeline) -> Iterator[str]:
    """Yield what a reader compares: the sentence, the turning points, and the largest changes."""
    setup, rated = course.setup, not course.unrated
    values = chances.course(course).values if rated else turning_points.worths(course)
    shown = percent if rated else lambda value: str(money(round(value)))
    what = "chances" if rated else "worth"
    yield f"{number + 1}. {len(setup.players)} players, {setup.edition.source}: by {what}"
    yield f"   {turning_points.why(course, values)}"
    for n, point in enumerate(turning_points.turning_points(course, values), 1):
        change = f"{shown(point.before)} -> {shown(point.after)}"
        yield f"   ({n}) turn {point.turn}, {point.player} {change}: {point.happening.text}"
    for turn, name, before, after in changes(course, values)[:3]:
        yield f"   turn {turn}: {name} {shown(before)} -> {shown(after)}"


def changes(course: Timeline, values: turning_points.Values) -> list[tuple[int, str, float, float]]:
    """Return everybody's change of standing in every turn, the largest first."""
    found, last = [], values[0]
    ends = {
        step.before.turn.number: after
        for step, after in zip(course.standing, values[1:], strict=True)
    }
    for turn, after in ends.items():
        name = max(after, key=lambda name: abs(after[name] - last[name]))
        found.append((turn, name, last[name], after[name]))
        last = after
    return sorted(found, key=lambda one: -abs(one[3] - one[2]))


def main() -> None:
    """Print the games whose numbers are given, or all."""
    for number in [int(one) - 1 for one in sys.argv[1:]] or range(GAMES):
        set_language(LANGUAGES[number % len(LANGUAGES)])
        print("\n".join(lines(number, game(number))), flush=True)


if __name__ == "__main__":
    main()
