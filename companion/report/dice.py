"""Figures about the dice: sums by tray and by hand, fit to fair dice, luck."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.engine import valuation
from companion.engine.board import SPACES
from companion.engine.events import ClaimArose, Thrown
from companion.engine.moves import Dice, Roll, RollForStart
from companion.engine.rules.jail import LAST_TURN
from companion.engine.rules.turn import DOUBLES_TO_JAIL
from companion.engine.state import Game
from companion.report import chi_square
from companion.report.chi_square import WAYS, Fit
from companion.report.timeline import AuditedTimeline, Step, Timeline

FACES = dict.fromkeys(range(1, 7), 1)


@dataclass(frozen=True, slots=True)
class Bar:
    """Bar of one sum: count, expected count, and usual range for fair dice.

    The count is between ``low`` and ``high`` in at least 95 of 100 games with fair dice.
    """

    total: int
    count: int
    expected: float
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Throws36:
    """All throws of one kind; ``sums`` and ``faces`` are their fit to fair dice."""

    count: int
    bars: tuple[Bar, ...]
    doubles: int
    doubles_expected: float
    sums: Fit | None
    faces: Fit | None


@dataclass(frozen=True, slots=True)
class Luck:
    """Rent that a player's rolls led to, compared with the expected rent, in dollars.

    ``expected`` is the mean over all outcomes of the dice from the spaces where the player rolled.
    Rent that the owner did not collect counts too.
    """

    player: str
    throws: int
    expected: float
    met: int

    @property
    def saved(self) -> float:
        """Dollars of rent avoided by luck; negative for a player with bad luck."""
        return self.expected - self.met


KINDS = {"by tray": True, "by hand": False}
"""Kinds of throws: True for those that the tray told."""


def by_kind(timeline: AuditedTimeline) -> dict[str, Throws36]:
    """Return the throws of each kind that has any."""
    every = {
        kind: [dice for _, dice in throws(timeline, by_tray=by_tray)]
        for kind, by_tray in KINDS.items()
    }
    return {kind: _throws36(rolls) for kind, rolls in every.items() if rolls}


def throws(timeline: AuditedTimeline, *, by_tray: bool) -> Iterator[tuple[Step, Dice]]:
    """Yield every throw by the tray, or by hand.

    Rolls that were undone count if the tray told them, because the dice fell all the same. Those
    entered by hand were most likely typing errors.
    """
    for step in timeline.steps if by_tray else timeline.standing:
        if isinstance(step.move, Roll | RollForStart) and step.move.by_tray == by_tray:
            yield step, step.move.dice


def luck(timeline: Timeline) -> list[Luck]:
    """Return the luck of every seat, under its name at the end (FLOW-17).

    Only the rolls of turns count. A card's roll does not move the token, so no other rent was
    possible.
    """
    count, expected, met = Counter[str](), Counter[str](), Counter[str]()
    for step, event, names in timeline.seatings():
        if isinstance(event, Thrown):
            player = names[event.player]
            count[player] += 1
            expected[player] += _in_36_throws(step.before, event.player)
            met[player] += sum(e.claim.amount for e in step.events if isinstance(e, ClaimArose))
    players = timeline.end.players
    return [Luck(name, count[name], expected[name] / 36, met[name]) for name in players]


def _throws36(rolls: list[Dice]) -> Throws36:
    return judge(
        Counter(a + b for a, b in rolls),
        Counter(face for roll in rolls for face in roll),
        sum(a == b for a, b in rolls),
    )


def judge(sums: Counter[int], faces: Counter[int], doubles: int) -> Throws36:
    """Compare counted throws with fair dice."""
    n = sums.total()
    return Throws36(
        count=n,
        bars=tuple(
            Bar(total, sums[total], n * ways / 36, *_band(n, ways)) for total, ways in WAYS.items()
        ),
        doubles=doubles,
        doubles_expected=n / 6,
        sums=chi_square.fit(sums),
        faces=chi_square.fit(faces, FACES),
    )


@cache
def _band(n: int, ways: int) -> tuple[int, int]:
    return chi_square.band(n, ways / 36)


def _in_36_throws(game: Game, player: str) -> int:
    """Return the sum of the rents that the 36 outcomes of the dice would lead to."""
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
    """Return the rent due on the space that a roll of ``total`` leads to."""
    deed = game.board.deed_at((game.players[player].space + total) % SPACES)
    holding = deed and game.holdings.get(deed.key)
    if not deed or not holding or holding.owner == player or holding.mortgaged:
        return 0
    is_waived = game.players[holding.owner].jail_turn and not game.edition.rent_while_in_jail
    return 0 if is_waived else valuation.rent(game, deed, total)
