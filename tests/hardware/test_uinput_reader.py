"""The USB reader against the kernel itself: keyboards of uinput type, where a machine has it."""

import os
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from fcntl import ioctl
from queue import SimpleQueue
from time import monotonic, sleep
from uuid import uuid4

import pytest

from hardware.card_reader import CardReader, CardTyped, ReaderChanged, ReaderEvent
from hardware.input_devices import DIGITS, ENTERS, INPUT_EVENT, KEY, SYN, InputDevices, Keyboard
from hardware.typed_cards import FAST

UINPUT = "/dev/uinput"
SET_TYPE, SET_KEY, SETUP, CREATE, DESTROY = 0x40045564, 0x40045565, 0x405C5503, 0x5501, 0x5502
"""Requests of uinput."""
USB, CODES = 3, {digit: code for code, digit in DIGITS.items() if code < 12} | {"\n": ENTERS[0]}
TAB = 15
PATIENCE = 60.0

pytestmark = pytest.mark.skipif(
    not os.access(UINPUT, os.W_OK), reason="there is no uinput here, or it may not be written"
)


class Typing:
    """A keyboard that the kernel has."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._file = os.open(UINPUT, os.O_WRONLY | os.O_NONBLOCK)
        ioctl(self._file, SET_TYPE, KEY)
        for code in range(1, 128):
            ioctl(self._file, SET_KEY, code)
        ioctl(self._file, SETUP, struct.pack("4H80sI", USB, 0xFFFF, 0x35, 1, name.encode(), 0))
        ioctl(self._file, CREATE)
        until(lambda: self.keyboard and self.keyboard.path.exists())

    @property
    def keyboard(self) -> Keyboard | None:
        return next((one for one in InputDevices().keyboards() if one.name == self.name), None)

    def key(self, code: int, value: int) -> None:
        events = (KEY, code, value), (SYN, 0, 0)
        os.write(self._file, b"".join(INPUT_EVENT.pack(0, 0, *one) for one in events))

    def hold(self, card: str) -> None:
        """Type a card, some time after whatever was typed or opened before."""
        sleep(2 * FAST)
        self.type(f"{card}\n")

    def type(self, digits: str) -> None:
        for digit in digits:
            self.key(CODES[digit], 1)
            self.key(CODES[digit], 0)

    def unplug(self) -> None:
        ioctl(self._file, DESTROY)
        os.close(self._file)


class Listener:
    """Another program that reads a keyboard, such as the window."""

    def __init__(self, typing: Typing) -> None:
        assert typing.keyboard
        self._file = os.open(typing.keyboard.path, os.O_RDONLY | os.O_NONBLOCK)

    def heard(self) -> int:
        """Count the events since the last time."""
        with suppress(BlockingIOError):
            return len(os.read(self._file, 4096)) // INPUT_EVENT.size
        return 0


def until(holds: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "it did not come to that"
        sleep(0.001)


@pytest.fixture
def typing() -> Iterator[Typing]:
    typing = Typing(f"Card Reader {uuid4().hex}")
    yield typing
    with suppress(OSError):
        typing.unplug()


class Inbox:
    def __init__(self) -> None:
        self._queue: SimpleQueue[ReaderEvent] = SimpleQueue()
        self.put = self._queue.put

    def next(self, kind: type) -> ReaderEvent:
        while not isinstance(event := self._queue.get(timeout=PATIENCE), kind):
            pass
        return event


def test_a_card_reaches_nobody_else(typing: Typing) -> None:
    inbox, listener = Inbox(), Listener(typing)
    typing.type("12")
    assert listener.heard() == 8
    assert typing.keyboard
    with CardReader(typing.keyboard.model, inbox.put):
        assert inbox.next(ReaderChanged) == ReaderChanged(typing.name)
        for number in range(20):
            typing.hold(f"{number:010}")
            assert inbox.next(CardTyped) == CardTyped(f"{number:010}", typing.keyboard.model)
        typing.type("7" * 10_000 + "\n" + "0" * 9)
        typing.hold("0012345678")
        assert inbox.next(CardTyped) == CardTyped("0012345678", typing.keyboard.model)
        assert listener.heard() == 0
    typing.type("1")
    assert listener.heard() == 4, "it is given back"


def test_a_reader_that_is_plugged_in_again_is_used(typing: Typing) -> None:
    inbox, model = Inbox(), typing.keyboard and typing.keyboard.model
    assert model
    with CardReader(model, inbox.put):
        assert inbox.next(ReaderChanged) == ReaderChanged(typing.name)
        typing.type("00123")
        typing.unplug()
        assert inbox.next(ReaderChanged) != ReaderChanged(typing.name)
        again = Typing(typing.name)
        assert inbox.next(ReaderChanged) == ReaderChanged(typing.name)
        again.hold("0012345678")
        assert inbox.next(CardTyped) == CardTyped("0012345678", model)
        again.unplug()


def test_a_keyboard_is_read_once_its_keys_are_up_and_given_back(typing: Typing) -> None:
    """Return may be down in the instant in which it chooses; it must not stay down elsewhere."""
    inbox, listener = Inbox(), Listener(typing)
    with CardReader("", inbox.put) as reader:
        typing.key(ENTERS[0], 1)
        reader.choose()
        assert inbox.next(ReaderChanged)
        typing.key(ENTERS[0], 0)
        assert listener.heard() == 4

        def is_read() -> bool:
            typing.type("1")
            return listener.heard() == 0

        until(is_read)
        typing.key(TAB, 1)
        typing.key(TAB, 0)
        until(lambda: not is_read())
