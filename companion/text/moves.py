"""Openings of history lines, for moves that their events alone describe badly."""

from collections.abc import Sequence

from companion.engine import events as ev
from companion.engine import moves
from companion.engine.board import HOTEL, Board
from companion.engine.events import Event
from companion.engine.moves import Move
from companion.engine.phases import Auction, Shortage
from companion.text.catalogue import Sentences
from companion.text.format import counted, listed, signed
from companion.text.names import building_name, deed_name, party_name
from companion.text.told import Told, Wording

HEADS = Sentences(
    {
        "declined": "{player} did not buy {deed}",
        "declined it": "{player} did not buy it",
        "chance": "{player} took a Chance card",
        "flat": "{player} chose the fixed income tax {sum}",
        "tenth": "{player} chose a tenth for income tax {sum}",
        "build": "{player} built {buildings} on {deeds} {sum}",
        "short house": "{player} wanted to build on {deeds}, and the bank ran short of houses",
        "short hotel": "{player} wanted to build on {deeds}, and the bank ran short of hotels",
        "places": "{player} put the {building} on {deed}",
        "puts_up": "{player} put {deed} up for auction",
        "bankrupt": "{player} is bankrupt",
        "bankrupt.to": "{player} is bankrupt: everything goes to {receiver}",
        "bankrupt.secured": "{player} is bankrupt: security to its lender, the rest to {receiver}",
        "bankrupt.for sale": "{player} is bankrupt: properties to the bank, the rest to {receiver}",
        "leaves": "{player} left the table",
        "time": "Time is up",
        "otherwise": "{player} made a move",
    }
)


def head(move: Move, events: Sequence[Event], board: Board) -> tuple[Told, tuple[str, ...]]:
    """Return the opening of a line and the keys of the phrases it replaces.

    The opening is empty if the events describe the move well.
    """
    player = getattr(move, "player", "")
    match move:
        case moves.Decline():
            deed = _auctioned_deed(events, board)
            return _opening("declined" if deed else "declined it", player=player, deed=deed)
        case moves.TakeChance():
            return _opening("chance", player=player)
        case moves.PayFlatTax():
            return _opening("flat", "tax", player=player, sum=_paid(events, board, "tax"))
        case moves.PayTenPercent():
            return _opening("tenth", "tax", player=player, sum=_paid(events, board, "tax"))
        case moves.Build(deeds=deeds):
            return _built(player, deeds, events, board)
        case moves.PlaceBuilding(deed=deed):
            building = _raised(events)[0]
            name = deed_name(board, deed)
            return _opening("places", player=player, building=building_name(building), deed=name)
        case moves.PutUpDeed(deed=deed):
            return _opening("puts_up", player=player, deed=deed_name(board, deed))
        case moves.EndByTime():
            return _opening("time")
        case moves.DeclareBankruptcy() | moves.LeaveGame():
            return _departure(player, events)
    return Told(), ()


def describe_briefly(move: Move) -> Told:
    """Describe a move whose events have no text."""
    return HEADS.fill("otherwise", player=getattr(move, "player", ""))


def _opening(key: str, *phrases: str, **fields: Wording) -> tuple[Told, tuple[str, ...]]:
    return HEADS.fill(key, **fields).rstrip(), phrases


def _auctioned_deed(events: Sequence[Event], board: Board) -> Told:
    """Return the deed that goes to auction; empty if there is no auction."""
    phases = [event.phase for event in events if isinstance(event, ev.Asked)]
    deeds = [deed_name(board, phase.deed) for phase in phases if isinstance(phase, Auction)]
    return deeds[0] if deeds else Told()


def _paid(events: Sequence[Event], board: Board, why: str) -> Told:
    """Return the amount paid; empty if the payment became a debt."""
    paid = sum(e.amount for e in events if isinstance(e, ev.Paid) and e.why == why)
    return signed(-paid, board.currency) if paid else Told()


def _built(
    player: str, deeds: tuple[str, ...], events: Sequence[Event], board: Board
) -> tuple[Told, tuple[str, ...]]:
    on = listed([deed_name(board, key) for key in dict.fromkeys(deeds)])
    for event in events:
        if isinstance(event, ev.Asked) and isinstance(event.phase, Shortage):
            return _opening(f"short {event.phase.building}", player=player, deeds=on)
    raised = _raised(events)
    kinds = [counted(raised.count(kind), kind) for kind in ("house", "hotel") if kind in raised]
    total = _paid(events, board, "build")
    return _opening("build", "build", player=player, buildings=listed(kinds), deeds=on, sum=total)


def _raised(events: Sequence[Event]) -> list[str]:
    changed = (event for event in events if isinstance(event, ev.BuildingsChanged))
    return ["hotel" if event.buildings == HOTEL else "house" for event in changed]


def _departure(player: str, events: Sequence[Event]) -> tuple[Told, tuple[str, ...]]:
    estate = ("sell", "gain", "loss", "paid", "owns", "jail_card", "used_card", "gave_card", "out")
    if not any(isinstance(event, ev.PlayerOut) and event.bankrupt for event in events):
        return _opening("leaves", *estate, player=player)
    security = secured_deeds(player, events)
    deeds = [e for e in events if isinstance(e, ev.DeedPassed) and e.giver == player]
    passed = {event.receiver for event in deeds if event.deed not in security}
    paid = [e.payee for e in events if isinstance(e, ev.Paid) and e.payer == player]
    receiver = next(iter((*paid, *passed)), "")
    key = "bankrupt.to" if receiver else "bankrupt"
    if receiver and security:
        key = "bankrupt.secured"
    if passed and receiver not in passed:  # HOUSE-12
        key = "bankrupt.for sale"
    return _opening(key, *estate, player=player, receiver=party_name(receiver))


def secured_deeds(player: str, events: Sequence[Event]) -> set[str]:
    """Return the deeds that went to the lenders when a player left the game (HOUSE-7)."""
    loans = [event.loan for event in events if isinstance(event, ev.LoanEnded)]
    debts = [event.debt for event in events if isinstance(event, ev.DebtEnded)]
    found = {loan.secured for loan in loans if loan.borrower == player}
    return (found | {debt.secured for debt in debts if debt.debtor == player}) - {""}
