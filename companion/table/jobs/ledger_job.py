"""Jobs on a copy of the ledger, each on a worker thread, so that the screen stays responsive."""

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.table.clock import Clock
from companion.table.observed import Observed
from companion.table.past_games import LedgerError, copy_ledger
from companion.table.thread_queue import ThreadQueue, start_thread
from companion.text import explain
from companion.text.told import Wording


class LedgerJob(Observed):
    """Runner of one job at a time; of each kind, the newest waits for the one that runs.

    ``books`` returns the ledger; ``say`` shows a sentence.
    """

    busy: bool = False

    def __init__(
        self, books: Callable[[], Any], say: Callable[[Wording], None], clock: Clock
    ) -> None:
        super().__init__()
        self._books = books
        self._say = say
        self._clock = clock
        self._done = ThreadQueue(clock).hop(self._end)
        self._waiting: dict[str, tuple[Callable[[bytes], Any], Callable[[Any], None]]] = {}

    def run(self, kind: str, make: Callable[[bytes], Any], then: Callable[[Any], None]) -> None:
        """Call ``make`` with a copy of the ledger, and ``then`` with the result.

        A LedgerError of ``make`` is said. While another job runs, this one waits, in place of an
        earlier one of its ``kind``.
        """
        self._waiting[kind] = make, then
        self._run_next()

    def _run_next(self) -> None:
        if self._waiting and not self.busy:
            self.busy = True
            begin = partial(self._begin, *self._waiting.pop(next(iter(self._waiting))))
            # The copy takes longer the more games there are: a frame answers the tap before it.
            self._clock.later(0, lambda: self._clock.later(0, begin))

    def _begin(self, make: Callable[[bytes], Any], then: Callable[[Any], None]) -> None:
        if (copy := copy_ledger(self._books(), self._say)) is None:
            self.busy = False
            self._run_next()
        else:
            start_thread(self._run, partial(make, copy), then)

    def _run(self, make: Callable[[], Any], then: Callable[[Any], None]) -> None:
        try:
            self._done(then, make())
        except LedgerError as error:
            self._done(self._say, explain(error))

    def _end(self, then: Callable[[Any], None], made: Any) -> None:
        self.busy = False
        then(made)
        self._run_next()
