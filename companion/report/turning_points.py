"""Turning points: the turns that changed the standing of a game most, and why it was won.

Story, picture and report take them from here. The standing is everybody's chance of winning, or
worth in a game whose chances are not rated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.engine import valuation
from companion.report.episodes import Episode, Happening, episodes, happening
from companion.report.timeline import Step, Timeline
from companion.text.report import REPORT
from companion.text.told import Wording

TURNING_POINTS = 3
"""Largest number of turning points."""
DECISIVE = 0.75
"""Smallest change that explains a lead, as a share of the winner's greatest gain."""
LEAST_SHARE = 0.3
"""Smallest change that may give its name to a turn, as a share of the greatest one in it."""

Values = Sequence[Mapping[str, float]]
"""Standing of every seat before the first step and after every step, by its name at the end."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Turn with what happened in it, and the standing of whom it moved most.

    ``first`` and ``last`` are the places of its steps in ``Timeline.standing``. A rent belongs to
    the turn in which it was paid, with the roll that led to it.
    """

    turn: int
    first: int
    last: int
    happening: Happening
    player: str
    before: float
    after: float

    @property
    def step(self) -> Step:
        """Step in which it happened."""
        return self.happening.step


def worths(timeline: Timeline) -> Values:
    """Return everybody's worth over a game: the standing if the chances are not rated."""
    positions = [timeline.start, *(step.after for step in timeline.standing)]
    return [
        {
            at_end: valuation.worth(game, name)
            for name, at_end in timeline.names_at_end(game.players).items()
        }
        for game in positions
    ]


def turning_points(timeline: Timeline, values: Values) -> list[TurningPoint]:
    """Return the turns that moved somebody's standing most, in the order of play.

    The turn that explains the victory is always among them.
    """
    turns = _turns(timeline, values)
    found = {turn.number: _point(timeline, turn, turn.most_moved) for turn in _largest(turns)}
    reason = _reason(timeline, values, turns)
    if reason and reason.point.turn not in found:
        found = dict([*found.items()][: TURNING_POINTS - 1])
        found[reason.point.turn] = reason.point
    return [found[turn] for turn in sorted(found)]


# --- turns -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Turn:
    """Turn with the episodes that ended in it."""

    number: int
    values: Values
    episodes: list[Episode]

    @property
    def places(self) -> list[int]:
        """Places of all steps, in the order of play."""
        return sorted(place for one in self.episodes for place in one.places)

    @property
    def most_moved(self) -> str:
        """Player whose standing the turn moved most; empty if it moved nobody's."""
        player = max(self.values[-1], key=lambda name: abs(self.gain(name)))
        return player if self.gain(player) else ""

    def gain(self, player: str) -> float:
        """Return what the turn gave a player."""
        return sum(sum(self.changes(one, player)) for one in self.episodes)

    def changes(self, episode: Episode, player: str) -> list[float]:
        """Return what each step of an episode did to the standing of a player."""
        values = self.values
        return [
            values[place + 1].get(player, 0) - values[place].get(player, 0)
            for place in episode.places
        ]


def _turns(timeline: Timeline, values: Values) -> list[_Turn]:
    found: dict[int, _Turn] = {}
    for episode in episodes(timeline):
        number = timeline.standing[episode.places[-1]].before.turn.number
        found.setdefault(number, _Turn(number, values, [])).episodes.append(episode)
    return [found[number] for number in sorted(found)]


def _largest(turns: Sequence[_Turn]) -> list[_Turn]:
    """Return the turns that moved somebody's standing most, the greatest change first."""
    moved = [(abs(turn.gain(player)), turn) for turn in turns if (player := turn.most_moved)]
    moved.sort(key=lambda pair: -pair[0])
    return [turn for _, turn in moved[:TURNING_POINTS]]


def _point(timeline: Timeline, turn: _Turn, player: str) -> TurningPoint:
    """Return a turning point, with the most important of what moved the player much."""
    places, found = turn.places, []
    for number, one in enumerate(turn.episodes):
        changes = turn.changes(one, player)
        gain = sum(changes) if turn.gain(player) > 0 else -sum(changes)
        told = happening(timeline, one, player, changes)
        found.append((gain, told.rank, number, told))
    least = LEAST_SHARE * max(gain for gain, *_ in found)
    *_, told = min(
        (rank, -gain, number, told) for gain, rank, number, told in found if gain >= least
    )
    return TurningPoint(
        turn=turn.number,
        first=places[0],
        last=places[-1],
        happening=told,
        player=player,
        before=turn.values[places[0]].get(player, 0),
        after=turn.values[places[-1] + 1].get(player, 0),
    )


# --- why it was won --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Reason:
    """Turning point that explains the victory, and the turn since which the winner led."""

    winner: str
    since: int
    point: TurningPoint
    brought_lead: bool
    """True if the winner took the lead in this turn; else it brought most in the whole game."""


def why(timeline: Timeline, values: Values) -> Wording:
    """Tell since when the winner was ahead, and what brought the lead; nothing of several winners.

    If little happened in the turn of the change, what gave the winner most is told beside it.
    """
    reason = _reason(timeline, values, _turns(timeline, values))
    if not reason:
        return ""
    return REPORT.fill(
        "took lead" if reason.brought_lead else "kept lead",
        player=reason.winner,
        since=reason.since,
        turn=reason.point.turn,
        event=reason.point.happening.text,
    )


def _reason(timeline: Timeline, values: Values, turns: Sequence[_Turn]) -> _Reason | None:
    if len(timeline.winners) != 1 or not turns:
        return None
    [winner] = timeline.winners
    best = max(turns, key=lambda turn: turn.gain(winner))
    since, rival = _lead_since(timeline, values, winner)
    during = [turn for turn in turns if _has_step_in(timeline, turn, since)]
    if rival and during:
        crossing = max(during, key=lambda turn: _shift(turn, winner, rival))
        rose = crossing.gain(winner) >= -crossing.gain(rival)
        player = winner if rose else rival
        is_great = abs(crossing.gain(player)) >= DECISIVE * best.gain(winner)
        if is_great or crossing in _largest(turns):
            point = _point(timeline, crossing, player)
            return _Reason(winner, max(since, point.turn), point, brought_lead=True)
    return _Reason(winner, since, _point(timeline, best, winner), brought_lead=False)


def _has_step_in(timeline: Timeline, turn: _Turn, number: int) -> bool:
    return any(timeline.standing[place].before.turn.number == number for place in turn.places)


def _shift(turn: _Turn, winner: str, rival: str) -> float:
    """Return the mean of what the winner gained in a turn, and the rival lost."""
    return (turn.gain(winner) - turn.gain(rival)) / 2


def _lead_since(timeline: Timeline, values: Values, winner: str) -> tuple[int, str]:
    """Return the turn at whose end the winner took the lead for good, and who led before."""
    ends = {timeline.start.turn.number: values[0]}
    for step, after in zip(timeline.standing, values[1:], strict=True):
        ends[step.before.turn.number] = after
    since = timeline.end.turn.number
    for turn in sorted(ends, reverse=True):
        first, *others = sorted(ends[turn], key=lambda name: -ends[turn][name])
        if first != winner:
            return since, first
        if others and ends[turn][others[0]] == ends[turn][winner]:
            return since, others[0]
        since = turn
    return since, ""
