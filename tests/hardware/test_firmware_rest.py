"""When the dice lie still, as the firmware sees it, and what its two readers make of fingers and
tags; under a clock that is moved by hand."""

import pytest

from hardware.firmware.keys import Keys
from hardware.firmware.rfid import RfidDice
from hardware.firmware.settle_detector import GONE, LEANING, TOO_MANY, SettleDetector
from hardware.firmware.tray import Tray
from hardware.firmware.tray_loop import TrayLoop
from hardware.frame_reader import FrameReader
from hardware.frames import Acknowledge, Fault, Lamp, Rolling, Throw, encode
from tests.hardware.conftest import Line

BOOT = "0000beef"
LOOK = 5  # milliseconds


class Watched:
    """A tray and its rest detection; dice are put before it by hand."""

    def __init__(self):
        self.now = 0
        self.shown = (GONE, GONE)
        self.blind = False
        self.tray = Tray("oak", BOOT, 0)
        self.rest = SettleDetector(self.tray)
        self.said()

    def read(self, now):
        if self.blind:
            raise OSError("the sensor does not answer")
        return self.shown

    def shows(self, a, b, seconds=1.0):
        self.shown = (a, b)
        self.look(seconds)

    def look(self, seconds):
        for _ in range(int(seconds * 1000 / LOOK)):
            self.now += LOOK
            self.rest.look(self, self.now)

    def said(self):
        return FrameReader().feed(self.tray.bytes_to_send())


@pytest.fixture
def watched():
    return Watched()


def test_dice_that_come_to_rest_are_one_throw(watched):
    watched.shows(GONE, GONE)
    watched.shows(3, GONE, 0.1)
    watched.shows(4, 5, 0.05)
    watched.shows(3, 5, 10)
    assert watched.said() == [Rolling(), Throw(BOOT, 1, (3, 5), 0)]


def test_dice_that_lie_there_at_power_up_are_no_throw(watched):
    watched.shows(3, 5, 10)
    assert watched.said() == []


def test_a_knock_that_turns_one_die_is_no_throw(watched):
    watched.shows(3, 5)
    watched.shows(3, 2, 10)
    watched.shows(6, 2, 10)  # another knock, later, turns the other
    assert watched.said() == []


def test_one_die_taken_out_and_put_back_is_no_throw(watched):
    watched.shows(3, 5)
    watched.shows(GONE, 5, 10)
    watched.shows(2, 5, 10)
    assert watched.said() == []


def test_dice_taken_out_one_after_the_other_and_thrown_are_a_throw(watched):
    watched.shows(3, 5)
    watched.shows(GONE, 5, 10)
    watched.shows(GONE, GONE, 60)
    watched.shows(3, 5)
    assert watched.said() == [Rolling(), Throw(BOOT, 1, (3, 5), 0)]


def test_dice_that_tumble_without_leaving_the_tray_are_a_throw(watched):
    watched.shows(3, 5)
    for a, b in ((1, 4), (6, 4), (2, 2)):
        watched.shows(a, b, 0.1)
    watched.shows(2, 6)
    assert watched.said() == [Rolling(), Throw(BOOT, 1, (2, 6), 0)]


def test_dice_still_rolling_are_not_read(watched):
    for face in range(1, 7):
        watched.shows(face, 7 - face, 0.35)
    assert watched.said() == [Rolling()]


@pytest.mark.parametrize(
    ("a", "b", "code"),
    [
        (LEANING, 5, "cocked"),
        (LEANING, GONE, "cocked"),
        (3, GONE, "missing"),
        (TOO_MANY, TOO_MANY, "extra"),
    ],
)
def test_dice_that_cannot_be_read_are_a_fault_and_the_next_throw_counts(watched, a, b, code):
    watched.shows(GONE, GONE)
    watched.shows(a, b, 5)
    watched.shows(GONE, GONE)
    watched.shows(1, 2)
    faults = [frame for frame in watched.said() if not isinstance(frame, Rolling)]
    assert faults == [Fault(BOOT, 1, code, 0)]  # the throw waits for its turn
    assert len(watched.tray.waiting) == 2


def test_a_sensor_that_falls_silent_while_the_dice_roll_is_a_fault(watched):
    watched.shows(GONE, GONE)
    watched.shows(3, 5, 0.1)
    watched.blind = True
    watched.look(10)
    assert watched.said() == [Rolling(), Fault(BOOT, 1, "sensor", 0)]


@pytest.mark.parametrize("shown", [(GONE, GONE), (3, 5)])
def test_a_sensor_that_falls_silent_while_nobody_rolls_is_one_fault(watched, shown):
    watched.shows(*shown)
    watched.blind = True
    watched.look(60)
    assert watched.rest.is_blind
    assert watched.said() == [Fault(BOOT, 1, "sensor", 0)]


def test_dice_thrown_before_a_dead_sensor_count_only_when_they_are_thrown_again(watched):
    watched.shows(GONE, GONE)
    watched.blind = True
    watched.look(10)
    watched.blind = False
    watched.shows(3, 5, 10)
    assert not watched.rest.is_blind
    watched.shows(GONE, GONE)
    watched.shows(2, 6)
    watched.tray.receive(encode(Acknowledge(BOOT, 1)), watched.now)
    assert watched.said() == [
        Fault(BOOT, 1, "sensor", 0),
        Rolling(),
        Throw(BOOT, 2, (2, 6), 0),
    ]


def test_each_failure_of_the_sensor_is_a_fault_of_its_own(watched):
    watched.shows(3, 5)
    for _ in range(2):
        watched.blind = True
        watched.look(10)
        watched.blind = False
        watched.look(1)
    assert len(watched.tray.waiting) == 2


def test_a_sensor_that_falls_silent_for_a_moment_loses_nothing(watched):
    watched.shows(GONE, GONE)
    watched.shows(3, 5, 0.1)
    watched.blind = True
    watched.look(1)
    watched.blind = False
    watched.look(1)
    assert watched.said() == [Rolling(), Throw(BOOT, 1, (3, 5), 0)]


class Fingers:
    """Keys that bounce as they go down and up."""

    def __init__(self):
        self.down = set()
        self.now = 0
        self.watched = Watched()
        self.keys = Keys(lambda die, face: (die, face) in self.down)
        self.look(100)

    def look(self, milliseconds):
        for _ in range(milliseconds // LOOK):
            self.now += LOOK
            self.watched.rest.look(self.keys, self.now)

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
        side = self.watched.tray
        frames = []
        while side.waiting:
            frames += FrameReader().feed(side.waiting[0][1])
            side.waiting.pop(0)
        return frames


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
def lit(watched):
    """A tray that awaits a throw, its line, and its lamp."""
    line, lamp = Line(), []
    station = TrayLoop(watched.tray, watched, line, lamp.append)
    line.came = encode(Lamp("ready", 1))
    station.turn(0)
    return station, line, lamp


def test_the_lamp_shines_while_a_throw_is_awaited_and_blinks_while_eight_wait(watched, lit):
    station, line, lamp = lit
    line.came = encode(Lamp("wait"))
    station.turn(5)
    assert lamp == [True, False]
    for _ in range(8):
        watched.tray.roll(10)
        watched.tray.rest(1, 1, 10)
    lamp.clear()
    for now in range(10, 2000, 5):
        station.turn(now)
    assert lamp == [True, False] * 4


def test_the_lamp_is_dark_while_the_tray_cannot_see(watched, lit):
    station, _, lamp = lit
    watched.blind = True
    for now in range(5, 5000, 5):
        station.turn(now)
    watched.blind = False
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
