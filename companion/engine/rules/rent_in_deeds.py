"""Rent paid partly in lots, where the sheet allows it (RENT-10, FLOW-10)."""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import Asked, DebtEnded, DebtReduced, DeedPassed, Paid
from companion.engine.moves import HandOverDeed, PutUpDeed
from companion.engine.obligations import Debt
from companion.engine.phases import Auction
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import Game


def hands_over(draft: Draft, move: HandOverDeed) -> None:
    """A deed to the creditor at its printed price; what it is worth beyond the debt earns no
    change."""
    _may_go(draft.game, move.player, move.deed)
    debt = _all_cash_first(draft, move.player)
    draft.emit(DeedPassed(move.deed, move.player, debt.creditor))
    _reduce(draft, debt, draft.game.board.deeds[move.deed].price)


def puts_up(draft: Draft, move: PutUpDeed) -> None:
    """The bank auctions a deed for the debtor, who does not bid on it."""
    _may_go(draft.game, move.player, move.deed)
    _all_cash_first(draft, move.player)
    draft.emit(Asked(Auction(deed=move.deed, seller=move.player)))


def proceeds(draft: Draft, auction: Auction) -> None:
    """FLOW-10: to the creditor up to the debt, the rest to the debtor."""
    debt = draft.game.debt_of(auction.seller)
    towards = min(auction.bid, debt.amount) if debt else 0  # None: the creditor left meanwhile
    draft.emit(Paid(auction.bidder, auction.seller, auction.bid, "bid", auction.deed))
    if debt:
        draft.emit(Paid(auction.seller, debt.creditor, towards, "rent", debt.deed))
        _reduce(draft, debt, towards)


def _may_go(game: Game, player: str, key: str) -> None:
    debt = game.debt_of(player)
    if debt is None or not game.edition.part_in_lots or debt.why != "rent":
        raise IllegalMove(Reason.NO_RENT_IN_LOTS, player=player)
    if game.players[player].cash >= debt.amount:
        raise IllegalMove(Reason.NO_RENT_IN_LOTS, player=player)
    guards.owns(game, player, key, Reason.LOT_NOT_FREE)
    if game.holdings[key].mortgaged:
        raise IllegalMove(Reason.LOT_NOT_FREE, deed=key, player=player, owner=player)
    guards.group_carries_nothing(game, key, Reason.LOT_NOT_FREE)


def _all_cash_first(draft: Draft, player: str) -> Debt:
    """RENT-10: part cash, all of it; then the lots. What is left of the debt."""
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
