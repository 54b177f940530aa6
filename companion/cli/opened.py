"""The ledger of an evening: opened when the bank is, and once more when it had to be made anew."""

from pathlib import Path
from types import TracebackType
from typing import Self

from companion.ledger.ledger import Damaged, Ledger
from companion.ledger.room import BALLAST


class OpenBooks:
    """``ledger`` is None while the books do not hold; ``damage`` then says why.

    Raises LedgerError when they cannot be opened for any other reason.
    """

    def __init__(self, folder: Path, mirror: Path | None) -> None:
        self.folder, self.mirror = folder, mirror
        self.ledger: Ledger | None = None
        self.damage = ""
        try:
            self.open()
        except Damaged as damaged:
            self.damage = str(damaged)

    def open(self) -> Ledger:
        """Opens them. Raises LedgerError."""
        self.ledger = Ledger.open(self.folder, self.mirror, BALLAST)
        return self.ledger

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.ledger:
            self.ledger.close()
