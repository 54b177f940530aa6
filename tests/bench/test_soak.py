"""A long evening of many games leaves the program as it was: how much memory it takes, how much of
the card a move takes, and how soon a tap is seen. 300 games: COMPANION_SOAK=300 (hours)."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from tools.bench.harness import run_task

GAMES = int(os.environ.get("COMPANION_SOAK", "9"))
GROWS_BY = 2.0 if GAMES >= 90 else 12.0
"""Megabytes at most, from the second third of the games to the last. Caches fill in about thirty
games; sixty lists of rows that were kept took 34 megabytes in the last three of nine."""
LATEST = 0.1
"""Seconds of processor time that a tap may take until it is seen, without the commit."""


@pytest.mark.gui
@pytest.mark.slow
@pytest.mark.timeout(120 * GAMES)
def test_many_games_leave_nothing_behind(record_figures: Callable[..., None]) -> None:
    games: list[dict[str, Any]] = run_task("ui.soak", GAMES, drawn=False)
    third = GAMES // 3
    middle, last = games[third : 2 * third], games[2 * third :]
    grown = max(of(last, "memory")) - max(of(middle, "memory"))
    bytes_a_move = [grows_by(part) / sum(of(part[1:], "moves")) for part in (middle, last)]
    # In the first third every screen is made once.
    slowest = max(of(middle + last, "slowest"))
    record_figures(
        "soak",
        games=GAMES,
        moves=sum(of(games, "moves")),
        grown=grown,
        bytes_middle=bytes_a_move[0],
        bytes_last=bytes_a_move[1],
        slowest=slowest,
        grows_by=GROWS_BY,
        latest=LATEST,
    )
    assert grown <= GROWS_BY
    assert bytes_a_move[1] <= 1.2 * bytes_a_move[0]
    assert slowest <= LATEST


def of(games: list[dict[str, Any]], fact: str) -> list[float]:
    return [game[fact] for game in games]


def grows_by(games: list[dict[str, Any]]) -> float:
    sizes = of(games, "size")
    return sizes[-1] - sizes[0]
