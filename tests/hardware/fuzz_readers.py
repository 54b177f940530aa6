"""Coverage-guided fuzzing of both ends' parsers, with atheris (not among the test extras)::

    python tests/hardware/fuzz_readers.py -max_total_time=600

Whatever comes in: no exception, no buffer that grows, and what is read is a sound frame. Half of
the pieces are almost frames, sealed with the right sum, which no fuzzer would guess.
"""

import sys
from binascii import crc32
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))
with atheris.instrument_imports(include=["hardware"]):
    from hardware.firmware.tray import LONGEST_LINE, Tray
    from hardware.frame_reader import FrameReader
    from hardware.frames import encode


WORDS = [b"0000beef", b"oak", b"1.0", b"0", b"1", b"2", b"6", b"7", b"4294967295", b"4294967296"]
WORDS += [b"cocked", b"ready", b"wait", b"off", b"", b"-1", b"01"]


def almost_a_frame(pieces: atheris.FuzzedDataProvider) -> bytes:
    kind = bytes([pieces.PickValueInList(list(b"HTFRBCS?PALX"))])
    fields = [
        pieces.ConsumeBytes(9)
        if pieces.ConsumeIntInRange(0, 9) == 0
        else pieces.PickValueInList(WORDS)
        for _ in range(pieces.ConsumeIntInRange(0, 6))
    ]
    body = b",".join([kind, *fields])
    return b"$%s*%08X\n" % (body, crc32(body))


def both_ends(data: bytes) -> None:
    pieces = atheris.FuzzedDataProvider(data)
    bank, tray = FrameReader(), Tray("oak", "0000beef", 0)
    while pieces.remaining_bytes():
        if pieces.ConsumeBool():
            piece = almost_a_frame(pieces)
        else:
            piece = pieces.ConsumeBytes(pieces.ConsumeIntInRange(1, 200))
        for frame in bank.feed(piece):
            assert FrameReader().feed(encode(frame)) == [frame]
        tray.receive(piece, 0)
        assert len(bank._line) < LONGEST_LINE
        assert len(tray._lines._line) <= LONGEST_LINE
        assert tray.bytes_to_send().count(b"\n") <= 1 + len(piece)


atheris.Setup(sys.argv, both_ends)
atheris.Fuzz()
