"""Copies on a stick: looked for again and again, while somebody could use them."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Generic, TypeVar

from companion.ledger import left_copies
from companion.ledger.left_copies import LeftCopy
from companion.ledger.restore import Progress
from companion.runtime import log
from companion.runtime.ledger_session import LedgerSession
from companion.runtime.recovery import bring_rules, facts
from companion.system.usb_drives import Obstacle, sticks, unreadable
from companion.table.clock import Clock
from companion.table.recovery import WayOut
from companion.text.drives import drive_problem
from companion.text.screens.recovery import RECOVERY, text_of

LOOK_AGAIN = 3.0
"""Seconds between two looks for a stick."""
MOST_OFFERED = 3
"""Number of ledgers that are offered at once."""
Result = TypeVar("Result")


class StickWatcher(Generic[Result]):
    """Look for copies on a stick while ``is_wanted`` says so.

    ``read`` is called on a worker thread, at first and whenever other copies are there. ``found``
    gets its result, on the table's thread, after every look.
    """

    def __init__(
        self,
        hop: Callable[[Callable[..., object]], Callable[..., object]],
        clock: Clock,
        is_wanted: Callable[[], bool],
        read: Callable[[], Result],
        found: Callable[[Result], object],
    ) -> None:
        self._clock, self._is_wanted = clock, is_wanted
        self._read, self._found = read, found
        self._answer = hop(self._looked)
        self._seen: object = None
        self._result: Result | None = None
        self._looks = False

    def watch(self) -> None:
        """Look now, and again every few seconds."""
        self._clock.every(LOOK_AGAIN, self.look)
        self.look()

    def look(self) -> None:
        """Look on a worker thread: a stick may be slow."""
        if self._is_wanted() and not self._looks:
            self._looks = True
            Thread(target=self._search, daemon=True).start()

    def forget(self) -> None:
        """Read again at the next look, even if the copies are the same."""
        self._seen = None

    def _search(self) -> None:
        try:
            files = [(path, path.stat().st_mtime, path.stat().st_size) for path in _left()]
            there = files, unreadable()
            if there != self._seen:  # reading them all takes a while, and memory
                self._result = self._read()
                self._seen = there
        except OSError:  # pulled out just now
            self._seen = self._result = None
        finally:
            self._answer()

    def _looked(self) -> None:
        self._looks = False
        if self._result is not None and self._is_wanted():
            self._found(self._result)


def _left() -> list[Path]:
    return left_copies.files(sticks(read_only=True))


class FirstGames:
    """Games that another card has left on a stick, offered to a machine without any game."""

    def __init__(
        self,
        session: LedgerSession,
        offer: Callable[[str, list[WayOut]], object],
        tell: Callable[[str], object],
    ) -> None:
        """``offer`` shows what was found; ``tell`` says why a stick that is in is of no use."""
        self._session, self._offer, self._tell = session, offer, tell
        self._declined: set[LeftCopy] = set()
        self._failed: set[LeftCopy] = set()
        self._copies: list[LeftCopy] = []

    def read(self) -> tuple[list[LeftCopy], Obstacle | None]:
        """Return the copies on the sticks, and why the stick that is in cannot be read."""
        return left_copies.find(sticks(read_only=True)), unreadable()

    def found(self, result: tuple[list[LeftCopy], Obstacle | None]) -> None:
        """Offer the best copy of each ledger, unless it was declined."""
        copies, obstacle = result
        self._copies = copies
        self._tell(drive_problem(obstacle, ""))
        best = left_copies.best_of_each([copy for copy in copies if copy not in self._declined])
        if not best:
            return
        log.info("games-on-stick", games=best[0].games, moves=best[0].moves)
        self._session.close()  # It is empty, and about to be replaced.
        self._offer(*self._several(best) if best[1:] else self._one(best[0]))

    def _one(self, copy: LeftCopy) -> tuple[str, list[WayOut]]:
        sentence = text_of("left", **facts(copy))
        return sentence, [self._take(copy, RECOVERY["take"]), self._decline([copy])]

    def _several(self, copies: list[LeftCopy]) -> tuple[str, list[WayOut]]:
        ways = [self._take(copy, text_of("take one", **facts(copy))) for copy in copies]
        sentence = text_of("several left", count=len(copies))
        return sentence, [*ways[:MOST_OFFERED], self._decline(copies)]

    def _take(self, copy: LeftCopy, text: str) -> WayOut:
        def take(progress: Progress) -> None:
            self._failed.add(copy)
            left_copies.take_back(self._session.folder, copy, progress)
            bring_rules(copy.path, self._session.folder)

        return WayOut(text, RECOVERY["about_take"], copy.moves, take)

    def _decline(self, offered: list[LeftCopy]) -> WayOut:
        def decline(progress: Progress) -> None:
            # If some could not be had, the next ones are offered; otherwise none.
            self._declined |= self._failed & {*offered} or {*self._copies}

        return WayOut(RECOVERY["not now"], RECOVERY["about_not_now"], 0, decline)
