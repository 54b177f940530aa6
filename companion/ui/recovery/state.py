"""The way out when nobody can play: why not, and what can be done, until something was."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.text import translate_message
from companion.text.screens.recovery import RECOVERY
from companion.ui.session import LedgerError

STEP = 50
"""Moves between two steps of the bar."""

Progress = Callable[[int], object]
Hop = Callable[[Callable[..., object]], Callable[..., object]]


@dataclass(frozen=True, slots=True)
class WayOut:
    """A button and what it does: ``take`` is told whom to tell how many moves are done."""

    text: str
    about: str
    moves: int
    take: Callable[[Progress], object]


class RecoveryState(EventDispatcher):
    """The state of its screen. Nothing happens without a tap; ``done`` is called when it has.

    ``hop`` brings what a thread says to the screen's own: see ``Inputs``.
    """

    words = ObjectProperty(RECOVERY)
    title = StringProperty()
    sentence = StringProperty()
    ways = ListProperty()
    problem = StringProperty()
    told = AliasProperty(lambda self: self.problem or self.sentence, bind=["problem", "sentence"])
    """What went wrong last."""
    busy = BooleanProperty(False)
    progress = NumericProperty(0)
    """From 0 to 1."""

    def __init__(
        self,
        sentence: str,
        ways: list[WayOut],
        hop: Hop,
        done: Callable[[], object],
        title: str = "title",
    ) -> None:
        super().__init__()
        self.title = RECOVERY[title]
        self.sentence, self.ways = sentence, ways
        self._hop = hop
        self._done = done

    def take(self, way: WayOut) -> None:
        """A way was tapped. It is gone on a thread, so that the bar can move meanwhile."""
        if not self.busy:
            self.busy, self.progress, self.problem = True, 0, ""
            Thread(target=self._go, args=[way], daemon=True).start()

    def _go(self, way: WayOut) -> None:
        advance = self._hop(self._advance)

        def step(moves: int) -> None:
            if moves % STEP == 0:
                advance(moves / max(1, way.moves))

        try:
            way.take(step)
        except LedgerError as error:
            self._hop(self._end)(translate_message(error))
        else:
            self._hop(self._end)("")

    def _advance(self, progress: float) -> None:
        self.progress = min(1.0, progress)

    def _end(self, problem: str) -> None:
        self.busy, self.problem = False, problem
        if not problem:
            self._done()
