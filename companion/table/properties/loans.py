"""Loans of one player as the screen shows them: to or from whom, what remains, what comes next."""

from dataclasses import dataclass

from companion.engine import moves
from companion.engine.obligations import Loan
from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.table.prompts.answers import Answer, answer
from companion.text import sum_of
from companion.text.names import deed_name
from companion.text.screens.properties import text_of
from companion.text.told import Wording, joined


@dataclass(frozen=True, slots=True)
class HeldLoan:
    """Loan with the tokens of ``borrower`` and ``lender``; texts are wordings, the longest first.

    ``next`` is the next instalment. ``done`` of ``times`` instalments are paid. ``secured`` names
    the deed that secures the loan, whose colour is ``group``; both are empty without one. ``pays``
    pays off all loans from the same lender, which ``paying`` has with what is missing; None if the
    player who looks is the lender. ``asks`` begins a trade about the loan.
    """

    number: int
    borrower: int
    lender: int
    parties: tuple[str, str]
    owes: tuple[Wording, ...]
    next: tuple[Wording, ...]
    amount: Wording
    done: int
    times: int
    paid: Wording
    secured: tuple[Wording, ...]
    group: str
    pays: Answer | None
    paying: tuple[Wording, ...]
    asks: tuple[Wording, ...]


def held_loans(game: Game, player: str) -> list[HeldLoan]:
    """List the loans that a player has got or given, the oldest first."""
    return [
        _held(game, player, number, loan)
        for number, loan in enumerate(game.loans)
        if player in (loan.borrower, loan.lender)
    ]


def _held(game: Game, player: str, number: int, loan: Loan) -> HeldLoan:
    markers, names = markers_of(game.players), {"borrower": loan.borrower, "lender": loan.lender}
    amount, rest = sum_of(game, loan.amount), sum_of(game, loan.remaining)
    done, times = loan.fallen_due - _unpaid(game, loan), loan.fallen_due + loan.times
    is_borrower = player == loan.borrower
    pays = _pays_off(game, loan) if is_borrower else None
    return HeldLoan(
        number,
        markers[loan.borrower],
        markers[loan.lender],
        (loan.lender, loan.borrower),
        (text_of("loan", amount=rest, **names), text_of("loan_left", amount=rest), rest),
        _texts(("next", "at_go", "next_least"), amount=amount, **names),
        amount,
        done,
        times,
        text_of("loan_paid", done=done, times=times),
        _secured(game, loan),
        game.board.deeds[loan.secured].group if loan.secured else "",
        pays,
        _paying(pays) if pays else (),
        _texts(("ask", "trade") if is_borrower else ("forgive",), **names),
    )


def _texts(keys: tuple[str, ...], **fields: Wording) -> tuple[Wording, ...]:
    return tuple(text_of(key, **fields) for key in keys)


def _unpaid(game: Game, loan: Loan) -> int:
    """Return 1 if an instalment of a loan is due and waits to be paid (HOUSE-3)."""
    due = (loan.borrower, loan.lender, loan.amount, "loan")
    debts = ((one.debtor, one.creditor, one.amount, one.why) for one in game.debts)
    return min(loan.fallen_due, int(due in debts))


def _paying(pays: Answer) -> tuple[Wording, ...]:
    """Return wordings of what a payment comes to, and of what is missing."""
    if not pays.brief:
        return (pays.text,)
    return joined(": ", (pays.text, pays.brief)), pays.brief


def _secured(game: Game, loan: Loan) -> tuple[Wording, ...]:
    if not loan.secured:
        return ()
    name = deed_name(game.board, loan.secured)
    return text_of("secured", deed=name), name


def _pays_off(game: Game, loan: Loan) -> Answer:
    """Return the payment of all that remains to one lender (HOUSE-4)."""
    rest = sum(one.remaining for one in game.loans_between(loan.borrower, loan.lender))
    text = text_of("pay_off", amount=sum_of(game, rest), lender=loan.lender)
    return answer(game, text, moves.PayOff(loan.borrower, loan.lender), tone="out")
