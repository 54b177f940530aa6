"""The folder that a ledger lies in, and who else has the ledger open."""

import os
from contextlib import suppress
from pathlib import Path

from companion.engine.sentence import Sentence
from companion.ledger.errors import LedgerError

FILE_NAME = "ledger.db"
CHOOSE = Sentence("Choose another folder with --data or COMPANION_DATA.")
LOCKS = Path("/proc/locks")
"""Where Linux lists who has locked what, by device and inode."""
PROCESSES = Path("/proc")


def make(folder: Path) -> Path:
    """The path of the ledger in ``folder``, which exists from now on. Raises LedgerError."""
    folder = folder.absolute()
    try:
        new = [part for part in (folder, *folder.parents) if not part.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for part in new:
            # SQLite syncs the folder that its files are in, but nobody syncs the ones above.
            sync(part.parent)
    except OSError as error:
        unusable = Sentence(
            "The folder {folder} cannot be used: {why}. {choose}",
            **{"folder": folder, "why": error.strerror, "choose": CHOOSE},
        )
        raise LedgerError(unusable) from error
    return folder / FILE_NAME


def who_holds(path: Path) -> str:
    """Which program has locked ``path``, as well as the system tells."""
    return holder(path) or "another program"


def holder(path: Path) -> str:
    """Which program has locked ``path``; empty when none has, or the system does not tell.

    The file itself is not opened for it: closing it again would drop every lock that this process
    holds on it (sqlite.org/howtocorrupt.html, section 2.2).
    """
    owners = _owners(path)
    if str(os.getpid()) in owners:
        return "this program already"
    return f"another program (process {min(owners)})" if owners else ""


def _owners(path: Path) -> set[str]:
    """Process ids of those that are proven to have locked ``path``."""
    try:
        file = path.stat()
        lines = [line.split() for line in LOCKS.read_text().splitlines()]
    except OSError:
        return set()
    device = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}"
    # 1: POSIX ADVISORY WRITE 4711 08:02:131072 0 EOF; a file of another device can have the same
    # inode number.
    held = [(line[4], *line[5].rpartition(":")[::2]) for line in lines if len(line) > 5]
    return {
        owner
        for owner, where, inode in held
        if inode == str(file.st_ino)
        and owner not in ("-1", "0")
        and (where == device or _has_open(owner, file))
    }


def _has_open(process: str, file: os.stat_result) -> bool:
    """Return True if it is seen that a process has ``file`` open.

    Some file systems (btrfs, overlayfs) list their locks under another device than files.
    """
    with suppress(OSError):
        for handle in (PROCESSES / process / "fd").iterdir():
            with suppress(OSError):
                if os.path.samestat(handle.stat(), file):
                    return True
    return False


def log(path: Path) -> Path:
    """Where SQLite keeps what was booked last, until it is in ``path`` itself."""
    return path.with_name(f"{path.name}-wal")


def has_log(path: Path) -> bool:
    """Whether there is something in it; whoever closes the ledger leaves none behind."""
    try:
        return log(path).stat().st_size > 0
    except OSError:
        return False


def journal(path: Path) -> Path:
    """Where SQLite keeps how ``path`` was before, while it makes the file."""
    return path.with_name(f"{path.name}-journal")


def beside(path: Path) -> list[Path]:
    """All that SQLite may keep beside ``path`` (sqlite.org/tempfiles.html)."""
    return [log(path), journal(path), path.with_name(f"{path.name}-shm")]


class FileIdentity:
    """The files of an open ledger: are they still what their names lead to?

    What is written to a file that was deleted, or lies on a card that was taken out and put back,
    would be nowhere.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._log = path, log(path)
        self._files = self._look()

    def check(self) -> None:
        """Raises LedgerError when they are not."""
        if self._look() != self._files:
            gone = Sentence(
                "Not booked: {path} is gone. Was the card taken out, or the folder moved?",
                path=self._path,
            )
            raise LedgerError(gone)

    def _look(self) -> list[tuple[int, int] | None]:
        return [_file(path) for path in (self._path, self._log)]


def _file(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def may_write(path: Path) -> bool:
    """Whether rights and mounts let the ledger be written, with its log beside it, or made where
    there is none."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def sync(folder: Path) -> None:
    """What was made, named or taken away in ``folder`` is on the medium. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
