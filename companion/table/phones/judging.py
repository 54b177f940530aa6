"""Judge the wishes of phones: what a phone may do, for whom, and in which position."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine import events, moves
from companion.engine.decide import refusal
from companion.engine.events import Event
from companion.engine.limits import ForeignError
from companion.engine.moves import Move, PlayerMove
from companion.engine.notation import parse_move
from companion.engine.state import Game
from companion.table.session import Played
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
    moves.SellDeed,
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

_CHANGES_ITEM = (events.Asked, events.Answered, events.BidsTied, events.Undone)
_LANDS = (events.Moved, events.CardThrown, events.Undone)


class RefusedWish(Exception):
    """Raised for a wish that is not granted; the argument is a sentence for the player."""


def granted(session: Any, wish: Wish) -> Move:
    """Move of a wish that may be played now. Raises Refused."""
    if session is None or wish.game != session.game_hash:
        raise RefusedWish(text_of("other game"))
    try:
        move = parse_move(wish.move, session.setup)
    except (ForeignError, ValueError) as error:
        raise RefusedWish(text_of("unreadable")) from error
    if not isinstance(move, ALLOWED):
        raise RefusedWish(text_of("at the table only"))
    assert isinstance(move, PlayerMove), "every move that is allowed is a player's"
    if move.player != wish.seat:
        raise RefusedWish(text_of("not yours", player=move.player))
    if wish.since != meant_since(session.game, session.history, move):
        raise RefusedWish(text_of("changed"))
    if reason := refusal(session.game, move):
        raise RefusedWish(refused(reason, session.game))
    return move


def meant_since(game: Game, history: Sequence[Played], move: Move) -> int:
    """Return the number of the move since which ``move`` means the same.

    The words of a move do not say what it is for: a bid does not name the item, and an acceptance
    not the offer. So a button carries this number, and a wish counts only if it is still the same.
    A bid or a pass is for an item, and rent for a claim, whatever else happens meanwhile. Every
    other move is for the position that the phone showed.
    """
    if isinstance(move, moves.Bid | moves.Pass):
        return _last(history, lambda event: isinstance(event, _CHANGES_ITEM))
    if isinstance(move, moves.CollectRent):
        if game.setup.rent == "watchful":
            return _last(history, lambda event: _may_change_claim(event, move))
        return _last(history, lambda event: _changes_claim(event, move))
    return len(history)


def _changes_claim(event: Event, move: moves.CollectRent) -> bool:
    """Return True if another claim may be the newest one since ``event``."""
    if isinstance(event, events.ClaimArose | events.ClaimEnded):
        claim = event.claim
        return claim.owner == move.player and move.payer in (None, claim.payer)
    return isinstance(event, events.Undone)


def _may_change_claim(event: Event, move: moves.CollectRent) -> bool:
    """Return the same from what everybody has seen: a claim must not show (RENT-7)."""
    is_collected = isinstance(event, events.ClaimEnded) and event.how == "collected"
    return isinstance(event, _LANDS) or (is_collected and _changes_claim(event, move))


def _last(history: Sequence[Played], changes: Callable[[Event], bool]) -> int:
    """Return the number of the last move with an event that ``changes`` something; 0 for none."""
    return next((one.number for one in reversed(history) if any(map(changes, one.events))), 0)
