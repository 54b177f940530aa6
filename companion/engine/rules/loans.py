"""Loans between players: made in a deal, due at the borrower's salaries (HOUSE-1 to HOUSE-9).

Once due, an instalment is a payment or a debt like any other: claims, rent and auctions know
nothing of loans. No sheet has them: they are a house rule.
"""

from collections import Counter

from companion.engine import guards
from companion.engine.board import Deed
from companion.engine.draft import Draft
from companion.engine.events import (
    Event,
    InstalmentsDue,
    LoanEnded,
    LoanMade,
    LoanPassed,
    Paid,
    SecurityEnded,
)
from companion.engine.moves import Goods, PayOff
from companion.engine.obligations import MOST_LOANS, MOST_TIMES, Loan
from companion.engine.problems import Money
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules.debts import charge
from companion.engine.rulings import Instalments
from companion.engine.state import BANK, Game


def check(game: Game, giver: str, other: str, gives: Goods, gets: Goods) -> None:
    """Require that one side of a deal is a loan, or about loans, as the table allows it."""
    if gives.instalments:
        _check_new(game, giver, other, gives.instalments, gives, gets)
    if gives.loan and not game.loans_between(other, giver):
        raise IllegalMove(Reason.NO_LOAN, player=other, other=giver)
    for borrower, count in Counter(gives.loans_of).items():
        is_held = borrower != other and game.loans_between(borrower, giver)
        if not is_held or count > 1:
            raise IllegalMove(Reason.NOT_YOUR_LOAN, player=giver, other=other, borrower=borrower)


def _check_new(
    game: Game, giver: str, other: str, promised: Instalments, gives: Goods, gets: Goods
) -> None:
    """Require that a new loan is within the limits, as the deal leaves everything else."""
    if not game.edition.loans:
        raise IllegalMove(Reason.NO_LOANS, player=giver)
    if promised.amount < 1 or not 1 <= promised.times <= MOST_TIMES:
        raise IllegalMove(Reason.LOAN_OUT_OF_RANGE, most=MOST_TIMES)
    ended = game.loans_between(giver, other) if gets.loan else []
    if sum(loan.borrower == giver for loan in game.loans) - len(ended) >= MOST_LOANS:
        raise IllegalMove(Reason.TOO_MANY_LOANS, player=giver, most=MOST_LOANS)
    if promised.secured and not can_secure(game, giver, other, promised.secured, gives, gets):
        raise IllegalMove(Reason.NOT_YOURS_TO_PLEDGE, player=giver, deed=promised.secured)


def can_secure(game: Game, giver: str, other: str, deed: str, gives: Goods, gets: Goods) -> bool:
    """Return True if the deed is the giver's after a deal, and secures nothing else (HOUSE-6)."""
    if deed in gets.deeds:
        return True  # A deed that comes from its borrower is free: it may come to its lender only.
    if game.owner(deed) != giver or deed in gives.deeds:
        return False
    lender, is_debt = game.lender_on(deed), any(debt.secured == deed for debt in game.debts)
    return not lender or (lender == other and (gets.debt if is_debt else gets.loan))


def dealt(game: Game, giver: str, receiver: str, goods: Goods) -> list[Event]:
    """Return how the loans in one side of a deal end or pass on; ``game`` is before the deal."""
    ended = game.loans_between(receiver, giver) if goods.loan else []
    passed = [one for name in goods.loans_of for one in game.loans_between(name, giver)]
    return [
        *(LoanEnded(loan, "released") for loan in ended),
        *(LoanPassed(loan, receiver) for loan in passed),
    ]


def make(draft: Draft, giver: str, receiver: str, goods: Goods) -> None:
    """Lend what one side of a deal promises to pay back."""
    if promised := goods.instalments:
        draft.emit(LoanMade(agreed(giver, receiver, promised)))


def agreed(borrower: str, lender: str, promised: Instalments) -> Loan:
    """Return the loan that is paid back so."""
    return Loan(borrower, lender, promised.amount, promised.times, promised.secured)


def fall_due(draft: Draft, player: str) -> None:
    """Make one instalment of each loan due, the oldest first, because of a salary (HOUSE-2).

    The last instalment of a loan keeps its security until it is paid (HOUSE-6).
    """
    due = [loan for loan in draft.game.loans if loan.borrower == player]
    if not due:
        return
    draft.emit(InstalmentsDue(player))
    for loan in due:
        secured = loan.secured if loan.times == 1 else ""
        charge(draft, player, loan.lender, loan.amount, "loan", secured=secured)


def pay_off(draft: Draft, move: PayOff) -> None:
    """Pay all that remains of the loans from one lender, who is not asked (HOUSE-4)."""
    game, player = draft.game, move.player
    due = game.loans_between(player, move.lender)
    if not due:
        raise IllegalMove(Reason.NO_LOAN, player=player, other=move.lender)
    if debt := game.debt_of(player):
        raise IllegalMove(Reason.DEBT_BEFORE_LOAN, player=player, amount=Money(debt.amount))
    total = sum(loan.remaining for loan in due)
    guards.can_pay(game, player, total, Reason.CANNOT_PAY_OFF, other=move.lender)
    draft.emit(Paid(player, move.lender, total, "loan"))
    draft.emit(*(LoanEnded(loan, "paid") for loan in due))


def free_deeds(draft: Draft) -> None:
    """End the security of deeds that their borrowers no longer own; the loans stay (HOUSE-6)."""
    for deed, (borrower, _) in draft.game.secured().items():
        if draft.game.owner(deed) != borrower:
            draft.emit(SecurityEnded(deed))


def pass_on(draft: Draft, player: str, creditor: str) -> None:
    """Make the creditor the lender of what a bankrupt has lent (HOUSE-8).

    The bank holds no loan, and nobody owes anything to the same player.
    """
    for loan in draft.game.loans:
        if loan.lender == player and creditor not in (BANK, loan.borrower):
            draft.emit(LoanPassed(loan, creditor))


def end_all(draft: Draft, player: str = "") -> None:
    """End the loans in which the player takes part, or those of everybody (HOUSE-7, HOUSE-8)."""
    for loan in draft.game.loans:
        if not player or player in (loan.borrower, loan.lender):
            draft.emit(LoanEnded(loan, "void"))


def securities(game: Game, player: str) -> list[tuple[str, Deed]]:
    """List the lenders to whom deeds of the player secure a loan, with these deeds (HOUSE-6)."""
    deeds, secured = game.board.deeds, game.secured().items()
    return [(lender, deeds[deed]) for deed, (borrower, lender) in secured if borrower == player]
