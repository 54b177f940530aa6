"""Paying what is due, and the debts of those who cannot."""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import DebtArose, DebtEnded, Paid
from companion.engine.moves import PayDebt
from companion.engine.obligations import Debt
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import BANK, POT


def fine(draft: Draft, payer: str, amount: int, why: str) -> None:
    """A tax, a fine or a card's penalty: to the bank, or the pot where the table keeps one."""
    charge(draft, payer, POT if draft.game.edition.pot else BANK, amount, why)


def charge(draft: Draft, payer: str, payee: str, amount: int, why: str, deed: str = "") -> None:
    """``amount`` falls due: paid at once, or a debt when the cash is not there (FLOW-11).

    No debt is paid before an older one, so that it becomes one also if ``payer`` owes (FLOW-3).
    """
    if not amount:
        return
    waits = draft.game.debt_of(payer) and not draft.game.edition.superseded
    if draft.game.players[payer].cash >= amount and not waits:
        draft.emit(Paid(payer, payee, amount, why, deed))
    else:
        draft.emit(DebtArose(Debt(payer, payee, amount, why, deed)))


def pays(draft: Draft, move: PayDebt) -> None:
    """FLOW-3: the oldest debt of one's own, once the cash is there."""
    debt = draft.game.debt_of(move.player)
    if debt is None:
        raise IllegalMove(Reason.NO_DEBT, player=move.player)
    due, creditor = debt.amount, debt.creditor
    guards.can_pay(draft.game, move.player, due, Reason.CANNOT_PAY_DEBT, creditor=creditor)
    draft.emit(
        Paid(debt.debtor, debt.creditor, debt.amount, debt.why, debt.deed), DebtEnded(debt, "paid")
    )
