"""What comes in from other threads: in order, a few in each frame, and refused beyond a limit."""

from collections import Counter
from queue import Full
from typing import Any

import pytest

from companion.table.thread_queue import PER_FRAME, ThreadQueue
from companion.table.tray_input import FAULTS_NOTED
from hardware.frames import Acknowledge, Fault, Hello, Query, Throw, encode
from hardware.pseudo_terminal import PseudoTerminal
from tests.ui.driver import Desk


def test_a_few_verbs_are_done_in_each_frame_and_all_in_order(desk: Desk) -> None:
    inputs, done = ThreadQueue(desk.clock), []
    post = inputs.hop(lambda number: done.append((desk.clock.frames, number)))
    for number in range(10 * PER_FRAME):
        post(number)
    desk.until(lambda: len(done) == 10 * PER_FRAME)
    assert [number for _, number in done] == [*range(10 * PER_FRAME)]
    assert max(Counter(frame for frame, _ in done).values()) == PER_FRAME


def test_a_verb_that_fails_takes_no_other_with_it(desk: Desk) -> None:
    inputs, done = ThreadQueue(desk.clock), []
    inputs.hop(lambda: 1 / 0)()
    inputs.hop(lambda: done.append(1))()
    with pytest.raises(ZeroDivisionError):
        desk.frames(3)
    desk.until(lambda: done)


def test_a_device_is_refused_while_too_much_waits_and_the_program_never_is(desk: Desk) -> None:
    inputs, done = ThreadQueue(desk.clock, most=3), []
    device, program = inputs.hop_if_room(done.append), inputs.hop(done.append)
    for number in range(3):
        device(number)
    with pytest.raises(Full):
        device(3)
    program(4)
    desk.until(lambda: done == [0, 1, 2, 4])
    device(5)
    desk.until(lambda: done[-1] == 5)


@pytest.mark.parametrize(
    ("frame", "most_rows"),
    [
        (lambda boot, seq: Fault(boot, seq, "cocked", 0), FAULTS_NOTED + 1),
        (lambda boot, seq: Throw(boot, seq, (3, 5), 0), 28_000 / 50),
    ],
    ids=["faults", "throws"],
)
def test_a_flood_on_a_real_line_leaves_the_screen_and_the_next_throw_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, frame: Any, most_rows: int
) -> None:
    """28,000 valid frames: at most a few verbs a frame, few rows, and the last throw counts."""
    boot, seq, heard = "0000beef", 0, Counter()
    hear, cable = desk.devices._on_tray_event, PseudoTerminal()

    def counted(event: object) -> None:
        heard[desk.clock.frames] += 1
        hear(event)

    monkeypatch.setattr(desk.devices, "_on_tray_event", counted)
    desk.sit_down("Ann Bob", "Ann throws 4 5")  # nobody is to throw
    desk.devices.tray(cable.name)
    desk.until(lambda: encode(Query()) in cable.read())
    cable.write(encode(Hello("oak", "1.0", 1, boot)))
    desk.until(lambda: desk.table.tray_input.state == "found")
    frames = desk.clock.frames
    while seq < 28_000:
        for _ in range(50):
            seq += 1
            cable.write(encode(frame(boot, seq)))
        cable.read()
        desk.frames(1)
    assert max(heard.values()) <= PER_FRAME
    assert desk.clock.frames - frames >= 28_000 / 50, "the screen went on"
    assert len([*desk.ledger.throws()]) <= most_rows
    seq += 1

    def all_heard() -> bool:
        """Frames are heard in order: the flood has ended when a fault after it is acknowledged."""
        cable.write(encode(Fault(boot, seq, "cocked", 0)))
        desk.frames(1)
        return encode(Acknowledge(boot, seq)) in cable.read()

    desk.until(all_heard)
    desk.tap("Buy for $120")
    number = desk.table.number
    last = encode(Throw(boot, seq + 1, (1, 2), int(number)))

    def repeat() -> bool:
        cable.write(last)
        cable.read()
        return desk.moves == number

    desk.until(repeat)
    assert desk.last_move.dice == (1, 2)
    desk.devices.close()
    cable.close()
