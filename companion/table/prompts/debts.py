"""Open debts (FLOW-3), and bankruptcy if the cash cannot be raised (BANK-1)."""

from companion.engine import moves
from companion.engine.decide import refusal
from companion.engine.obligations import Debt
from companion.engine.phases import ToSettle
from companion.engine.state import BANK, POT, Game
from companion.table.prompts.answers import Answer, answer
from companion.table.prompts.prompt import Prompt, titles
from companion.text import deed_name, prompt, sum_of
from companion.text.names import party_name
from companion.text.purposes import purpose
from companion.text.told import Told


def to_settle(game: Game, phase: ToSettle) -> Prompt:
    """Prompt for the oldest debt, with a button for each debtor (FLOW-3)."""
    oldest = game.debts[0]
    debtors = dict.fromkeys(debt.debtor for debt in game.debts)
    debts = (debt for name in debtors if (debt := game.debt_of(name)))
    answers = tuple(payment(game, debt, debt == oldest) for debt in debts)
    payable = [pays for pays in answers if pays.open]
    answers += tuple(gone for name in debtors if (gone := bankruptcy(game, name)))
    return Prompt(
        "settle",
        oldest.debtor,
        titles(
            "settle.title",
            oldest.debtor,
            creditor=party_name(oldest.creditor),
            amount=sum_of(game, oldest.amount),
        ),
        (reason(game, oldest),),
        deed=oldest.deed,
        answers=answers,
        yes=payable[0] if len(payable) == 1 else None,
    )


def payment(game: Game, debt: Debt, is_oldest: bool) -> Answer:
    """Button that pays a debt, dimmed until the debtor has the cash."""
    key = "settle.pay" if is_oldest else "settle.other"
    text = prompt(key, player=debt.debtor, amount=sum_of(game, debt.amount))
    return answer(game, text, moves.PayDebt(debt.debtor), tone="out")


def bankruptcy(game: Game, name: str) -> Answer | None:
    """Bankruptcy button, if the player cannot raise the sum (BANK-1)."""
    move, debt = moves.DeclareBankruptcy(name), game.debt_of(name)
    if debt is None or refusal(game, move):
        return None
    key = "settle.bankrupt"
    if game.edition.ruined_deeds == "bank" and game.deeds_of(name):
        key = "settle.bankrupt.for sale"
    text = prompt(key, player=name, creditor=party_name(heir(debt)))
    return answer(game, text, move, tone="plain")


def heir(debt: Debt) -> str:
    """Receiver of a bankrupt's property; the bank stands in for the pot."""
    return BANK if debt.creditor == POT else debt.creditor


def reason(game: Game, debt: Debt) -> Told:
    """Describe the cause of a debt."""
    return purpose(debt.why, deed_name(game.board, debt.deed) if debt.deed else "")
