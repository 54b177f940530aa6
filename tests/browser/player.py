"""Player who sees only what is on a page: keys with names, at places."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from companion.text.screens.play import WORDS
from companion.text.screens.setup import SETUP

FACES = 6
BESIDE = ("tile:", "log", "bar.", "space:", "toast", "focus")
"""Beginnings of the keys of what answers nothing: it is there on every page."""
KEPT = {WORDS["undo"], SETUP["clear"]}
"""Names of keys that nobody taps: they take back what was played."""


class Button(NamedTuple):
    """Thing that can be tapped: its key on the page, its name, and its middle in pixels."""

    key: str
    label: str
    x: float
    y: float


class Player:
    """One hand for all players. Dice fall at random, and answers are chosen at random."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def answer(self, seen: Iterable[Button]) -> list[Button]:
        """Return what to tap, one after the other; nothing if nothing is asked."""
        found = {button.key: button for button in seen}
        if dice := [key for key in found if key.startswith("die:")]:
            rows = sorted({key.rpartition(":")[0] for key in dice})
            return [found[f"{row}:{self._random.randint(1, FACES)}"] for row in rows]
        asked = [button for key, button in found.items() if not key.startswith(BESIDE)]
        answers = [button for button in asked if button.label not in KEPT]
        return [self._random.choice(answers)] if answers else []
