"""Rulings: changes of the position on which the table agrees (TABLE-1, FLOW-17).

An effect changes exactly what it names. It triggers no rule: a token that a ruling moves pays no
rent, and cash that a ruling takes away causes no debt.
"""

from collections.abc import Callable
from typing import Any

from companion.engine import events as ev
from companion.engine import guards, invariants, moves, rulings
from companion.engine.board import BARE_LOT
from companion.engine.draft import Draft
from companion.engine.edition import MOST_PLAYERS
from companion.engine.obligations import Debt, Promise
from companion.engine.phases import Auction, FineOrChance, Opening, Phase, Shortage, ToDraw, ToThrow
from companion.engine.problems import Message, PositionProblem, Problem
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import auction, bankruptcy, loans, movement
from companion.engine.rules.turn import DOUBLES_TO_JAIL
from companion.engine.state import BANK, POT

_PARTIES = (
    "player",
    "payer",
    "payee",
    "owner",
    "debtor",
    "creditor",
    "holder",
    "borrower",
    "lender",
)
"""Parts of an effect that name who is at the table, the bank or the pot."""


def rule(draft: Draft, move: moves.Rule) -> None:
    """Carry out all effects of a ruling, or none (TABLE-1).

    Raises IllegalMove if it names somebody who is not at the table, as after another name for the
    same player, or if the position after the ruling violates an invariant.
    """
    for effect in move.effects:
        for part in _PARTIES:
            name = getattr(effect, part, BANK)
            if name not in (*draft.game.players, BANK, POT):
                raise IllegalMove(Reason.NO_SUCH_PLAYER, player=name)
        _EFFECTS[type(effect)](draft, effect)
    if faults := invariants.position_violations(draft.game):
        raise _impossible(faults[0].reason, **faults[0].facts)


def _impossible(reason: Message, **facts: object) -> IllegalMove:
    """Return the refusal of a ruling, with the problem and its facts."""
    return IllegalMove(Reason.IMPOSSIBLE_RULING, problem=Problem(reason, **facts))


def _impossible_deed(draft: Draft, deed: str, reason: PositionProblem) -> IllegalMove:
    return _impossible(reason, deed=draft.game.board.deeds[deed].name)


def _set_cash(draft: Draft, effect: rulings.SetCash) -> None:
    difference = effect.amount - draft.game.players[effect.player].cash
    payer, payee = (BANK, effect.player) if difference > 0 else (effect.player, BANK)
    if difference:
        draft.emit(ev.Paid(payer, payee, abs(difference), "ruling"))


def _move_cash(draft: Draft, effect: rulings.MoveCash) -> None:
    if POT in (effect.payer, effect.payee) and not draft.game.edition.pot:
        raise _impossible(PositionProblem.NO_POT)
    if effect.payer != effect.payee:
        draft.emit(ev.Paid(effect.payer, effect.payee, effect.amount, "ruling"))


def _set_owner(draft: Draft, effect: rulings.SetOwner) -> None:
    before = draft.game.owner(effect.deed)
    if before != effect.owner:
        _check_not_pending(draft, effect.deed)
        if effect.owner == BANK and draft.game.holdings[effect.deed].buildings:
            raise _impossible_deed(draft, effect.deed, PositionProblem.BANK_CANNOT_OWN_BUILDINGS)
        draft.emit(ev.DeedPassed(effect.deed, before, effect.owner))
        loans.free_deeds(draft)


def _check_not_pending(draft: Draft, deed: str) -> None:
    """Raise IllegalMove if a pending answer is about the deed (FLOW-17)."""
    for phase in draft.game.pending:
        if deed in (getattr(phase, "deed", ""), *getattr(phase, "deeds", ())):
            raise _impossible_deed(draft, deed, PositionProblem.DEED_IS_PENDING)


def _set_buildings(draft: Draft, effect: rulings.SetBuildings) -> None:
    holding = draft.game.holdings.get(effect.deed)
    before = holding.buildings if holding else BARE_LOT
    if before == effect.buildings:
        return
    if holding is None:
        raise _impossible_deed(draft, effect.deed, PositionProblem.BANK_HAS_NO_BUILDINGS)
    _check_not_pending(draft, effect.deed)
    draft.emit(ev.BuildingsChanged(effect.deed, before, effect.buildings))


def _set_mortgaged(draft: Draft, effect: rulings.SetMortgaged) -> None:
    holding = draft.game.holdings.get(effect.deed)
    if effect.mortgaged == (holding is not None and holding.mortgaged):
        return
    if holding is None:
        raise _impossible_deed(draft, effect.deed, PositionProblem.BANK_HAS_NO_MORTGAGE)
    _check_not_pending(draft, effect.deed)
    draft.emit(ev.MortgageChanged(effect.deed, effect.mortgaged))


def _move_token(draft: Draft, effect: rulings.MoveToken) -> None:
    player = draft.game.players[effect.player]
    if player.jail_turn and effect.space != movement.jail_space(draft.game):
        draft.emit(ev.LeftJail(effect.player))
    if player.space != effect.space:
        draft.emit(ev.Moved(effect.player, effect.space))


