"""The part of the firmware that only a board runs, on a board made of Python."""

import importlib
import json
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.firmware import settings
from hardware.frame_reader import FrameReader
from hardware.frames import CardFrame, Hello, Lamp, Throw, encode
from hardware.port import PRODUCT
from tests.hardware.conftest import Line

TICKS = 2**30  # where a board's counter wraps


class Board(Line):
    """Pins that are high until something pulls them down, a counter that wraps, a watchdog that
    bites when the power is cut."""

    class PowerCut(Exception):
        pass

    def __init__(self):
        super().__init__()
        self.ticks = TICKS - 50
        self.low, self.lamp = set(), []
        self.plan = {}  # what happens in which round
        self.rounds = self.last = 0
        self.usb = Usb()

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

    def said(self):
        return FrameReader().feed(self.went)


class Usb:
    """The USB of a board: its descriptors are its own until it is given others while inactive."""

    BUILTIN_DEFAULT = SimpleNamespace(desc_dev=bytes(14) + bytes([1, 2, 3, 1]), desc_cfg=b"cfg")

    def __init__(self):
        self.is_active, self.strings = True, {}

    def active(self, value):
        self.is_active = value

    def config(self, device, configuration, strings):
        assert not self.is_active
        assert (device, configuration) == (self.builtin_driver.desc_dev, b"cfg")
        self.strings = strings


@pytest.fixture
def power(monkeypatch):
    """Turns the power on for some rounds, with ``plan`` of what happens in them."""
    board = Board()
    pin = SimpleNamespace(IN=0, OUT=1, PULL_UP=1)
    machine = SimpleNamespace(
        Pin=type("Pin", (), {**vars(pin), "__new__": lambda cls, *a: board.pin(*a)}),
        WDT=lambda timeout: SimpleNamespace(feed=board.fed),
        UART=lambda *_, **__: "uart",
        USBDevice=lambda: board.usb,
        unique_id=lambda: bytes.fromhex("e660d4a0a7"),
    )
    monkeypatch.setitem(sys.modules, "machine", machine)
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


def test_its_product_name_on_usb_is_the_one_that_the_bank_looks_for(power):
    power.on(10)
    assert power.usb.is_active
    assert PRODUCT in power.usb.strings[2].lower()


def test_a_micropython_that_cannot_name_itself_throws_all_the_same(power, monkeypatch):
    monkeypatch.delattr(power.program.machine, "USBDevice")
    assert any(isinstance(frame, Hello) for frame in power.on(10).said())


def test_the_service_jumper_keeps_it_from_starting(power):
    power.low.add(settings.SERVICE)
    power.program.run()
    assert power.went == b""
    assert power.usb.strings == {}


def test_a_stray_interrupt_byte_is_ignored_before_the_program_is_loaded(monkeypatch):
    done = []
    monkeypatch.setitem(sys.modules, "micropython", SimpleNamespace(kbd_intr=done.append))
    monkeypatch.delitem(sys.modules, "firmware", raising=False)
    finder = SimpleNamespace(find_spec=lambda name, *_: done.append(name))
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    with pytest.raises(ModuleNotFoundError):  # under CPython there is no such program
        runpy.run_path(str(Path(settings.__file__).with_name("main.py")))
    assert done[-2:] == [-1, "firmware"]


def test_the_rfid_reader_is_taken_once_its_dice_were_taught(power, monkeypatch, tmp_path):
    faces = tmp_path / "faces.json"
    faces.write_text(json.dumps({"04a1": [0, 3], "04b2": [1, 5]}))
    monkeypatch.setattr(settings, "FACES", str(faces))
    monkeypatch.setattr(settings, "CARDS", str(tmp_path / "cards.json"))
    chip = SimpleNamespace(tags_in_field=lambda: ["04a1", "04b2"])
    monkeypatch.setattr(power.program, "chip", lambda: chip)
    assert power.program.reader(None).read(0) == (3, 5)
    faces.unlink()
    (tmp_path / "cards.json").write_text(json.dumps({"04c3": 2}))
    assert isinstance(power.program.reader(None), power.program.RfidDice)


def test_taught_cards_are_told_and_no_dice(power, monkeypatch, tmp_path):
    for name, taught in (("FACES", {"04a1": [0, 3]}), ("CARDS", {"04c3": 2})):
        file = tmp_path / name
        file.write_text(json.dumps(taught))
        monkeypatch.setattr(settings, name, str(file))
    chip = SimpleNamespace(tags_in_field=lambda: ["04c3", "04a1"])
    monkeypatch.setattr(power.program, "chip", lambda: chip)
    assert [frame for frame in power.on(20).said() if isinstance(frame, CardFrame)] == [
        CardFrame(power.said()[0].boot, 1, 2)
    ]


def test_the_frozen_program_has_every_module_that_a_board_can_run():
    folder = Path(settings.__file__).parent
    frozen = []
    told = {
        "include": lambda manifest: None,
        "package": lambda name, files, base_path: frozen.extend(files),
        "module": frozen.append,
    }
    runpy.run_path(str(folder / "manifest.py"), told)
    there = {path.name for path in folder.glob("*.py")}
    assert there - set(frozen) == {"manifest.py", "protocols.py"}
    assert set(frozen) <= there
