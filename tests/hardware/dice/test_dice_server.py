"""From a simulated die to the bank's tray, over virtual Bluetooth controllers."""

import random
from contextlib import ExitStack

import pytest

from hardware import TrayFound, TrayLost
from hardware.bluetooth import dice_server, fakes, pair, radio
from hardware.bluetooth.dice_server import BatteryLow, DiceChanged, OtherDieRolled
from hardware.bluetooth.fakes import FakeGoDice, FakePixels, FakeRoom, throw_together
from hardware.bluetooth.radio import Radio
from hardware.bluetooth.readings import DieMotion, DieReading
from tests.hardware.dice.conftest import FakeTable

KINDS = {"pixels": (FakePixels, FakePixels), "godice": (FakeGoDice, FakeGoDice)}
KINDS["one of each"] = (FakePixels, FakeGoDice)
NAMES = {FakePixels: "Ruby", FakeGoDice: "GoDice_1A2B3C_R_v04"}
THROWS = 40


def two(room: FakeRoom, kinds=(FakePixels, FakeGoDice)):
    return tuple(kind(room, NAMES[kind]) for kind in kinds)


def rolls(seed: int, count: int) -> list[tuple[int, int]]:
    chance = random.Random(seed)
    return [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(count)]


def throw_all(table, dice, throws) -> list[object]:
    """Return the answers of the bank to throws, one after the other."""
    seen = []
    for faces in throws:
        throw_together(*zip(dice, faces, strict=True))
        seen.append(table.next())
    return seen


@pytest.mark.parametrize("kinds", KINDS.values(), ids=KINDS)
def test_every_throw_arrives_once_and_as_it_was_thrown(kinds, room, sit):
    room.drop = 0.1
    dice = two(room, kinds)
    throws = rolls(5, THROWS)
    assert throw_all(sit(*dice), dice, throws) == throws


def off_by_one(data):
    said = radio_read_pixels(data)
    if said and said[0].face:
        return DieReading(DieMotion.ROLLED, said[0].face % 6 + 1), said[1]
    return said


def rolling_counts(data):
    said = radio_read_pixels(data)
    if said and said[0].motion is DieMotion.ROLLING:
        return DieReading(DieMotion.ROLLED, data[3] + 1), said[1]
    return said


radio_read_pixels = radio.read_pixels


@pytest.mark.parametrize("planted", [off_by_one, rolling_counts])
def test_a_planted_fault_of_a_decoder_shows_in_the_throws(planted, room, sit, monkeypatch):
    monkeypatch.setattr(radio, "read_pixels", planted)
    dice = two(room)
    throws = rolls(5, 8)
    assert throw_all(sit(*dice), dice, throws) != throws


def test_a_die_that_leans_is_a_fault_and_the_next_throw_counts(room, sit, monkeypatch):
    monkeypatch.setattr(pair, "SETTLE", 0.1)
    pixels, godice = dice = two(room)
    table = sit(*dice)
    godice.say(b"R")
    pixels.throw(2)
    godice.lean()
    assert table.next() == "cocked"
    godice.throw(4)
    pixels.be(fakes.ROLLING)
    pixels.be(fakes.CROOKED)
    assert table.next() == "cocked"
    assert throw_all(table, dice, [(3, 5)]) == [(3, 5)]


@pytest.mark.parametrize("kind", [b"F", b"M"])
def test_a_die_that_was_only_moved_is_a_fault(kind, room, sit, monkeypatch):
    monkeypatch.setattr(pair, "SETTLE", 0.1)
    pixels, godice = dice = two(room)
    table = sit(*dice)
    godice.say(b"R")
    pixels.throw(2)
    godice.lean(kind)
    assert table.next() == "cocked"


def test_a_die_rolled_twice_while_the_other_lies_is_a_fault(room, sit):
    dice = two(room)
    table = sit(*dice)
    dice[1].throw(1)
    dice[1].throw(6)
    assert table.next() == "missing"
    assert throw_all(table, dice, [(3, 5)]) == [(3, 5)]


def test_a_link_lost_while_rolling_invents_nothing(room, sit):
    pixels, godice = dice = two(room)
    table = sit(*dice)
    godice.say(b"R")
    pixels.throw(2)
    godice.lose_link()
    assert table.next() == "sensor"
    table.until(lambda state: all(die.is_awake for die in state.dice))
    assert throw_all(table, dice, [(3, 5)]) == [(3, 5)]


def test_a_link_lost_at_rest_is_made_again(room, sit):
    dice = two(room, KINDS["godice"])
    table = sit(*dice)
    for throw in rolls(3, 3):
        dice[0].lose_link()
        table.until(lambda state: not all(die.is_awake for die in state.dice))
        table.until(lambda state: all(die.is_awake for die in state.dice))
        assert throw_all(table, dice, [throw]) == [throw]


