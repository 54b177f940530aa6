"""Whatever comes from outside ends in one sentence: no traceback, no hang, no growth."""

import itertools
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.foreign_readers import Reader, readers

MUCH = (16_000, 60_000, 1 << 18)
"""Bytes of one piece again and again: what each reader, only some, and none may have."""
MOST_MEMORY = 1 << 24
MOST_SECONDS = 10
NASTY = [
    b"[",
    b"{",
    b'{"a":',
    b"]",
    b"}",
    b'"',
    b"'",
    b"=",
    b".",
    b",",
    b";",
    b"$",
    b"(",
    b"\n",
    b"\r",
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xe2\x80\xa8",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"9" * 30,
    b"9" * 5000,
    b"-1",
    b"1e999",
    b"NaN",
    b"Infinity",
    b"0x",
    b"1979-02-30",
    b"null",
    b"true",
    b'"""',
    b"'''",
    b"[[",
    b"]]",
    b"a.b.c",
    b"PK\x05\x06",
    b"PK\x06\x07",
    b"#",
    b"[" * 3000,
    b"{" * 3000,
    b'{"a":' * 3000,
    b"a." * 2000,
    b"x" * 70_000,
    b" " * 5000,
]
NAMES = [
    "board",
    "edition",
    "record",
    "rules",
    "settings",
    "mirror",
    "end of mirror",
    "bundle",
    "event",
    "frames",
    "custom.toml",
    "machine.toml",
    "user-data",
    "network-config",
]
READ_BY = {"machine.toml": "custom.toml", "network-config": "user-data"}
"""Names of inputs that the parser of another one reads: a part of the pieces is enough for them."""


@pytest.fixture(scope="module")
def each(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reader]:
    found = {reader.name: reader for reader in readers(tmp_path_factory.mktemp("seeds"))}
    assert list(found) == NAMES
    return found


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("foreign") / "own.toml"


@st.composite
def changed(draw: st.DrawFn, seeds: tuple[bytes, ...]) -> bytes:
    """A sound input of which pieces are cut out, doubled, swapped or made nasty; or any bytes."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=300))
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(data))), draw(st.integers(0, 40))
        piece = bytes(data[at : at + length])
        how = draw(st.integers(0, 4))
        if how == 0:
            data[at : at + length] = draw(st.sampled_from(NASTY))
        elif how == 1:
            data[at:at] = piece * draw(st.integers(1, 50))
        elif how == 2:
            del data[at : at + length]
        elif how == 3 and at < len(data):
            data[at] = draw(st.integers(0, 255))
        else:
            to = draw(st.integers(0, len(data)))
            data[to:to] = piece
    return bytes(data)


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_input_is_accepted(each: dict[str, Reader], path: Path, name: str) -> None:
    if name != "frames":
        assert all(each[name].drive(path, seed) for seed in each[name].seeds)


@pytest.mark.parametrize("name", NAMES)
def test_any_input_is_read_or_is_one_sentence(
    each: dict[str, Reader], path: Path, name: str
) -> None:
    reader = each[name]

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(changed(reader.seeds))
    def drive(data: bytes) -> None:
        reader.drive(path, data)

    drive()


@pytest.mark.parametrize("name", NAMES)
def test_much_of_the_same_takes_little_memory(
    each: dict[str, Reader], path: Path, name: str
) -> None:
    for piece, much in itertools.product(NASTY[:: 5 if name in READ_BY else 1], MUCH):
        data = piece * (much // len(piece))
        began = time.process_time()
        tracemalloc.start()
        try:
            each[name].drive(path, data)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < MOST_MEMORY, (piece[:20], peak)
        assert time.process_time() - began < MOST_SECONDS, piece[:20]
