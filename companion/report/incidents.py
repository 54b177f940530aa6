"""What was put right, what was interrupted, and what the tray told that became no move."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from companion.engine.moves import Rule
from companion.ledger.reader import LedgerReader
from companion.report.timeline import Step, Timeline

PAUSE = timedelta(minutes=10)
"""Nobody thinks that long about a move."""

# The identity of a fault that was noted for others, too, ends in "+" and their number.
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
    """An undo, and the steps that it took back."""

    step: Step
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Pause:
    """Between two moves nothing was booked for long."""

    before: Step
    after: Step

    @property
    def minutes(self) -> int:
        """For how long."""
        return int((self.after.at - self.before.at).total_seconds()) // 60


def rulings(tale: Timeline) -> list[Step]:
    """Whatever the table overruled, also where it was taken back later."""
    return [step for step in tale.steps if isinstance(step.move, Rule)]


def undos(tale: Timeline) -> list[TakenBack]:
    """Every undo."""
    steps = {step.number: step for step in tale.steps}
    return [TakenBack(steps[number], taken) for number, taken in tale.taken.items()]


def pauses(tale: Timeline) -> list[Pause]:
    """Where the game was left for a while: a meal, or a night, or a power cut."""
    return [Pause(a, b) for a, b in pairwise(tale.steps) if b.at - a.at >= PAUSE]


def cuts(books: LedgerReader, tale: Timeline) -> list[datetime]:
    """When the game went on after the bank had been cut off, between its first move and its last:
    by their order, not by the clock."""
    found = books.query(lambda db: list(db.execute(_CUT_OFF, [tale.number])))
    return [datetime.fromisoformat(at) for (at,) in found]


def tray_starts(steps: Sequence[Step]) -> int:
    """How often the tray was switched on during the game: each time it is another ``boot``."""
    identities = (step.throw.identity for step in steps if step.throw)
    return len({identity.rpartition("/")[0] for identity in identities})


def unused_throws(books: LedgerReader, tale: Timeline) -> dict[str, int]:
    """Throws of the tray between the first move and the last that became no move, by outcome."""
    between = [at.isoformat(timespec="microseconds") for at in (tale.began, tale.ended)]
    return dict(books.query(lambda db: list(db.execute(_UNUSED, between))))
