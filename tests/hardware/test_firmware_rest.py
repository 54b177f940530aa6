"""What the readers of the firmware make of fingers and tags, and what its loop does with lamp and
readings; under a clock that is moved by hand."""

import pytest

from hardware.firmware.keys import Keys
from hardware.firmware.rfid import RfidDice
from hardware.firmware.settle_detector import GONE, LEANING, TOO_MANY
from hardware.firmware.tray import PROBED
from hardware.firmware.tray_loop import TrayLoop
from hardware.frame_reader import FrameReader
from hardware.frames import Lamp, Probe, Reading, Throw, encode
from tests.hardware.conftest import Line
from tests.hardware.test_conversations import LOOK, TraySide


class Fingers:
    """Keys that bounce as they go down and up."""

    def __init__(self):
        self.down = set()
        self.now = 0
        self.side = TraySide()
        self.keys = Keys(lambda die, face: (die, face) in self.down)
        self.look(100)

    def look(self, milliseconds):
        for _ in range(milliseconds // LOOK):
            self.now += LOOK
            self.side.detector.look(self.keys, self.now)

    def press(self, die, face, milliseconds=60):
        for _ in range(3):
            self.down ^= {(die, face)}
            self.look(LOOK)
        self.look(milliseconds)
        self.down.clear()
        self.look(60)

    def said(self):
        self.look(1000)
        return [(*frame.dice,) for frame in self.frames() if isinstance(frame, Throw)]

    def frames(self):
        lines = b"".join(line for _, line in self.side.tray.waiting)
        self.side.tray.waiting.clear()
        return FrameReader().feed(lines)


def test_two_keys_are_a_throw_and_so_are_the_same_two_again():
    fingers = Fingers()
    for _ in range(2):
        fingers.press(0, 3)
        fingers.press(1, 5)
        assert fingers.said() == [(3, 5)]


def test_however_long_the_second_key_takes_it_is_one_throw():
    fingers = Fingers()
    fingers.press(1, 5)
    fingers.look(20_000)
    assert fingers.frames() == []
    fingers.press(0, 3)
    assert fingers.said() == [(3, 5)]


def test_a_key_can_be_pressed_anew_before_the_other_panel_has_one():
    fingers = Fingers()
    fingers.press(0, 3)
    fingers.press(0, 4)
    fingers.press(1, 1)
    assert fingers.said() == [(4, 1)]


def test_a_key_that_stays_down_is_pressed_once():
    fingers = Fingers()
    fingers.press(0, 3)
    fingers.press(1, 5, 20_000)
    assert fingers.said() == [(3, 5)]


def test_two_keys_of_one_panel_at_once_are_none():
    fingers = Fingers()
    fingers.down = {(0, 3), (0, 4)}
    fingers.look(500)
    fingers.down.clear()
    fingers.press(1, 5)
    assert fingers.said() == []


FACES = {f"{die}{face}": (die, face) for die in (0, 1) for face in range(1, 7)}


class Antenna:
    def __init__(self):
        self.tags = []
        self.dice = RfidDice(lambda: self.tags, FACES)

    def shows(self, *tags, now):
        self.tags = list(tags)
        return self.dice.read(now)


def test_the_tag_that_lies_below_says_what_is_up():
    antenna = Antenna()
    assert antenna.shows("03", "15", now=0) == (3, 5)
    assert antenna.shows("15", "02", now=50) == (2, 5)


def test_a_tag_that_is_missed_for_a_moment_is_still_there():
    antenna = Antenna()
    antenna.shows("03", "15", now=0)
    assert antenna.shows("15", now=200) == (3, 5)
    assert antenna.shows("15", now=600) == (GONE, 5)


def test_two_tags_of_one_die_lean_and_a_strange_tag_is_one_too_many():
    antenna = Antenna()
    assert antenna.shows("03", "04", now=0) == (LEANING, GONE)
    assert antenna.shows("03", "15", "ff", now=50) == (TOO_MANY, TOO_MANY)


@pytest.fixture
def lit():
    """A tray that awaits a throw, its loop, its line, and its lamp."""
    side, line, lamp = TraySide(), Line(), []
    station = TrayLoop(side.tray, side, line, lamp.append)
    line.came = encode(Lamp("ready", 1))
    station.turn(0)
    return side, station, line, lamp


def test_the_lamp_shines_while_a_throw_is_awaited_and_blinks_while_eight_wait(lit):
    side, station, line, lamp = lit
    line.came = encode(Lamp("wait"))
    station.turn(5)
    assert lamp == [True, False]
    for _ in range(8):
        side.throw("1", "1")
    lamp.clear()
    for now in range(10, 2000, 5):
        station.turn(now)
    assert lamp == [True, False] * 4


def test_the_lamp_is_dark_while_the_tray_cannot_see(lit):
    side, station, _, lamp = lit
    side.is_silent = True
    for now in range(5, 5000, 5):
        station.turn(now)
    side.is_silent = False
    station.turn(5000)
    assert lamp == [True, False, True]


def test_a_card_is_no_die_and_is_told_once_each_time_it_comes():
    antenna, told = Antenna(), []
    antenna.dice = RfidDice(
        lambda: antenna.tags, FACES, {"c0de": 4}, lambda *card: told.append(card)
    )
    for now in (0, 50, 100):
        assert antenna.shows("03", "c0de", now=now)[0] == 3
    assert told == [(4, 0)]
    antenna.shows("03", now=150)  # missed for a moment
    antenna.shows("03", "c0de", now=200)
    assert told == [(4, 0)]
    antenna.shows("03", now=600)
    antenna.shows("03", "c0de", now=900)
    assert told == [(4, 0), (4, 900)]


def test_a_card_is_a_strange_tag_unless_it_was_taught():
    assert Antenna().shows("c0de", now=0) == (TOO_MANY, TOO_MANY)


def test_a_probe_is_told_what_each_tag_and_key_reads():
    antenna = Antenna()
    antenna.dice = RfidDice(lambda: antenna.tags, FACES, {"c0de": 4})
    antenna.shows("03", "c0de", "ff", now=0)
    assert antenna.dice.seen() == ["03.1-3", "c0de.c4", "ff"]
    assert Keys(lambda die, face: (die, face) == (1, 5)).seen() == ["2-5"]


def test_a_reading_is_told_at_each_change_while_it_is_asked_for():
    class Sensor:
        words = ()

        def read(self, now):
            return 0, 0

        def seen(self):
            return list(self.words)

    sensor, line = Sensor(), Line()
    sensor.words = ["1-3"]
    loop = TrayLoop(TraySide().tray, sensor, line, lambda lit: None)

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
