"""How much room there is for what is still to be booked, and a ballast for when there is none.

The ballast is a file that holds nothing but room. When the disk is full it is given up, so that the
game in hand can be finished; when there is room again it is made anew.
"""

import os
from contextlib import suppress
from pathlib import Path

BALLAST_NAME = "ballast-given-up-when-the-disk-is-full"
BALLAST = 8 << 20
"""Bytes: the log, and three times the longest game of a thousand by scripted players."""
MOVE = 2048
"""Bytes that a move takes at most, on the average of a game: 610 of them in the ledger, 950 in a
second copy, if that lies there, too."""
LOG = 5 << 18
"""Bytes that the log may come to take before it is begun anew."""
FEW = 1500
"""When no more moves than this still fit, that is said."""


class Room:
    """The room in the folder of a ledger. ``trouble`` is a sentence when it is short."""

    def __init__(self, folder: Path, ballast: int) -> None:
        self.trouble = ""
        self._news: list[str] = []
        self._told = 2 * FEW
        self._folder = folder
        self._size = ballast
        self._ballast = folder / BALLAST_NAME
        self._has_ballast = self._ballast.exists()
        self._given_up = False

    def look(self) -> None:
        """Asks the file system, once, and makes the ballast when there is room for it."""
        free = self._free()
        if not self._has_ballast and free > self._size + LOG + 2 * FEW * MOVE:
            self._make()
        self._tell(max(0, free - LOG) // MOVE)

    def take_news(self) -> list[str]:
        """The trouble, when it should be said: first, and whenever half of the room is gone."""
        told, self._news = self._news, []
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
            self.trouble, self._told = "", 2 * FEW
            return
        about = moves // 100 * 100 or moves
        why = "was full, and lives on its reserve" if self._given_up else "is nearly full"
        self.trouble = (
            f"The disk {why}: about {about} more moves fit. Make room before the next game."
        )
        if moves <= self._told // 2:
            self._told, self._news = moves, [self.trouble]
