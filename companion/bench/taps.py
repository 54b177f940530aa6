"""Taps on the real screens. Run by ``__main__`` with a folder, a game in it and a count."""

from pathlib import Path
from statistics import median
from typing import Any

from companion.bench.stage import Stage, texts

WARM = 40
"""Moves until every widget there is was made once."""


def main(folder: str, game: str, taps: str) -> Any:
    """Of each tap, in seconds of processor time: until its frame, and of that until it was booked.
    And how many labels a tap changes, as the median."""
    stage = Stage(Path(folder), int(game))
    stage.play(WARM)
    seen: list[float] = []
    booked: list[float] = []
    changed: list[int] = []
    while len(seen) < int(taps):
        before = texts()
        if (seconds := stage.step()) is not None:
            seen.append(seconds)
            booked.append(stage.session.booking)
            changed.append(len(texts().items() - before.items()))
    return {"seen": seen, "booked": booked, "labels": int(median(changed))}
