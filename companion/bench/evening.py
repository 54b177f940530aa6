"""Long games at the real screens. Run by ``__main__`` with a folder, a game and a count."""

from pathlib import Path
from typing import Any

from companion.bench.stage import Stage
from companion.bench.watch import memory
from companion.ui.screens import SCREENS

MOVES, A_GAME = 20, 60
"""Moves before all screens are opened, and moves in each later game."""
NOT_IN_A_GAME = ("recovery",)


def main(folder: str, game: str, more: str) -> Any:
    """Return megabytes: the peak with all screens opened, and before and after ``more`` games."""
    stage = Stage(Path(folder), int(game))
    stage.play(MOVES)
    for screen in SCREENS:
        if screen not in NOT_IN_A_GAME:
            stage.look_at(screen)
    peak = memory("VmHWM")
    stage.begin()
    stage.play(A_GAME)
    before = memory()
    for _ in range(int(more)):
        stage.begin()
        stage.play(A_GAME)
    return {"peak": peak, "before": before, "after": memory()}
