"""Table as pages read it."""

from typing import Protocol

from companion.table.pay import Pay
from companion.table.session import Session


class TableView(Protocol):
    """Part of the table that pages read."""

    session: Session | None
    pay: Pay
