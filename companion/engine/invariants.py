"""The invariants: functions that list what is wrong with a position, or with the last move.

``LAWS`` are about positions and ``MOVE_LAWS`` about moves. A law returns one ``Problem`` for each
fault and never raises. The rules alone cannot violate them; they find mistakes in the rules, and
rulings that would leave an impossible position.

No move leads to negative cash, but a position made by hand can have it:

    >>> from dataclasses import replace
    >>> from companion.engine import invariants, start
    >>> from companion.engine.notation import read_header
    >>> game = start(read_header("players: Ann, Bob"))
    >>> invariants.violations(game)
    []
    >>> short = replace(game, players={**game.players, "Ann": game.players["Ann"].with_cash(-5)})
    >>> [fault.reason.name for fault in invariants.violations(short)]
    ['NEGATIVE_CASH']
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
    Undone,
)
from companion.engine.obligations import MOST_LOANS, MOST_TIMES
from companion.engine.phases import Auction
from companion.engine.problems import Money, PositionProblem, Problem
from companion.engine.state import BANK, POT, Game


def cash_is_never_negative(game: Game) -> list[Problem]:
    """Check that no player and no pot has less than $0: what cannot be paid is a debt."""
    short = [
        Problem(PositionProblem.NEGATIVE_CASH, player=p.name, amount=Money(-p.cash))
        for p in game.players.values()
        if p.cash < 0
    ]
    return short + ([Problem(PositionProblem.NEGATIVE_POT)] if game.pot < 0 else [])


def buildings_are_in_the_box(game: Game) -> list[Problem]:
    """Check that the board has no more houses and hotels than the bank had (SET-8)."""
    if game.edition.unlimited_buildings:
        return []
    stock = {
        PositionProblem.TOO_MANY_HOUSES: game.houses_in_bank(),
        PositionProblem.TOO_MANY_HOTELS: game.hotels_in_bank(),
    }
    return [Problem(reason, count=-left) for reason, left in stock.items() if left < 0]


def buildings_asked_about_are_in_the_box(game: Game) -> list[Problem]:
    """Check that the bank has each building that is auctioned, or won and not placed (FLOW-6)."""
    if game.edition.unlimited_buildings:
        return []
    asked = [getattr(phase, "building", "") for phase in game.pending]
    short = []
    if "house" in asked and not game.houses_in_bank():
        short.append(Problem(PositionProblem.NO_HOUSE_FOR_BIDDERS))
    if "hotel" in asked and not game.hotels_in_bank():
        short.append(Problem(PositionProblem.NO_HOTEL_FOR_BIDDERS))
    return short


def buildings_stand_on_open_lots(game: Game) -> list[Problem]:
    """Check that only streets without a mortgage carry buildings (BLD-1, BLD-5)."""
    return [
        Problem(PositionProblem.IMPOSSIBLE_BUILDINGS, deed=game.board.deeds[key].name)
        for key, holding in game.holdings.items()
        if holding.buildings
        and (
            game.board.deeds[key].kind is not Kind.STREET
            or holding.mortgaged
            or game.setup.top_houses < holding.buildings < HOTEL
            or holding.buildings > HOTEL
        )
    ]


def deeds_have_players(game: Game) -> list[Problem]:
    """Check that all owners of deeds are in the game."""
    return [
        Problem(
            PositionProblem.OWNER_NOT_IN_GAME,
            deed=game.board.deeds[key].name,
            player=holding.owner,
        )
        for key, holding in game.holdings.items()
        if holding.owner not in game.players or game.players[holding.owner].out
    ]


def jail_cards_exist_once(game: Game) -> list[Problem]:
    """Check that no jail card is held twice: each pack has one (CARD-2)."""
    held = Counter(pack for player in game.players.values() for pack in player.jail_cards)
    return [
        Problem(PositionProblem.JAIL_CARD_HELD_TWICE, pack=pack, count=count)
        for pack, count in held.items()
        if count > 1
    ]


def prisoners_are_in_jail(game: Game) -> list[Problem]:
    """Check that the token of each player in jail is on the jail space."""
    return [
        Problem(PositionProblem.PRISONER_NOT_IN_JAIL, player=p.name, space=p.space)
        for p in game.players.values()
        if p.jail_turn and game.board.spaces[p.space].kind is not Kind.JAIL
    ]


def whoever_is_out_has_nothing(game: Game) -> list[Problem]:
    """Check that players who are out have no money, jail cards, claims or debts (BANK-5)."""
    out = {p.name for p in game.players.values() if p.out}
    if not out:
        return []
    rich = [p.name for p in game.players.values() if p.out and (p.cash or p.jail_cards)]
    parties = {name for c in game.claims for name in (c.owner, c.payer)}
    parties |= {name for d in game.debts for name in (d.debtor, d.creditor)} - {BANK}
    return [
        Problem(PositionProblem.OUT_WITH_PROPERTY, player=name)
        for name in [*rich, *(parties & out)]
    ]


def whoever_is_out_waits_for_nothing(game: Game) -> list[Problem]:
    """Check that players who are out are not in jail and have no roll to come (BANK-5)."""
    sits = [p.name for p in game.players.values() if p.out and p.jail_turn]
    holds = [game.turn.player] if game.turn.to_throw else []
    return [
        Problem(PositionProblem.OUT_WITH_TURN, player=name)
        for name in [*sits, *(name for name in holds if game.players[name].out)]
    ]


def loans_are_between_players(game: Game) -> list[Problem]:
    """Check that two players in the game have each loan, within its limits (HOUSE-1)."""
    faults = []
    for loan in game.loans:
        parties = {loan.borrower, loan.lender} & {*game.in_play()}
        if len(parties) < len((loan.borrower, loan.lender)):
            reason = PositionProblem.LOAN_WITHOUT_PARTIES
            faults.append(Problem(reason, player=loan.borrower, other=loan.lender))
        if loan.amount < 1 or not 1 <= loan.times <= MOST_TIMES:
            faults.append(Problem(PositionProblem.LOAN_OUT_OF_RANGE, most=MOST_TIMES))
    count = Counter(loan.borrower for loan in game.loans)
    return faults + [
        Problem(PositionProblem.TOO_MANY_LOANS, player=name, most=MOST_LOANS)
        for name, number in count.items()
        if number > MOST_LOANS
    ]


def security_is_the_borrowers(game: Game) -> list[Problem]:
    """Check that each deed that is security is its borrower's, for one loan alone (HOUSE-6)."""
    held = [(loan.secured, loan.borrower) for loan in game.loans if loan.secured]
    held += [(debt.secured, debt.debtor) for debt in game.debts if debt.secured]
    count = Counter(deed for deed, _ in held)
    return [
        Problem(PositionProblem.NOT_SECURITY, deed=game.board.deeds[deed].name)
        for deed, borrower in held
        if count[deed] > 1 or game.owner(deed) != borrower
    ]


