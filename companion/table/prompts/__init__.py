"""Prompts of the play screen: the current question and its answers, as plain values.

Begin with ``now``, which asks the engine for the legal answers and their effects. The package knows
no rule and imports no Kivy.
"""

from dataclasses import replace

from companion.engine.state import Game
from companion.table.prompts import claims
from companion.table.prompts.answers import Answer, Change
from companion.table.prompts.auction import AuctionView, Bidder, auction_view, button_bid
from companion.table.prompts.offers import OpenOffer, open_offers
from companion.table.prompts.phases import page_of
from companion.table.prompts.prompt import Prompt

__all__ = (
    "Answer",
    "AuctionView",
    "Bidder",
    "Change",
    "OpenOffer",
    "Prompt",
    "auction_view",
    "button_bid",
    "now",
)


def now(game: Game) -> Prompt:
    """Prompt of a position; the table decides how rent is asked for (TABLE-6)."""
    page = replace(page_of(game), offers=open_offers(game))
    if game.setup.rent == "watchful":
        return replace(page, asking=claims.asking(game))
    page = replace(page, claims=claims.strips(game))
    return replace(page, yes=page.yes or _only_claim(page))


def _only_claim(page: Prompt) -> Answer | None:
    """Return the only open claim if nothing else can be answered."""
    open_claims = [claim for claim in page.claims if claim.open]
    answered = any(answer.open for answer in page.answers)
    return open_claims[0] if len(open_claims) == 1 and not answered else None
