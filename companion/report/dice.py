"""The dice: what the tray threw and what was thrown by hand, and how kind they were to whom."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from companion.engine import valuation
from companion.engine.board import SPACES
from companion.engine.events import ClaimArose, Thrown
from companion.engine.moves import Dice, Roll, RollForStart
from companion.engine.rules.jail import LAST_TURN
from companion.engine.state import Game
from companion.report import chi_square
from companion.report.chi_square import WAYS, Fit
from companion.report.timeline import Timeline

FACES = dict.fromkeys(range(1, 7), 1)
DOUBLES_TO_JAIL = 3


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a sum came, how often it was to be expected, and the band that holds 95 of 100
    evenings with fair dice."""

    total: int
    count: int
    expected: float
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Throws36:
    """All throws of one kind: ``sums`` and ``faces`` say how well they fit fair dice."""

    count: int
    bars: tuple[Bar, ...]
    doubles: int
    doubles_expected: float
    sums: Fit | None
    faces: Fit | None


@dataclass(frozen=True, slots=True)
class Luck:
    """Rent that the throws of a player's turns led to, and what they could be expected to lead to
    from where the token stood, in dollars. Rent that was never asked for counts, too."""

    player: str
    throws: int
    expected: float
    met: int

    @property
    def saved(self) -> float:
        """More than 0: lucky."""
        return self.expected - self.met


def by_tray(timeline: Timeline) -> Throws36:
    """What the tray threw: also what was taken back later, for the dice fell all the same."""
    return _counted(
        step.move.dice
        for step in timeline.steps
        if isinstance(step.move, Roll | RollForStart) and step.move.by_tray
    )


def by_hand(timeline: Timeline) -> Throws36:
    """What was tapped, and stands: one that was taken back was most likely a slip."""
    return _counted(
        step.move.dice
        for step in timeline.standing
        if isinstance(step.move, Roll | RollForStart) and not step.move.by_tray
    )


def luck(timeline: Timeline) -> list[Luck]:
    """Everybody's, in seating order; the throws of turns only, for a card's throw has one end."""
    throws, expected, met = Counter[str](), Counter[str](), Counter[str]()
    for step in timeline.standing:
        if not any(isinstance(event, Thrown) for event in step.events):
            continue
        assert isinstance(step.move, Roll)
        player = step.move.player
        throws[player] += 1
        expected[player] += _in_36_throws(step.before, player)
        met[player] += sum(e.claim.amount for e in step.events if isinstance(e, ClaimArose))
    return [
        Luck(name, throws[name], expected[name] / 36, met[name]) for name in timeline.setup.players
    ]


def _counted(thrown: Iterable[Dice]) -> Throws36:
    throws = list(thrown)
    n, sums = len(throws), Counter(a + b for a, b in throws)
    return Throws36(
        count=n,
        bars=tuple(
            Bar(total, sums[total], n * ways / 36, *_band(n, ways)) for total, ways in WAYS.items()
        ),
        doubles=sum(a == b for a, b in throws),
        doubles_expected=n / 6,
        sums=chi_square.fit(sums),
        faces=chi_square.fit(Counter(face for dice in throws for face in dice), FACES),
    )


@cache
def _band(n: int, ways: int) -> tuple[int, int]:
    return chi_square.band(n, ways / 36)


def _in_36_throws(game: Game, player: str) -> int:
    """The rent that each of the 36 throws would lead to, together."""
    prisoner = game.players[player].jail_turn
    third = game.turn.doubles == DOUBLES_TO_JAIL - 1
    due = 0
    for total, ways in WAYS.items():
        doubles = 1 - total % 2
        if prisoner and prisoner < LAST_TURN:
            ways = doubles
        elif third and not prisoner:
            ways -= doubles
        if ways:
            due += ways * _rent(game, player, total)
    return due


def _rent(game: Game, player: str, total: int) -> int:
    """What the space that a throw leads to would cost."""
    deed = game.board.deed_at((game.players[player].space + total) % SPACES)
    holding = deed and game.holdings.get(deed.key)
    if not deed or not holding or holding.owner == player or holding.mortgaged:
        return 0
    sits = game.players[holding.owner].jail_turn and not game.edition.rent_while_in_jail
    return 0 if sits else valuation.rent(game, deed, total)
