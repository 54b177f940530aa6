"""Driver of a USB reader of cards, which types the number of each card as a keyboard would.

A thread looks for the reader and reads it. While the reader is open, its keys reach no other
program and no other part of this one. Several readers of one model are used at once.
"""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from queue import Full
from select import select
from threading import Event as Flag
from threading import Thread
from time import time
from typing import Self

from hardware.input_devices import INPUT_EVENT, InputDevices, Keyboard, KeyboardInUse
from hardware.typed_cards import TypedCards

LOOK = 0.5  # seconds between two looks for a reader
PAUSE = 0.05  # seconds until a full queue is tried again
MOST_AT_ONCE = 256 * INPUT_EVENT.size

log = logging.getLogger(__name__)


class ReaderProblem(StrEnum):
    """Reason why no card can be read, as an id for programs that have texts of their own."""

    NOT_PLUGGED_IN = "not-plugged-in"
    NO_PERMISSION = "no-permission"
    IN_USE = "in-use"


@dataclass(frozen=True, slots=True)
class CardTyped:
    """A card was held to a reader of a ``model``."""

    number: str
    model: str


@dataclass(frozen=True, slots=True)
class ReaderChanged:
    """The reader that is used now, by its name, or the ``problem`` why there is none."""

    name: str = ""
    problem: ReaderProblem | None = None


ReaderEvent = CardTyped | ReaderChanged


@dataclass(slots=True)
class _Open:
    keyboard: Keyboard
    descriptor: int
    cards: TypedCards


class CardReader:
    """The reader of a table. Every method may be called from any thread.

    :param model: Model of the reader that was chosen, or "" for none yet.
    :param on_event: Called with one event at a time on the reader's thread. If it raises
        ``queue.Full``, it is called again with the same event.
    :param devices: Keyboards of the machine.
    """

    def __init__(
        self,
        model: str,
        on_event: Callable[[ReaderEvent], object],
        devices: InputDevices | None = None,
    ) -> None:
        self._model, self._on_event = model, on_event
        self._devices = devices or InputDevices()
        self._is_choosing = False
        self._by_hand: set[Keyboard] = set()
        self._opened: list[_Open] = []
        self._told: ReaderChanged | None = None
        self._wake_in, self._wake_out = os.pipe()
        self._closing = Flag()
        self._thread = Thread(target=self._run, name="card reader", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start looking for the reader. Call it once."""
        self._thread.start()

    def close(self) -> None:
        """Give the reader back, and end the thread. Do not call it from ``on_event``."""
        self._closing.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(1.0)
        os.close(self._wake_out)

    def choose(self) -> None:
        """Read every keyboard, until a card is held to one: that is the reader.

        A keyboard on which somebody types is given back.
        """
        self._is_choosing = True
        self._wake()

    def stop_choosing(self) -> None:
        """Read only the reader that was chosen."""
        self._is_choosing = False
        self._wake()

    def _wake(self) -> None:
        os.write(self._wake_out, b"!")

    def _run(self) -> None:
        """Read until ``close``. Nothing else may end this thread."""
        while not self._closing.is_set():
            try:
                self._look()
                self._read(LOOK)
            except Exception:
                log.exception("the card reader failed in an unknown way")
                self._closing.wait(LOOK)
        for one in self._opened:
            os.close(one.descriptor)
        os.close(self._wake_in)

    # --- which devices --------------------------------------------------------------------------

    def _look(self) -> None:
        """Open each reader that is wanted and not open yet, and close all others."""
        if not self._is_choosing:
            self._by_hand.clear()
        wanted = [one for one in self._devices.keyboards() if self._is_wanted(one)]
        for one in tuple(self._opened):
            if one.keyboard not in wanted:
                self._close(one)
        opened = [one.keyboard for one in self._opened]
        problem = ReaderProblem.NOT_PLUGGED_IN
        for keyboard in wanted:
            if keyboard not in opened:
                problem = self._open(keyboard) or problem
        self._tell(problem)

    def _is_wanted(self, keyboard: Keyboard) -> bool:
        is_reader = keyboard.model == self._model
        return is_reader or (self._is_choosing and keyboard not in self._by_hand)

    def _open(self, keyboard: Keyboard) -> ReaderProblem | None:
        try:
            descriptor = self._devices.open(keyboard)
        except PermissionError:
            return ReaderProblem.NO_PERMISSION
        except KeyboardInUse:
            return ReaderProblem.IN_USE
        except OSError:  # unplugged just now
            return None
        self._opened.append(_Open(keyboard, descriptor, TypedCards(time())))
        return None

    def _close(self, one: _Open) -> None:
        self._opened.remove(one)
        os.close(one.descriptor)

    def _tell(self, problem: ReaderProblem) -> None:
        """Report the reader, or why there is none, if that has changed."""
        names = [one.keyboard.name for one in self._opened if one.keyboard.model == self._model]
        state = ReaderChanged(names[0]) if names else ReaderChanged(problem=problem)
        if state != self._told:
            self._told = state
            self._offer(state)

    # --- what they type -------------------------------------------------------------------------

    def _read(self, seconds: float) -> None:
        """Wait for keys, and read them."""
        by_descriptor = {one.descriptor: one for one in self._opened}
        for descriptor in select([self._wake_in, *by_descriptor], [], [], seconds)[0]:
            if descriptor == self._wake_in:
                os.read(self._wake_in, 64)
            else:
                self._read_from(by_descriptor[descriptor])

    def _read_from(self, one: _Open) -> None:
        try:
            data = os.read(one.descriptor, MOST_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:  # unplugged
            self._close(one)
            return
        for number in one.cards.feed(data):
            self._model = one.keyboard.model
            self._offer(CardTyped(number, self._model))
        if one.cards.is_by_hand and one.keyboard.model != self._model:
            self._by_hand.add(one.keyboard)
            self._close(one)

    def _offer(self, event: ReaderEvent) -> None:
        """Call the owner with an event, again and again until its queue has room."""
        while not self._closing.is_set():
            try:
                self._on_event(event)
                return
            except Full:
                self._closing.wait(PAUSE)
