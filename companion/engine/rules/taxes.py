"""Income tax and luxury tax."""

from companion.engine import guards, valuation
from companion.engine.draft import Story
from companion.engine.events import Answered, Asked
from companion.engine.moves import PayFlatTax, PayTenPercent
from companion.engine.phases import TaxChoice
from companion.engine.refusals import Reason
from companion.engine.rules.debts import fine


def income_tax_is_due(story: Story, player: str, printed: int) -> None:
    """TAX-1: a choice between a fixed sum and a tenth, or one of them without a choice."""
    game = story.game
    worth = valuation.taxable_worth(game, player)
    if game.edition.income_tax == "choice":
        story.tell(Asked(TaxChoice(player, worth)))
    elif game.edition.income_tax == "flat":
        fine(story, player, game.edition.flat_income_tax or printed, "tax")
    else:
        fine(story, player, valuation.tenth(worth, game.edition.rounding), "tax")


def luxury_tax_is_due(story: Story, player: str, printed: int) -> None:
    """TAX-4: the board's figure, unless the edition has its own."""
    fine(story, player, story.game.edition.luxury_tax or printed, "tax")


def pays_flat_tax(story: Story, move: PayFlatTax) -> None:
    """TAX-1: the fixed sum."""
    guards.asked(story.game, move.player, TaxChoice, Reason.NO_TAX_CHOICE)
    story.tell(Answered())
    fine(story, move.player, story.game.edition.flat_income_tax, "tax")


def pays_ten_percent(story: Story, move: PayTenPercent) -> None:
    """TAX-1, FLOW-20: a tenth of the worth at landing, which nobody saw before choosing (TAX-3)."""
    choice = guards.asked(story.game, move.player, TaxChoice, Reason.NO_TAX_CHOICE)
    story.tell(Answered())
    fine(story, move.player, valuation.tenth(choice.worth, story.game.edition.rounding), "tax")
