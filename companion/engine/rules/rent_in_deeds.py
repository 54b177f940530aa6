"""Rent paid partly in deeds, in editions that allow it (RENT-10, FLOW-10)."""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import Asked, DebtEnded, DebtReduced, DeedPassed, Paid
from companion.engine.moves import HandOverDeed, PutUpDeed
from companion.engine.obligations import Debt
from companion.engine.phases import Auction
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import loans
from companion.engine.state import Game


def hand_over_deed(draft: Draft, move: HandOverDeed) -> None:
    """Give the creditor a deed at its printed price (RENT-10).

    A deed worth more than the debt earns no change.
    """
    debt = _check_deed_accepted(draft.game, move.player, move.deed)
    guards.secures_nothing(draft.game, move.deed, but_to=debt.creditor)
    debt = _pay_all_cash(draft, move.player)
    draft.emit(DeedPassed(move.deed, move.player, debt.creditor))
    loans.free_deeds(draft)
    _reduce(draft, debt, draft.game.board.deeds[move.deed].price)


def put_up_deed(draft: Draft, move: PutUpDeed) -> None:
    """Let the bank auction a deed of the debtor, who does not bid (RENT-10)."""
    _check_deed_accepted(draft.game, move.player, move.deed)
    guards.secures_nothing(draft.game, move.deed)
    _pay_all_cash(draft, move.player)
    draft.emit(Asked(Auction(deed=move.deed, seller=move.player)))


def pay_proceeds(draft: Draft, auction: Auction) -> None:
    """Pay the creditor up to the debt, and the debtor the rest (FLOW-10)."""
    debt = draft.game.debt_of(auction.seller)
    towards = (
        min(auction.bid, debt.amount) if debt else 0
    )  # The creditor may have left during the auction.
    draft.emit(Paid(auction.bidder, auction.seller, auction.bid, "bid", auction.deed))
    if debt:
        draft.emit(Paid(auction.seller, debt.creditor, towards, "rent", debt.deed))
        _reduce(draft, debt, towards)


def _check_deed_accepted(game: Game, player: str, key: str) -> Debt:
    """Return the debt that the deed may pay. Raises IllegalMove if it may not (RENT-10)."""
    debt = game.debt_of(player)
    if debt is None or not game.edition.part_in_lots or debt.why != "rent":
        raise IllegalMove(Reason.NO_RENT_IN_LOTS, player=player)
    if game.players[player].cash >= debt.amount:
        raise IllegalMove(Reason.NO_RENT_IN_LOTS, player=player)
    guards.owns(game, player, key, Reason.LOT_NOT_FREE)
    if game.holdings[key].mortgaged:
        raise IllegalMove(Reason.LOT_NOT_FREE, deed=key)
    guards.group_carries_nothing(game, key, Reason.LOT_NOT_FREE)
    return debt


def _pay_all_cash(draft: Draft, player: str) -> Debt:
    """Pay the whole cash towards the debt, and return the remaining debt.

    Cash comes before deeds (RENT-10).
    """
    debt = draft.game.debt_of(player)
    assert debt is not None
    cash = draft.game.players[player].cash
    if cash:
        draft.emit(Paid(player, debt.creditor, cash, "rent", debt.deed))
        draft.emit(DebtReduced(debt, debt.amount - cash))
    left = draft.game.debt_of(player)
    assert left is not None
    return left


def _reduce(draft: Draft, debt: Debt, paid: int) -> None:
    if paid >= debt.amount:
        draft.emit(DebtEnded(debt, "paid"))
    else:
        draft.emit(DebtReduced(debt, debt.amount - paid))
