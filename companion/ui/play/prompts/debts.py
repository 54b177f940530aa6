"""A debt that waits for cash (FLOW-3), and bankruptcy when there is no way to raise it (BANK-1)."""

from companion.engine import moves
from companion.engine.decide import refusal
from companion.engine.obligations import Debt
from companion.engine.phases import ToSettle
from companion.engine.state import BANK, POT, Game
from companion.text import deed_name, prompt
from companion.text.names import party_name
from companion.text.prompts import why
from companion.ui.play.prompts.answers import Answer, answer, sum_of
from companion.ui.play.prompts.prompt import Prompt


def to_settle(game: Game, phase: ToSettle) -> Prompt:
    """FLOW-3: each debtor's oldest debt, the oldest of all shown large."""
    oldest = game.debts[0]
    debtors = dict.fromkeys(debt.debtor for debt in game.debts)
    debts = (debt for name in debtors if (debt := game.debt_of(name)))
    answers = tuple(payment(game, debt, debt == oldest) for debt in debts)
    payable = [pays for pays in answers if pays.open]
    answers += tuple(gone for name in debtors if (gone := bankruptcy(game, name)))
    creditor = party_name(oldest.creditor)
    return Prompt(
        "settle",
        oldest.debtor,
        prompt("settle.lead", player=oldest.debtor, creditor=creditor),
        sum_of(game, oldest.amount),
        prompt(
            "settle.detail",
            why=reason(game, oldest),
            player=oldest.debtor,
            cash=_cash(game, oldest),
        ),
        oldest.deed,
        answers=answers,
        yes=payable[0] if len(payable) == 1 else None,
    )


def payment(game: Game, debt: Debt, is_oldest: bool) -> Answer:
    """The button that pays it, dimmed until the cash is there."""
    key = "settle.pay" if is_oldest else "settle.other"
    text = prompt(key, player=debt.debtor, amount=sum_of(game, debt.amount))
    return answer(game, text, moves.PayDebt(debt.debtor), debt.debtor, tone="out", deed=debt.deed)


def bankruptcy(game: Game, name: str) -> Answer | None:
    """Offered only when it is true (BANK-1), and says who gets everything."""
    move, debt = moves.DeclareBankruptcy(name), game.debt_of(name)
    if debt is None or refusal(game, move):
        return None
    text = prompt("settle.bankrupt", player=name, creditor=party_name(heir(debt)))
    return answer(game, text, move, name, tone="plain")


def heir(debt: Debt) -> str:
    """Who gets everything: what the pot is owed, the bank gets."""
    return BANK if debt.creditor == POT else debt.creditor


def reason(game: Game, debt: Debt) -> str:
    """What a debt is for."""
    return why(debt.why, deed_name(game.board, debt.deed) if debt.deed else "")


def _cash(game: Game, debt: Debt) -> str:
    return sum_of(game, game.players[debt.debtor].cash)
