"""What a tray does by itself, under a clock that is moved by hand."""

import pytest

from hardware.frames import (
    Acknowledge,
    Fault,
    Heartbeat,
    Hello,
    Lamp,
    Query,
    Rolling,
    Throw,
    encode,
)
from hardware.reader import FrameReader
from hardware.tray_side import QUEUE, TraySide

BOOT = "0000beef"


@pytest.fixture
def tray():
    side = TraySide("oak", BOOT, 0.0)
    said(side)
    return side


def said(tray):
    return FrameReader().feed(tray.bytes_to_send())


def throw(tray, a, b, now=0.0):
    tray.roll(now)
    return tray.rest(a, b, now)


def test_it_says_hello_at_power_up_and_when_asked():
    tray = TraySide("oak", BOOT, 0.0)
    assert said(tray) == [Hello("oak", "1.0", 1, BOOT)]
    tray.receive(encode(Query()), 0.0)
    assert said(tray) == [Hello("oak", "1.0", 1, BOOT)]


def test_dice_that_have_not_rolled_make_no_throw(tray):
    assert not tray.rest(3, 5, 0.0)  # they lay there at power-up
    assert throw(tray, 3, 5)
    assert not tray.rest(3, 6, 0.0)  # a knock turned one
    assert said(tray) == [Rolling(), Throw(BOOT, 1, (3, 5), 0)]


def test_it_repeats_the_oldest_unchanged_until_that_is_acknowledged(tray):
    throw(tray, 3, 5)
    throw(tray, 1, 1)
    said(tray)
    for now in (0.5, 1.0):
        tray.tick(now)
        assert said(tray) == [Throw(BOOT, 1, (3, 5), 0)]
    tray.receive(encode(Acknowledge(BOOT, 1)), 1.1)
    assert said(tray) == [Throw(BOOT, 2, (1, 1), 0)]
    tray.receive(encode(Acknowledge(BOOT, 2)), 1.2)
    tray.tick(3.0)
    assert said(tray) == []


def test_another_boots_acknowledgement_is_not_its_own(tray):
    throw(tray, 3, 5)
    tray.receive(encode(Acknowledge("0000dead", 1)), 0.0)
    assert len(tray.waiting) == 1


def test_it_makes_no_ninth_throw_while_eight_wait(tray):
    assert all(throw(tray, 1, 2) for _ in range(QUEUE))
    assert tray.is_full
    assert not throw(tray, 6, 6)
    tray.receive(encode(Acknowledge(BOOT, 1)), 0.0)
    assert throw(tray, 6, 6)
    assert tray.waiting[-1] == Throw(BOOT, 9, (6, 6), 0)


def test_a_throw_carries_the_number_it_was_awaited_for(tray):
    tray.receive(encode(Lamp("ready", 7)), 0.0)
    throw(tray, 1, 2)
    tray.receive(encode(Lamp("wait")), 0.0)
    throw(tray, 3, 4)
    assert [frame.awaited for frame in tray.waiting] == [7, 7]


def test_faults_are_counted_and_kept_like_throws(tray):
    tray.roll(0.0)
    assert tray.rest_unread("cocked", 0.0)
    throw(tray, 1, 2)
    assert tray.waiting == [Fault(BOOT, 1, "cocked", 0), Throw(BOOT, 2, (1, 2), 0)]


def test_its_heart_beats_when_it_has_nothing_to_say(tray):
    assert tray.due() == 2.0
    tray.tick(1.9)
    assert said(tray) == []
    tray.tick(2.0)
    assert said(tray) == [Heartbeat()]
    assert tray.due() == 4.0