def _set_jail(draft: Draft, effect: rulings.SetJail) -> None:
    player = draft.game.players[effect.player]
    jail = movement.jail_space(draft.game)
    if not effect.turn:
        if player.jail_turn:
            draft.emit(ev.LeftJail(effect.player))
        return
    _check_no_card_to_draw(draft, effect.player)
    if player.space != jail:
        draft.emit(ev.Moved(effect.player, jail))
    if player.jail_turn != effect.turn:
        draft.emit(ev.JailTurnSet(effect.player, effect.turn))


def _check_no_card_to_draw(draft: Draft, player: str) -> None:
    """Raise IllegalMove if the player has a card to draw (FLOW-17).

    The card could move a token out of jail without anybody having released it.
    """
    for phase in draft.game.pending:
        if isinstance(phase, ToDraw | FineOrChance) and phase.player == player:
            raise _impossible(PositionProblem.CARD_TO_DRAW, player=player)


def _set_jail_card(draft: Draft, effect: rulings.SetJailCard) -> None:
    before = draft.game.jail_card_holder(effect.pack)
    if before != effect.holder:
        if any(getattr(phase, "jail_card", "") == effect.pack for phase in draft.game.pending):
            raise _impossible(PositionProblem.JAIL_CARD_IN_AUCTION)
        draft.emit(ev.JailCardPassed(effect.pack, before, effect.holder))


def _set_turn(draft: Draft, effect: rulings.SetTurn) -> None:
    if isinstance(draft.game.phase, Opening):
        draft.emit(ev.Answered())
    if not isinstance(draft.game.phase, ToThrow):
        raise _impossible(PositionProblem.ANSWER_PENDING)
    draft.emit(ev.TurnBegan(effect.player))


def _set_doubles(draft: Draft, effect: rulings.SetDoubles) -> None:
    if draft.game.turn.player != effect.player:
        raise _impossible(PositionProblem.WITHOUT_THE_DICE, player=effect.player)
    if effect.count >= DOUBLES_TO_JAIL:
        raise _impossible(PositionProblem.THIRD_DOUBLES)
    if draft.game.turn.doubles != effect.count:
        draft.emit(ev.DoublesCounted(effect.player, effect.count))


def _set_debt(draft: Draft, effect: rulings.SetDebt) -> None:
    """Set all that one owes the other: the first debt keeps its place, the others end (FLOW-17)."""
    parties = effect.debtor, effect.creditor
    if effect.creditor == POT and not draft.game.edition.pot:
        raise _impossible(PositionProblem.NO_POT)
    if effect.debtor == effect.creditor:
        raise _impossible(PositionProblem.OWES_ITSELF, player=effect.debtor)
    if not guards.permits(draft.game.phase, moves.PayDebt):
        raise _impossible(PositionProblem.ANSWER_PENDING)
    debts = [debt for debt in draft.game.debts if (debt.debtor, debt.creditor) == parties]
    for debt in debts[1:] if effect.amount else debts:
        draft.emit(ev.DebtEnded(debt, "released"))
    if effect.amount and not debts:
        draft.emit(ev.DebtArose(Debt(*parties, effect.amount, "ruling")))
    elif effect.amount and debts[0].amount != effect.amount:
        draft.emit(ev.DebtReduced(debts[0], effect.amount))


def _remove_player(draft: Draft, effect: rulings.RemovePlayer) -> None:
    """Return everything to the bank; the last player left wins (FLOW-18)."""
    name, game = effect.player, draft.game
    if game.players[name].out:
        return
    if any(_needs_player(phase, name) for phase in game.pending) or any(
        name in (debt.debtor, debt.creditor) for debt in game.debts
    ):
        raise _impossible(PositionProblem.PLAYER_IS_NEEDED, player=name)
    if game.in_play() == [name]:
        raise _impossible(PositionProblem.LAST_PLAYER, player=name)
    _return_everything(draft, name)
    draft.emit(ev.PlayerOut(name, bankrupt=False))
    if len(draft.game.in_play()) == 1:
        draft.emit(ev.GameEnded(tuple(draft.game.in_play())))
    elif isinstance(draft.game.phase, Auction):
        auction.close_when_all_others_passed(draft)


def _needs_player(phase: Phase, name: str) -> bool:
    """Return True if the phase cannot continue without the player."""
    match phase:
        case Auction():
            return name in (phase.bidder, phase.seller)
        case Shortage():
            return name in (phase.builder, *phase.waiting, *phase.claiming)
    return getattr(phase, "player", "") == name


def _return_everything(draft: Draft, name: str) -> None:
    bankruptcy.end_obligations(draft, name, offers=not draft.game.edition.superseded)
    for deed in draft.game.deeds_of(name):
        _set_owner(draft, rulings.SetOwner(BANK, deed.key))
    for pack in draft.game.players[name].jail_cards:
        draft.emit(ev.JailCardPassed(pack, name, BANK))
    _set_cash(draft, rulings.SetCash(name, 0))


