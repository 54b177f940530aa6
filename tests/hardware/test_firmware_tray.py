"""What a tray does by itself, under a clock that is moved by hand."""

import pytest

from hardware.firmware.tray import PROBED, QUEUE, Tray, frame
from hardware.firmware.tray_loop import TrayLoop
from hardware.frame_reader import FrameReader
from hardware.frames import (
    Acknowledge,
    Card,
    Fault,
    Heartbeat,
    Hello,
    Lamp,
    Probe,
    Query,
    Reading,
    Rolling,
    Throw,
    decode,
    encode,
)
from tests.hardware.conftest import Line

BOOT = "0000beef"


@pytest.fixture
def tray():
    side = Tray("oak", BOOT, 0)
    said(side)
    return side


def said(tray):
    return FrameReader().feed(tray.bytes_to_send())


def waiting(tray):
    return [decode(line.rstrip()) for _, line in tray.waiting]


def throw(tray, a, b, now=0):
    tray.roll(now)
    return tray.rest(a, b, now)


def test_it_says_hello_at_power_up_and_when_asked():
    tray = Tray("oak", BOOT, 0)
    assert said(tray) == [Hello("oak", "1.0", 1, BOOT)]
    tray.receive(encode(Query()), 0)
    assert said(tray) == [Hello("oak", "1.0", 1, BOOT)]


def test_dice_that_have_not_rolled_make_no_throw(tray):
    assert not tray.rest(3, 5, 0)  # they lay there at power-up
    assert throw(tray, 3, 5)
    assert not tray.rest(3, 6, 0)  # a knock turned one
    assert said(tray) == [Rolling(), Throw(BOOT, 1, (3, 5), 0)]


def test_it_repeats_the_oldest_unchanged_until_that_is_acknowledged(tray):
    throw(tray, 3, 5)
    throw(tray, 1, 1)
    said(tray)
    for now in (500, 1000):
        tray.tick(now)
        assert said(tray) == [Throw(BOOT, 1, (3, 5), 0)]
    tray.receive(encode(Acknowledge(BOOT, 1)), 1100)
    assert said(tray) == [Throw(BOOT, 2, (1, 1), 0)]
    tray.receive(encode(Acknowledge(BOOT, 2)), 1200)
    tray.tick(3000)
    assert said(tray) == []


def test_another_boots_acknowledgement_is_not_its_own(tray):
    throw(tray, 3, 5)
    tray.receive(encode(Acknowledge("0000dead", 1)), 0)
    assert len(tray.waiting) == 1


def test_it_makes_no_ninth_throw_while_eight_wait(tray):
    assert all(throw(tray, 1, 2) for _ in range(QUEUE))
    assert tray.is_full
    assert not throw(tray, 6, 6)
    tray.receive(encode(Acknowledge(BOOT, 1)), 0)
    assert throw(tray, 6, 6)
    assert waiting(tray)[-1] == Throw(BOOT, 9, (6, 6), 0)


def test_a_throw_carries_the_number_it_was_awaited_for(tray):
    tray.receive(encode(Lamp("ready", 7)), 0)
    throw(tray, 1, 2)
    tray.receive(encode(Lamp("wait")), 0)
    throw(tray, 3, 4)
    assert [frame.awaited for frame in waiting(tray)] == [7, 7]


def test_faults_are_counted_and_kept_like_throws(tray):
    tray.roll(0)
    assert tray.rest_unread("cocked", 0)
    throw(tray, 1, 2)
    assert waiting(tray) == [Fault(BOOT, 1, "cocked", 0), Throw(BOOT, 2, (1, 2), 0)]


def test_its_heart_beats_when_it_has_nothing_to_say(tray):
    assert tray.due() == 2000
    tray.tick(1900)
    assert said(tray) == []
    tray.tick(2000)
    assert said(tray) == [Heartbeat()]
    assert tray.due() == 4000


def test_what_is_no_frame_is_no_command(tray):
    ready = encode(Lamp("ready", 7))
    spoilt = (ready[:-2] + b"0\n", ready[1:], b"x" * 500 + ready, ready.replace(b"ready", b"READY"))
    for line in (*spoilt, b"$" + b"\xff" * 20 + b"\n", b"\n\n$*\n", b"$*00000000\n"):
        tray.receive(line, 0)
    assert tray.lamp == ("off", 0)
    tray.receive(ready.replace(b"\n", b"\r\n"), 0)
    assert tray.lamp == ("ready", 7)


def test_a_line_that_never_ends_takes_no_room(tray):
    for _ in range(1000):
        tray.receive(b"$" * 1000, 0)
    assert len(tray._lines._line) <= 64
    tray.receive(b"\n" + encode(Lamp("ready", 7)), 0)
    assert tray.lamp == ("ready", 7)


def test_a_sound_frame_that_is_no_command_is_passed_over(tray):
    for fields in (
        ("A",),
        ("A", BOOT, "x"),
        ("L", "ready"),
        ("L", "blue", 3),
        ("L", "ready", "-3"),
    ):
        tray.receive(frame(*fields), 0)
    assert tray.lamp == ("off", 0)
    assert said(tray) == []


def test_impossible_dice_and_codes_are_refused(tray):
    tray.roll(0)
    with pytest.raises(ValueError, match="0 and 7"):
        tray.rest(0, 7, 0)
    with pytest.raises(ValueError, match="upside"):
        tray.rest_unread("upside", 0)


def test_a_uid_that_fits_in_no_frame_is_refused():
    with pytest.raises(ValueError, match="uid"):
        Tray("x" * 60, BOOT, 0)
    for uid in ("", "an oak", "a,b"):
        with pytest.raises(ValueError, match="invalid uid"):
            Tray(uid, BOOT, 0)


def test_cards_are_counted_apart_from_throws_and_never_repeated(tray):
    tray.hold_card(3, 0)
    tray.hold_card(3, 10)
    assert said(tray) == [Card(BOOT, 1, 3), Card(BOOT, 2, 3)]
    tray.tick(600)
    assert said(tray) == []


def test_a_reading_is_told_at_each_change_while_it_is_asked_for(tray):
    class Sensor:
        words = ()

        def read(self, now):
            return 0, 0

        def seen(self):
            return list(self.words)

    sensor, line = Sensor(), Line()
    sensor.words = ["1-3"]
    loop = TrayLoop(tray, sensor, line, lambda lit: None)

    def told(now):
        line.went = b""
        loop.turn(now)
        return [heard for heard in FrameReader().feed(line.went) if isinstance(heard, Reading)]

    assert told(1) == []
    line.came = encode(Probe())
    assert told(2) == [Reading(("1-3",))]
    assert told(3) == []
    sensor.words = []
    assert told(4) == [Reading()]
    sensor.words = ["2-6"]
    assert told(2 + PROBED) == []
