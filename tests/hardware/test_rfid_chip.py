"""The RFID chip's driver against a chip made of its manual: exact frames."""

import pytest

from hardware.firmware.pn532 import Pn532

ACK = bytes.fromhex("0000ff00ff00")
NO_TAG = bytes.fromhex("d54b00")
ONE_TAG = bytes.fromhex("d54b01 01 0044 00 07 04a1b2c3d4e5f6")
TWO_TAGS = bytes.fromhex("d54b02 01 0044 00 07 04a1b2c3d4e5f6 02 0004 20 04 deadbeef 0578338002 00")


def framed(said):
    return bytes([0, 0, 255, len(said), -len(said) & 255, *said, -sum(said) & 255, 0])


class Chip:
    """What a PN532 says to each command, byte by byte; ``spoil`` has the last word."""

    def __init__(self, tags=NO_TAG):
        self.tags = tags
        self.heard = []
        self.awake = False
        self.spoil = lambda answer: answer
        self._out = b""

    def write(self, data):
        if data.startswith(b"\x55"):
            self.awake = True
            return
        assert data[:3] == b"\x00\x00\xff"
        assert (data[3] + data[4]) % 256 == 0
        command = data[5 : 5 + data[3]]
        assert sum(data[5 : 6 + data[3]]) % 256 == 0
        assert data[6 + data[3] :] == b"\x00"
        assert command[0] == 0xD4
        self.heard.append(command[1])
        if self.awake:
            said = self.tags if command[1] == 0x4A else bytes([0xD5, command[1] + 1])
            self._out += self.spoil(ACK + framed(said))

    def read(self, count):
        data, self._out = self._out[:count], self._out[count:]
        return data or None


def test_the_tags_in_the_field_are_listed_by_their_numbers():
    chip = Chip()
    driver = Pn532(chip)
    assert driver.tags_in_field() == []
    chip.tags = ONE_TAG
    assert driver.tags_in_field() == ["04a1b2c3d4e5f6"]
    chip.tags = TWO_TAGS
    assert driver.tags_in_field() == ["04a1b2c3d4e5f6", "deadbeef"]
    assert chip.heard == [0x14, 0x32, 0x4A, 0x4A, 0x4A]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda answer: b"",
        lambda answer: answer[:6],
        lambda answer: answer[:-4],
        lambda answer: answer[:10] + b"\x00" + answer[10:],
        lambda answer: answer.replace(b"\xd5", b"\xd4"),
        lambda answer: answer[:9] + bytes([answer[9] + 1]) + answer[10:],
        lambda answer: b"\x00" + answer,
    ],
    ids=["silent", "no answer", "cut", "shifted", "another direction", "wrong length", "no ack"],
)
def test_a_chip_that_answers_anything_else_is_an_error_and_is_woken_again(spoil):
    chip = Chip(ONE_TAG)
    driver = Pn532(chip)
    driver.tags_in_field()
    chip.spoil, chip.heard = spoil, []
    with pytest.raises(OSError, match="PN532"):
        driver.tags_in_field()
    chip.spoil = lambda answer: answer
    assert driver.tags_in_field() == ["04a1b2c3d4e5f6"]
    assert chip.heard == [0x4A, 0x14, 0x32, 0x4A]


def test_no_bit_can_flip_in_an_answer_without_being_seen():
    answer = ACK + framed(ONE_TAG)
    for bit in range(8 * (len(answer) - 1)):  # the last byte means nothing
        chip = Chip(ONE_TAG)
        driver = Pn532(chip)
        driver.tags_in_field()
        flipped = bytearray(answer)
        flipped[bit // 8] ^= 1 << bit % 8
        chip.spoil = lambda _, flipped=bytes(flipped): flipped
        with pytest.raises(OSError, match="PN532"):
            driver.tags_in_field()
