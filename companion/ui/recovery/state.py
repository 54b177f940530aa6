"""View-model of the recovery screen: why nobody can play, and the ways out."""

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

from companion.table.session import LedgerError
from companion.text import translate_message
from companion.text.screens.recovery import RECOVERY

STEP = 50
"""Moves between two updates of the progress bar."""

Progress = Callable[[int], object]
Hop = Callable[[Callable[..., object]], Callable[..., object]]


@dataclass(frozen=True, slots=True)
class WayOut:
    """Way out: a button and its action.

    ``take`` is called with a callback for the number of moves done.
    """

    text: str
    about: str
    moves: int
    take: Callable[[Progress], object]


class RecoveryState(EventDispatcher):
    """State of the recovery screen.

    Nothing happens without a tap; ``done`` is called after a way out succeeded. ``hop`` moves calls
    of a worker thread to the UI thread (see ``UiQueue``).
    """

    words = ObjectProperty(RECOVERY)
    title = StringProperty()
    sentence = StringProperty()
    ways = ListProperty()
    problem = StringProperty()
    message = AliasProperty(
        lambda self: self.problem or self.sentence, bind=["problem", "sentence"]
    )
    """Last problem."""
    busy = BooleanProperty(False)
    progress = NumericProperty(0)
    """Progress, from 0 to 1."""

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

    def find(self, ways: Callable[[], list[WayOut]]) -> None:
        """Find the ways out on a worker thread, so that the screen appears at once."""
        self.busy = True
        offer = self._hop(self._offer)
        Thread(target=lambda: offer(ways()), daemon=True).start()

    def _offer(self, ways: list[WayOut]) -> None:
        self.ways, self.busy = ways, False

    def take(self, way: WayOut) -> None:
        """Start a way out on a worker thread, so that the progress bar can move."""
        if not self.busy:
            self.busy, self.progress, self.problem = True, 0, ""
            Thread(target=self._go, args=[way], daemon=True).start()

    def _go(self, way: WayOut) -> None:
        advance = self._hop(self._advance)

        def step(moves: int) -> None:
            if moves % STEP == 0:
                advance(moves / max(1, way.moves))

        problem = ""
        try:
            way.take(step)
        except LedgerError as error:
            problem = translate_message(error)
        except Exception as unknown:
            problem = str(unknown) or repr(unknown)
            raise
        finally:  # the buttons must not stay dead
            self._hop(self._end)(problem)

    def _advance(self, progress: float) -> None:
        self.progress = min(1.0, progress)

    def _end(self, problem: str) -> None:
        self.busy, self.problem = False, problem
        if not problem:
            self._done()
