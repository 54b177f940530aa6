"""A long evening of many games leaves the program as it was: how much memory it takes, how much of
the card a move takes, and how soon a tap is seen."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.sizes import sizes
from tools.bench.harness import run_task

GROWS_BY = {9: 12.0, 300: 2.0}
"""Megabytes at most, by the number of games, from the second third of them to the last. Caches fill
in about thirty games; sixty lists of rows that were kept took 34 megabytes in the last three of
nine."""
LATEST = 0.1
"""Seconds of processor time that a tap may take until it is seen, without the commit."""


@pytest.mark.gui
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("count", sizes(slow=9, hours=300))
def test_many_games_leave_nothing_behind(count: int, record_figures: Callable[..., None]) -> None:
    games: list[dict[str, Any]] = run_task("ui.soak", count, drawn=False)
    third = count // 3
    middle, last = games[third : 2 * third], games[2 * third :]
    grown = max(of(last, "memory")) - max(of(middle, "memory"))
    bytes_a_move = [grows_by(part) / sum(of(part[1:], "moves")) for part in (middle, last)]
    # In the first third every screen is made once.
    slowest = max(of(middle + last, "slowest"))
    record_figures(
        "soak",
        games=count,
        moves=sum(of(games, "moves")),
        grown=grown,
        bytes_middle=bytes_a_move[0],
        bytes_last=bytes_a_move[1],
        slowest=slowest,
        grows_by=GROWS_BY[count],
        latest=LATEST,
    )
    assert grown <= GROWS_BY[count]
    assert bytes_a_move[1] <= 1.2 * bytes_a_move[0]
    assert slowest <= LATEST


def of(games: list[dict[str, Any]], fact: str) -> list[float]:
    return [game[fact] for game in games]


def grows_by(games: list[dict[str, Any]]) -> float:
    sizes = of(games, "size")
    return sizes[-1] - sizes[0]
