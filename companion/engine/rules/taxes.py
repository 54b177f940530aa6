"""Income tax and luxury tax."""

from companion.engine import guards, valuation
from companion.engine.draft import Draft
from companion.engine.events import Answered, Asked
from companion.engine.moves import PayFlatTax, PayTenPercent
from companion.engine.phases import TaxChoice
from companion.engine.refusals import Reason
from companion.engine.rules.debts import fine


def charge_income_tax(draft: Draft, player: str, printed: int) -> None:
    """Charge the income tax, or ask which of its two forms (TAX-1).

    The edition decides: a fixed amount, a tenth of the worth, or the player's choice.
    """
    game = draft.game
    worth = valuation.taxable_worth(game, player)
    if game.edition.income_tax == "choice":
        draft.emit(Asked(TaxChoice(player, worth)))
    elif game.edition.income_tax == "flat":
        fine(draft, player, game.edition.flat_income_tax or printed, "tax")
    else:
        fine(draft, player, valuation.tenth(worth, game.edition.rounding), "tax")


def charge_luxury_tax(draft: Draft, player: str, printed: int) -> None:
    """Charge the edition's luxury tax, or else the one on the board (TAX-4)."""
    fine(draft, player, draft.game.edition.luxury_tax or printed, "tax")


def pay_flat_tax(draft: Draft, move: PayFlatTax) -> None:
    """Choose to pay the fixed amount (TAX-1)."""
    guards.asked(draft.game, move.player, TaxChoice, Reason.NO_TAX_CHOICE)
    draft.emit(Answered())
    fine(draft, move.player, draft.game.edition.flat_income_tax, "tax")


def pay_ten_percent(draft: Draft, move: PayTenPercent) -> None:
    """Choose to pay a tenth of the worth at landing (TAX-1, FLOW-20).

    Nobody sees the worth before choosing (TAX-3).
    """
    choice = guards.asked(draft.game, move.player, TaxChoice, Reason.NO_TAX_CHOICE)
    draft.emit(Answered())
    fine(draft, move.player, valuation.tenth(choice.worth, draft.game.edition.rounding), "tax")
