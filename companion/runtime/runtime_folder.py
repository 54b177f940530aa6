"""The folder of the feed and of the socket for phones: one bank has it at a time.

The folder itself is locked, so nothing remains in it, and the lock ends with the bank however that
ends. A bank without the folder plays on without phones.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from companion.runtime import log


class RuntimeFolder:
    """Folder ``path``; ``is_taken`` is True while another bank has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_taken = False
        self._lock = -1
        self._reason: object = None

    @property
    def is_here(self) -> bool:
        """True if this bank has the folder, and nobody has removed it."""
        with suppress(OSError):
            return self._lock >= 0 and os.path.samestat(os.fstat(self._lock), self.path.stat())
        return False

    def claim(self) -> bool:
        """Create the folder and lock it; return False if that fails, which is logged once."""
        if self.is_here:
            return True
        self.release()
        try:
            self.path.mkdir(mode=0o750, parents=True, exist_ok=True)
            self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            self.is_taken = isinstance(error, BlockingIOError)
            reason = "another bank uses it" if self.is_taken else error.strerror or str(error)
            if reason != self._reason:
                log.warning("runtime-folder-unusable", folder=self.path, reason=reason)
            self._reason = reason
            return False
        self.is_taken, self._reason = False, None
        return True

    def release(self) -> None:
        """Leave the folder to another bank."""
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = -1
