"""Incidents of a game: rulings, undos, pauses, power failures, unused throws."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from companion.engine.moves import Rule
from companion.ledger.reader import LedgerReader
from companion.report.timeline import AuditedTimeline, Step

PAUSE, LONGEST_PAUSE = timedelta(minutes=10), timedelta(hours=12)
"""Shortest time between two moves that counts as a pause."""

# One row can stand for several faults: its identity then ends in "+" and the number of the others.
_UNUSED = """
SELECT outcome, sum(1 + CAST(substr(identity, 1 + instr(identity || '+', '+')) AS INTEGER))
FROM tray_throws
WHERE outcome <> 'used' AND at BETWEEN ? AND ? GROUP BY outcome
"""

_CUT_OFF = """
SELECT interruptions.at
FROM interruptions, (SELECT min(entry) AS first, max(entry) AS last FROM moves WHERE game = ?)
WHERE last_entry >= first AND last_entry < last ORDER BY interruptions.number
"""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Undo, with the steps that it took back."""

    step: Step
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Pause:
    """Long time between two consecutive moves."""

    before: Step
    after: Step

    @property
    def minutes(self) -> int:
        """Length of the pause in whole minutes."""
        return (self.after.at - self.before.at) // timedelta(minutes=1)


def rulings(timeline: AuditedTimeline) -> list[Step]:
    """Return every ruling, including the undone ones."""
    return [step for step in timeline.steps if isinstance(step.move, Rule)]


def undos(timeline: AuditedTimeline) -> list[TakenBack]:
    """Return every undo with the steps that it took back."""
    steps = {step.number: step for step in timeline.steps}
    return [TakenBack(steps[number], taken) for number, taken in timeline.taken.items()]


def pauses(timeline: AuditedTimeline) -> list[Pause]:
    """Return the pauses of the game.

    After more than ``LONGEST_PAUSE`` the clock was set, or another evening has begun.
    """
    steps = pairwise(timeline.steps)
    return [Pause(a, b) for a, b in steps if PAUSE <= b.at - a.at <= LONGEST_PAUSE]


def cuts(reader: LedgerReader, timeline: AuditedTimeline) -> list[datetime]:
    """Return the times at which the game resumed after the bank was cut off.

    Interruptions are matched to the game by the order of the moves, because the clock may be wrong.
    """
    rows = reader.rows(_CUT_OFF, timeline.number)
    return [datetime.fromisoformat(at) for (at,) in rows]


def tray_starts(steps: Sequence[Step]) -> int:
    """Count the power-ups of the tray during the game: each has its own ``boot``."""
    identities = (step.throw.identity for step in steps if step.throw)
    return len({identity.rpartition("/")[0] for identity in identities})


def unused_throws(reader: LedgerReader, timeline: AuditedTimeline) -> dict[str, int]:
    """Count the unused tray throws during the game by outcome."""
    between = [at.isoformat(timespec="microseconds") for at in (timeline.began, timeline.ended)]
    return dict(reader.rows(_UNUSED, *between))
