"""``evolve``: apply an event to a position.

It contains no guard: an event is a fact, checked by ``decide`` before it was recorded. A move
applies all its events to one copy of the position, which is why the functions here change the
position that they are given.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from companion.engine import events as ev
from companion.engine.events import Event
from companion.engine.holdings import Holding
from companion.engine.moves import Goods
from companion.engine.obligations import Debt, Offer, Promise
from companion.engine.phases import (
    CardThrow,
    Opening,
    Over,
    Phase,
    ReceivedMortgages,
    Shortage,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToSettle,
)
from companion.engine.state import BANK, POT, Game, Player, Rounds, Turn
from companion.engine.values import changed

T = TypeVar("T")


def evolve(game: Game, event: Event) -> Game:
    """Return the position after ``event``."""
    after = game.copy()
    APPLY[event.__class__](after, event)
    return after


def _player(game: Game, name: str, **changes: Any) -> None:
    game.players = {**game.players, name: changed(game.players[name], **changes)}


def _top(game: Game, **changes: Any) -> None:
    game.pending = (*game.pending[:-1], changed(game.pending[-1], **changes))


def _holding(game: Game, deed: str, holding: Holding | None) -> None:
    game.holdings = game.holdings.with_deed(deed, holding)


def _without(items: tuple[Any, ...], item: object) -> tuple[Any, ...]:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _opening_thrown(game: Game, event: ev.OpeningThrown) -> None:
    opening = game.phase
    assert isinstance(opening, Opening)
    thrown = (*opening.thrown, (event.player, sum(event.dice)))
    _top(game, waiting=opening.waiting[1:], thrown=thrown)


def _opening_tied(game: Game, event: ev.OpeningTied) -> None:
    game.pending = (Opening(event.players),)


def _turn_began(game: Game, event: ev.TurnBegan) -> None:
    if game.rounds and game.begins_round(event.player):
        game.rounds = changed(game.rounds, number=game.rounds.number + 1)
    game.turn, game.bought = Turn(event.player, game.turn.number + 1), ()


def _thrown(game: Game, event: ev.Thrown) -> None:
    turn = game.turn
    doubles = turn.doubles + (event.dice[0] == event.dice[1])
    game.turn = Turn(turn.player, turn.number, doubles, event.dice, event.again)
    if game.rounds is None and (game.edition.rounds or game.edition.last_round):
        game.rounds = Rounds(turn.player)


def _moved(game: Game, event: ev.Moved) -> None:
    game.players = {**game.players, event.player: game.players[event.player].at(event.space)}


def _jailed(game: Game, event: ev.Jailed) -> None:
    stays = game.players[event.player].stays + bool(game.edition.fine_growth)
    _player(game, event.player, space=event.space, jail_turn=1, stays=stays)
    _end_turn(game, event.player)


def _jail_turn_set(game: Game, event: ev.JailTurnSet) -> None:
    _player(game, event.player, jail_turn=event.jail_turn)


def _left_jail(game: Game, event: ev.LeftJail) -> None:
    _player(game, event.player, jail_turn=0)


def _end_turn(game: Game, player: str) -> None:
    if game.turn.player == player:
        game.turn = changed(game.turn, to_throw=False)


def _paid(game: Game, event: ev.Paid) -> None:
    players = game.players = {**game.players}
    for account, amount in ((event.payer, -event.amount), (event.payee, event.amount)):
        if account == POT:
            game.pot += amount
        elif account != BANK:
            player = players[account]
            players[account] = player.with_cash(player.cash + amount)
    if event.deed and game.setup.edition.sell_back != "no":
        _note_purchase(game, event)


def _note_purchase(game: Game, event: ev.Paid) -> None:
    """Note a deed that the bank has sold (HOUSE-22)."""
    if event.payee == BANK and event.why in ("price", "bid"):
        game.bought = (*game.bought, event.deed)


def _deed_passed(game: Game, event: ev.DeedPassed) -> None:
    if event.receiver == BANK:
        _holding(game, event.deed, None)
    elif before := game.holdings.get(event.deed):
        _holding(game, event.deed, changed(before, owner=event.receiver))
    else:
        _holding(game, event.deed, Holding(event.receiver))


def _buildings_changed(game: Game, event: ev.BuildingsChanged) -> None:
    holding = changed(game.holdings[event.deed], buildings=event.buildings)
    _holding(game, event.deed, holding)


def _mortgage_changed(game: Game, event: ev.MortgageChanged) -> None:
    holding = changed(game.holdings[event.deed], mortgaged=event.mortgaged)
    _holding(game, event.deed, holding)


def _asked(game: Game, event: ev.Asked) -> None:
    game.pending = (*game.pending, event.phase)
    if isinstance(event.phase, _OF_A_LANDING) and ToSettle() in game.pending:
        # HOUSE-3: an instalment that fell due on the way is settled first.
        game.pending = (*_without(game.pending, ToSettle()), ToSettle())


_OF_A_LANDING = (ToBuy, ToDraw, TaxChoice, CardThrow)
"""Questions that arise when a token reaches a space."""


def _answered(game: Game, event: ev.Answered) -> None:
    game.pending = game.pending[:-1]


def _bid_made(game: Game, event: ev.BidMade) -> None:
    _top(game, bidder=event.player, bid=event.amount)


def _bid_sealed(game: Game, event: ev.BidSealed) -> None:
    sealed = game.phase.sealed  # type: ignore[attr-defined]
    _top(game, sealed=(*sealed, (event.player, event.amount)))


def _bids_opened(game: Game, event: ev.BidsOpened) -> None:
    _top(game, sealed=())


def _bids_tied(game: Game, event: ev.BidsTied) -> None:
    _top(game, among=event.players, passed=(), tied=event.amount)


def _bidder_passed(game: Game, event: ev.BidderPassed) -> None:
    _top(game, passed=(*game.phase.passed, event.player))  # type: ignore[attr-defined]


def _building_claimed(game: Game, event: ev.BuildingClaimed) -> None:
    shortage = game.phase
    assert isinstance(shortage, Shortage)
    _top(
        game,
        waiting=_without(shortage.waiting, event.player),
        claiming=(*shortage.claiming, event.player),
    )


def _building_waived(game: Game, event: ev.BuildingWaived) -> None:
    shortage = game.phase
    assert isinstance(shortage, Shortage)
    _top(game, waiting=_without(shortage.waiting, event.player))


def _mortgage_answered(game: Game, event: ev.MortgageAnswered) -> None:
    received = game.phase
    assert isinstance(received, ReceivedMortgages)
    if left := _without(received.deeds, event.deed):
        _top(game, deeds=left)
    else:
        game.pending = game.pending[:-1]


def _offer_made(game: Game, event: ev.OfferMade) -> None:
    game.offer = event.offer


def _offer_ended(game: Game, event: ev.OfferEnded) -> None:
    game.offer = None


def _claim_arose(game: Game, event: ev.ClaimArose) -> None:
    game.claims = (*game.claims, event.claim)


def _claim_ended(game: Game, event: ev.ClaimEnded) -> None:
    game.claims = _without(game.claims, event.claim)


def _debt_arose(game: Game, event: ev.DebtArose) -> None:
    game.debts = (*game.debts, event.debt)
    if not any(isinstance(phase, ToSettle) for phase in game.pending):
        game.pending = (*game.pending, ToSettle())


def _debt_ended(game: Game, event: ev.DebtEnded) -> None:
    game.debts = _without(game.debts, event.debt)
    if not game.debts:
        game.pending = _without(game.pending, ToSettle())


def _debt_reduced(game: Game, event: ev.DebtReduced) -> None:
    _debt_changed(game, event.debt, amount=event.left)


def _debt_passed(game: Game, event: ev.DebtPassed) -> None:
    # HOUSE-8: the bank holds no security.
    secured = "" if event.receiver == BANK else event.debt.secured
    _debt_changed(game, event.debt, creditor=event.receiver, secured=secured)


def _debt_changed(game: Game, debt: Debt, **changes: Any) -> None:
    place = game.debts.index(debt)
    game.debts = (*game.debts[:place], changed(debt, **changes), *game.debts[place + 1 :])


def _promise_made(game: Game, event: ev.PromiseMade) -> None:
    game.promises = (*game.promises, event.promise)


def _promise_kept(game: Game, event: ev.PromiseKept) -> None:
    times = event.promise.times
    _promise_changed(game, event.promise, times=times and times - 1)


def _promise_passed(game: Game, event: ev.PromisePassed) -> None:
    _promise_changed(game, event.promise, owner=event.receiver)


def _promise_ended(game: Game, event: ev.PromiseEnded) -> None:
    game.promises = _without(game.promises, event.promise)


def _promise_changed(game: Game, promise: Promise, **changes: Any) -> None:
    place, after = game.promises.index(promise), changed(promise, **changes)
    kept = (after,) if after.times != 0 else ()
    game.promises = (*game.promises[:place], *kept, *game.promises[place + 1 :])


def _loan_made(game: Game, event: ev.LoanMade) -> None:
    game.loans = (*game.loans, event.loan)


def _instalments_due(game: Game, event: ev.InstalmentsDue) -> None:
    due = [
        changed(loan, times=loan.times - 1, fallen_due=loan.fallen_due + 1)
        if loan.borrower == event.player
        else loan
        for loan in game.loans
    ]
    game.loans = tuple(loan for loan in due if loan.times)


def _loan_passed(game: Game, event: ev.LoanPassed) -> None:
    place, passed = game.loans.index(event.loan), changed(event.loan, lender=event.receiver)
    game.loans = (*game.loans[:place], passed, *game.loans[place + 1 :])


def _loan_ended(game: Game, event: ev.LoanEnded) -> None:
    game.loans = _without(game.loans, event.loan)


def _security_ended(game: Game, event: ev.SecurityEnded) -> None:
    def freed(one: Any) -> Any:
        return changed(one, secured="") if one.secured == event.deed else one

    game.loans, game.debts = tuple(map(freed, game.loans)), tuple(map(freed, game.debts))


def _doubles_counted(game: Game, event: ev.DoublesCounted) -> None:
    game.turn = changed(game.turn, doubles=event.doubles)


def _round_completed(game: Game, event: ev.RoundCompleted) -> None:
    _player(game, event.player, has_been_round=True)


def _player_out(game: Game, event: ev.PlayerOut) -> None:
    _player(game, event.player, out=True, jail_turn=0)
    _end_turn(game, event.player)
    left = (p for p in game.pending if event.player not in _parties(p))
    game.pending = tuple(_opening_without(p, event.player) for p in left)
    game.bankruptcies += event.bankrupt


def _parties(phase: Phase) -> tuple[str, ...]:
    # Who answers, and who receives the rent of a roll: the phase ends if either is out (FLOW-4).
    return getattr(phase, "player", ""), getattr(phase, "owner", "")


def _opening_without(phase: Phase, player: str) -> Phase:
    if not isinstance(phase, Opening):
        return phase
    thrown = tuple(throw for throw in phase.thrown if throw[0] != player)
    return Opening(tuple(name for name in phase.waiting if name != player), thrown)


def _player_joined(game: Game, event: ev.PlayerJoined) -> None:
    game.players = {**game.players, event.player: Player(event.player, 0)}
    _seats(game)
    if isinstance(game.phase, Opening):
        _top(game, waiting=(*game.phase.waiting, event.player))


def _seat_passed(game: Game, event: ev.SeatPassed) -> None:
    left, came = event.giver, event.receiver
    held = game.players[came]
    seated = changed(game.players[left], name=came, cash=held.cash, jail_cards=held.jail_cards)
    others = {name: player for name, player in game.players.items() if name != came}
    game.players = {
        player.name: player
        for player in (seated if name == left else player for name, player in others.items())
    }
    _seats(game, left, came)
    game.turn = _renamed(game.turn, left, came)
    game.claims = tuple(_renamed(claim, left, came) for claim in game.claims)
    game.promises = tuple(_renamed(promise, left, came) for promise in game.promises)
    game.loans = tuple(_renamed(loan, left, came) for loan in game.loans)
    game.offer = game.offer and _offer_renamed(game.offer, left, came)
    game.rounds = game.rounds and _renamed(game.rounds, left, came)
    if isinstance(opening := game.phase, Opening):
        names = {left: came}
        game.pending = (
            Opening(
                tuple(names.get(name, name) for name in opening.waiting if name != came),
                tuple((names.get(name, name), total) for name, total in opening.thrown),
            ),
        )


def _seats(game: Game, left: str = "", came: str = "") -> None:
    """Bring the seats of the setup up to date."""
    banker = came if game.setup.banker == left else game.setup.banker
    game.setup = replace(game.setup, players=tuple(game.players), banker=banker)


def _offer_renamed(offer: Offer, left: str, came: str) -> Offer:
    """Return an offer with another name for a party, or for somebody whose loan is in it."""

    def renamed(goods: Goods) -> Goods:
        names = (came if name == left else name for name in goods.loans_of)
        return changed(goods, loans_of=tuple(names))

    offer = changed(offer, gives=renamed(offer.gives), wants=renamed(offer.wants))
    return _renamed(offer, left, came)


_NAMES = ("player", "other", "owner", "payer", "starter", "borrower", "lender")


def _renamed(of: T, before: str, after: str) -> T:
    """Return a value with another name wherever it has the one before."""
    names = (name for name in _NAMES if getattr(of, name, None) == before)
    return changed(of, **dict.fromkeys(names, after))


def _game_ended(game: Game, event: ev.GameEnded) -> None:
    # FLOW-18: everything still open is void. What remains of loans counts (HOUSE-9).
    game.pending = (Over(event.winners),)
    game.debts, game.claims, game.promises, game.offer = (), (), (), None


def _jail_card_passed(game: Game, event: ev.JailCardPassed) -> None:
    if event.giver != BANK:
        cards = _without(game.players[event.giver].jail_cards, event.pack)
        _player(game, event.giver, jail_cards=cards)
    if event.receiver != BANK:
        # Sorted, so that the Chance card is played first (FLOW-8).
        cards = tuple(sorted((*game.players[event.receiver].jail_cards, event.pack)))
        _player(game, event.receiver, jail_cards=cards)


def _last_round_began(game: Game, event: ev.LastRoundBegan) -> None:
    assert game.rounds is not None
    game.rounds = changed(game.rounds, is_last=True)


def _undone(game: Game, event: ev.Undone) -> None:
    before = game
    for _ in range(event.count):
        assert before.past is not None
        before = before.past.before
    for one in fields(Game):
        setattr(game, one.name, getattr(before, one.name))


def _nothing(game: Game, event: Event) -> None:
    """Leave the position as it is."""


APPLY: dict[type[Event], Callable[[Game, Any], None]] = {
    ev.OpeningThrown: _opening_thrown,
    ev.OpeningTied: _opening_tied,
    ev.TurnBegan: _turn_began,
    ev.Thrown: _thrown,
    ev.CardThrown: _nothing,
    ev.Moved: _moved,
    ev.Jailed: _jailed,
    ev.JailTurnSet: _jail_turn_set,
    ev.LeftJail: _left_jail,
    ev.Paid: _paid,
    ev.DeedPassed: _deed_passed,
    ev.BuildingsChanged: _buildings_changed,
    ev.MortgageChanged: _mortgage_changed,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.BidMade: _bid_made,
    ev.BidderPassed: _bidder_passed,
    ev.BidSealed: _bid_sealed,
    ev.BidsOpened: _bids_opened,
    ev.BidsTied: _bids_tied,
    ev.BuildingClaimed: _building_claimed,
    ev.BuildingWaived: _building_waived,
    ev.MortgageAnswered: _mortgage_answered,
    ev.OfferMade: _offer_made,
    ev.OfferEnded: _offer_ended,
    ev.ClaimArose: _claim_arose,
    ev.ClaimEnded: _claim_ended,
    ev.DebtArose: _debt_arose,
    ev.DebtEnded: _debt_ended,
    ev.DebtReduced: _debt_reduced,
    ev.DebtPassed: _debt_passed,
    ev.PromiseMade: _promise_made,
    ev.PromiseKept: _promise_kept,
    ev.PromisePassed: _promise_passed,
    ev.PromiseEnded: _promise_ended,
    ev.LoanMade: _loan_made,
    ev.InstalmentsDue: _instalments_due,
    ev.LoanPassed: _loan_passed,
    ev.LoanEnded: _loan_ended,
    ev.SecurityEnded: _security_ended,
    ev.CardDrawn: _nothing,
    ev.JailCardPassed: _jail_card_passed,
    ev.DoublesCounted: _doubles_counted,
    ev.RoundCompleted: _round_completed,
    ev.PlayerOut: _player_out,
    ev.PlayerJoined: _player_joined,
    ev.SeatPassed: _seat_passed,
    ev.GameEnded: _game_ended,
    ev.LastRoundBegan: _last_round_began,
    ev.Undone: _undone,
    # It only balances the accounts of the ledger: ``Undone`` has already restored the position.
    ev.Reversed: _nothing,
}
"""The function that applies an event to a copy of a position, by the class of the event."""
