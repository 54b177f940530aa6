"""Descriptions of events: a full sentence, or a phrase behind another sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from companion.engine import events as ev
from companion.engine.board import Board, Kind
from companion.engine.events import Event
from companion.engine.moves import Goods, Move, Rule
from companion.engine.obligations import Loan
from companion.engine.rulings import Instalments, Replace
from companion.engine.state import BANK, POT
from companion.text.cards import card
from companion.text.event_texts import PHRASES
from companion.text.format import counted, money, signed
from companion.text.names import (
    bids_listed,
    buildings,
    deed_name,
    free_landings,
    goods_name,
    instalments_name,
    pack_name,
    party_name,
    players_listed,
    space_name,
)
from companion.text.purposes import purpose
from companion.text.told import Told, filled

DESCRIBED_BY_CARD: dict[str, type[Event]] = {
    "advance": ev.Moved,
    "go_back_to": ev.Moved,
    "go_to_jail": ev.Jailed,
    "jail_card": ev.JailCardPassed,
    **dict.fromkeys(("collect", "pay", "collect_from_each", "pay_each"), ev.Paid),
}
"""Events that the text of a card already describes, by the card's effect."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Description of an event: a full sentence and a phrase to append to another."""

    key: str
    full: Told
    short: Told


def phrase(
    event: Event, before: Sequence[Event], board: Board, pack: str, move: Move | None = None
) -> Phrase | None:
    """Describe ``event``, or return None if there is nothing to tell.

    ``before`` are the earlier events of the same ``move``; ``pack`` is the edition's pack of cards.
    """
    key = _KEYS.get(type(event), "")
    if callable(key):
        key = key(event, before)
    if isinstance(event, ev.SeatPassed) and _is_replaced(event, move):
        key = "replaced"
    if not key or _is_described_by_card(event, before, board, pack):
        return None
    full, short = PHRASES[key]
    facts = _fields(event, board, pack)
    return Phrase(key, filled(full, facts), filled(short or full, facts))


def _is_replaced(event: ev.SeatPassed, move: Move | None) -> bool:
    """Return True if the ruling says that somebody else has the seat: the event does not."""
    replaced = Replace(event.giver, event.receiver)
    return isinstance(move, Rule) and replaced in move.effects


def _is_described_by_card(event: Event, before: Sequence[Event], board: Board, pack: str) -> bool:
    drawn = next((e for e in before if isinstance(e, ev.CardDrawn)), None)
    if drawn is None:
        return False
    effect = board.pack(pack, Kind(drawn.pack))[drawn.card].effect
    return type(event) is DESCRIBED_BY_CARD.get(effect)


def _fields(event: Event, board: Board, pack: str) -> dict[str, Any]:
    """Return the facts of an event as text, by field name."""
    facts = _facts(event)
    for inner in ("claim", "debt", "offer", "promise", "loan"):
        if inner in facts:
            facts |= _facts(facts[inner])
    result: dict[str, Any] = {
        name: party_name(fact) if name in _PARTIES else fact for name, fact in facts.items()
    }
    if isinstance(loan := getattr(event, "loan", None), Loan):
        terms = Instalments(loan.amount, loan.times, loan.secured)
        result["instalments"] = instalments_name(board, terms)
    for name, texts in _TEXTS.items():
        if name in facts:
            result |= texts(facts[name], board)
    if isinstance(event, ev.CardDrawn):
        result["card"] = card(board, board.pack(pack, Kind(event.pack))[event.card])
    if "why" in result:
        result["why"] = purpose(result["why"], result["deed"])
    return result


def _facts(thing: object) -> dict[str, Any]:
    return {field.name: getattr(thing, field.name) for field in fields(thing)}  # type: ignore[arg-type]


def _sums(amount: int, board: Board) -> dict[str, Told]:
    return {
        "amount": money(amount, board.currency),
        "gain": signed(amount, board.currency),
        "loss": signed(-amount, board.currency),
    }


_PARTIES = ("payer", "payee", "giver", "receiver", "creditor", "other")
_TEXTS: dict[str, Callable[[Any, Board], dict[str, Any]]] = {
    "amount": _sums,
    "dice": lambda dice, board: {"total": sum(dice)},
    "space": lambda space, board: {"space": space_name(board, space)},
    "deed": lambda deed, board: {"deed": deed_name(board, deed) if deed else ""},
    "pack": lambda pack, board: {"pack": pack_name(board, pack)},
    "left": lambda left, board: {"left": money(left, board.currency)},
    "times": lambda times, board: {"landings": free_landings(times)},
    "gives": lambda goods, board: {"gives": goods_name(board, goods)},
    "wants": lambda goods, board: {"wants": goods_name(board, goods)},
    "players": lambda players, board: {"players": players_listed(players)},
    "bids": lambda bids, board: {"bids": bids_listed(bids, board)},
    "winners": lambda winners, board: {"winners": players_listed(winners)},
    "buildings": lambda count, board: {"buildings": buildings(count)},
    "doubles": lambda count, board: {"doubles": counted(count, "double")},
}


