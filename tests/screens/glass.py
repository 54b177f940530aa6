"""Real tables without a window, with fingers on one or more glasses of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.engine import board, edition
from companion.engine.notation import parse_move
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger
from companion.runtime.build import build_screens
from companion.screens.fingers import Fingers
from companion.screens.parts import Node
from companion.screens.registry import SCREENS
from companion.screens.viewer import Viewer
from companion.table.session import Source
from companion.table.table import Table
from companion.table.taps import Do
from tests.clock import StillClock

PANEL, UPRIGHT = (800, 480), (720, 1280)
PAUSE = 1.0
"""Seconds in which a person sees what a tap did, before the next one."""
SOON = 0.18
"""Seconds between the two taps of a double tap."""


class Glass:
    """Glass of a table, and fingers on it."""

    def __init__(self, table: Table, clock: StillClock, size: tuple[int, int] = PANEL) -> None:
        self.table, self.clock = table, clock
        self.viewer = Viewer(table, *size)
        self.fingers = Fingers(self.viewer)
        self.viewer.look()

    def frames(self, count: int = 3) -> None:
        """Let frames go by: what has changed is seen."""
        for _ in range(count):
            self.clock.frame()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.frames()
        self.clock.wait(seconds)
        self.frames()

    @property
    def nodes(self) -> dict[str, Node]:
        """What can be seen, and touched if no question is asked."""
        picture = self.viewer.picture
        return picture.over if picture.is_asking else {**picture.nodes, **picture.over}

    def keys(self, *do: Any) -> list[Node]:
        """What can be tapped and means what begins with ``do``."""
        touched = [node for node in self.nodes.values() if node.hand]
        return [node for node in touched if meaning(node)[: len(do)] == do]

    def place(self, *do: Any) -> tuple[float, float]:
        """The middle of the first key that means what begins with ``do``."""
        found = self.keys(*do)
        assert found, f"nothing does {do}: {[meaning(node) for node in self.keys()]}"
        return middle(found[0])

    def touch(self, x: float, y: float, finger: object = 1) -> None:
        """A finger comes down and is lifted at once."""
        self.fingers.down(finger, x, y)
        self.fingers.up(finger, x, y)
        self.frames()

    def tap(self, *do: Any) -> None:
        """A finger on a key, after a pause."""
        self.wait(PAUSE)
        self.touch(*self.place(*do))

    def double_tap(self, x: float, y: float) -> None:
        """Two taps on one place."""
        self.wait(PAUSE)
        self.touch(x, y)
        self.wait(SOON)
        self.touch(x, y)

    # --- the game -------------------------------------------------------------------------------

    def sit_down(self, players: str = "Ann Bob Cy", *lines: str) -> None:
        """A new game, played up to some position as a record would."""
        names = tuple(players.split())
        rules, where = edition.load("1961"), board.load("atlantic-city")
        self.table.begin(Setup(names, rules, where, first=names[0]))
        self.play(*lines)

    def play(self, *lines: str) -> None:
        """More of the record."""
        session: Any = self.table.session
        for line in lines:
            session.play(parse_move(line, session.setup), Source.IMPORT)
        self.table.show()
        self.wait(PAUSE)

    @property
    def moves(self) -> int:
        """Number of booked moves."""
        return len(self.table.session.history) if self.table.session else 0


def meaning(node: Node) -> Do:
    """What a node means to a finger; an answer means its move."""
    do = node.hand.do if node.hand and node.hand.do else ("",)
    return (do[0], do[1].move) if do[0] == "answer" else do


def middle(node: Node) -> tuple[float, float]:
    """The middle of a node."""
    return node.x + node.w / 2, node.y + node.h / 2


@contextmanager
def opened(folder: Path, *sizes: tuple[int, int]) -> Iterator[list[Glass]]:
    """A table with a glass of each size."""
    clock, ledger = StillClock(), Ledger.open(folder)
    table = Table(ledger, clock, SCREENS)
    build_screens(table, ledger, folder / "settings.json")
    yield [Glass(table, clock, size) for size in sizes or (PANEL,)]
    ledger.close()
