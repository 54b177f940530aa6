"""Bank cards of a USB reader: read on a thread of their own, held for the seats of the table."""

from collections.abc import Callable
from uuid import uuid4

from companion.runtime import log
from companion.table.states.bank_cards import BankCardActions
from companion.table.table import Table
from companion.table.thread_queue import ThreadQueue
from companion.text.screens.bank_cards import PROBLEMS
from hardware import CardReader, CardTyped, InputDevices, ReaderChanged, ReaderEvent, ReaderProblem


class BankCards:
    """Reader of the cards, connected to ``table`` through the queue ``inputs``.

    ``hold`` is called with the seat of each card, 0 if it is not known, and an id of its own.
    """

    def __init__(
        self,
        table: Table,
        inputs: ThreadQueue,
        hold: Callable[[int, str], object],
        devices: InputDevices,
    ) -> None:
        self._table, self._hold, self._devices = table, hold, devices
        self._on_event = inputs.hop_if_room(self._handle)
        self._reader: CardReader | None = None

    def actions(self) -> BankCardActions:
        """Return what the screen can do with the reader."""
        return BankCardActions(
            self.start, lambda: self._running().choose(), lambda: self._running().stop_choosing()
        )

    def start(self) -> None:
        """Begin to look for the reader; nothing happens if that has begun already."""
        self._running()

    def close(self) -> None:
        """End the thread, and give the reader back."""
        if self._reader:
            self._reader.close()

    def _running(self) -> CardReader:
        if self._reader is None:
            model = self._table.settings.value.card_reader
            self._reader = CardReader(model, self._on_event, self._devices)
            self._reader.start()
        return self._reader

    def _handle(self, event: ReaderEvent) -> None:
        cards = self._table.bank_cards
        match event:
            case ReaderChanged(name, problem):
                if problem:
                    log.info("card-reader-missing", reason=problem)
                else:
                    log.info("card-reader-found")
                self._show(name, problem)
            case CardTyped(card, reader) if cards.value.is_choosing:
                cards.teach(card, reader)
            case CardTyped(card):
                self._hold(cards.seat_of(card), uuid4().hex)

    def _show(self, name: str, problem: ReaderProblem | None) -> None:
        """Show the reader; say it if it is lost, but not that nobody has one yet."""
        cards = self._table.bank_cards
        is_chosen = bool(self._table.settings.value.card_reader)
        is_new = problem is ReaderProblem.NOT_PLUGGED_IN and not is_chosen
        trouble = PROBLEMS[problem] if problem and not is_new else ""
        if trouble and cards.value.reader:
            self._table.say(trouble)
        cards.change(reader=name, trouble=trouble)
