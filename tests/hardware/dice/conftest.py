"""Dice and banks in one simulated room."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from hardware import DiceTray, FaultSeen, ThrowSeen
from hardware.backoff import Backoff
from hardware.bluetooth.dice_server import DiceChanged, DiceServer
from hardware.bluetooth.fakes import FakeDie, FakeRoom
from hardware.bluetooth.radio import Bluetooth
from tests.hardware.conftest import Inbox


class FakeTable:
    """A bank with two dice: events of its tray, and of its dice."""

    def __init__(
        self,
        room: FakeRoom,
        dice: tuple[FakeDie, ...],
        stack: ExitStack,
        bluetooth: Bluetooth | None = None,
    ) -> None:
        self.told, self.inbox = Inbox(), Inbox()
        names = {die.address: die.name for die in dice}
        self.server = stack.enter_context(
            DiceServer(names, self.told.put, bluetooth or room.bluetooth())
        )
        driver = DiceTray(self.server.path, self.inbox.put, backoff=Backoff(0.01, 0.01))
        self.tray = stack.enter_context(driver)
        self.until(lambda state: all(die.is_awake for die in state.dice))

    def until(self, holds: Callable[[DiceChanged], bool]) -> DiceChanged:
        """Wait for a state of the list."""
        while not holds(state := self.told.next(DiceChanged)):
            pass
        return state

    def next(self) -> tuple[int, int] | str:
        """Next roll, sorted, or the code of the next fault; it is acknowledged."""
        event = self.inbox.next(ThrowSeen | FaultSeen)
        self.tray.acknowledge(event.identity)
        return event.dice if isinstance(event, ThrowSeen) else event.code


@pytest.fixture
def room() -> Iterator[FakeRoom]:
    with FakeRoom() as room:
        yield room


@pytest.fixture
def sit(room: FakeRoom) -> Iterator[Callable[..., FakeTable]]:
    """Open a bank with these dice."""
    with ExitStack() as stack:
        yield lambda *dice: FakeTable(room, dice, stack)
