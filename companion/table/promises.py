"""Promises of free landings, in the words of trade and auction."""

from collections.abc import Collection

from companion.engine.board import Deed
from companion.engine.obligations import Promise
from companion.engine.rulings import Landings
from companion.engine.state import Game
from companion.text.names import short_names
from companion.text.screens.trade import text_of
from companion.text.told import Told, Wording


def binding(game: Game, deeds: Collection[str], buyer: str = "") -> list[Promise]:
    """List the promises that bind whoever gets some deeds, such as a ``buyer`` (DEAL-1)."""
    passing = (one for one in game.promises if one.deed in deeds and one.player != buyer)
    return [*passing] if game.edition.promises_bind_buyers else []


def bound_names(game: Game, promise: Promise) -> tuple[Told, ...]:
    """Return longer and shorter texts for a promise that comes with its deed."""
    names = ticket_names(game, game.board.deeds[promise.deed], promise.times)
    return tuple(text_of("keeps", player=promise.player, free=name) for name in names)


def ticket_names(game: Game, deed: Deed, times: Landings) -> tuple[Wording, ...]:
    """Return longer and shorter texts for a number of free landings on a deed."""
    shorter = short_names(game.board, deed.key)
    if times == 0:
        return text_of("free", deed=deed.name), *shorter
    if times is None:
        full, short = text_of("free_for_good", deed=deed.name), "for_good"
    else:
        full, short = text_of("free_times", deed=deed.name, times=times), "times"
    return full, *(text_of(short, deed=name, times=times) for name in shorter)
