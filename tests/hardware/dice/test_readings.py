"""Each message of a die, as its maker publishes it, has one meaning."""

import struct
from itertools import product

import pytest

from hardware.bluetooth.readings import (
    DieMotion,
    DieReading,
    read_godice,
    read_godice_battery,
    read_pixels,
)

PIPPED, TWENTY_SIDED = 0x80, 0x70
AT_REST = {1: "c0 00 00", 2: "00 00 40", 3: "00 40 00", 4: "00 c0 00", 5: "00 00 c0", 6: "40 00 00"}
"""Acceleration of a GoDice by its upper face, as bytes of a message."""


def pixels(state: int, index: int = 0, kind: int = PIPPED, battery: int = 90) -> bytes:
    return struct.pack("<5B", 21, kind, state, index, battery)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_pixels_die_shows_the_face_whose_index_it_sends(face):
    assert read_pixels(pixels(1, face - 1)) == (DieReading(DieMotion.ROLLED, face), 90)


@pytest.mark.parametrize(
    ("state", "motion"),
    [(2, DieMotion.HELD), (3, DieMotion.ROLLING), (4, DieMotion.CROOKED), (5, DieMotion.MOVED)],
)
def test_no_other_state_of_a_pixels_die_has_a_face(state, motion):
    assert read_pixels(pixels(state, 3)) == (DieReading(motion), 90)


@pytest.mark.parametrize(
    "data",
    [b"", pixels(1)[:4], pixels(0), pixels(6), pixels(1, 6), pixels(1, 0, TWENTY_SIDED)],
    ids=["empty", "short", "unknown", "other state", "seventh face", "twenty-sided"],
)
def test_other_manufacturer_data_is_no_reading(data):
    assert read_pixels(data) is None


def test_the_battery_of_a_pixels_die_leaves_out_that_it_charges():
    assert read_pixels(pixels(1, battery=0x80 | 55)) == (DieReading(DieMotion.ROLLED, 1), 55)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_godice_shows_the_face_that_is_nearest_to_its_acceleration(face):
    exact = struct.unpack("3b", bytes.fromhex(AT_REST[face]))
    for noise in product((-14, 0, 14), repeat=3):
        noisy = [max(-128, min(127, a + b)) for a, b in zip(exact, noise, strict=True)]
        message = b"S" + struct.pack("3b", *noisy)
        assert read_godice(message) == DieReading(DieMotion.ROLLED, face)


@pytest.mark.parametrize(
    ("message", "motion"),
    [
        (b"R", DieMotion.ROLLING),
        (b"TS\x00\x40\x00", DieMotion.CROOKED),
        (b"FS\x00\x40\x00", DieMotion.MOVED),
        (b"MS\x00\x40\x00", DieMotion.MOVED),
    ],
)
def test_a_godice_that_did_not_come_to_rest_after_a_roll_has_no_face(message, motion):
    assert read_godice(message) == DieReading(motion)


@pytest.mark.parametrize(
    "message", [b"", b"S", b"S\x00\x40", b"XS\x00\x40\x00", b"Bat\x50", b"Col\x01", b"RR"]
)
def test_other_messages_of_a_godice_are_no_readings(message):
    assert read_godice(message) is None


def test_the_battery_of_a_godice_is_its_answer():
    assert read_godice_battery(b"Bat\x50") == 80
    assert read_godice_battery(b"Col\x50") is None
