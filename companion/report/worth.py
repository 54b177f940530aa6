"""What everybody was worth, turn by turn, and where the game turned."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine import valuation
from companion.engine.state import Game
from companion.report.timeline import Step, Timeline

TURNING_POINTS = 6
"""At most; a chart with more of them names nothing."""
LEAST = 0.25
"""Of the greatest: what changed less turned nothing."""
APART = 0.04
"""Of the game: nearer to each other than that, only the greater is named."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Cash in hand and property (deeds and buildings), in dollars."""

    cash: int
    estate: int

    @property
    def total(self) -> int:
        """Both."""
        return self.cash + self.estate


@dataclass(frozen=True, slots=True)
class AtTurn:
    """The end of a turn, counted from 1 (0: before the first): everybody still in the game."""

    turn: int
    worth: dict[str, Worth]

    @property
    def leader(self) -> str:
        """Who is worth most; nobody when several are."""
        most = max(worth.total for worth in self.worth.values())
        first, *more = [name for name, worth in self.worth.items() if worth.total == most]
        return "" if more else first


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that changed what ``player`` is worth by ``change`` dollars."""

    step: Step
    turn: int
    player: str
    change: int


def by_turn(timeline: Timeline) -> list[AtTurn]:
    """Everybody's worth at the end of every turn."""
    last = {timeline.start.turn.number: timeline.start}
    for step in timeline.standing:
        last[step.after.turn.number] = step.after
    return [AtTurn(turn, _worth(game)) for turn, game in sorted(last.items())]


def turning_points(timeline: Timeline) -> list[TurningPoint]:
    """The steps that moved most worth, not too near to each other, in the order of play."""
    turns = max(1, timeline.end.turn.number)
    found: list[TurningPoint] = []
    swings = sorted(_swings(timeline), key=lambda point: -abs(point.change))
    for point in swings:
        if abs(point.change) < LEAST * abs(swings[0].change):
            break
        if all(abs(point.turn - other.turn) > APART * turns for other in found):
            found.append(point)
        if len(found) == TURNING_POINTS:
            break
    return sorted(found, key=lambda point: point.step.number)


def lead_since(turns: list[AtTurn]) -> int:
    """The turn since which whoever leads at the end has led all the time; 0 when nobody leads."""
    since, leader = 0, turns[-1].leader
    for at in reversed(turns):
        if not leader or at.leader != leader:
            break
        since = at.turn
    return since


def _worth(game: Game) -> dict[str, Worth]:
    return {
        name: Worth(player.cash, valuation.worth(game, name) - player.cash)
        for name, player in game.players.items()
        if not player.out
    }


def _swings(timeline: Timeline) -> Iterator[TurningPoint]:
    """Whoever's worth a step changed most, of every step that did."""
    worth = {name: valuation.worth(timeline.start, name) for name in timeline.setup.players}
    for step in timeline.standing:
        if (
            step.after.players is step.before.players
            and step.after.holdings is step.before.holdings
        ):
            continue
        after = {name: valuation.worth(step.after, name) for name in worth}
        changes = {name: after[name] - worth[name] for name in worth}
        player = max(changes, key=lambda name: abs(changes[name]))
        if changes[player]:
            yield TurningPoint(step, step.after.turn.number, player, changes[player])
        worth = after
