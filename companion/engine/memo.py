"""Caches for what follows from the deeds of one player or of one group."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from companion.engine.state import Game

T = TypeVar("T")


def follows_from_groups(work_out: Callable[[Game, str], T]) -> Callable[[Game, str], T]:
    """Remembers what ``work_out`` says of a player in a game for as long as nothing happens in the
    groups of which the player has a deed: of all that changes in a game it may look there alone."""

    @wraps(work_out)
    def remembering(game: Game, name: str) -> T:
        remembered = game.holdings.of_players
        try:
            found: T = remembered[name][work_out]
        except KeyError:
            found = remembered.setdefault(name, {})[work_out] = work_out(game, name)
        return found

    return remembering


def follows_from_group(
    work_out: Callable[[Game, str, str], T],
) -> Callable[[Game, str, str], T]:
    """Remembers what ``work_out`` says of a player in a game and a group for as long as nothing
    happens in that group: of all that changes in a game it may look there alone."""

    @wraps(work_out)
    def remembering(game: Game, name: str, group: str) -> T:
        remembered = game.holdings.of_groups
        try:
            found: T = remembered[group][work_out, name]
        except KeyError:
            found = work_out(game, name, group)
            remembered.setdefault(group, {})[work_out, name] = found
        return found

    return remembering
