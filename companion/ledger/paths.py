"""Folder and files of a ledger, and the programs that have them open."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from companion.engine.problems import Problem
from companion.ledger.errors import Damaged, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.whole_file import sync

FILE_NAME = "ledger.db"
BALLAST_NAME = "ballast-given-up-when-the-disk-is-full"
_LATER = (BALLAST_NAME, "settings.json", "reports")
"""Files and folders that appear beside a ledger only after it was created."""
LOCKS = Path("/proc/locks")
"""Linux's list of file locks, by device and inode."""
PROCESSES = Path("/proc")


def make(folder: Path) -> Path:
    """Create ``folder`` if needed and return the path of the ledger in it.

    Raises LedgerError if the folder cannot be used.
    """
    folder = folder.absolute()
    try:
        new = [part for part in (folder, *folder.parents) if not part.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for part in new:
            # SQLite syncs the folder of its files, but not the folders above it.
            sync(part.parent)
    except OSError as error:
        unusable = LedgerProblem.FOLDER_UNUSABLE
        raise LedgerError(unusable, folder=folder, why=error.strerror) from error
    return folder / FILE_NAME


def lock_owner(path: Path) -> Problem:
    """Name the program that has locked ``path``, as far as the system tells."""
    return holder(path) or Problem(Why.ANOTHER_PROGRAM)


def holder(path: Path) -> Problem | None:
    """Name the program that has locked ``path``; None if none is known.

    The file itself is not opened: closing it again would drop every lock that this process has on
    it (sqlite.org/howtocorrupt.html, section 2.2).
    """
    owners = _owners(path)
    if str(os.getpid()) in owners:
        return Problem(Why.THIS_PROGRAM)
    return Problem(Why.ANOTHER_PROCESS, process=min(owners)) if owners else None


def _owners(path: Path) -> set[str]:
    """Return the ids of the processes that are proven to have locked ``path``."""
    try:
        file = path.stat()
        lines = [line.split() for line in LOCKS.read_text().splitlines()]
    except OSError:
        return set()
    device = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}"
    # 1: POSIX ADVISORY WRITE 4711 08:02:131072 0 EOF; a file of another device can have the same
    # inode number.
    locks = [(line[4], *line[5].rpartition(":")[::2]) for line in lines if len(line) > 5]
    return {
        owner
        for owner, where, inode in locks
        if inode == str(file.st_ino)
        and owner not in ("-1", "0")
        and (where == device or _has_open(owner, file))
    }


def _has_open(process: str, file: os.stat_result) -> bool:
    """Return True if a process is seen to have ``file`` open.

    Some file systems (btrfs, overlayfs) list their locks under another device than files.
    """
    with suppress(OSError):
        for handle in (PROCESSES / process / "fd").iterdir():
            with suppress(OSError):
                if os.path.samestat(handle.stat(), file):
                    return True
    return False


def is_empty(path: Path) -> bool:
    """Return True for a file of 0 bytes, as an interrupted creation of a ledger leaves it."""
    return path.is_file() and not path.stat().st_size


def was_emptied(path: Path) -> bool:
    """Return True for a file of 0 bytes beside which there are signs that somebody played."""
    return is_empty(path) and any(path.with_name(name).exists() for name in _LATER)


def log(path: Path) -> Path:
    """Return the path of the write-ahead log.

    SQLite keeps recent transactions there until a checkpoint moves them into ``path``.
    """
    return path.with_name(f"{path.name}-wal")


def has_log(path: Path) -> bool:
    """Return True if the log has content; closing the ledger leaves none."""
    try:
        return log(path).stat().st_size > 0
    except OSError:
        return False


def journal(path: Path) -> Path:
    """Return the path of the journal, which SQLite uses while it creates the file."""
    return path.with_name(f"{path.name}-journal")


def beside(path: Path) -> list[Path]:
    """Return all paths that SQLite may use beside ``path``.

    See sqlite.org/tempfiles.html.
    """
    return [log(path), journal(path), path.with_name(f"{path.name}-shm")]


def refuse_strangers(path: Path) -> None:
    """Raise LedgerError if SQLite would open something beside ``path`` that is not a file.

    A pipe under the name of the log would keep whoever reads it waiting for ever.
    """
    for file in beside(path):
        with suppress(OSError):
            if not stat.S_ISREG(file.lstat().st_mode):
                raise LedgerError(LedgerProblem.STRANGER, path=file)


class FileIdentity:
    """Identity of the files of an open ledger, to detect that they were replaced.

    Data written to a deleted file, or to a card that was taken out and put back, would be lost.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._log = path, log(path)
        self._files = self._look()
        self._log_size = self._size()

    def verify(self) -> None:
        """Raise LedgerError if the names no longer lead to the open files.

        Raises Damaged if the log lost its end: SQLite only ever makes it longer while it is open,
        and would go on writing behind the gap.
        """
        if self._look() != self._files:
            raise LedgerError(LedgerProblem.GONE, path=self._path)
        if self._size() < self._log_size:
            raise Damaged(LedgerProblem.LOG_SHORTENED, path=self._path, log=self._log.name)

    def note_log(self) -> None:
        """Remember the size of the log after a transaction."""
        self._log_size = self._size()

    def _size(self) -> int:
        try:
            return self._log.stat().st_size
        except OSError:
            return 0

    def _look(self) -> list[tuple[int, int] | None]:
        return [_file(path) for path in (self._path, self._log)]


def _file(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def may_write(path: Path) -> bool:
    """Return True if the system allows writing the ledger and its log.

    A ledger that does not exist yet must be allowed to be created.
    """
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def open_to_append(path: Path, ledger: Path) -> int:
    """Open a file beside or away from the ledger ``ledger``, created if missing.

    On a USB drive anything may lie under that name, put there by a stranger: a link to the ledger
    itself, a pipe. Raises LedgerError unless it is a regular file with no other name on the disk of
    the ledger, OSError if it cannot be opened.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    try:
        handle = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY, 0o644)
    except OSError as error:
        if path.is_symlink():
            raise _unwritable(path, Why.A_LINK) from error
        raise
    file = os.fstat(handle)
    why = None
    if not stat.S_ISREG(file.st_mode):
        why = Why.NOT_A_FILE
    elif file.st_nlink > 1 and file.st_dev == ledger.stat().st_dev:
        why = Why.ANOTHER_NAME
    if why:
        os.close(handle)
        raise _unwritable(path, why)
    return handle


def _unwritable(path: Path, why: Why) -> LedgerError:
    return LedgerError(LedgerProblem.UNWRITABLE, path=path, why=Problem(why))