def test_links_that_a_killed_bank_has_left_are_taken_over(room, monkeypatch):
    """A die that is connected does not advertise: no scan finds it."""
    dice, bluetooth = two(room, KINDS["godice"]), room.bluetooth()
    with monkeypatch.context() as killed, ExitStack() as stack:
        killed.setattr(Radio, "drop", stays_connected)
        FakeTable(room, dice, stack, bluetooth)
    assert all(die.is_connected for die in dice)
    with ExitStack() as stack:
        table = FakeTable(room, dice, stack, bluetooth)
        throws = rolls(7, 3)
        assert throw_all(table, dice, throws) == throws
    assert not any(die.is_connected for die in dice)


async def stays_connected(*_):
    pass


def test_a_third_die_is_reported_once_and_never_counts(room, sit):
    third = FakePixels(room, "Onyx")
    dice = two(room)
    table = sit(*dice)
    for face in (1, 2):
        third.throw(face)
    dice[1].throw(5)
    third.throw(6)
    dice[0].throw(3)
    assert table.next() == (3, 5)
    assert [one for one in table.told.rest() if isinstance(one, OtherDieRolled)] == [
        OtherDieRolled("Onyx")
    ]


def test_two_tables_in_one_room_never_take_each_others_dice(room, sit):
    ours, theirs = two(room), two(room)
    here, there = sit(*ours), sit(*theirs)
    for mine, other in zip(rolls(1, 10), rolls(2, 10), strict=True):
        throw_together(*zip(ours, mine, strict=True), *zip(theirs, other, strict=True))
        assert here.next() == mine
        assert there.next() == other


def test_a_die_that_falls_asleep_is_a_lost_tray_until_it_is_awake(room, sit):
    dice = two(room)
    table = sit(*dice)
    dice[1].sleep()
    table.until(lambda state: not state.dice[1].is_awake)
    table.inbox.next(TrayLost)
    dice[1].wake()
    table.until(lambda state: state.dice[1].is_awake)
    table.inbox.next(TrayFound)
    assert throw_all(table, dice, [(3, 5)]) == [(3, 5)]


def test_a_silent_pixels_die_is_asleep(room, sit, monkeypatch):
    monkeypatch.setattr(dice_server, "ASLEEP", 0.5)
    dice = two(room)
    table = sit(*dice)
    dice[0].sleep()
    table.until(lambda state: not state.dice[0].is_awake)
    dice[0].be(fakes.ON_FACE)
    table.until(lambda state: state.dice[0].is_awake)
    assert throw_all(table, dice, [(3, 5)]) == [(3, 5)]


def test_a_low_battery_is_reported_once(room, sit):
    dice = two(room)
    table = sit(*dice)
    for die, percent in zip(dice, (9, 8), strict=True):
        die.battery = percent
        throw_all(table, dice, rolls(1, 2))
        assert table.told.next(BatteryLow) == BatteryLow(die.name, percent)
    dice[0].battery = 7
    throw_all(table, dice, rolls(2, 2))
    assert not [one for one in table.told.rest() if isinstance(one, BatteryLow)]


def test_the_first_two_dice_that_are_rolled_are_chosen(room, sit):
    pixels, godice = dice = two(room)
    FakePixels(room, "Onyx")
    table = sit()
    table.server.choose()
    table.until(lambda state: state.is_choosing)
    pixels.throw(3)
    assert [one.name for one in table.until(lambda state: bool(state.dice)).dice] == ["Ruby"]
    while not godice.is_connected:
        pixels.throw(4)
    godice.throw(5)
    state = table.until(lambda state: not state.is_choosing)
    assert [one.address for one in state.dice] == [pixels.address, godice.address]
    assert throw_all(table, dice, [(3, 5)]) == [(3, 5)]


def test_choosing_that_is_stopped_keeps_the_dice_from_before(room, sit):
    dice = two(room)
    table = sit(*dice)
    table.server.choose()
    table.until(lambda state: state.is_choosing and not state.dice)
    table.server.stop_choosing()
    state = table.until(lambda state: not state.is_choosing)
    assert [one.address for one in state.dice] == [die.address for die in dice]


def test_a_forgotten_die_does_not_count_and_leaves_its_place(room, sit):
    pixels, godice = two(room)
    other = FakePixels(room, "Onyx")
    table = sit(pixels, godice)
    table.server.forget(godice.address)
    table.until(lambda state: len(state.dice) == 1)
    table.server.choose()
    table.until(lambda state: state.is_choosing)
    state = None
    while not state:  # A roll that nobody hears is rolled again.
        throw_together((pixels, 1), (other, 2))
        states = (one for one in table.told.rest() if isinstance(one, DiceChanged))
        state = next((one for one in states if not one.is_choosing), None)
    assert [one.address for one in state.dice] == [pixels.address, other.address]
    assert throw_all(table, (pixels, other), [(3, 5)]) == [(3, 5)]


def test_a_radio_that_is_off_is_reported_until_it_is_on(room, sit, monkeypatch):
    monkeypatch.setattr(radio, "AGAIN_SECONDS", 0.05)
    monkeypatch.setattr(fakes._Scanner, "__aenter__", refuse)
    table = sit()
    assert table.until(lambda state: bool(state.trouble)).trouble == "no adapter"
    monkeypatch.undo()
    table.until(lambda state: not state.trouble)


async def refuse(_: object) -> None:
    raise OSError("no adapter")
