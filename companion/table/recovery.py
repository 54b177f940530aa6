"""Reason why nobody can play, and the ways out."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.ledger.restore import Progress
from companion.text.told import Wording


@dataclass(frozen=True, slots=True)
class WayOut:
    """Way out: a button and its action.

    ``take`` is called with a callback for the number of moves done.
    """

    text: str
    about: str
    moves: int
    take: Callable[[Progress], object]


@dataclass(frozen=True, slots=True)
class Recovery:
    """Reason why nobody can play, and the ways out; ``title`` is the key of the heading."""

    title: str = "title"
    sentence: Wording = ""
    ways: tuple[WayOut, ...] = ()
    problem: Wording = ""
    """Reason why the last way failed, which is shown in place of the sentence."""
    is_busy: bool = False
    progress: float = 0.0
    """Progress of the way that was taken, from 0 to 1."""