def _rename(draft: Draft, effect: rulings.Rename) -> None:
    """Hand everything over to a new name, so that the accounts show it, and then the seat.

    The position is the same whether the same person has another name or somebody else plays on.
    """
    left, came = effect.player, effect.name
    if left == came:
        return
    _check_seats_may_change(draft, came, left)
    draft.emit(ev.PlayerJoined(came))
    if cash := draft.game.players[left].cash:
        draft.emit(ev.Paid(left, came, cash, "ruling"))
    for deed in draft.game.deeds_of(left):
        draft.emit(ev.DeedPassed(deed.key, left, came))
    for pack in draft.game.players[left].jail_cards:
        draft.emit(ev.JailCardPassed(pack, left, came))
    draft.emit(ev.SeatPassed(left, came))


def _join(draft: Draft, effect: rulings.Join) -> None:
    """Seat a late player behind the last one; whoever is out keeps a seat and no place in play."""
    game, edition = draft.game, draft.game.edition
    if len(game.in_play()) >= edition.most_players:
        raise _impossible(PositionProblem.TABLE_IS_FULL, most=edition.most_players)
    if len(game.players) >= MOST_PLAYERS:
        raise _impossible(PositionProblem.NO_SEAT_LEFT, most=MOST_PLAYERS)
    _check_seats_may_change(draft, effect.name)
    draft.emit(ev.PlayerJoined(effect.name))
    draft.emit(ev.Paid(BANK, effect.name, edition.starting_cash, "ruling"))


def _check_seats_may_change(draft: Draft, name: str, instead: str = "") -> None:
    """Raise IllegalMove while an answer is pending, or if somebody else has that name.

    Opening rolls hold nobody up.
    """
    if not isinstance(draft.game.phase, ToThrow | Opening):
        raise _impossible(PositionProblem.ANSWER_PENDING)
    taken = {one.lower() for one in draft.game.players if one != instead}
    if name.lower() in taken:
        raise _impossible(PositionProblem.NAME_TAKEN, player=name)


def _set_promise(draft: Draft, effect: rulings.SetPromise) -> None:
    """Set what the player lands free on a deed: the promise is its owner's (DEAL-1)."""
    game, owner = draft.game, draft.game.owner(effect.deed)
    if not game.edition.promises:
        raise _impossible(PositionProblem.NO_PROMISES)
    if owner in (BANK, effect.player):
        raise _impossible_deed(draft, effect.deed, PositionProblem.NO_RENT_TO_PROMISE)
    if game.players[effect.player].out:
        raise _impossible(PositionProblem.OUT_WITH_PROPERTY, player=effect.player)
    parties = effect.player, effect.deed
    before = [one for one in game.promises if (one.player, one.deed) == parties]
    after = [Promise(owner, *parties, effect.times)] if effect.times != 0 else []
    if before != after:
        draft.emit(*map(ev.PromiseEnded, before), *map(ev.PromiseMade, after))


def _set_loan(draft: Draft, effect: rulings.SetLoan) -> None:
    """Set all loans that one has from the other: the new one is the youngest (HOUSE-1)."""
    game, parties = draft.game, (effect.borrower, effect.lender)
    if not game.edition.loans:
        raise _impossible(PositionProblem.NO_LOANS)
    if effect.borrower == effect.lender:
        raise _impossible(PositionProblem.OWES_ITSELF, player=effect.borrower)
    if effect.instalments.secured:
        _check_not_pending(draft, effect.instalments.secured)
    before = game.loans_between(*parties)
    after = [loans.agreed(*parties, effect.instalments)] if effect.instalments.amount else []
    if before != after:
        draft.emit(*(ev.LoanEnded(loan, "released") for loan in before))
        draft.emit(*map(ev.LoanMade, after))


def _clear_claims(draft: Draft, effect: rulings.ClearClaims) -> None:
    for claim in draft.game.claims:
        draft.emit(ev.ClaimEnded(claim, "void"))


_EFFECTS: dict[type[rulings.Effect], Callable[[Draft, Any], None]] = {
    rulings.SetCash: _set_cash,
    rulings.MoveCash: _move_cash,
    rulings.SetOwner: _set_owner,
    rulings.SetBuildings: _set_buildings,
    rulings.SetMortgaged: _set_mortgaged,
    rulings.MoveToken: _move_token,
    rulings.SetJail: _set_jail,
    rulings.SetJailCard: _set_jail_card,
    rulings.SetTurn: _set_turn,
    rulings.SetDoubles: _set_doubles,
    rulings.SetDebt: _set_debt,
    rulings.RemovePlayer: _remove_player,
    rulings.Rename: _rename,
    rulings.Replace: _rename,
    rulings.Join: _join,
    rulings.SetPromise: _set_promise,
    rulings.SetLoan: _set_loan,
    rulings.ClearClaims: _clear_claims,
}
