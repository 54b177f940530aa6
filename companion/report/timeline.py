"""A game of the reader, read once: audited, and told move by move in the same pass."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from companion.engine.events import Event
from companion.engine.moves import Move, Undo
from companion.engine.phases import Over
from companion.engine.state import Game, Setup, start
from companion.ledger.audit import Audit, audit
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, TrayThrow
from companion.ledger.replay import Replay


@dataclass(frozen=True, slots=True)
class Step:
    """One move: how it came, what it came to, and the positions before and after it."""

    number: int
    at: datetime
    source: str
    move: Move
    events: tuple[Event, ...]
    before: Game
    after: Game
    throw: TrayThrow | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A game as far as its rows hold. ``standing`` are the steps that nobody took back; ``taken``
    says which ones a step took back, by its number."""

    number: int
    began: datetime
    setup: Setup
    audit: Audit
    start: Game
    steps: list[Step] = field(default_factory=list)
    standing: list[Step] = field(default_factory=list)
    taken: dict[int, tuple[Step, ...]] = field(default_factory=dict)

    @property
    def end(self) -> Game:
        """The position now."""
        return self.standing[-1].after if self.standing else self.start

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; nobody while the game is not over."""
        phase = self.end.phase
        return phase.winners if isinstance(phase, Over) else ()

    @property
    def rent_hidden(self) -> bool:
        """Whether owners still watch for their own rent, of which nobody is to tell (RENT-7)."""
        return self.setup.rent == "watchful" and not self.winners

    @property
    def ended(self) -> datetime:
        """When the last move was booked; when the game began, if there is none yet."""
        return self.steps[-1].at if self.steps else self.began

    def events(self) -> Iterator[tuple[Step, Event]]:
        """Everything that happened and was not taken back."""
        for step in self.standing:
            for event in step.events:
                yield step, event


def load_timeline(reader: LedgerReader, game: int) -> Timeline:
    """The game of that number. Raises LedgerError when there is none, or its head is damaged."""
    setup, steps = reader.setup(game), list[Step]()
    position = start(setup)

    def witness(entry: Entry, replay: Replay) -> None:
        nonlocal position
        if replay.move is not None:
            at = datetime.fromisoformat(entry.at)
            steps.append(
                Step(
                    *(entry.number, at, entry.source, replay.move, replay.events),
                    *(position, replay.position, entry.throw),
                )
            )
            position = replay.position

    verdict = audit(reader, game, witness)
    began = datetime.fromisoformat(reader.head(game).started_at)
    timeline = Timeline(game, began, setup, verdict, start(setup), steps)
    _take_back(timeline)
    return timeline


def _take_back(timeline: Timeline) -> None:
    """Which steps stand: an undo takes back the last ones that do (FLOW-7)."""
    for step in timeline.steps:
        if isinstance(step.move, Undo):
            first = len(timeline.standing) - step.move.count
            timeline.taken[step.number] = tuple(timeline.standing[first:])
            del timeline.standing[first:]
        else:
            timeline.standing.append(step)
