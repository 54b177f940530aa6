"""Decorators that cache answers which depend only on the deeds of one player or one group.

The essay in ``holdings`` explains when an answer is dropped.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from companion.engine.state import Game

T = TypeVar("T")


def cached_per_player(compute: Callable[[Game, str], T]) -> Callable[[Game, str], T]:
    """Cache ``compute(game, player)`` until a deed in one of the player's groups changes.

    ``compute`` must depend on nothing else that changes in a game.
    """

    @wraps(compute)
    def cached(game: Game, name: str) -> T:
        cache = game.holdings.player_cache
        try:
            answer: T = cache[name][compute]
        except KeyError:
            answer = cache.setdefault(name, {})[compute] = compute(game, name)
        return answer

    return cached


def cached_per_group(
    compute: Callable[[Game, str, str], T],
) -> Callable[[Game, str, str], T]:
    """Cache ``compute(game, player, group)`` until a deed in the group changes.

    ``compute`` must depend on nothing else that changes in a game.
    """

    @wraps(compute)
    def cached(game: Game, name: str, group: str) -> T:
        cache = game.holdings.group_cache
        try:
            answer: T = cache[group][compute, name]
        except KeyError:
            answer = compute(game, name, group)
            cache.setdefault(group, {})[compute, name] = answer
        return answer

    return cached
