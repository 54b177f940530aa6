"""Open trade offer, shown beside every other prompt (FLOW-8)."""

from dataclasses import dataclass

from companion.engine import moves
from companion.engine.state import Game
from companion.text.names import goods_name
from companion.text.screens.trade import text_of
from companion.ui.play.prompts.answers import Answer, answer

MOST_NAMED = 1
"""Most deeds of one side that are named; more are only counted."""


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """Trade offer with its two answers."""

    text: str
    accepts: Answer
    refuses: Answer


def open_offers(game: Game) -> tuple[OpenOffer, ...]:
    """Return the open offer, if there is one."""
    offer = game.offer
    if offer is None:
        return ()
    both = (offer.gives, offer.wants)
    gives, wants = (goods_name(game.board, goods, MOST_NAMED) for goods in both)
    text = text_of("open_offer", player=offer.player, other=offer.other, gives=gives, wants=wants)
    return (OpenOffer(text, *answers_to(game, offer.other)),)


def answers_to(game: Game, name: str) -> tuple[Answer, Answer]:
    """Return the buttons to accept and to decline an offer."""
    accepts = answer(game, text_of("accepts"), moves.AcceptTrade(name), name, tone="in")
    return accepts, answer(game, text_of("refuses"), moves.RefuseTrade(name), name, tone="plain")