def _began(event: ev.TurnBegan, before: Sequence[Event]) -> str:
    """Return a key only after the opening throws or in a ruling."""
    if any(isinstance(e, ev.OpeningThrown) for e in before):
        return "starts"
    return (
        "" if any(isinstance(e, ev.Thrown | ev.Answered | ev.DebtEnded) for e in before) else "dice"
    )


def _jail_turn(event: ev.JailTurnSet, before: Sequence[Event]) -> str:
    return "jail.stays" if any(isinstance(e, ev.Thrown) for e in before) else "jail.turn"


def _paid(event: ev.Paid, before: Sequence[Event]) -> str:
    if event.payee == POT and event.payer == BANK:
        return ""
    if event.why == "bid":
        return "bid" if event.deed else "item"
    if event.why in PHRASES:
        return event.why
    if event.payer in (BANK, POT):
        return "gain"
    return "loss" if event.payee in (BANK, POT) else "paid"


def _bid_made(event: ev.BidMade, before: Sequence[Event]) -> str:
    """Return no key if the sealed bids have just been told (HOUSE-17)."""
    return "" if any(isinstance(e, ev.BidsOpened | ev.BidSealed) for e in before) else "bids"


def _deed_passed(event: ev.DeedPassed, before: Sequence[Event]) -> str:
    """Return no key if the receiver has just paid for the deed."""
    paid = (e for e in before if isinstance(e, ev.Paid) and e.payer == event.receiver)
    return "" if any(e.deed == event.deed for e in paid) else "owns"


def _jail_card_passed(event: ev.JailCardPassed, before: Sequence[Event]) -> str:
    if event.receiver == BANK:
        return "used_card"
    return "jail_card" if event.giver == BANK else "gave_card"


def _offer_ended(event: ev.OfferEnded) -> str:
    """Return the key of what came of an offer; a trade is told by who gets a property."""
    offer, nothing = event.offer, Goods()
    if event.how != "accepted":
        return "" if event.how == "void" else event.how
    if nothing in (offer.gives, offer.wants):
        return "traded.given" if offer.wants == nothing else "traded.asked"
    return "traded.sold" if offer.gives.deeds and not offer.wants.deeds else "traded"


_LOAN_ENDS = {"released": "loan.released", "void": "loan.void"}
_CLAIM_ENDS = {"lapsed": "lapsed", "released": "rent_released"}
_KEYS: dict[type[Event], str | Callable[[Any, Sequence[Event]], str]] = {
    ev.OpeningThrown: "rolled.start",
    ev.OpeningTied: "tied",
    ev.TurnBegan: _began,
    ev.Thrown: "rolled",
    ev.CardThrown: "rolled.rent",
    ev.Moved: "moved",
    ev.Jailed: "jailed",
    ev.JailTurnSet: _jail_turn,
    ev.LeftJail: "jail.left",
    ev.Paid: _paid,
    ev.DeedPassed: _deed_passed,
    ev.BuildingsChanged: "carries",
    ev.MortgageChanged: lambda event, before: "mortgaged" if event.mortgaged else "lifted",
    ev.BidMade: _bid_made,
    ev.BidSealed: "sealed",
    ev.BidsOpened: "opened",
    ev.BidsTied: "bids tied",
    ev.BidderPassed: "passed",
    ev.ClaimEnded: lambda event, before: _CLAIM_ENDS.get(event.how, ""),
    ev.DebtEnded: lambda event, before: "released" if event.how == "released" else "",
    ev.DebtArose: "debt",
    ev.DebtReduced: "reduced",
    ev.DebtPassed: "owed_on",
    ev.BuildingClaimed: "claims",
    ev.BuildingWaived: "waives",
    ev.OfferMade: "offered",
    ev.OfferEnded: lambda event, before: _offer_ended(event),
    ev.PromiseMade: "promised",
    ev.PromiseKept: "kept",
    ev.PromisePassed: "bound",
    ev.PromiseEnded: "void",
    ev.LoanMade: "lent",
    ev.LoanPassed: "loan.passed",
    ev.LoanEnded: lambda event, before: _LOAN_ENDS.get(event.how, ""),
    ev.SecurityEnded: "unsecured",
    ev.CardDrawn: "drew",
    ev.JailCardPassed: _jail_card_passed,
    ev.DoublesCounted: "doubles",
    ev.PlayerJoined: "joined",
    ev.SeatPassed: "seat",
    ev.PlayerOut: "out",
    ev.GameEnded: "won",
    ev.LastRoundBegan: "last round",
}
"""Keys of the texts for events, or functions that choose the key.

``ClaimArose`` has none: owners who watch for rent must not be reminded (RENT-7).
"""
