"""View-model of the recovery screen: why nobody can play, and the ways out."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.table.observed import Observed
from companion.table.recovery import Recovery, WayOut
from companion.table.session import LedgerError
from companion.table.taps import Do
from companion.table.thread_queue import ThreadQueue, start_thread
from companion.text import explain
from companion.text.told import Wording

STEP = 50
"""Moves between two updates of the progress bar."""


class RecoveryState(Observed):
    """State of the recovery screen of ``table``. Nothing happens without a tap."""

    value: Recovery = Recovery()

    def __init__(self, table: Any) -> None:
        super().__init__()
        self._table, self._inputs = table, ThreadQueue(table.clock)

    def offer(
        self, title: str, sentence: Wording, ways: Iterable[WayOut], done: Callable[[], object]
    ) -> None:
        """Show why nobody can play, and ways out; ``done`` is called after one succeeded."""
        self.value, self._done = Recovery(title, sentence, tuple(ways)), done
        self._table.device.leads_back = "recovery"
        self._table.show_screen("recovery")

    def change(self, **fields: Any) -> None:
        """Change some fields of the value."""
        self.value = replace(self.value, **fields)

    def _change_soon(self, **fields: Any) -> None:
        self._inputs.hop(partial(self.change, **fields))()

    def tapped(self, do: Do, table: Any) -> None:
        """Take the way out that a finger meant."""
        match do:
            case ("way", str(way)):
                self.take(way)

    def take(self, text: str) -> None:
        """Start the way out of this text on a worker thread, so that the progress bar can move."""
        if not self.value.is_busy:
            way = next(way for way in self.value.ways if way.text == text)
            self.change(is_busy=True, progress=0.0, problem="")
            start_thread(self._go, way)

    def _go(self, way: WayOut) -> None:
        def step(moves: int) -> None:
            if moves % STEP == 0:
                self._change_soon(progress=min(1.0, moves / max(1, way.moves)))

        problem: Wording = ""
        try:
            way.take(step)
        except LedgerError as error:
            problem = explain(error)
        except Exception as unknown:
            problem = str(unknown) or repr(unknown)
            raise
        finally:  # the buttons must not stay dead
            self._inputs.hop(self._end)(problem)

    def _end(self, problem: Wording) -> None:
        self.change(is_busy=False, problem=problem)
        if not problem:
            self._done()