def bids_are_covered(game: Game) -> list[Problem]:
    """Check that the high bidder of an auction has the cash for the bid (BUY-4)."""
    return [
        Problem(PositionProblem.BID_NOT_COVERED, player=phase.bidder, amount=Money(phase.bid))
        for phase in game.pending
        if isinstance(phase, Auction)
        and phase.bidder
        and game.players[phase.bidder].cash < phase.bid
    ]


def sealed_bids_are_keyed_in_once(game: Game) -> list[Problem]:
    """Check that nobody has two sealed bids, and seller and outsiders have none (HOUSE-17).

    There are none once somebody leads, nor where bids are made aloud.
    """
    faults = []
    for phase in game.pending:
        if not isinstance(phase, Auction) or not phase.sealed:
            continue
        count = Counter(name for name, _ in phase.sealed)
        barred = {phase.seller} | ({*game.players} - {*phase.among} if phase.among else set())
        is_aloud = bool(phase.bidder) or not game.edition.sealed_bids
        names = [name for name in count if count[name] > 1 or name in barred or is_aloud]
        faults += [Problem(PositionProblem.SEALED_BID_MISPLACED, player=name) for name in names]
    return faults


def money_follows_the_events(before: Game, events: Sequence[Event], after: Game) -> list[Problem]:
    """Check that cash changes by the recorded payments and nothing else (CARD-4, BANK-6)."""
    earned: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Paid):
            earned[event.payee] += event.amount
            earned[event.payer] -= event.amount
    had = {player.name: player.cash for player in before.players.values()}
    changes = {p.name: p.cash - had.get(p.name, 0) for p in after.players.values()}
    changes[POT] = after.pot - before.pot
    return [
        Problem(PositionProblem.CASH_WITHOUT_PAYMENT, player=name, amount=Money(amount))
        for name, change in changes.items()
        if (amount := change - earned[name])
    ]


def debtors_get_poorer_only_by_paying(
    before: Game, events: Sequence[Event], after: Game
) -> list[Problem]:
    """Check that debtors lose no more than they pay (BANK-1, FLOW-2, FLOW-8).

    The loss is the fall of the amount that the debtor can raise.

    A deed that goes to the creditor, or is put up for auction, is a payment as well (RENT-10).
    Whoever is released from the last debt may have given anything for it. A ruling may do anything
    (TABLE-1).
    """
    if not before.debts or _is_ruled(events):
        return []
    freed = [e.debt.debtor for e in events if isinstance(e, DebtEnded) and e.how == "released"]
    faults = []
    for name in dict.fromkeys(debt.debtor for debt in before.debts):
        if name in freed and not after.debt_of(name):
            continue
        if before.edition.sell_back == "price" and _mortgages(events):
            continue  # Sold back, the deed would have brought more (HOUSE-22).
        lost = valuation.can_raise(before, name) - valuation.can_raise(after, name)
        if not after.players[name].out and lost > (paid := _paid_off(before, events, name)):
            reason = PositionProblem.DEBTOR_LOST_MORE
            faults.append(Problem(reason, player=name, paid=Money(paid), lost=Money(lost)))
    return faults


