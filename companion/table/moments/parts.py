"""Kinds of everything that happened in a move."""

from collections.abc import Iterator

from companion.engine import events as ev
from companion.engine import moves
from companion.engine.events import Event
from companion.table.moments.booked import BookedMove

STAGED = (
    "bankrupt",
    "left",
    "set",
    "sold",
    "unsold",
    "bought",
    "built",
    "trade",
    "jail",
    "card",
    "roll",
)
"""Kinds that take the place of question and log; other moments show beside the names."""
KINDS = (
    "win",
    "undo",
    "ruling",
    *STAGED,
    "debt",
    "rent",
    "paid",
    "claim",
    "missed",
    "offer",
    "bid",
    "pass",
    "other",
)
"""Kinds of parts, the most important first."""
UNSEEN = {"claim", "offer", "bid", "pass", "other"}
"""Kinds without a moment: the screens only show the new position."""
LONG = {"win", "bankrupt", "set"}
"""Kinds that stay longer."""


def parts(booked: BookedMove) -> tuple[str, ...]:
    """Kinds of what happened, the most important first; at least one."""
    found = {part for event in booked.events for part in _parts_of(booked, event)}
    if booked.completed_sets():
        found.add("set")
    if booked.closes_unsold():
        found.add("unsold")
    if booked.open_claim():
        found.add("claim")
    if isinstance(booked.move, moves.Rule):
        found.add("ruling")
    return tuple(kind for kind in KINDS if kind in found) or ("other",)


def _parts_of(booked: BookedMove, event: Event) -> Iterator[str]:
    match event:
        case ev.BuildingsChanged():
            if event.buildings > event.before:
                yield "built"
        case ev.PlayerOut():
            yield "bankrupt" if event.bankrupt else "left"
        case ev.OfferEnded():
            if event.how == "accepted":
                yield "trade"
        case ev.ClaimEnded():
            if event.how == "lapsed" and not booked.is_watchful:
                yield "missed"
        case ev.Paid():
            yield _PAYMENTS.get(event.why, "paid")
        case _:
            if part := _EVENTS.get(type(event)):
                yield part


_EVENTS: dict[type[Event], str] = {
    ev.Undone: "undo",
    ev.GameEnded: "win",
    ev.Jailed: "jail",
    ev.CardDrawn: "card",
    ev.Thrown: "roll",
    ev.OpeningThrown: "roll",
    ev.CardThrown: "roll",
    ev.DebtArose: "debt",
    ev.OfferMade: "offer",
    ev.BidMade: "bid",
    ev.BidderPassed: "pass",
}
_PAYMENTS = {"rent": "rent", "price": "bought", "bid": "sold"}
