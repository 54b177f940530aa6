"""Make ledgers of the rows that the director has folded: they are complete."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.ledger.ledger import Ledger
from companion.ledger.records import Row


@contextmanager
def restored(rows: Iterable[Row], folder: Path) -> Iterator[Ledger]:
    """Open a ledger made of a table's rows in ``folder``. Raises LedgerError."""
    with Ledger.open(folder) as ledger:
        with ledger.transaction():
            for row in rows:
                ledger.restore_row(row)
        yield ledger
