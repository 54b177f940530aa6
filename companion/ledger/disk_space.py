"""How much room there is for what is still to be booked, and a ballast for when there is none.

The ballast is a file that holds nothing but room. When the disk is full it is given up, so that the
game in hand can be finished; when there is room again it is made anew.
"""

import os
from contextlib import suppress
from pathlib import Path

from companion.engine.sentence import Sentence
from companion.ledger import paths

BALLAST_NAME = "ballast-given-up-when-the-disk-is-full"
BALLAST = 8 << 20
"""Bytes: the log, and several times the longest game of fifty by scripted players."""
MOVE = 2048
"""Bytes that a move is taken to need. Moves by chance, with rulings and undo, took 1200 of them in
the ledger, games of scripted players 610; a second copy on the same card another 1000."""
LOG = 5 << 18
"""Bytes that the log may come to take before it is begun anew."""
FEW = 1500
"""When no more moves than this still fit, that is said."""


class DiskReserve:
    """The room for the ledger ``path`` to grow. ``warning`` is a sentence when it is short."""

    def __init__(self, path: Path, ballast: int) -> None:
        self.warning = ""
        self._messages: list[str] = []
        self._told = 2 * FEW
        self._folder = path.parent
        self._size = ballast
        self._ballast = path.with_name(BALLAST_NAME)
        self._log = paths.log(path)
        self._has_ballast = self._ballast.exists()
        self._given_up = False

    def look(self) -> None:
        """Asks the file system, once, and makes the ballast when there is room for it."""
        free = self._free()
        if not self._has_ballast and free > self._size + LOG + 2 * FEW * MOVE:
            self._make()
        self._tell(max(0, free - self._log_grows_by()) // MOVE)

    def drain_messages(self) -> list[str]:
        """The trouble, when it should be said: first, and whenever half of the room is gone."""
        told, self._messages = self._messages, []
        return told

    def give_up_ballast(self) -> bool:
        """Makes room when there is none left; whether that was possible."""
        if not self._has_ballast:
            return False
        with suppress(OSError):
            self._ballast.unlink()
            self._given_up = True
            self._told = 2 * self._size
        self._has_ballast = False
        return self._given_up

    def _free(self) -> int:
        try:
            found = os.statvfs(self._folder)
        except OSError:
            return 0
        return found.f_bavail * found.f_frsize

    def _log_grows_by(self) -> int:
        with suppress(OSError):
            return max(0, LOG - self._log.stat().st_size)
        return LOG

    def _make(self) -> None:
        with suppress(OSError):
            handle = os.open(self._ballast, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                os.posix_fallocate(handle, 0, self._size)
            finally:
                os.close(handle)
            self._has_ballast, self._given_up = True, False

    def _tell(self, moves: int) -> None:
        if moves >= FEW and not self._given_up:
            self.warning, self._told = "", 2 * FEW
            return
        fit = Sentence("fewer than 100 more moves fit")
        if moves >= 100:
            fit = Sentence("about {moves} more moves fit", moves=moves // 100 * 100)
        why = Sentence("The disk is nearly full")
        if self._given_up:
            why = Sentence("The disk was full, and lives on its reserve")
        self.warning = Sentence("{why}: {fit}. Make room before the next game.", why=why, fit=fit)
        if moves <= self._told // 2 and self._told >= 100:
            self._told, self._messages = moves, [self.warning]
