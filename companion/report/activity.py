"""Counts of each player's salaries, jail turns, mortgages, deals and auctions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.board import Deed
from companion.engine.events import (
    DeedPassed,
    Event,
    Jailed,
    JailTurnSet,
    OfferEnded,
    Paid,
)
from companion.engine.obligations import Offer
from companion.report.timeline import Step, Timeline


@dataclass(frozen=True, slots=True)
class Activity:
    """Activity of one player.

    ``salary`` and ``interest`` are in dollars; the other fields are counts. ``jail_turns`` counts
    the rolls for doubles that left the player in jail.
    """

    player: str
    salaries: int
    salary: int
    jailed: int
    jail_turns: int
    mortgages: int
    interest: int
    deals: int
    auctions: int


@dataclass(frozen=True, slots=True)
class Sale:
    """A deed that the bank or its owner sold at auction."""

    step: Step
    deed: Deed
    buyer: str
    price: int

    @property
    def above_price(self) -> int:
        """Dollars above the printed price; negative if the deed sold below it."""
        return self.price - self.deed.price


@dataclass(frozen=True, slots=True)
class Deal:
    """An offer that was accepted."""

    step: Step
    offer: Offer


def activities(timeline: Timeline) -> list[Activity]:
    """Return the activity of every seat, under its name at the end (FLOW-17)."""
    sums: Counter[tuple[str, str]] = Counter()
    for _, player, kind, amount in counts(timeline):
        sums[player, kind] += amount
    kinds = [name for name in Activity.__slots__ if name != "player"]
    return [Activity(name, *(sums[name, kind] for kind in kinds)) for name in timeline.end.players]


def counts(timeline: Timeline) -> Iterator[tuple[Step, str, str, int]]:
    """Yield what is counted: the step, the player, the field of Activity, and the amount."""
    for step, event, names in timeline.seatings():
        for player, kind, amount in _counts(event):
            yield step, names[player], kind, amount
    for sale in sales(timeline):
        names = timeline.names_at_end(sale.step.before.players)
        yield sale.step, names[sale.buyer], "auctions", 1


def _counts(event: Event) -> list[tuple[str, str, int]]:
    """Return what an event adds to the counts: player, field of Activity, and amount."""
    match event:
        case Paid(_, payee, amount, "salary"):
            return [(payee, "salaries", 1), (payee, "salary", amount)]
        case Paid(payer, _, amount, "interest"):
            return [(payer, "interest", amount)]
        case Jailed(player):
            return [(player, "jailed", 1)]
        case JailTurnSet(player, turn) if turn > 1:
            return [(player, "jail_turns", 1)]
        case Paid(_, payee, _, "mortgage"):
            return [(payee, "mortgages", 1)]
        case OfferEnded(offer, "accepted"):
            return [(offer.player, "deals", 1), (offer.other, "deals", 1)]
    return []


def sales(timeline: Timeline) -> list[Sale]:
    """Return every deed that was sold at auction, in the order of play."""
    return [
        Sale(step, timeline.setup.board.deeds[paid.deed], paid.payer, paid.amount)
        for step, paid in timeline.events()
        if isinstance(paid, Paid) and paid.why == "bid" and paid.deed
        if any(isinstance(event, DeedPassed) for event in step.events)
    ]


def deals(timeline: Timeline) -> list[Deal]:
    """Return every accepted offer, in the order of play."""
    return [
        Deal(step, event.offer)
        for step, event in timeline.events()
        if isinstance(event, OfferEnded) and event.how == "accepted"
    ]
