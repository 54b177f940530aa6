"""Payments that fall due, and debts of players who cannot pay.

The luxury tax is $75. Ann has $50, and borrows $30 on Baltic Avenue:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     ruling: Ann owns Baltic Avenue; Ann has $50; Ann stands on Short Line
    ...     Ann throws 1 2
    ...     expect Ann owes bank $75
    ...     refused FLOW-3: Ann pays
    ...     Ann mortgages Baltic Avenue
    ...     Ann pays
    ...     expect Ann $5
    ... ''')).faults
    ()
"""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import DebtArose, DebtEnded, Paid
from companion.engine.moves import PayDebt
from companion.engine.obligations import Debt
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import BANK, POT


def fine(draft: Draft, payer: str, amount: int, why: str) -> None:
    """Charge a tax or penalty to the bank, or to the pot if the table keeps one."""
    charge(draft, payer, POT if draft.game.edition.pot else BANK, amount, why)


def charge(
    draft: Draft,
    payer: str,
    payee: str,
    amount: int,
    why: str,
    deed: str = "",
    secured: str = "",
) -> None:
    """Make ``payer`` pay ``amount`` at once, or owe it without the cash (FLOW-11).

    Debts are paid in the order in which they arose. A player in debt therefore owes every further
    amount too (FLOW-3). ``secured`` is the deed that secures such a debt (HOUSE-6).
    """
    if not amount:
        return
    waits = draft.game.debt_of(payer) and draft.game.edition.superseded < 2
    if draft.game.players[payer].cash >= amount and not waits:
        draft.emit(Paid(payer, payee, amount, why, deed))
    else:
        draft.emit(DebtArose(Debt(payer, payee, amount, why, deed, secured)))


def pay_debt(draft: Draft, move: PayDebt) -> None:
    """Pay the player's oldest debt, if the cash is there (FLOW-3)."""
    debt = draft.game.debt_of(move.player)
    if debt is None:
        raise IllegalMove(Reason.NO_DEBT, player=move.player)
    due, creditor = debt.amount, debt.creditor
    guards.can_pay(draft.game, move.player, due, Reason.CANNOT_PAY_DEBT, creditor=creditor)
    draft.emit(
        Paid(debt.debtor, debt.creditor, debt.amount, debt.why, debt.deed), DebtEnded(debt, "paid")
    )
