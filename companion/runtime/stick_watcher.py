"""Games from a stick: what another card left there is offered to a machine without any game."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from companion.ledger import left_copies
from companion.ledger.left_copies import LeftCopy
from companion.ledger.restore import Progress
from companion.runtime import log
from companion.runtime.ledger_session import LedgerSession
from companion.system.usb_drives import sticks
from companion.table.clock import Clock
from companion.table.recovery import WayOut
from companion.text import counted
from companion.text.screens.past_games import at
from companion.text.screens.recovery import RECOVERY

LOOK_AGAIN = 3.0
"""Seconds between two looks for a stick."""
MOST_OFFERED = 3
"""Number of ledgers that are offered at once."""


class StickWatcher:
    """Look for games on a stick while ``is_wanted`` says so."""

    def __init__(
        self,
        session: LedgerSession,
        hop: Callable[[Callable[..., object]], Callable[..., object]],
        is_wanted: Callable[[], bool],
        clock: Clock,
    ) -> None:
        self._session, self._hop, self._is_wanted = session, hop, is_wanted
        self._clock = clock
        self._declined: set[LeftCopy] = set()
        self._failed: set[LeftCopy] = set()
        self._copies: list[LeftCopy] = []
        self._seen: list[tuple[Path, float, int]] = []
        self._looks = False

    def watch(self, offer: Callable[[str, list[WayOut]], object]) -> None:
        """Look now, and again every few seconds; ``offer`` shows what was found."""
        self._offer = offer
        self._clock.every(LOOK_AGAIN, self.look)
        self.look()

    def look(self) -> None:
        """Look on a worker thread: a stick may be slow."""
        if self._is_wanted() and not self._looks:
            self._looks = True
            Thread(target=self._search, args=[self._hop(self._found)], daemon=True).start()

    def _search(self, answer: Callable[[list[LeftCopy]], object]) -> None:
        found: list[LeftCopy] = []
        try:
            there = [(path, path.stat().st_mtime, path.stat().st_size) for path in _left()]
            if there != self._seen:  # reading them all takes a while, and memory
                self._copies = left_copies.find(sticks(read_only=True))
                self._seen = there
            found = self._copies
        except OSError:  # pulled out just now
            self._seen = []
        finally:
            answer(found)

    def _found(self, copies: list[LeftCopy]) -> None:
        self._looks = False
        left = [copy for copy in copies if copy not in self._declined]
        # Of each ledger the copy with the most moves, which comes first.
        best = [*{copy.ledger: copy for copy in reversed(left)}.values()][::-1]
        if not best or not self._is_wanted():
            return
        log.info("games-on-stick", games=best[0].games, moves=best[0].moves)
        self._session.close()  # It is empty, and about to be replaced.
        self._offer(*self._several(best) if best[1:] else self._one(best[0]))

    def _one(self, copy: LeftCopy) -> tuple[str, list[WayOut]]:
        sentence = RECOVERY.fill("left", **_facts(copy))
        return sentence, [self._take(copy, RECOVERY["take"]), self._decline([copy])]

    def _several(self, copies: list[LeftCopy]) -> tuple[str, list[WayOut]]:
        ways = [self._take(copy, RECOVERY.fill("take one", **_facts(copy))) for copy in copies]
        sentence = RECOVERY.fill("several left", count=len(copies))
        return sentence, [*ways[:MOST_OFFERED], self._decline(copies)]

    def _take(self, copy: LeftCopy, text: str) -> WayOut:
        def take(progress: Progress) -> None:
            self._failed.add(copy)
            left_copies.take_back(self._session.folder, copy, progress)

        return WayOut(text, RECOVERY["about_take"], copy.moves, take)

    def _decline(self, offered: list[LeftCopy]) -> WayOut:
        def decline(progress: Progress) -> None:
            # If some could not be had, the next ones are offered; otherwise none.
            self._declined |= self._failed & {*offered} or {*self._copies}

        return WayOut(RECOVERY["not now"], RECOVERY["about_not_now"], 0, decline)


def _facts(copy: LeftCopy) -> dict[str, str]:
    return {"games": counted(copy.games, "game"), "at": at(copy.newest.astimezone())}


def _left() -> list[Path]:
    return left_copies.files(sticks(read_only=True))
