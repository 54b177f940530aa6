"""Awards of an evening: small honours that are worth telling after the game."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.engine.events import PlayerOut
from companion.engine.moves import Pass
from companion.report import dice, money, worth
from companion.report.timeline import Timeline
from companion.text.format import counted
from companion.text.names import deed_name
from companion.text.screens.story import AWARDS, times
from companion.text.told import Wording, filled


class Honour(StrEnum):
    """Reason for an award."""

    BEST_EARNER = "best_earner"
    """Deed that earned most rent: ``deed``, ``amount`` in dollars."""
    BIGGEST_RENT = "biggest_rent"
    """Largest rent: ``payer`` paid ``player`` ``amount`` dollars."""
    DECISIVE_RENT = "decisive_rent"
    """Rent that was too much: ``payer`` owed ``player`` ``amount`` dollars, and was out."""
    LUCKIEST = "luckiest"
    """``player`` whose rolls dodged most rent: ``amount`` dollars below the mean."""
    LONGEST_LEAD = "longest_lead"
    """``player`` who was worth most at the end of ``amount`` turns."""
    MOST_PATIENT = "most_patient"
    """``player`` who passed most often in auctions: ``amount`` times."""


@dataclass(frozen=True, slots=True)
class Award:
    """Award with its facts; which of them are set depends on the honour."""

    honour: Honour
    amount: int
    player: str = ""
    payer: str = ""
    deed: str = ""


def awards(timeline: Timeline) -> list[Award]:
    """Return the awards of a finished game, in the order of ``Honour``.

    A seat has its name at the end (FLOW-17). An award that nobody earned is left out; of two who
    earned it equally, the first seat gets it.
    """
    return [award for award in _awards(timeline) if award.amount > 0]


def describe(timeline: Timeline, award: Award) -> tuple[Wording, Wording]:
    """Return the title of an award, and its facts in words."""
    title, sentence = AWARDS[award.honour]
    facts = {
        "player": award.player,
        "payer": award.payer,
        "deed": deed_name(timeline.setup.board, award.deed) if award.deed else "",
        "amount": timeline.money(award.amount),
        "turns": counted(award.amount, "turn"),
        "times": times(award.amount),
    }
    return title, filled(sentence, facts)


def _awards(timeline: Timeline) -> Iterator[Award]:
    if deeds := money.by_deed(timeline):
        best = max(deeds, key=lambda deed: deed.rent)
        yield Award(Honour.BEST_EARNER, best.rent, player=best.owner, deed=best.deed.key)
    if rents := money.rents(timeline):
        rent = max(rents, key=lambda one: one.paid.amount)
        yield Award(Honour.BIGGEST_RENT, rent.paid.amount, player=rent.payee, payer=rent.payer)
    yield from list(_ruinous(timeline))[-1:]
    lucky = max(dice.luck(timeline), key=lambda luck: luck.saved)
    yield Award(Honour.LUCKIEST, round(lucky.saved), player=lucky.player)
    leads = Counter(at.leader for at in worth.by_turn(timeline) if at.turn and at.leader)
    yield _most(Honour.LONGEST_LEAD, timeline, leads)
    passes = Counter(
        timeline.names_at_end(step.before.players)[step.move.player]
        for step in timeline.standing
        if isinstance(step.move, Pass)
    )
    yield _most(Honour.MOST_PATIENT, timeline, passes)


def _ruinous(timeline: Timeline) -> Iterator[Award]:
    """Yield the rents that put players out of the game."""
    for step, event, names in timeline.seatings():
        debt = isinstance(event, PlayerOut) and step.before.debt_of(event.player)
        if debt and debt.why == "rent":
            player, payer = names[debt.creditor], names[debt.debtor]
            yield Award(Honour.DECISIVE_RENT, debt.amount, player=player, payer=payer)


def _most(honour: Honour, timeline: Timeline, counts: Counter[str]) -> Award:
    player = max(timeline.end.players, key=lambda name: counts[name])
    return Award(honour, counts[player], player=player)
