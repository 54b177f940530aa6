"""Taps on the real screens. Run by ``__main__`` with a folder, a game in it and a count."""

from pathlib import Path
from statistics import median
from typing import Any

from companion.bench.stage import Stage, texts

WARM = 40
"""Moves until every widget has been created once."""


def main(folder: str, game: str, taps: str) -> Any:
    """Return the processor time of each tap until its frame, and the part until it was stored.

    ``labels`` is the median number of labels that a tap changes.
    """
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
