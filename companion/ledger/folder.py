"""The folder that a ledger lies in, and who else has the ledger open."""

import os
from pathlib import Path

from companion.ledger.errors import LedgerError

FILE_NAME = "ledger.db"
CHOOSE = "Choose another folder with --data or COMPANION_DATA."
LOCKS = Path("/proc/locks")
"""Where Linux lists who has locked what, by inode."""


def make(folder: Path) -> Path:
    """The path of the ledger in ``folder``, which exists from now on. Raises LedgerError."""
    folder = folder.absolute()
    try:
        new = [part for part in (folder, *folder.parents) if not part.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for part in new:
            # SQLite syncs the folder that its files are in, but nobody syncs the ones above.
            _sync(part.parent)
    except OSError as error:
        raise LedgerError(
            f"The folder {folder} cannot be used: {error.strerror}. {CHOOSE}"
        ) from error
    return folder / FILE_NAME


def who_holds(path: Path) -> str:
    """Which program has locked ``path``, as well as the system tells.

    The file itself is not opened for it: closing it again would drop every lock that this process
    holds on it (sqlite.org/howtocorrupt.html, section 2.2).
    """
    try:
        inode = f":{path.stat().st_ino}"
        lines = [line.split() for line in LOCKS.read_text().splitlines()]
    except OSError:
        lines, inode = [], ""
    owners = {line[4] for line in lines if len(line) > 5 and line[5].endswith(inode)} - {"-1", "0"}
    if str(os.getpid()) in owners:
        return "this program already"
    return f"another program (process {min(owners)})" if owners else "another program"


def may_write(path: Path) -> bool:
    """Whether rights and mounts let the ledger be written, or made where there is none."""
    return os.access(path if path.exists() else path.parent, os.W_OK)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
