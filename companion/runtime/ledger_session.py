"""The ledger of a running bank: opened at the start, and again after a recovery."""

from pathlib import Path
from typing import Self

from companion.ledger.disk_space import BALLAST
from companion.ledger.ledger import Damaged, Ledger, LedgerError
from companion.ledger.paths import FILE_NAME
from companion.runtime import log
from companion.runtime.inspection import Inspection


class LedgerSession:
    """The ledger in ``folder``, with its second copy in ``mirror``.

    ``ledger`` is None while it cannot be opened. ``trouble`` is the reason; ``damage`` too, if the
    reason is damage.
    """

    def __init__(self, folder: Path, mirror: Path | None) -> None:
        self.folder, self.mirror = folder, mirror
        self.ledger: Ledger | None = None
        self.damage = self.trouble = ""
        self.inspection = Inspection()
        try:
            self.open()
        except LedgerError as error:
            self.trouble = error.args[0]
            self.damage = self.trouble if isinstance(error, Damaged) else ""

    def open(self) -> Ledger:
        """Open the ledger.

        Raises LedgerError if that fails.
        """
        self.ledger = Ledger.open(self.folder, self.mirror, BALLAST, self.inspection.check)
        log.info("ledger-opened", folder=self.folder, mirror=self.mirror or "")
        return self.ledger

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def condemn(self, damage: str) -> None:
        """Close a damaged file; it cannot be opened again until another one replaces it."""
        self.damage = damage
        self.close()
        self.inspection.condemn(self.folder / FILE_NAME, Damaged(damage))

    def close(self) -> None:
        """Close the file; the next move opens it again."""
        if self.ledger:
            self.ledger.close()
