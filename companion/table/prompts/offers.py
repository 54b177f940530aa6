"""Open trade offer, shown beside every other prompt (FLOW-8)."""

from dataclasses import dataclass

from companion.engine import moves
from companion.engine.state import Game
from companion.table.prompts.answers import Answer, answer
from companion.text.screens.trade import text_of
from companion.text.told import Wording


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """Trade offer of a ``player``: ``texts`` are long and short, ``other`` is who answers it."""

    texts: tuple[Wording, ...]
    look: Wording
    player: str
    other: str


def open_offers(game: Game) -> tuple[OpenOffer, ...]:
    """Return the open offer, if there is one."""
    offer = game.offer
    if offer is None:
        return ()
    texts = (text_of("open_offer", player=offer.player), text_of("offer"))
    look = text_of("look")
    return (OpenOffer(texts, look, offer.player, offer.other),)


def answers_to(game: Game, name: str) -> tuple[Answer, Answer]:
    """Buttons to accept and to decline an offer."""
    accepts = answer(game, text_of("accepts"), moves.AcceptTrade(name), tone="in")
    return accepts, answer(game, text_of("refuses"), moves.RefuseTrade(name), tone="plain")
