"""The open offer, which is never forgotten: it waits beside whatever else is faced (FLOW-8)."""

from dataclasses import dataclass

from companion.engine import moves
from companion.engine.state import Game
from companion.text.names import goods_name
from companion.text.screens.trade import text_of
from companion.ui.play.prompts.answers import Answer, answer

MOST_NAMED = 1
"""Deeds of one side, before they are only counted: the deal itself shows which they are."""


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """Who offers whom what, and the two answers to it."""

    text: str
    accepts: Answer
    refuses: Answer


def open_offers(game: Game) -> tuple[OpenOffer, ...]:
    """The open offer; none, or one."""
    offer = game.offer
    if offer is None:
        return ()
    both = (offer.gives, offer.wants)
    gives, wants = (goods_name(game.board, goods, MOST_NAMED) for goods in both)
    text = text_of("open_offer", player=offer.player, other=offer.other, gives=gives, wants=wants)
    return (OpenOffer(text, *answers_to(game, offer.other)),)


def answers_to(game: Game, name: str) -> tuple[Answer, Answer]:
    """Yes and no, for whom the offer is made to."""
    accepts = answer(game, text_of("accepts"), moves.AcceptTrade(name), name, tone="in")
    return accepts, answer(game, text_of("refuses"), moves.RefuseTrade(name), name, tone="plain")
