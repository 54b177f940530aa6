"""The clock that an event loop lends to the table."""

import asyncio
from collections.abc import Iterator
from threading import Thread

import pytest

from companion.browser.clock import LoopClock
from companion.table.clock import BEFORE_THE_FRAME

SOON = 0.02


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def clock(loop: asyncio.AbstractEventLoop) -> LoopClock:
    return LoopClock(loop)


def run(loop: asyncio.AbstractEventLoop, clock: LoopClock, seconds: float = 5 * SOON) -> None:
    """Let time pass, and whatever is due by then be called."""
    clock.later(seconds, loop.stop)
    loop.run_forever()


def test_calls_are_made_in_the_order_of_their_times(
    loop: asyncio.AbstractEventLoop, clock: LoopClock
) -> None:
    made: list[str] = []
    clock.later(2 * SOON, lambda: made.append("late"))
    clock.later(0, lambda: made.append("next"))
    clock.later(BEFORE_THE_FRAME, lambda: made.append("before"))
    run(loop, clock)
    assert made == ["before", "next", "late"]


def test_a_delay_that_runs_is_not_started_again(
    loop: asyncio.AbstractEventLoop, clock: LoopClock
) -> None:
    made: list[int] = []
    trigger = clock.trigger(SOON, lambda: made.append(1))
    trigger()
    trigger()
    run(loop, clock)
    assert made == [1]
    trigger()
    run(loop, clock)
    assert made == [1, 1]


def test_what_was_cancelled_is_not_called_though_it_is_started_anew(
    loop: asyncio.AbstractEventLoop, clock: LoopClock
) -> None:
    made: list[int] = []
    trigger = clock.trigger(SOON, lambda: made.append(1))
    trigger()
    trigger.cancel()
    run(loop, clock)
    assert made == []
    trigger()
    trigger.cancel()
    trigger()
    run(loop, clock)
    assert made == [1]


def test_every_call_comes_again_until_it_is_cancelled(
    loop: asyncio.AbstractEventLoop, clock: LoopClock
) -> None:
    made: list[int] = []

    def note() -> None:
        made.append(1)
        if len(made) == 3:
            again.cancel()
            loop.stop()

    again = clock.every(SOON, note)
    loop.run_forever()
    run(loop, clock)
    assert len(made) == 3


def test_another_thread_may_start_a_delay(
    loop: asyncio.AbstractEventLoop, clock: LoopClock
) -> None:
    thread = Thread(target=lambda: clock.later(0, loop.stop))
    loop.call_soon(thread.start)
    loop.run_forever()
    thread.join()


def test_a_picture_is_made_sixty_times_a_second(
    clock: LoopClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def frames(now: float) -> int:
        monkeypatch.setattr("companion.browser.clock.monotonic", lambda: now)
        return clock.frames

    first = frames(1000.001)
    assert frames(1000.015) == first
    assert frames(1000.018) == first + 1
    assert frames(1001.001) == first + 60


def test_a_thread_that_ends_after_the_program_is_not_heard(clock: LoopClock) -> None:
    made: list[int] = []
    clock.loop.close()
    clock.later(0, lambda: made.append(1))
    assert made == []
