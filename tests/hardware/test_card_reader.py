"""The USB reader that types: what is a card, and which keyboard is the reader."""

import os
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from queue import Full, SimpleQueue
from random import Random
from time import monotonic, sleep

import pytest

from hardware import (
    CardReader,
    CardTyped,
    FakeCardReader,
    InputDevices,
    ReaderChanged,
    ReaderEvent,
    ReaderProblem,
)
from hardware.fakes import CODES, KEY_SECONDS
from hardware.input_devices import ENTERS, KeyboardInUse, grab
from hardware.typed_cards import MOST, TypedCards

ANN, BOB = "0012345678", "0087654321"
PATIENCE = 60.0
BLOCK = {"1": 79, "2": 80, "3": 81, "4": 75, "5": 76, "6": 77, "7": 71, "8": 72, "9": 73, "0": 82}
"""Codes of the digits that keyboards have at their right."""


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[FakeCardReader]:
    with FakeCardReader(tmp_path) as fake:
        yield fake


class Inbox:
    """Events of a reader, on whatever thread they come."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[ReaderEvent] = SimpleQueue()
        self.put = self.queue.put

    def next(self, kind: type) -> ReaderEvent:
        while True:
            event = self.queue.get(timeout=PATIENCE)
            if isinstance(event, kind):
                return event

    def cards(self) -> list[str]:
        """Numbers of the cards so far."""
        found = []
        while not self.queue.empty():
            event = self.queue.get()
            found += [event.number] if isinstance(event, CardTyped) else []
        return found


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def reader(fake: FakeCardReader, inbox: Inbox) -> Iterator[CardReader]:
    with CardReader(fake.model, inbox.put, fake.devices) as reader:
        assert inbox.next(ReaderChanged) == ReaderChanged(fake.name)
        yield reader


def until(holds: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "it did not come to that"
        sleep(0.001)


def typed(fake: FakeCardReader, *letters: str, pauses: float = 0.0) -> list[str]:
    """Cards that become of letters which a reader types, read in pieces of any length."""
    sent, chance, cards = bytearray(), Random(1), TypedCards()
    fake.send = lambda data: bool(sent.extend(data)) or True  # type: ignore[method-assign]
    for some in letters:
        fake.type(some, pauses)
    cuts = [0, *sorted(chance.sample(range(1, len(sent)), 9)), len(sent)]
    return [card for a, b in pairwise(cuts) for card in cards.feed(bytes(sent[a:b]))]


# --- what is a card -------------------------------------------------------------------------------


def test_digits_and_enter_are_a_card(fake: FakeCardReader) -> None:
    assert typed(fake, f"{ANN}\n", f"{BOB}\n", f"{ANN}\n") == [ANN, BOB, ANN]


def test_a_reader_may_type_on_the_block_of_digits(fake: FakeCardReader) -> None:
    sent = bytearray()
    fake.send = lambda data: bool(sent.extend(data)) or True  # type: ignore[method-assign]
    for digit in ANN:
        fake.press(BLOCK[digit])
    fake.press(ENTERS[1])
    assert list(TypedCards().feed(bytes(sent))) == [ANN]


@pytest.mark.parametrize(
    "rubbish",
    [
        "\n",
        "1234567\n",
        "12a345678\n",
        f"{ANN[:5]}\t{ANN[5:]}\n",
        "1" * (MOST + 1) + "\n",
        "7" * 10_000 + "\n",
        "\n" * 200,
    ],
)
def test_rubbish_is_no_card_and_spoils_none(fake: FakeCardReader, rubbish: str) -> None:
    assert typed(fake, f"{ANN}\n", rubbish, f"{BOB}\n") == [ANN, BOB]


def test_a_number_without_its_end_does_not_join_the_next(fake: FakeCardReader) -> None:
    assert typed(fake, ANN[:6], f"{BOB}\n", ANN, f"{ANN}\n") == [BOB, ANN]


def test_a_card_that_was_half_typed_when_the_reader_was_opened_is_none(
    fake: FakeCardReader,
) -> None:
    sent = bytearray()
    fake.send = lambda data: bool(sent.extend(data)) or True  # type: ignore[method-assign]
    fake.hold(ANN)
    half = len(sent) // 11 * 2
    since = fake._now - 10 * KEY_SECONDS
    assert list(TypedCards().feed(bytes(sent[half:]))) == [ANN[2:]]
    fake.hold(BOB)
    assert list(TypedCards(since).feed(bytes(sent[half:]))) == [BOB]


def test_two_cards_at_once_are_neither_of_them(fake: FakeCardReader) -> None:
    mixed = "".join(a + b for a, b in zip(ANN, BOB, strict=True))
    assert not {ANN, BOB} & {*typed(fake, f"{mixed}\n\n", f"{ANN}{BOB}\n")}


def test_a_card_of_which_the_kernel_lost_keys_is_none(fake: FakeCardReader) -> None:
    sent, cards = bytearray(), TypedCards()
    fake.send = lambda data: bool(sent.extend(data)) or True  # type: ignore[method-assign]
    for digit in ANN[:9]:
        fake.press(CODES[digit])
    fake.lose()
    fake.press(ENTERS[0])
    fake.hold(BOB)
    assert list(cards.feed(bytes(sent))) == [BOB]


def test_a_key_that_is_held_down_counts_once(fake: FakeCardReader) -> None:
    sent = bytearray()
    fake.send = lambda data: bool(sent.extend(data)) or True  # type: ignore[method-assign]
    for digit in ANN:
        fake.press(CODES[digit])
        sent += fake._event(1, CODES[digit], 2)  # repeated by the kernel
    fake.press(ENTERS[0])
    assert list(TypedCards().feed(bytes(sent))) == [ANN]


def test_a_hand_types_no_card(fake: FakeCardReader) -> None:
    assert typed(fake, *f"{ANN}\n") == []


@pytest.mark.parametrize("seed", range(30))
def test_any_bytes_are_endured(seed: int) -> None:
    chance, cards = Random(seed), TypedCards()
    for _ in range(50):
        assert all(card.isdigit() for card in cards.feed(chance.randbytes(chance.randrange(300))))


# --- which keyboard is the reader -----------------------------------------------------------------


def test_the_readers_keys_reach_nobody_else(
    fake: FakeCardReader, reader: CardReader, inbox: Inbox
) -> None:
    assert fake.is_grabbed
    fake.hold(ANN)
    assert inbox.next(CardTyped) == CardTyped(ANN, fake.model)


def test_a_reader_that_is_plugged_in_again_is_used(
    fake: FakeCardReader, reader: CardReader, inbox: Inbox
) -> None:
    fake.type(ANN[:6])
    fake.unplug()
    assert inbox.next(ReaderChanged) == ReaderChanged(problem=ReaderProblem.NOT_PLUGGED_IN)
    fake.plug(7)
    assert inbox.next(ReaderChanged) == ReaderChanged(fake.name)
    fake.type(f"{ANN[6:]}\n")
    fake.hold(BOB)
    assert inbox.next(CardTyped) == CardTyped(BOB, fake.model), "half a card is none"


def test_a_reader_that_is_not_there_at_the_start_is_found(tmp_path: Path, inbox: Inbox) -> None:
    with FakeCardReader(tmp_path) as fake:
        fake.unplug()
        with CardReader(fake.model, inbox.put, fake.devices):
            problem = inbox.next(ReaderChanged)
            assert problem == ReaderChanged(problem=ReaderProblem.NOT_PLUGGED_IN)
            fake.plug()
            assert inbox.next(ReaderChanged) == ReaderChanged(fake.name)


def test_a_reader_that_may_not_be_read_is_named(tmp_path: Path, inbox: Inbox) -> None:
    with FakeCardReader(tmp_path) as fake:
        fake.is_permitted = fake.is_free = False
        with CardReader(fake.model, inbox.put, fake.devices):
            problem = inbox.next(ReaderChanged)
            assert problem == ReaderChanged(problem=ReaderProblem.NO_PERMISSION)
            fake.is_permitted = True
            assert inbox.next(ReaderChanged) == ReaderChanged(problem=ReaderProblem.IN_USE)
            fake.is_free = True
            assert inbox.next(ReaderChanged) == ReaderChanged(fake.name)


def test_a_reader_is_chosen_by_a_card_and_a_keyboard_is_given_back(
    tmp_path: Path, inbox: Inbox
) -> None:
    with (
        FakeCardReader(tmp_path, "Some Keyboard") as keyboard,
        FakeCardReader(tmp_path, number=1) as fake,
        CardReader("", inbox.put, keyboard.devices) as reader,
    ):
        assert not keyboard.hold(ANN), "it is a keyboard of this machine"
        reader.choose()
        until(lambda: keyboard.press(CODES["1"]))
        keyboard.type("a")
        until(lambda: not keyboard.press(CODES["a"]))
        until(lambda: fake.hold(ANN))
        assert inbox.next(CardTyped) == CardTyped(ANN, fake.model)
        reader.stop_choosing()
        assert not keyboard.hold(BOB)
        fake.hold(BOB)
        assert inbox.next(CardTyped) == CardTyped(BOB, fake.model)


def test_nothing_is_read_once_choosing_has_stopped(tmp_path: Path, inbox: Inbox) -> None:
    with (
        FakeCardReader(tmp_path) as keyboard,
        CardReader("", inbox.put, keyboard.devices) as reader,
    ):
        reader.choose()
        until(lambda: keyboard.press(CODES["1"]))
        reader.stop_choosing()
        until(lambda: not keyboard.press(CODES["1"]))
        assert not keyboard.hold(ANN)
        assert inbox.cards() == []


def test_a_full_queue_loses_no_card(fake: FakeCardReader, inbox: Inbox) -> None:
    refusals = iter([True, False, True, True, False, False])

    def put(event: ReaderEvent) -> None:
        if next(refusals, False):
            raise Full
        inbox.put(event)

    with CardReader(fake.model, put, fake.devices):
        until(lambda: fake.hold(ANN))
        fake.hold(BOB)
        assert inbox.next(CardTyped) == CardTyped(ANN, fake.model)
        assert inbox.next(CardTyped) == CardTyped(BOB, fake.model)


def test_an_owner_that_fails_does_not_end_the_reader(fake: FakeCardReader, inbox: Inbox) -> None:
    failures = iter([True])

    def put(event: ReaderEvent) -> None:
        if next(failures, False):
            raise ValueError
        inbox.put(event)

    with CardReader(fake.model, put, fake.devices):
        until(lambda: fake.hold(ANN))
        assert inbox.next(CardTyped) == CardTyped(ANN, fake.model)


def test_only_what_types_numbers_is_a_keyboard(tmp_path: Path, fake: FakeCardReader) -> None:
    for number, keys in enumerate(["", "0", "ffff", "no number", "100000000"], 1):
        folder = tmp_path / f"sys/class/input/event{number}/device"
        (folder / "id").mkdir(parents=True)
        (folder / "capabilities").mkdir()
        for name in ("name", "id/vendor", "id/product"):
            (folder / name).write_text("x")
        (folder / "capabilities/key").write_text(keys)
    (tmp_path / "sys/class/input/event6").mkdir()
    assert [one.name for one in fake.devices.keyboards()] == [fake.name]
    assert fake.devices.are_there
    assert not InputDevices(tmp_path / "elsewhere").are_there
    assert InputDevices(tmp_path / "elsewhere").keyboards() == []


def test_what_is_no_input_device_is_not_grabbed() -> None:
    read, write = os.pipe()
    with pytest.raises(OSError, match="ioctl") as refused:
        grab(read)
    assert not isinstance(refused.value, KeyboardInUse)
    os.close(read)
    os.close(write)
