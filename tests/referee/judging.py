"""The referee: compare the expected effect of a move with the actual one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.engine import moves, phases
from tests.referee.doing import DO
from tests.referee.forbidding import FORBIDS, forbids_phase
from tests.referee.position import Position
from tests.referee.sheet import Sheet

PAYMENTS = """\
salary GO-1
price BUY-1
bid BUY-4
rent RENT-1
tax TAX-1
bonus MOVE-3
buyback HOUSE-22
fine JAIL-5
card CARD-1
pot PARK-1
build BLD-1
sell SELL-1
mortgage MORT-1
lift MORT-3
interest MORT-5
deal DEAL-1
loan HOUSE-2
estate BANK-2
ruling TABLE-1
"""
"""Kinds of payment, and the clause under which each is reported."""
POSITION = """\
seats FLOW-17
cash CARD-4
space MOVE-1
jail JAIL-3
cards CARD-2
out BANK-5
round BUY-1
owner DEAL-1
built BLD-2
mortgaged MORT-1
player SET-7
number SET-7
doubles MOVE-2
dice MOVE-1
to_throw MOVE-2
pending FLOW-1
debts FLOW-3
claims RENT-6
offer FLOW-8
promises DEAL-1
loans HOUSE-1
bankruptcies QUICK-2
rounds HOUSE-19
bought HOUSE-22
"""
"""Attributes of a position that are compared, and the clause under which each is reported."""
CLAUSES = dict(row.split(" ") for row in (PAYMENTS + POSITION).splitlines())
PARTS = [row.split(" ")[0] for row in POSITION.splitlines()]


@dataclass(frozen=True)
class Disagreement:
    """A difference between the referee and the engine."""

    clause: str
    what: str
    referee: object
    rules: object

    def __str__(self) -> str:
        return f"{self.clause}: {self.what}: referee {self.referee}, rules {self.rules}"


class Referee:
    """Judges the moves of one game."""

    def __init__(self, setup: Any) -> None:
        self.sheet = Sheet(setup)

    def judge(self, before: Any, move: moves.Move, after: Any) -> list[Disagreement]:
        """Return the differences between the expected and the actual position after ``move``."""
        if isinstance(move, moves.Undo):
            earlier = before
            for _ in range(move.count):
                earlier = earlier.past.before
            return [*self._compare(Position(self.sheet, earlier), after)]
        if clause := self.objection(before, move):
            return [Disagreement(clause, f"{move}", "forbidden", "allowed")]
        expected = Position(self.sheet, before)
        DO[type(move)](expected, move)
        expected.carry_on()
        expected.lapse_offer(Position(self.sheet, before))
        return [*_payments(expected, after), *self._compare(expected, after)]

    def objection(self, game: Any, move: moves.Move) -> str:
        """Return the clause that forbids ``move`` now; empty if none does."""
        here = Position(self.sheet, game)
        if isinstance(move, moves.Undo):
            if not move.count:
                return "FLOW-7"
            while move.count and game.past:
                game, move = game.past.before, moves.Undo(move.count - 1)
            return "FLOW-7" if move.count else ""
        if isinstance(here.phase, phases.Over):
            return "FLOW-2"
        if getattr(move, "player", self.sheet) in here.out:
            return "BANK-5"
        return forbids_phase(here, move) or (FORBIDS[type(move)](here, move) or "")

    def _compare(self, expected: Position, game: Any) -> Iterator[Disagreement]:
        found = Position(self.sheet, game)
        for part in PARTS:
            mine, theirs = getattr(expected, part), getattr(found, part)
            if mine != theirs:
                yield Disagreement(CLAUSES[part], part, *_apart(mine, theirs))


def _apart(mine: Any, theirs: Any) -> tuple[Any, Any]:
    """Reduce two dictionaries to the entries that differ."""
    if isinstance(mine, dict):
        keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
        return {k: mine.get(k) for k in keys}, {k: theirs.get(k) for k in keys}
    return mine, theirs


def _payments(expected: Position, after: Any) -> Iterator[Disagreement]:
    events = [event for event in after.past.events if type(event).__name__ == "Paid"]
    theirs = Counter((e.payer, e.payee, e.amount, e.why) for e in events)
    mine = Counter((p.payer, p.payee, p.amount, p.why) for p in expected.paid if p.amount)
    for why in dict.fromkeys(paid[3] for paid in [*(mine - theirs), *(theirs - mine)]):
        yield Disagreement(
            CLAUSES.get(why, "CARD-4"),
            why,
            [paid for paid in mine - theirs if paid[3] == why],
            [paid for paid in theirs - mine if paid[3] == why],
        )
