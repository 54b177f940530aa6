"""Soak test: whole games at the real screens on a real ledger, at full speed.

    python -m companion.bench soak 300

prints the measurements of each game as JSON. ``tests/bench/test_soak.py`` has the limits.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion.bench import games
from companion.bench.display import display
from companion.bench.stage import Stage
from companion.bench.watch import memory
from companion.ledger.paths import FILE_NAME

MOST = 1500
"""Moves after which an unfinished game is abandoned."""


def main(count: str) -> list[dict[str, Any]]:
    """Play ``count`` games and return the measurements of each.

    These are moves, memory after the game (MB), size of the ledger (bytes) and the slowest tap
    (seconds of processor time until its frame, without the commit).
    """
    with TemporaryDirectory() as scratch, display():
        stage = Stage(Path(scratch), games.ledger_with(Path(scratch), 10), generous=False)
        with click.progressbar(range(int(count)), label="soak", file=sys.stderr) as bar:
            return [_game(stage, Path(scratch, FILE_NAME)) for _ in bar]


def _game(stage: Stage, file: Path) -> dict[str, Any]:
    stage.begin()
    slowest = max(_taps(stage))
    moves = len(stage.session.history)
    return {
        "moves": moves,
        "slowest": slowest,
        "memory": memory(),
        "size": file.stat().st_size,
    }


def _taps(stage: Stage) -> Iterator[float]:
    while not stage.session.is_over and len(stage.session.history) < MOST:
        if (seconds := stage.step()) is not None:
            yield seconds - stage.session.booking
