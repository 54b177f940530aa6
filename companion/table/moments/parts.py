"""Kinds of everything that happened in a move."""

from collections.abc import Iterator

from companion.engine import events as ev
from companion.engine import moves
from companion.engine.events import Event
from companion.table.moments.booked import BookedMove

STAGED = (
    "bankrupt",
    "leaves",
    "set",
    "bid",
    "unsold",
    "price",
    "build",
    "traded",
    "jailed",
    "drew",
    "rolled",
)
"""Kinds that take the place of question and log; other moments show beside the names."""
KINDS = (
    "won",
    "undid",
    "ruling",
    *STAGED,
    "debt",
    "rent",
    "paid",
    "claim",
    "lapsed",
    "offered",
    "bids",
    "passed",
    "other",
)
"""Kinds of parts, the most important first."""
UNSEEN = {"claim", "offered", "bids", "passed", "other"}
"""Kinds without a moment: the screens only show the new position."""
LONG = {"won", "bankrupt", "set"}
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
                yield "build"
        case ev.PlayerOut():
            yield "bankrupt" if event.bankrupt else "leaves"
        case ev.OfferEnded():
            if event.how == "accepted":
                yield "traded"
        case ev.ClaimEnded():
            if event.how == "lapsed" and not booked.is_watchful:
                yield "lapsed"
        case ev.Paid():
            yield event.why if event.why in _PURPOSES else "paid"
        case _:
            if part := _EVENTS.get(type(event)):
                yield part


_EVENTS: dict[type[Event], str] = {
    ev.Undone: "undid",
    ev.GameEnded: "won",
    ev.Jailed: "jailed",
    ev.CardDrawn: "drew",
    ev.Thrown: "rolled",
    ev.OpeningThrown: "rolled",
    ev.CardThrown: "rolled",
    ev.DebtArose: "debt",
    ev.OfferMade: "offered",
    ev.BidMade: "bids",
    ev.BidderPassed: "passed",
}
_PURPOSES = ("rent", "price", "bid")
"""Purposes of payments that are parts of their own."""
