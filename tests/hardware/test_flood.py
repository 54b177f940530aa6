"""A line that says too much: the work it makes is bounded, and no throw is lost by it."""

from queue import Full

import pytest

from hardware import DiceTray, ThrowSeen, TrayFlooding, TrayFound
from hardware.backoff import Backoff
from hardware.firmware.tray import Tray
from hardware.frames import Fault, Heartbeat, Hello, Query, RejectReason, Rolling, Throw, encode
from hardware.port import MOST_AT_ONCE, Port
from hardware.pseudo_terminal import PseudoTerminal
from hardware.tray_session import BURST, RATE, TraySession

BOOT, LATER = "0000beef", "0000cafe"
HELLO = Hello("oak", "1.0", 1, BOOT)
FRAMES, SECONDS = 7_000, 9.0
FLOODS = {
    "throws": lambda n: Throw(BOOT, n, (3, 5), 0),
    "one throw": lambda n: Throw(BOOT, 1, (3, 5), 0),
    "faults": lambda n: Fault(BOOT, n, "cocked", 0),
    "rolling": lambda n: Rolling(),
    "heartbeats": lambda n: Heartbeat(),
    "restarts": lambda n: Hello("oak", "1.0", 1, f"{n:08x}"),
    "trays": lambda n: Hello(f"oak{n}", "1.0", 1, BOOT),
    "versions": lambda n: Hello("oak", "1.0", 2 + n, BOOT),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_makes_few_events_and_few_answers(kind):
    link = TraySession()
    link.connected(0.0)
    link.receive(encode(HELLO), 0.0)
    link.bytes_to_send()
    events, answered = [], 0
    for n in range(1, FRAMES + 1):
        heard = link.receive(encode(FLOODS[kind](n)), SECONDS * n / FRAMES)
        for event in heard:
            if hasattr(event, "identity"):
                link.acknowledge(event.identity)
        events += heard
        answered += link.bytes_to_send().count(b"\n")
    most = BURST + RATE * SECONDS
    assert len(events) <= 2 * most + 1  # a restart of another tray is two events
    assert answered <= 2 * most
    assert link.bad[RejectReason.TOO_MANY] >= FRAMES - most - 1
    assert sum(isinstance(event, TrayFlooding) for event in events) == 1


@pytest.mark.parametrize("kind", FLOODS)
def test_a_throw_after_a_flood_is_reported_as_soon_as_it_is_repeated(kind):
    link, tray = TraySession(), Tray("ash", LATER, 0)
    link.connected(0.0)
    for n in range(1, 1001):
        link.receive(encode(FLOODS[kind](n)), 0.001 * n)
    tray.roll(1000)
    tray.rest(2, 6, 1000)
    seen = []
    for now in range(1000, 5000, 100):
        tray.tick(now)
        seen += link.receive(tray.bytes_to_send(), now / 1000)
        tray.receive(link.bytes_to_send(), now)
    assert [e for e in seen if isinstance(e, ThrowSeen)] == [ThrowSeen(f"ash/{LATER}/1", (2, 6), 0)]


def test_another_flood_is_said_again():
    link = TraySession()
    link.connected(0.0)
    said = []
    for at in (1.0, 2.0, 30.0):
        for _ in range(2 * BURST):
            said += link.receive(encode(HELLO), at)
    assert sum(isinstance(event, TrayFlooding) for event in said) == 2


def test_an_owner_that_is_full_is_given_the_throw_once_it_has_room(fake, caplog, inbox, eventually):
    room, refused = [], []

    def take(event):
        if isinstance(event, ThrowSeen) and not room:
            refused.append(event)
            raise Full
        inbox.put(event)

    with DiceTray(fake.path, take):
        inbox.next(TrayFound)
        fake.throw(4, 4)
        eventually(lambda: refused)
        room.append(True)
        assert inbox.next(ThrowSeen).dice == (4, 4)
        assert not [event for event in inbox.rest() if isinstance(event, ThrowSeen)]
    assert not caplog.text


def test_closing_ends_a_driver_whose_owner_is_full(fake, eventually):
    refused = []

    def take(event):
        refused.append(event)
        raise Full

    tray = DiceTray(fake.path, take)
    with tray:
        eventually(lambda: refused)
    assert not tray._thread.is_alive()


def test_a_throw_that_is_put_off_is_reported_at_its_next_repeat(fake, tray, inbox):
    inbox.next(TrayFound)
    fake.throw(4, 4)
    first = inbox.next(ThrowSeen)
    tray.put_off(first.identity)
    assert inbox.next(ThrowSeen) == first


def test_a_flood_through_a_real_port_is_read_a_little_at_a_time(inbox, eventually, monkeypatch):
    """What one read takes is bounded, and after a full one the driver waits."""
    waits, reads = [], []
    read = Port.read

    def counted(port):
        data = read(port)
        reads.append(len(data))
        return data

    monkeypatch.setattr(Port, "read", counted)
    cable = PseudoTerminal()
    with DiceTray(cable.name, inbox.put, backoff=Backoff(0.01, 0.01)) as tray:
        breathe = tray._closing.wait
        monkeypatch.setattr(tray._closing, "wait", lambda s: waits.append(s) or breathe(s))
        eventually(lambda: encode(Query()) in cable.read())
        cable.write(encode(HELLO))
        inbox.next(TrayFound)
        sent = 0
        # Many at once, so that even a slow writer is ahead of the reader.
        while tray.bad_lines()[RejectReason.TOO_MANY] < 2000 or MOST_AT_ONCE not in reads:
            numbers = range(sent + 1, sent + 101)
            cable.write(b"".join(encode(Fault(BOOT, n, "cocked", 0)) for n in numbers))
            sent += len(numbers)
        events = inbox.rest()
    assert max(reads) <= MOST_AT_ONCE
    assert len(waits) >= sum(size == MOST_AT_ONCE for size in reads) > 0
    assert 0 < len(events) < 2000 / 2
    cable.close()
