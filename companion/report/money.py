"""Where the money went: by what it was paid for, from whom to whom, and by deed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.board import Deed
from companion.engine.events import Paid
from companion.engine.state import BANK, POT
from companion.report.timeline import Step, Timeline


@dataclass(frozen=True, slots=True)
class Payment:
    """One amount that changed hands, and the step in which it did."""

    step: Step
    paid: Paid


@dataclass(frozen=True, slots=True)
class Purpose:
    """What came in (more than 0) or went out for one purpose, by player in seating order."""

    why: str
    dollars: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeedMoney:
    """What one deed cost and earned. ``price`` is what the bank or an auction took for it,
    ``built`` what its buildings cost less what the bank gave back for them. ``first`` is the
    turn in which it was first paid for, ``even`` the one since which its rents have brought in all
    that was put into it; 0 while they have not."""

    deed: Deed
    owner: str
    price: int
    built: int
    rents: int
    rent: int
    first: int
    even: int

    @property
    def turns_to_even(self) -> int:
        """How many turns that took."""
        return self.even - self.first

    @property
    def net(self) -> int:
        """Rent less all that was put into it."""
        return self.rent - self.price - self.built


def payments(timeline: Timeline) -> Iterator[Payment]:
    """Every amount that changed hands and was not taken back, in order."""
    for step, event in timeline.events():
        if isinstance(event, Paid):
            yield Payment(step, event)


def purposes(timeline: Timeline) -> list[Purpose]:
    """What each player got and gave, by purpose: with the starting cash it adds up to the cash at
    the end. Rent and deals are apart by direction, for there both sides are players."""
    seats = {name: seat for seat, name in enumerate(timeline.setup.players)}
    sums: dict[str, list[int]] = {}
    for payment in payments(timeline):
        paid = payment.paid
        for account, dollars in ((paid.payer, -paid.amount), (paid.payee, paid.amount)):
            if account in seats:
                row = sums.setdefault(_purpose(paid.why, dollars), [0] * len(seats))
                row[seats[account]] += dollars
    order = [why for why in PURPOSES if why in sums]
    return [Purpose(why, tuple(sums[why])) for why in order]


PURPOSES = (
    *("salary", "rent in", "rent out", "price", "bid", "build", "sell", "mortgage", "lift"),
    *("interest", "tax", "fine", "card", "pot", "deal", "estate", "ruling"),
)
"""In the order in which they are listed."""


def _purpose(why: str, dollars: int) -> str:
    return f"rent {'in' if dollars > 0 else 'out'}" if why == "rent" else why


def who_paid_whom(timeline: Timeline) -> dict[str, dict[str, int]]:
    """Dollars by payer and payee; the bank and the pot are parties, too."""
    parties = (*timeline.setup.players, BANK, POT)
    matrix = {payer: dict.fromkeys(parties, 0) for payer in parties}
    for payment in payments(timeline):
        matrix[payment.paid.payer][payment.paid.payee] += payment.paid.amount
    used = [p for p in parties if any(matrix[p].values()) or any(row[p] for row in matrix.values())]
    return {payer: {payee: matrix[payer][payee] for payee in used} for payer in used}


def by_deed(timeline: Timeline) -> list[DeedMoney]:
    """Every deed that money was paid for, in board order."""
    paid: dict[str, list[Payment]] = {}
    for payment in payments(timeline):
        if payment.paid.deed and payment.paid.why in _FLOWS:
            paid.setdefault(payment.paid.deed, []).append(payment)
    deeds = timeline.setup.board.deeds.values()
    return [_deed_money(timeline, deed, paid[deed.key]) for deed in deeds if deed.key in paid]


_FLOWS = {"price": -1, "bid": -1, "build": -1, "sell": 1, "rent": 1}
"""What goes into a deed, and what comes out of it."""


def _deed_money(timeline: Timeline, deed: Deed, paid: list[Payment]) -> DeedMoney:
    sums: Counter[str] = Counter()
    balance = even = 0
    for payment in paid:
        sums[payment.paid.why] += payment.paid.amount
        balance += _FLOWS[payment.paid.why] * payment.paid.amount
        even = (even or payment.step.after.turn.number) if balance >= 0 else 0
    rents = sum(payment.paid.why == "rent" for payment in paid)
    price, built = sums["price"] + sums["bid"], sums["build"] - sums["sell"]
    owner, first = timeline.end.owner(deed.key), paid[0].step.after.turn.number
    return DeedMoney(deed, owner, price, built, rents, sums["rent"], first, even)


def largest(timeline: Timeline) -> Payment | None:
    """The largest amount that one player paid another; None when nobody ever did."""
    players = set(timeline.setup.players)
    between = [p for p in payments(timeline) if {p.paid.payer, p.paid.payee} <= players]
    return max(between, key=lambda payment: payment.paid.amount, default=None)
