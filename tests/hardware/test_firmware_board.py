"""The part of the firmware that only a board runs, on a board made of Python."""

import importlib
import json
import sys
from types import SimpleNamespace

import pytest

from hardware.firmware import settings
from hardware.frame_reader import FrameReader
from hardware.frames import Hello, Lamp, Throw, encode

TICKS = 2**30  # where a board's counter wraps


class Board:
    """Pins that are high until something pulls them down, a counter that wraps, a watchdog that
    bites when the power is cut."""

    class PowerCut(Exception):
        pass

    def __init__(self):
        self.ticks = TICKS - 50
        self.low, self.lamp = set(), []
        self.came, self.went = b"", b""
        self.plan = {}  # what happens in which round
        self.rounds = self.last = 0

    def pin(self, number, mode, pull=None):
        def value(level=None):
            if level is not None:
                self.lamp.append(level)
            return number not in self.low

        return SimpleNamespace(value=value)

    def fed(self):
        self.plan.get(self.rounds, lambda: None)()
        self.rounds += 1
        if self.rounds > self.last:
            raise self.PowerCut

    def sleep(self, milliseconds):
        self.ticks = (self.ticks + milliseconds) % TICKS

    def read(self):
        data, self.came = self.came, b""
        return data

    def write(self, data):
        self.went += data

    def said(self):
        return FrameReader().feed(self.went)


@pytest.fixture
def power(monkeypatch):
    """Turns the power on for some rounds, with ``plan`` of what happens in them."""
    board = Board()
    pin = SimpleNamespace(IN=0, OUT=1, PULL_UP=1)
    machine = SimpleNamespace(
        Pin=type("Pin", (), {**vars(pin), "__new__": lambda cls, *a: board.pin(*a)}),
        WDT=lambda timeout: SimpleNamespace(feed=board.fed),
        UART=lambda *_, **__: "uart",
        unique_id=lambda: bytes.fromhex("e660d4a0a7"),
    )
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setitem(sys.modules, "micropython", SimpleNamespace(kbd_intr=lambda _: None))
    monkeypatch.delitem(sys.modules, "hardware.firmware.board", raising=False)
    program = importlib.import_module("hardware.firmware.board")
    clock = {"ticks_ms": lambda: board.ticks, "sleep_ms": board.sleep}
    half = TICKS // 2
    clock["ticks_diff"] = lambda a, b: (a - b + half) % TICKS - half
    monkeypatch.setattr(program, "time", SimpleNamespace(**clock))
    monkeypatch.setattr(program, "StandardLine", lambda: board)

    def on(rounds, plan=None):
        board.rounds, board.last, board.plan = 0, rounds, plan or {}
        with pytest.raises(Board.PowerCut):
            program.run()
        return board

    board.on, board.program = on, program
    return board


def test_it_says_hello_with_the_boards_number_and_another_boot_each_time(power):
    (first,) = [frame for frame in power.on(10).said() if isinstance(frame, Hello)]
    power.went = b""
    (second,) = [frame for frame in power.on(10).said() if isinstance(frame, Hello)]
    assert first.uid == second.uid == "e660d4a0a7"
    assert first.boot != second.boot


def test_two_keys_are_a_throw_even_as_the_boards_counter_wraps(power):
    key = {(die, face): settings.KEYS[die][face - 1] for die in (0, 1) for face in range(1, 7)}
    power.came = encode(Lamp("ready", 7))
    plan = {
        20: lambda: power.low.add(key[0, 3]),
        40: lambda: power.low.add(key[1, 5]),
        60: power.low.clear,
    }
    (throw,) = [frame for frame in power.on(150, plan).said() if isinstance(frame, Throw)]
    assert (throw.dice, throw.awaited) == ((3, 5), 7)
    assert power.lamp == [True]


def test_the_service_jumper_keeps_it_from_starting(power):
    power.low.add(settings.SERVICE)
    power.program.run()
    assert power.went == b""


def test_the_rfid_reader_is_taken_with_its_faces_when_the_settings_say_so(
    power, monkeypatch, tmp_path
):
    faces = tmp_path / "faces.json"
    faces.write_text(json.dumps({"04a1": [0, 3], "04b2": [1, 5]}))
    monkeypatch.setattr(settings, "READER", "rfid")
    monkeypatch.setattr(settings, "FACES", str(faces))
    chip = SimpleNamespace(tags_in_field=lambda: ["04a1", "04b2"])
    monkeypatch.setattr(power.program, "chip", lambda: chip)
    assert power.program.reader().read(0) == (3, 5)
