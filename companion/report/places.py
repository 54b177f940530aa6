"""Places of the players at the end: who won, the others by worth, and how somebody went out."""

from dataclasses import dataclass

from companion.engine.events import PlayerOut
from companion.engine.standings import Standing, standings
from companion.report.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Ranked:
    """Place of a player, from 1; those who share the win share the first.

    ``turn`` is the turn in which the player went out, 0 for none; ``by`` is the player or the bank
    to whom the oldest debt was owed, "" for somebody who left without one.
    """

    place: int
    standing: Standing
    turn: int = 0
    by: str = ""


def places(timeline: Timeline) -> list[Ranked]:
    """Return every player with a place, the winner first (QUICK-4).

    Whoever went out, and to whom, may have another name by now (FLOW-17).
    """
    gone: dict[str, tuple[int, str]] = {}
    for step, event, names in timeline.seatings():
        if isinstance(event, PlayerOut):
            debt = step.before.debt_of(event.player)
            by = debt.creditor if debt else ""
            gone[names[event.player]] = step.before.turn.number, names.get(by, by)
    ranked = standings(timeline.end)
    winners = sum(one.won for one in ranked)
    return [
        Ranked(1 if one.won else max(number, winners + 1), one, *gone.get(one.name, (0, "")))
        for number, one in enumerate(ranked, 1)
    ]
