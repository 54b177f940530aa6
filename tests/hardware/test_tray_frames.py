"""Frames and the reader: what is written is read, and nothing else is."""

from binascii import crc32

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.frame_reader import FrameReader
from hardware.frames import (
    CODES,
    LONGEST_LINE,
    Acknowledge,
    BadLine,
    CardFrame,
    Fault,
    Frame,
    Heartbeat,
    Hello,
    Lamp,
    Probe,
    Query,
    Reading,
    RejectReason,
    Rolling,
    Throw,
    decode,
    encode,
)
from tests.hardware.test_conversations import sealed

BOOT = "5f3a09c1"
THROW = Throw(BOOT, 17, (3, 5), 212)

words = st.from_regex(r"[A-Za-z0-9._-]{1,15}", fullmatch=True)
boots = st.from_regex(r"[0-9a-f]{8}", fullmatch=True)
seqs = st.integers(1, 2**32 - 1)
numbers = st.integers(0, 2**32 - 1)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
frames: st.SearchStrategy[Frame] = st.one_of(
    st.builds(Hello, words, words, st.integers(1, 99), boots),
    st.builds(Throw, boots, seqs, dice, numbers),
    st.builds(Fault, boots, seqs, st.sampled_from(CODES), numbers),
    st.just(Rolling()),
    st.just(Heartbeat()),
    st.builds(CardFrame, boots, seqs, st.integers(1, 8)),
    st.builds(Reading, st.lists(words, max_size=3).map(tuple)),
    st.just(Query()),
    st.just(Probe()),
    st.builds(Acknowledge, boots, seqs),
    st.builds(Lamp, st.just("ready"), seqs),
    st.builds(Lamp, st.sampled_from(["wait", "off"])),
)


def test_the_check_value_of_the_protocol():
    assert crc32(b"123456789") == 0xCBF43926


def test_a_frame_is_a_readable_line():
    assert encode(THROW) == b"$T,5f3a09c1,17,3,5,212*6381695D\n"
    assert encode(Query()) == b"$?*6464C2B0\n"


@settings(deadline=None)
@given(frames)
def test_what_is_written_is_read(frame):
    assert FrameReader().feed(encode(frame)) == [frame]
    assert len(encode(frame)) <= LONGEST_LINE


@settings(deadline=None)
@given(st.lists(st.binary(max_size=300)))
@example([b"$" + b"\xff" * 200, b"\n$$$***,,,\n$T*\n$,*00000000\n"])
def test_garbage_never_raises_and_is_never_kept(pieces):
    reader = FrameReader()
    for piece in pieces:
        reader.feed(piece)
        assert len(reader._line) < LONGEST_LINE


@settings(deadline=None)
@given(st.lists(st.one_of(frames.map(encode), st.binary(max_size=90))), st.data())
def test_it_does_not_matter_how_the_bytes_are_cut(pieces, data):
    stream = b"".join(pieces)
    whole, split = FrameReader(), FrameReader()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    ends = zip([0, *cuts], [*cuts, len(stream)], strict=True)
    frames_of_split = [frame for a, b in ends for frame in split.feed(stream[a:b])]
    assert frames_of_split == whole.feed(stream)
    assert split.bad == whole.bad


@settings(deadline=None)
@given(st.binary(max_size=200), frames)
def test_reading_starts_again_after_the_next_line_end(garbage, frame):
    assert FrameReader().feed(garbage + b"\n" + encode(frame))[-1] == frame


@settings(deadline=None)
@given(frames, st.data())
def test_no_one_to_three_flipped_bits_make_another_frame(frame, data):
    line = bytearray(encode(frame))
    for bit in data.draw(st.sets(st.integers(0, 8 * len(line) - 9), min_size=1, max_size=3)):
        line[bit // 8] ^= 1 << bit % 8
    assert FrameReader().feed(bytes(line)) == []


BAD = """\
$T,5f3a09c1,17,3,5,212 MALFORMED
$T,5f3a09c1,17,3,5,212*6381695d MALFORMED
$B *4AD0CF31 MALFORMED
$T,5f3a09c1,17,3,6,212*6381695D WRONG_CRC
X,1 UNKNOWN_TYPE
T,5f3a09c1,17,3,7,212 BAD_FIELD
T,5f3a09c1,0,3,5,212 BAD_FIELD
T,5f3a09c1,17,3,5 BAD_FIELD
T,5f3a09c1,017,3,5,212 BAD_FIELD
T,5f3a,17,3,5,212 BAD_FIELD
F,5f3a09c1,17,sunk,212 BAD_FIELD
A,5f3a09c1,4294967296 BAD_FIELD
L,ready,0 BAD_FIELD
L,wait,3 BAD_FIELD
B,1 BAD_FIELD
"""
"""Lines, those without a dollar with the right check value, and what is wrong with them."""


@pytest.mark.parametrize("case", [*BAD.splitlines(), f"$T,{'1' * 64} TOO_LONG"])
def test_a_bad_line_is_dropped_whole_and_counted(case):
    line, _, cause = case.rpartition(" ")
    reader = FrameReader()
    bad = f"{line}\n".encode() if line.startswith("$") else sealed(line)
    assert reader.feed(bad + encode(THROW)) == [THROW]
    assert reader.bad == {RejectReason[cause]: 1}


@pytest.mark.parametrize("line", [b"\n", b"MicroPython v1.25\r\n", b">>> \n", b"x" * 200 + b"\n"])
def test_a_line_that_claims_nothing_is_skipped(line):
    reader = FrameReader()
    assert reader.feed(line + encode(THROW)) == [THROW]
    assert not reader.bad


def test_a_line_may_end_in_cr_lf():
    assert FrameReader().feed(encode(THROW).replace(b"\n", b"\r\n")) == [THROW]


def test_a_line_has_at_most_64_bytes():
    fits = Hello("u" * 38, "f", 1, BOOT)
    assert len(encode(fits)) == LONGEST_LINE
    assert FrameReader().feed(encode(fits)) == [fits]
    with pytest.raises(ValueError, match="more than 64 bytes"):
        encode(Hello("u" * 39, "f", 1, BOOT))


def test_a_frame_out_of_range_cannot_be_built():
    with pytest.raises(ValueError, match="Throw"):
        Throw(BOOT, 1, (0, 6), 0)
    with pytest.raises(ValueError, match="Lamp"):
        Lamp("on", 0)


@pytest.mark.parametrize("number", ["3", 2.5, float("nan"), None])
def test_a_number_that_is_none_is_refused_at_once(number):
    with pytest.raises(ValueError, match="Acknowledge"):
        Acknowledge(BOOT, number)


def test_decode_says_why():
    with pytest.raises(BadLine, match="wrong crc"):
        decode(b"$B*00000000")
