"""Judge the wishes of phones: what a phone may do, for whom, and in which position."""

from typing import Any

from companion.engine import moves
from companion.engine.decide import refusal
from companion.engine.limits import ForeignError
from companion.engine.moves import Move, PlayerMove
from companion.engine.notation import parse_move
from companion.text import refused
from companion.text.screens.phones import text_of
from companion.wishes import Wish

ALLOWED = (
    moves.CollectRent,
    moves.Buy,
    moves.Decline,
    moves.PayDebt,
    moves.PayFlatTax,
    moves.PayTenPercent,
    moves.PayFine,
    moves.TakeChance,
    moves.UseJailCard,
    moves.KeepMortgage,
    moves.Unmortgage,
    moves.Mortgage,
    moves.Bid,
    moves.Pass,
    moves.Build,
    moves.ClaimBuilding,
    moves.WaiveBuilding,
    moves.PlaceBuilding,
    moves.Sell,
    moves.SellHotels,
    moves.SellDown,
    moves.OfferTrade,
    moves.AcceptTrade,
    moves.RefuseTrade,
    moves.WithdrawTrade,
)
"""Moves that a phone may make.

Dice, drawn cards, undo, rulings and the hammer belong to the table, and so does everything that
takes a player out of the game.
"""

_RAISING = (moves.Mortgage, moves.Sell, moves.SellHotels, moves.SellDown)


class Refused(Exception):
    """Raised for a wish that is not granted; the argument is a sentence for the player."""


def granted(session: Any, wish: Wish) -> Move:
    """Return the move of a wish that may be played now. Raises Refused.

    Claims and bids are judged by the rules alone, as long as it is still the same auction. Every
    other wish is meant for the position that the phone showed.
    """
    if session is None or wish.game != session.game_number:
        raise Refused(text_of("other game"))
    try:
        move = parse_move(wish.move, session.setup)
    except (ForeignError, ValueError) as error:
        raise Refused(text_of("unreadable")) from error
    if not isinstance(move, ALLOWED):
        raise Refused(text_of("at the table only"))
    assert isinstance(move, PlayerMove), "every move that is allowed is a player's"
    if move.player != wish.seat:
        raise Refused(text_of("not yours", player=move.player))
    if not _is_meant_for_now(session, move, wish.seen):
        raise Refused(text_of("changed"))
    if reason := refusal(session.game, move):
        raise Refused(refused(reason, session.game))
    return move


def _is_meant_for_now(session: Any, move: Move, seen: int) -> bool:
    since = [played.move for played in session.history[seen:]] if seen >= 0 else [move]
    if seen > len(session.history):
        return False
    if isinstance(move, moves.CollectRent):
        return True
    if isinstance(move, moves.Bid | moves.Pass):
        return seen >= 0 and all(isinstance(m, (moves.Bid, moves.Pass, *_RAISING)) for m in since)
    return seen == len(session.history)