def _mortgages(events: Sequence[Event]) -> bool:
    return any(isinstance(event, MortgageChanged) and event.mortgaged for event in events)


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
                total += valuation.raised(before, before.board.deeds[deed])
    return total


def bankrupts_hand_on_all_they_could_raise(
    before: Game, events: Sequence[Event], after: Game
) -> list[Problem]:
    """Check that a creditor gets everything a bankrupt could raise (BANK-2, BANK-4, FLOW-21).

    That is the cash, buildings at half their price, and deeds at their mortgage value. The creditor
    is that of the oldest debt (FLOW-3); what is owed to the pot goes to the bank. By a house rule
    the bank gets the deeds (HOUSE-12).
    """
    bankrupts = [e.player for e in events if isinstance(e, PlayerOut) and e.bankrupt]
    faults = []
    for name in bankrupts:
        debt = before.debt_of(name)
        creditor = BANK if debt is None or debt.creditor == POT else debt.creditor
        due, handed = valuation.can_raise(before, name), _handed_on(before, events, name, creditor)
        if due != handed:
            reason = PositionProblem.BANKRUPT_KEPT_VALUE
            faults.append(Problem(reason, player=name, due=Money(due), handed=Money(handed)))
    return faults


def whoever_leaves_takes_part_in_nothing(
    before: Game, events: Sequence[Event], after: Game
) -> list[Problem]:
    """Check that a move leaves no offer, promise or loan with a player whom it takes out.

    It is about the move: a ledger may have a position of superseded rules with such an offer, which
    whoever is left can end.
    """
    out = [event.player for event in events if isinstance(event, PlayerOut)]
    if not out:
        return []
    parties = {name for p in after.promises for name in (p.owner, p.player)}
    parties |= {name for loan in after.loans for name in (loan.borrower, loan.lender)}
    if after.offer:
        parties |= {after.offer.player, after.offer.other}
    return [Problem(PositionProblem.OUT_WITH_OFFER, player=name) for name in out if name in parties]


def _handed_on(before: Game, events: Sequence[Event], name: str, creditor: str) -> int:
    """Return the value that ``creditor`` got from ``name``; buildings sold before count as cash.

    Buildings removed without a sale are worth something to the bank alone, whose stock they are.
    """
    sold = {e.deed for e in events if isinstance(e, Paid) and e.why == "sell"}
    removed = {e.deed for e in events if isinstance(e, BuildingsChanged)}
    lost = sold if creditor == BANK else sold | removed
    total = 0
    for event in events:
        match event:
            case Paid(payer=payer, payee=payee, amount=amount, why="estate"):
                total += amount if (payer, payee) == (name, creditor) else 0
            case DeedPassed(deed=key, giver=giver, receiver=receiver):
                heir = BANK if before.edition.ruined_deeds == "bank" else creditor
                if (giver, receiver) != (name, heir):
                    continue
                deed = before.board.deeds[key]
                total += valuation.raised(before, deed)
                total += 0 if key in lost else before.rank(key) * deed.house_price // 2
    return total


LAWS: tuple[Callable[[Game], list[Problem]], ...] = (
    cash_is_never_negative,
    buildings_are_in_the_box,
    buildings_asked_about_are_in_the_box,
    buildings_stand_on_open_lots,
    deeds_have_players,
    jail_cards_exist_once,
    prisoners_are_in_jail,
    whoever_is_out_has_nothing,
    whoever_is_out_waits_for_nothing,
    loans_are_between_players,
    security_is_the_borrowers,
    bids_are_covered,
    sealed_bids_are_keyed_in_once,
)


MOVE_LAWS: tuple[Callable[[Game, Sequence[Event], Game], list[Problem]], ...] = (
    money_follows_the_events,
    debtors_get_poorer_only_by_paying,
    bankrupts_hand_on_all_they_could_raise,
    whoever_leaves_takes_part_in_nothing,
)


STORED_LAWS = (money_follows_the_events, whoever_leaves_takes_part_in_nothing)
"""The laws of a move that are never wrong about a move, and hold for rulings."""


def position_violations(game: Game) -> list[Problem]:
    """List the faults of the position alone."""
    return [fault for law in LAWS for fault in law(game)]


def stored_violations(before: Game, events: Sequence[Event], after: Game) -> list[Problem]:
    """List the faults of a move with which no ledger may store it.

    The game could not be continued from there. An undo leads to a position of before, whose own
    move was judged then.
    """
    is_undo = any(isinstance(event, Undone) for event in events)
    laws = () if is_undo else STORED_LAWS
    return [
        *position_violations(after),
        *(fault for law in laws for fault in law(before, events, after)),
    ]


def violations(game: Game) -> list[Problem]:
    """List the faults of the position and of the move that led to it; empty if there are none."""
    if not game.past:
        return position_violations(game)
    before, events = game.past.before, game.past.events
    return [
        *position_violations(game),
        *(fault for law in MOVE_LAWS for fault in law(before, events, game)),
    ]
