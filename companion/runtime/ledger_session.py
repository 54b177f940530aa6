"""The ledger of an evening: opened when the bank is, and once more when it had to be made anew."""

from pathlib import Path
from typing import Self

from companion.ledger.disk_space import BALLAST
from companion.ledger.ledger import Damaged, Ledger, LedgerError
from companion.ledger.paths import FILE_NAME
from companion.runtime.inspection import Inspection


class LedgerSession:
    """``ledger`` is None while the books are not open: ``trouble`` says why, ``damage`` when it is
    that they do not hold."""

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
        """Opens them. Raises LedgerError."""
        self.ledger = Ledger.open(self.folder, self.mirror, BALLAST, self.inspection.check)
        return self.ledger

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.let_go()

    def condemn(self, damage: str) -> None:
        """Close the file, which does not open again until another one takes its place."""
        self.damage = damage
        self.let_go()
        self.inspection.condemn(self.folder / FILE_NAME, Damaged(damage))

    def let_go(self) -> None:
        """Closes the file; whoever books another move has it opened again."""
        if self.ledger:
            self.ledger.close()
