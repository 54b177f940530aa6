"""Totals of the payments of a game: by purpose, by payer and payee, and by deed."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.engine.board import Deed
from companion.engine.events import Paid
from companion.engine.state import BANK, POT
from companion.report.timeline import Step, Timeline
from companion.text.history import is_handed_over


@dataclass(frozen=True, slots=True)
class CountedPayment:
    """Payment with its step; ``payer`` and ``payee`` have their names of the end (FLOW-17)."""

    step: Step
    paid: Paid
    payer: str
    payee: str


@dataclass(frozen=True, slots=True)
class Purpose:
    """Totals for one purpose by player in seating order; income is positive."""

    why: str
    dollars: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeedMoney:
    """Cost and income of one deed, in dollars.

    ``price`` is the sum paid for it to the bank or in auctions. ``built`` is the cost of its
    buildings, less the money the bank paid back for them. ``rents`` counts the rent payments.
    ``first`` is the turn of its first payment. ``even`` is the turn since which its rents have
    covered its cost, or 0 if they have not.
    """

    deed: Deed
    owner: str
    price: int
    built: int
    rents: int
    rent: int
    first: int
    even: int
    collected: dict[str, int] = field(default_factory=dict)
    """Rent by the player who collected it, the most first."""

    @property
    def turns_to_even(self) -> int:
        """Number of turns from the first payment until the rents covered the cost."""
        return self.even - self.first

    @property
    def net(self) -> int:
        """Rent less price and buildings."""
        return self.rent - self.price - self.built


def payments(timeline: Timeline) -> Iterator[CountedPayment]:
    """Yield every payment that was not undone, in the order of play."""
    for step, event, names in timeline.seatings():
        if isinstance(event, Paid) and not is_handed_over(event, step.events):
            payer, payee = (names.get(party, party) for party in (event.payer, event.payee))
            yield CountedPayment(step, event, payer, payee)


def rents(timeline: Timeline) -> list[CountedPayment]:
    """Return every rent that was paid and not undone, in the order of play."""
    return [one for one in payments(timeline) if one.paid.why == "rent"]


def changes(timeline: Timeline) -> Iterator[tuple[Step, str, str, int]]:
    """Yield the step, the player, the purpose and the dollars of every change of a player's cash.

    Cash that is handed over with a seat is no payment, but its purpose is ``seat`` (FLOW-17).
    """
    seats = timeline.seats
    for step, event in timeline.events():
        if isinstance(event, Paid):
            why = "seat" if is_handed_over(event, step.events) else event.why
            for party, dollars in ((event.payer, -event.amount), (event.payee, event.amount)):
                if party in seats:
                    yield step, party, purpose(why, dollars), dollars


def purposes(timeline: Timeline) -> list[Purpose]:
    """Return the totals of each player by purpose.

    With the starting cash they sum to the cash at the end. Rent is split into income and expense,
    because both sides of it are players.
    """
    seats = {name: column for column, name in enumerate(timeline.seats)}
    sums: dict[str, list[int]] = {}
    for _, player, why, dollars in changes(timeline):
        row = sums.setdefault(why, [0] * len(seats))
        row[seats[player]] += dollars
    order = [why for why in PURPOSES if why in sums]
    return [Purpose(why, tuple(sums[why])) for why in order]


PURPOSES = (
    "salary",
    "rent in",
    "rent out",
    "price",
    "bid",
    "build",
    "sell",
    "mortgage",
    "lift",
    "interest",
    "tax",
    "fine",
    "card",
    "pot",
    "bonus",
    "buyback",
    "deal",
    "loan",
    "estate",
    "ruling",
    "seat",
)
"""Purposes, in the order in which the report lists them."""


def purpose(why: str, dollars: int) -> str:
    """Return the purpose of a payment for the player whose cash changes by ``dollars``."""
    return f"rent {'in' if dollars > 0 else 'out'}" if why == "rent" else why


def who_paid_whom(timeline: Timeline) -> dict[str, dict[str, int]]:
    """Return the dollars paid by payer and payee, including the bank and the pot.

    A party that neither paid nor was paid is left out.
    """
    parties = (*timeline.seats, BANK, POT)
    matrix = {payer: dict.fromkeys(parties, 0) for payer in parties}
    for payment in payments(timeline):
        matrix[payment.paid.payer][payment.paid.payee] += payment.paid.amount
    used = [p for p in parties if any(matrix[p].values()) or any(row[p] for row in matrix.values())]
    return {payer: {payee: matrix[payer][payee] for payee in used} for payer in used}


def by_deed(timeline: Timeline) -> list[DeedMoney]:
    """Return the cost and income of every deed with a payment, in board order."""
    paid = defaultdict[str, list[CountedPayment]](list)
    for payment in payments(timeline):
        if payment.paid.deed and payment.paid.why in COST:
            paid[payment.paid.deed].append(payment)
    deeds = timeline.setup.board.deeds.values()
    return [_deed_money(timeline, deed, paid[deed.key]) for deed in deeds if deed.key in paid]


COST = {
    "price": ("price", 1),
    "bid": ("price", 1),
    "build": ("built", 1),
    "sell": ("built", -1),
    "rent": ("rent", 1),
}
"""Figure of a deed that a payment counts in, and the sign with which it does."""


def _deed_money(timeline: Timeline, deed: Deed, paid: list[CountedPayment]) -> DeedMoney:
    sums: Counter[str] = Counter()
    even = 0
    for payment in paid:
        figure, sign = COST[payment.paid.why]
        sums[figure] += sign * payment.paid.amount
        balance = sums["rent"] - sums["price"] - sums["built"]
        even = (even or payment.step.after.turn.number) if balance >= 0 else 0
    rents = [payment for payment in paid if payment.paid.why == "rent"]
    owner, first = timeline.end.owner(deed.key), paid[0].step.after.turn.number
    collected: Counter[str] = Counter()
    for payment in rents:
        collected[payment.payee] += payment.paid.amount
    shares = dict(collected.most_common())
    price, built, rent = (sums[figure] for figure in ("price", "built", "rent"))
    return DeedMoney(deed, owner, price, built, len(rents), rent, first, even, shares)


def largest(timeline: Timeline) -> CountedPayment | None:
    """Return the largest payment between two players, or None if there is none."""
    players = set(timeline.end.players)
    between = [p for p in payments(timeline) if {p.payer, p.payee} <= players]
    return max(between, key=lambda payment: payment.paid.amount, default=None)
