"""Timeline of a game: its steps with the positions between them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from companion import text
from companion.engine.events import Event, PlayerJoined, SeatPassed
from companion.engine.moves import Move, Undo
from companion.engine.phases import Over
from companion.engine.state import Game, Setup, start
from companion.ledger.audit import Audit, audit
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry, Source, TrayThrow
from companion.ledger.replay import Replay
from companion.odds.chances import Unrated, unrated
from companion.text.told import Told


@dataclass(frozen=True, slots=True)
class Step:
    """Move with its source, its events, and the positions before and after it."""

    number: int
    at: datetime
    source: str
    move: Move
    events: tuple[Event, ...]
    before: Game
    after: Game
    throw: TrayThrow | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """Moves of a game that were not undone (``standing``), from the position ``start``."""

    setup: Setup
    start: Game
    standing: list[Step] = field(default_factory=list)

    @property
    def end(self) -> Game:
        """Position after the last step."""
        return self.standing[-1].after if self.standing else self.start

    @property
    def winners(self) -> tuple[str, ...]:
        """Winners of the game; empty until it is over."""
        phase = self.end.phase
        return phase.winners if isinstance(phase, Over) else ()

    @property
    def seats(self) -> dict[str, int]:
        """Number of the seat of everybody who sat at the table, in the order of the seats.

        A substitute comes behind the one whose seat it was (FLOW-17).
        """
        found = {name: seat for seat, name in enumerate(self.start.players)}
        for _, event, names in self.seatings():
            if isinstance(event, PlayerJoined):
                found[event.player] = len(names)
            elif isinstance(event, SeatPassed):
                found[event.receiver] = [*names].index(event.giver)
        return dict(sorted(found.items(), key=lambda item: item[1]))

    @property
    def unrated(self) -> Unrated | None:
        """Reason why no chances of winning are told, or None if they are."""
        return Unrated.PEOPLE if len(self.seats) > len(self.start.players) else unrated(self.setup)

    @property
    def rent_hidden(self) -> bool:
        """True if owners must notice rent themselves, so it is not shown (RENT-7)."""
        return self.setup.rent == "watchful" and not self.winners

    def money(self, dollars: int) -> Told:
        """Format an amount in the currency of the board."""
        return text.money(dollars, self.setup.board.currency)

    def line(self, step: Step) -> Told:
        """Describe a step in words."""
        board, pack = self.setup.board, self.setup.edition.pack
        return text.line(step.move, step.events, board, pack, watchful=self.rent_hidden)

    def events(self) -> Iterator[tuple[Step, Event]]:
        """Yield every event that was not undone, with its step."""
        for step in self.standing:
            for event in step.events:
                yield step, event

    def names_at_end(self, seated: Iterable[str]) -> dict[str, str]:
        """Return the name at the end for each name in the order of the seats (FLOW-17)."""
        return dict(zip(seated, self.end.players, strict=False))

    def seatings(self) -> Iterator[tuple[Step, Event, dict[str, str]]]:
        """Yield every event that was not undone, with its step and the names of before it.

        Each leads to the name that its seat has at the end.
        """
        names = self.names_at_end(self.start.players)
        for step, event in self.events():
            yield step, event, names
            match event:
                case PlayerJoined(player):
                    names = self.names_at_end((*names, player))
                case SeatPassed(left, came):
                    others = (name for name in names if name != came)
                    names = self.names_at_end(came if name == left else name for name in others)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedTimeline(Timeline):
    """Timeline read from a ledger, up to the first row that fails the audit.

    ``steps`` are all moves. ``taken`` maps the number of an undo to the steps that it took back.
    """

    number: int
    began: datetime
    audit: Audit
    steps: list[Step] = field(default_factory=list)
    taken: dict[int, tuple[Step, ...]] = field(default_factory=dict)

    @property
    def is_imported(self) -> bool:
        """Return True if the game was not played here."""
        return bool(self.steps) and self.steps[0].source == Source.IMPORT

    @property
    def ended(self) -> datetime:
        """Time of the last move; if there is none yet, the start of the game."""
        return self.steps[-1].at if self.steps else self.began


def load_timeline(reader: LedgerReader, game: int) -> AuditedTimeline:
    """Read and audit a game.

    Raises LedgerError if there is no such game or its head is damaged.
    """
    setup, steps = reader.setup(game), list[Step]()
    position = start(setup)

    def witness(entry: Entry, replay: Replay) -> None:
        nonlocal position
        if replay.move is not None:
            at = datetime.fromisoformat(entry.at)
            steps.append(
                Step(
                    number=entry.number,
                    at=at,
                    source=entry.source,
                    move=replay.move,
                    events=replay.events,
                    before=position,
                    after=replay.position,
                    throw=entry.throw,
                )
            )
            position = replay.position

    verdict = audit(reader, game, witness)
    began = datetime.fromisoformat(reader.head(game).started_at)
    timeline = AuditedTimeline(
        setup, start(setup), number=game, began=began, audit=verdict, steps=steps
    )
    _take_back(timeline)
    return timeline


def _take_back(timeline: AuditedTimeline) -> None:
    """Fill ``standing`` and ``taken``.

    An undo takes back the last standing steps (FLOW-7).
    """
    for step in timeline.steps:
        if isinstance(step.move, Undo):
            first = len(timeline.standing) - step.move.count
            timeline.taken[step.number] = tuple(timeline.standing[first:])
            del timeline.standing[first:]
        else:
            timeline.standing.append(step)
