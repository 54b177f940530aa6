"""The invariants: functions that list what is wrong with a position, or with the last move.

``LAWS`` are about positions and ``MOVE_LAWS`` about moves. A law returns one sentence for each
fault and never raises. The rules alone cannot violate them; they find mistakes in the rules, and
rulings that would leave an impossible position.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from companion.engine import valuation
from companion.engine.board import HOTEL, Kind
from companion.engine.events import (
    BuildingsChanged,
    DebtEnded,
    DebtReduced,
    DeedPassed,
    Event,
    MortgageChanged,
    OfferEnded,
    Paid,
    PlayerOut,
)
from companion.engine.phases import Auction
from companion.engine.sentence import Sentence
from companion.engine.state import BANK, POT, Game


def cash_is_never_negative(game: Game) -> list[Sentence]:
    """Check that no player and no pot has less than $0: what cannot be paid is a debt."""
    short = [
        Sentence("{name} has ${amount} less than nothing", name=p.name, amount=-p.cash)
        for p in game.players.values()
        if p.cash < 0
    ]
    return short + ([Sentence("the pot is negative")] if game.pot < 0 else [])


def buildings_are_in_the_box(game: Game) -> list[Sentence]:
    """Check that the board has no more houses and hotels than the bank had (SET-8)."""
    if game.edition.unlimited_buildings:
        return []
    stock = {
        "{count} houses too many are built": game.houses_in_bank(),
        "{count} hotels too many are built": game.hotels_in_bank(),
    }
    return [Sentence(template, count=-left) for template, left in stock.items() if left < 0]


def buildings_asked_about_are_in_the_box(game: Game) -> list[Sentence]:
    """Check that the bank has each building that is auctioned, or won and not placed (FLOW-6)."""
    if game.edition.unlimited_buildings:
        return []
    stock = {"house": game.houses_in_bank(), "hotel": game.hotels_in_bank()}
    asked = [getattr(phase, "building", "") for phase in game.pending]
    return [
        Sentence(f"the bank has no {name} for those who want it")
        for name, left in stock.items()
        if name in asked and not left
    ]


def buildings_stand_on_open_lots(game: Game) -> list[Sentence]:
    """Check that only streets without a mortgage carry buildings (BLD-1, BLD-5)."""
    return [
        Sentence("{street} cannot carry the buildings on it", street=game.board.deeds[key].name)
        for key, holding in game.holdings.items()
        if holding.buildings
        and (
            game.board.deeds[key].kind is not Kind.STREET
            or holding.mortgaged
            or game.setup.top_houses < holding.buildings < HOTEL
            or holding.buildings > HOTEL
        )
    ]


def deeds_have_players(game: Game) -> list[Sentence]:
    """Check that all owners of deeds are in the game."""
    return [
        Sentence(
            "{street} is owned by {name}, who is not in the game",
            street=game.board.deeds[key].name,
            name=holding.owner,
        )
        for key, holding in game.holdings.items()
        if holding.owner not in game.players or game.players[holding.owner].out
    ]


def jail_cards_exist_once(game: Game) -> list[Sentence]:
    """Check that no jail card is held twice: each pack has one (CARD-2)."""
    held = Counter(pack for player in game.players.values() for pack in player.jail_cards)
    return [
        Sentence("{count} jail cards of {pack} are held", count=count, pack=pack)
        for pack, count in held.items()
        if count > 1
    ]


def prisoners_are_in_jail(game: Game) -> list[Sentence]:
    """Check that the token of each player in jail is on the jail space."""
    return [
        Sentence("{name} is in jail on space {space}", name=p.name, space=p.space)
        for p in game.players.values()
        if p.jail_turn and game.board.spaces[p.space].kind is not Kind.JAIL
    ]


def whoever_is_out_has_nothing(game: Game) -> list[Sentence]:
    """Check that players who are out have no money, jail cards, claims or debts (BANK-5)."""
    out = {p.name for p in game.players.values() if p.out}
    if not out:
        return []
    rich = [p.name for p in game.players.values() if p.out and (p.cash or p.jail_cards)]
    parties = {name for c in game.claims for name in (c.owner, c.payer)}
    parties |= {name for d in game.debts for name in (d.debtor, d.creditor)} - {BANK}
    return [
        Sentence("{name} is out and still has something", name=name)
        for name in [*rich, *(parties & out)]
    ]


def whoever_is_out_waits_for_nothing(game: Game) -> list[Sentence]:
    """Check that players who are out are not in jail and have no roll to come (BANK-5)."""
    sits = [p.name for p in game.players.values() if p.out and p.jail_turn]
    holds = [game.turn.player] if game.turn.to_throw else []
    return [
        Sentence("{name} is out and still has a turn to come", name=name)
        for name in [*sits, *(name for name in holds if game.players[name].out)]
    ]


def bids_are_covered(game: Game) -> list[Sentence]:
    """Check that the high bidder of an auction has the cash for the bid (BUY-4)."""
    return [
        Sentence(
            "{name} has bid ${amount} and must be able to pay it",
            name=phase.bidder,
            amount=phase.bid,
        )
        for phase in game.pending
        if isinstance(phase, Auction)
        and phase.bidder
        and game.players[phase.bidder].cash < phase.bid
    ]


def money_follows_the_events(before: Game, events: Sequence[Event], after: Game) -> list[Sentence]:
    """Check that cash changes by the recorded payments and nothing else (CARD-4, BANK-6)."""
    earned: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Paid):
            earned[event.payee] += event.amount
            earned[event.payer] -= event.amount
    changes = {p.name: p.cash - before.players[p.name].cash for p in after.players.values()}
    changes[POT] = after.pot - before.pot
    return [
        Sentence("{name} has ${amount} that no payment explains", name=name, amount=amount)
        for name, change in changes.items()
        if (amount := change - earned[name])
    ]


def debtors_get_poorer_only_by_paying(
    before: Game, events: Sequence[Event], after: Game
) -> list[Sentence]:
    """Check that debtors lose no more than they pay (BANK-1, FLOW-2, FLOW-8).

    The loss is the fall of the amount that the debtor can raise.

    A deed that goes to the creditor, or is put up for auction, is a payment as well (RENT-10). A
    ruling may do anything (TABLE-1).
    """
    if not before.debts or _is_ruled(events):
        return []
    faults = []
    for name in dict.fromkeys(debt.debtor for debt in before.debts):
        lost = valuation.can_raise(before, name) - valuation.can_raise(after, name)
        if not after.players[name].out and lost > (paid := _paid_off(before, events, name)):
            faults.append(
                Sentence(
                    "{name} owes, paid ${paid} and can raise ${lost} less",
                    name=name,
                    paid=paid,
                    lost=lost,
                )
            )
    return faults


def _is_ruled(events: Sequence[Event]) -> bool:
    """Return True if deeds or money changed in a way that only a ruling can cause."""
    paid = [event.why for event in events if isinstance(event, Paid)]
    deeds = any(isinstance(e, DeedPassed | BuildingsChanged | MortgageChanged) for e in events)
    dealt = any(isinstance(e, OfferEnded | DebtEnded | DebtReduced) for e in events)
    return "ruling" in paid or (deeds and not paid and not dealt)


def _paid_off(before: Game, events: Sequence[Event], name: str) -> int:
    """Return the amount that ``name`` paid towards debts: money, and deeds at mortgage value."""
    dealt = any(isinstance(event, OfferEnded) for event in events)
    settled = any(isinstance(event, DebtEnded | DebtReduced) for event in events)
    total = 0
    for event in events:
        match event:
            case Paid(payer=payer, amount=amount) if payer == name and settled:
                total += amount
            case DeedPassed(deed=deed, giver=giver) if giver == name and not dealt:
                total += before.board.deeds[deed].mortgage
    return total


def bankrupts_hand_on_all_they_could_raise(
    before: Game, events: Sequence[Event], after: Game
) -> list[Sentence]:
    """Check that bankrupts hand on everything they could raise (BANK-2, BANK-4, FLOW-21).

    That is their cash, buildings at half their price, and deeds at their mortgage value.
    """
    bankrupts = [e.player for e in events if isinstance(e, PlayerOut) and e.bankrupt]
    faults = []
    for name in bankrupts:
        due, handed = valuation.can_raise(before, name), _handed_on(before, events, name)
        if due != handed:
            faults.append(
                Sentence(
                    "{name} could raise ${due} and handed on ${handed}",
                    name=name,
                    due=due,
                    handed=handed,
                )
            )
    return faults


def _handed_on(before: Game, events: Sequence[Event], name: str) -> int:
    """Return the value that ``name`` handed on; buildings sold before count as cash."""
    sold = {e.deed for e in events if isinstance(e, Paid) and e.why == "sell"}
    total = 0
    for event in events:
        match event:
            case Paid(payer=payer, amount=amount, why="estate") if payer == name:
                total += amount
            case DeedPassed(deed=key, giver=giver) if giver == name:
                deed, held = before.board.deeds[key], before.holdings[key]
                total += 0 if held.mortgaged or _built_by_others(before, key) else deed.mortgage
                total += 0 if key in sold else before.rank(key) * deed.house_price // 2
    return total


def _built_by_others(game: Game, key: str) -> bool:
    """Return True if buildings of another owner in the group prevent a mortgage of the deed.

    Only a ruling can lead to this.
    """
    lots = game.board.groups[game.board.deeds[key].group]
    return any(game.owner(lot.key) != game.owner(key) and game.rank(lot.key) for lot in lots)


LAWS: tuple[Callable[[Game], list[Sentence]], ...] = (
    cash_is_never_negative,
    buildings_are_in_the_box,
    buildings_asked_about_are_in_the_box,
    buildings_stand_on_open_lots,
    deeds_have_players,
    jail_cards_exist_once,
    prisoners_are_in_jail,
    whoever_is_out_has_nothing,
    whoever_is_out_waits_for_nothing,
    bids_are_covered,
)


MOVE_LAWS: tuple[Callable[[Game, Sequence[Event], Game], list[Sentence]], ...] = (
    money_follows_the_events,
    debtors_get_poorer_only_by_paying,
    bankrupts_hand_on_all_they_could_raise,
)


def position_violations(game: Game) -> list[Sentence]:
    """List the faults of the position alone, one sentence each."""
    return [fault for law in LAWS for fault in law(game)]


def violations(game: Game) -> list[Sentence]:
    """List the faults of the position and of the move that led to it; empty if there are none."""
    if not game.past:
        return position_violations(game)
    before, events = game.past.before, game.past.events
    return [
        *position_violations(game),
        *(fault for law in MOVE_LAWS for fault in law(before, events, game)),
    ]
