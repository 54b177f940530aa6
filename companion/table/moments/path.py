"""Spaces that a moment shows: those that a token passes, or properties that changed."""

from dataclasses import replace

from companion.engine import events as ev
from companion.engine import moves
from companion.engine.board import SPACES
from companion.engine.phases import Auction, CardThrow
from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.table.moments.booked import BookedMove
from companion.table.moments.values import Stop

BACKWARDS = ("go_back", "go_back_to")
"""Effects of cards that move a token against the direction of play."""


def path(booked: BookedMove) -> tuple[Stop, ...]:
    """Spaces from the one that the token left to the one that it reached.

    Jail and rulings are reached by a jump; every other move is walked, once round the board if a
    card leads to the same space.
    """
    moved = [event for event in booked.events if isinstance(event, ev.Moved | ev.Jailed)]
    if not moved or isinstance(booked.move, moves.Undo):
        return ()
    here = booked.player_before(moved[0].player).space
    stops = [_stop(booked, booked.before, here)]
    for event in moved:
        if isinstance(event, ev.Jailed) or isinstance(booked.move, moves.Rule):
            stops.append(replace(_stop(booked, booked.before, event.space), by_jump=True))
        else:
            walked = _walk(booked, here, event.space)
            stops += (_stop(booked, booked.before, position) for position in walked)
        here = event.space
    return tuple(stops)


def _walk(booked: BookedMove, start: int, end: int) -> list[int]:
    """List the spaces after ``start`` up to ``end``."""
    card = booked.card()
    step = -1 if card and card.effect in BACKWARDS else 1
    count = ((end - start) * step - 1) % SPACES + 1
    return [(start + step * place) % SPACES for place in range(1, count + 1)]


def properties(booked: BookedMove) -> tuple[Stop, ...]:
    """Properties that were sold, built on or traded, with the rest of a single set."""
    keys = [event.deed for event in booked.raised()]
    keys = keys or [event.deed for event in booked.all(ev.DeedPassed)] or _deed_asked_about(booked)
    deeds = [booked.board.deeds[key] for key in dict.fromkeys(keys)]
    groups = {deed.group for deed in deeds}
    if len(groups) == 1:
        deeds = [deed for deed in booked.board.groups[groups.pop()] if deed not in deeds] + deeds
    return tuple(_stop(booked, booked.after, deed.position) for deed in deeds)


def _deed_asked_about(booked: BookedMove) -> list[str]:
    """Property that nobody bought, or whose rent was rolled for."""
    phase = booked.before.phase
    if isinstance(phase, CardThrow) or (isinstance(phase, Auction) and booked.closes_unsold()):
        return [phase.deed] if phase.deed else []
    return []


def _stop(booked: BookedMove, game: Game, position: int) -> Stop:
    """Space in a position; owners are hidden where they watch for rent (RENT-7)."""
    space = booked.board.spaces[position]
    if space.deed is None:
        return Stop(position, space.kind)
    holding = game.holdings.get(space.deed.key)
    stop = Stop(position, space.kind, space.deed.group)
    if holding is None or (booked.is_watchful and game is booked.before):
        return stop
    return replace(
        stop,
        marker=markers_of(game.players)[holding.owner],
        buildings=holding.buildings,
        mortgaged=holding.mortgaged,
    )
