"""What else went on: jail, GO, auctions, deals, mortgages; each player's share of it."""

from collections import Counter
from dataclasses import dataclass

from companion.engine.board import Deed
from companion.engine.events import (
    DeedPassed,
    Event,
    Jailed,
    JailTurnSet,
    MortgageChanged,
    OfferEnded,
    Paid,
)
from companion.engine.obligations import Offer
from companion.report.timeline import Step, Timeline


@dataclass(frozen=True, slots=True)
class Activity:
    """One player's. ``jail_turns`` are throws for doubles that kept the player in; ``salary`` is
    in dollars, and so is ``interest``; the others are counted."""

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
    """A deed that was sold at auction, by the bank or by whoever put it up."""

    step: Step
    deed: Deed
    buyer: str
    price: int

    @property
    def over(self) -> int:
        """By how many dollars more than is printed on the deed; less than 0: under."""
        return self.price - self.deed.price


@dataclass(frozen=True, slots=True)
class Deal:
    """An offer that was accepted."""

    step: Step
    offer: Offer


def affairs(tale: Timeline) -> list[Activity]:
    """Everybody's, in seating order."""
    counts: Counter[tuple[str, str]] = Counter()
    for step, event in tale.events():
        for player, what, amount in _counted(step, event):
            counts[player, what] += amount
    for sale in sales(tale):
        counts[sale.buyer, "auctions"] += 1
    kinds = [name for name in Activity.__slots__ if name != "player"]
    return [Activity(name, *(counts[name, kind] for kind in kinds)) for name in tale.setup.players]


def _counted(step: Step, event: Event) -> list[tuple[str, str, int]]:
    match event:
        case Paid(_, payee, amount, "salary"):
            return [(payee, "salaries", 1), (payee, "salary", amount)]
        case Paid(payer, _, amount, "interest"):
            return [(payer, "interest", amount)]
        case Jailed(player):
            return [(player, "jailed", 1)]
        case JailTurnSet(player, turn) if turn > 1:
            return [(player, "jail_turns", 1)]
        case MortgageChanged(deed, True):
            return [(step.after.owner(deed), "mortgages", 1)]
        case OfferEnded(offer, "accepted"):
            return [(offer.player, "deals", 1), (offer.other, "deals", 1)]
    return []


def sales(tale: Timeline) -> list[Sale]:
    """Every deed that went under the hammer and was paid for."""
    return [
        Sale(step, tale.setup.board.deeds[paid.deed], paid.payer, paid.amount)
        for step, paid in tale.events()
        if isinstance(paid, Paid) and paid.why == "bid" and paid.deed
        if any(isinstance(event, DeedPassed) for event in step.events)
    ]


def deals(tale: Timeline) -> list[Deal]:
    """Every offer that was accepted."""
    return [
        Deal(step, event.offer)
        for step, event in tale.events()
        if isinstance(event, OfferEnded) and event.how == "accepted"
    ]
