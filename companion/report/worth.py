"""Worth of every player by turn, and the turning points of the game."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine import valuation
from companion.engine.moves import Rule
from companion.engine.state import Game
from companion.report.timeline import Step, Timeline

TURNING_POINTS = 6
"""Maximum number of turning points; more would clutter the chart."""
LEAST = 0.25
"""Smallest change of a turning point, as a share of the greatest change."""
APART = 0.04
"""Minimum distance of two turning points, as a share of the turns of the game."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Cash in hand and property (deeds and buildings), in dollars."""

    cash: int
    estate: int

    @property
    def total(self) -> int:
        """Worth of the player: cash and property."""
        return self.cash + self.estate


@dataclass(frozen=True, slots=True)
class AtTurn:
    """Worth of the remaining players at the end of a turn; turn 0 is before the first."""

    turn: int
    worth: dict[str, Worth]

    @property
    def leader(self) -> str:
        """Player who is worth most; "" if several are."""
        most = max(worth.total for worth in self.worth.values())
        first, *more = [name for name, worth in self.worth.items() if worth.total == most]
        return "" if more else first


@dataclass(frozen=True, slots=True)
class WorthTurn:
    """Step that changed the worth of ``player`` by ``change`` dollars."""

    step: Step
    turn: int
    player: str
    change: int


def by_turn(timeline: Timeline) -> list[AtTurn]:
    """Return the worth of every seat at the end of each turn, under its name at the end."""
    last = {timeline.start.turn.number: timeline.start}
    for step in timeline.standing:
        last[step.after.turn.number] = step.after
    return [
        AtTurn(turn, _worth(game, timeline.names_at_end(game.players)))
        for turn, game in sorted(last.items())
    ]


def turning_points(timeline: Timeline) -> list[WorthTurn]:
    """Return the steps that changed most worth, in the order of play."""
    turns = max(1, timeline.end.turn.number)
    points: list[WorthTurn] = []
    swings = sorted(_swings(timeline), key=lambda point: -abs(point.change))
    for point in swings:
        if abs(point.change) < LEAST * abs(swings[0].change):
            break
        if all(abs(point.turn - other.turn) > APART * turns for other in points):
            points.append(point)
        if len(points) == TURNING_POINTS:
            break
    return sorted(points, key=lambda point: point.step.number)


def lead_since(turns: list[AtTurn]) -> int:
    """Return the turn since which the final leader has led; 0 without a leader."""
    since, leader = 0, turns[-1].leader
    for at in reversed(turns):
        if not leader or at.leader != leader:
            break
        since = at.turn
    return since


def _worth(game: Game, names: dict[str, str]) -> dict[str, Worth]:
    return {
        names[name]: Worth(player.cash, valuation.worth(game, name) - player.cash)
        for name, player in game.players.items()
        if not player.out
    }


def _total(game: Game, name: str) -> int:
    """Return the worth of a player; nothing before somebody sits down, or after leaving a seat."""
    return valuation.worth(game, name) if name in game.players else 0


def _swings(timeline: Timeline) -> Iterator[WorthTurn]:
    """Yield the player with the greatest change of worth for each step; a ruling is nobody's."""
    worth = {name: _total(timeline.start, name) for name in timeline.seats}
    for step in timeline.standing:
        if (
            step.after.players is step.before.players
            and step.after.holdings is step.before.holdings
        ):
            continue
        after = {name: _total(step.after, name) for name in worth}
        changes = {name: after[name] - worth[name] for name in worth}
        player = max(changes, key=lambda name: abs(changes[name]))
        if changes[player] and not isinstance(step.move, Rule):
            yield WorthTurn(step, step.after.turn.number, player, changes[player])
        worth = after
