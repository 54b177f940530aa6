"""The ledger of a running bank: opened at the start, and again after a recovery."""

from pathlib import Path
from typing import Self

from companion.ledger.disk_space import BALLAST
from companion.ledger.feed import FILE_NAME as FEED
from companion.ledger.ledger import Damaged, Ledger, LedgerError
from companion.ledger.paths import FILE_NAME
from companion.runtime import log
from companion.runtime.inspection import Inspection
from companion.runtime.runtime_folder import RuntimeFolder
from companion.system.disks import share_a_disk


class LedgerSession:
    """The ledger in ``folder``, with its second copy in ``mirror``.

    ``runtime`` is the folder of the feed and of the socket for phones; None if there are none. It
    is claimed once the ledger is open, so that a bank without a ledger takes it from nobody.

    ``ledger`` is None while it cannot be opened. ``trouble`` is the reason; ``damage`` too, if the
    reason is damage.
    """

    def __init__(self, folder: Path, mirror: Path | None, runtime: Path | None = None) -> None:
        self.folder, self.mirror = folder, mirror
        self.runtime = RuntimeFolder(runtime) if runtime else None
        self.ledger: Ledger | None = None
        self.damage: Damaged | None = None
        self.trouble: LedgerError | None = None
        self.inspection = Inspection()
        try:
            self.open()
        except LedgerError as error:
            self.fail(error)

    def open(self) -> Ledger:
        """Open the ledger.

        Raises LedgerError if that fails.
        """
        self.ledger = Ledger.open(self.folder, self.mirror, BALLAST, self.inspection.check)
        self.claim_runtime()
        log.info("ledger-opened", folder=self.folder, mirror=self.mirror or "")
        if self.mirror and self.mirror.exists() and share_a_disk(self.folder, self.mirror):
            log.warning("second-copy-on-same-disk", mirror=self.mirror)
        return self.ledger

    def claim_runtime(self) -> bool:
        """Write the feed from the next game on; return False if there is no folder for it."""
        if self.ledger is None or self.runtime is None or not self.runtime.claim():
            return False
        self.ledger.feed.path = self.runtime.path / FEED
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        if self.runtime:
            self.runtime.release()

    def fail(self, error: LedgerError) -> None:
        """Give up a ledger that cannot be opened or read because of ``error``."""
        self.trouble = error
        self.damage = error if isinstance(error, Damaged) else None
        self.close()
        self.ledger = None

    def condemn(self, damage: Damaged) -> None:
        """Close a damaged file; it cannot be opened again until another one replaces it."""
        self.damage = damage
        self.close()
        self.inspection.condemn(self.folder / FILE_NAME, damage)

    def close(self) -> None:
        """Close the file; the next move opens it again."""
        if self.ledger:
            self.ledger.close()
