"""Watch the free space for further moves, and keep a reserve file for a full disk.

The reserve file has no content but its size. When the disk is full it is deleted, so that the game
can be finished. When there is space again, it is created again.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from companion.engine.problems import Problem
from companion.ledger import paths
from companion.ledger.problems import LedgerProblem

BALLAST = 8 << 20
"""Size in bytes: the log and several times the longest of fifty games of scripted players."""
MOVE = 2048
"""Estimated bytes per move. Random moves, with rulings and undo, took 1200 bytes in the ledger,
games of scripted players 610; a second copy on the same card took another 1000."""
LOG = 5 << 18
"""Largest size in bytes that the log reaches before SQLite starts it anew."""
FEW = 1500
"""Number of moves below which the table is warned."""


class DiskReserve:
    """Free space for the ledger ``path`` to grow.

    ``warning`` is set while space is short, else None.
    """

    def __init__(self, path: Path, ballast: int) -> None:
        self.warning: Problem | None = None
        self._messages: list[Problem] = []
        self._reported = 2 * FEW
        self._folder = path.parent
        self._size = ballast
        self._ballast = path.with_name(paths.BALLAST_NAME)
        self._log = paths.log(path)
        self._has_ballast = self._ballast.exists()
        self._given_up = False

    def look(self) -> None:
        """Measure the free space once, and make the reserve file if there is room for it."""
        free = self._free()
        if not self._has_ballast and free > self._size + LOG + 2 * FEW * MOVE:
            self._make()
        self._update(max(0, free - self._log_grows_by()) // MOVE)

    def drain_messages(self) -> list[Problem]:
        """Return the warning if it is due, and clear it.

        It is due when space gets short and again whenever half of the rest is gone.
        """
        messages, self._messages = self._messages, []
        return messages

    def give_up_ballast(self) -> bool:
        """Delete the reserve file when the disk is full. Return True if that was possible."""
        if not self._has_ballast:
            return False
        with suppress(OSError):
            self._ballast.unlink()
            self._given_up = True
            self._reported = 2 * self._size
        self._has_ballast = False
        return self._given_up

    def _free(self) -> int:
        try:
            return shutil.disk_usage(self._folder).free
        except OSError:
            return 0

    def _log_grows_by(self) -> int:
        with suppress(OSError):
            return max(0, LOG - self._log.stat().st_size)
        return LOG

    def _make(self) -> None:
        with suppress(OSError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
            handle = os.open(self._ballast, flags, 0o644)
            try:
                os.posix_fallocate(handle, 0, self._size)
            finally:
                os.close(handle)
            self._has_ballast, self._given_up = True, False

    def _update(self, moves: int) -> None:
        if moves >= FEW and not self._given_up:
            self.warning, self._reported = None, 2 * FEW
            return
        if moves >= 100:
            used, full = LedgerProblem.RESERVE_IN_USE, LedgerProblem.DISK_NEARLY_FULL
        else:
            used, full = LedgerProblem.RESERVE_ALMOST_USED, LedgerProblem.DISK_ALMOST_FULL
        self.warning = Problem(used if self._given_up else full, moves=moves // 100 * 100)
        if moves <= self._reported // 2 and self._reported >= 100:
            self._reported, self._messages = moves, [self.warning]
