"""Door of the table in the terminal: who asks for the table, and the answer that is typed."""

import sys
from collections.abc import Callable

import click

from companion.table.knocks import Knock
from companion.table.table import Table
from companion.table.thread_queue import ThreadQueue, start_thread

LET_IN, REFUSED, NOBODY = "It is in.", "It may not.", "Nobody asks."


class Door:
    """Question about each browser that asks; whoever types its two digits lets it in."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asked: Knock | None = None
        table.guests.bind(knock=self._ask)
        start_thread(self._read, ThreadQueue(table.clock).hop(self._answer))

    def _ask(self, knock: Knock | None) -> None:
        if knock and (self._asked is None or knock.number != self._asked.number):
            click.echo(
                f"A {knock.device} asks for the table. Does it show {knock.digits}?"
                f" Then type {knock.digits} to let it in, or else: no"
            )
        self._asked = knock

    def _answer(self, typed: str) -> None:
        knock = self._asked
        if knock and typed in (knock.digits, "no"):
            answer = "refuse phone" if typed == "no" else "let in"
            self._table.tap((answer, knock.number), self._table.number, "")
            click.echo(REFUSED if typed == "no" else LET_IN)
        elif typed:
            click.echo(f"Type {knock.digits}, or: no" if knock else NOBODY)

    def _read(self, tell: Callable[[str], object]) -> None:
        """Read what is typed, until there is no terminal any more."""
        for line in sys.stdin:
            tell(line.strip().lower())
