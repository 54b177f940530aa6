"""Worth of every player by turn."""

from dataclasses import dataclass

from companion.engine import valuation
from companion.engine.state import Game
from companion.report.timeline import Timeline


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


def by_turn(timeline: Timeline) -> list[AtTurn]:
    """Return the worth of every seat at the end of each turn, under its name at the end."""
    last = {timeline.start.turn.number: timeline.start}
    for step in timeline.standing:
        last[step.before.turn.number] = step.after
    return [
        AtTurn(turn, _worth(game, timeline.names_at_end(game.players)))
        for turn, game in sorted(last.items())
    ]


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
