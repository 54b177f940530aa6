"""The tray's own program, run by CPython and by MicroPython, against the bank's driver on a pty."""

import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
import serial

from hardware import DiceTray, ThrowSeen, TrayFound, TrayRestarted
from hardware.backoff import Backoff
from hardware.frame_reader import FrameReader
from hardware.frames import Lamp, Throw, encode
from hardware.pseudo_terminal import PseudoTerminal
from tests.hardware.conftest import PATIENCE

PROGRAM = Path(__file__).with_name("tray_program.py")
BESIDE = Path(sys.executable).with_name("micropython")
MICROPYTHON = str(BESIDE) if BESIDE.exists() else shutil.which("micropython")


@pytest.fixture(params=["cpython", "micropython"])
def interpreter(request):
    if request.param == "cpython":
        return sys.executable
    if MICROPYTHON is None:
        pytest.skip("there is no MicroPython for this machine")
    return MICROPYTHON


@pytest.fixture
def power_up(interpreter):
    """Start the program on a cable. Starting it again is another power-up of the same tray."""
    programs = []

    def start(cable, boot):
        for program in programs:
            program.kill()
            program.wait()
        line = cable.fileno()
        programs.append(
            subprocess.Popen([interpreter, PROGRAM, "oak", boot], stdin=line, stdout=line)
        )

    yield start
    for program in programs:
        program.kill()
        program.wait()


@pytest.fixture
def cable():
    cable = PseudoTerminal()
    yield cable
    cable.close()


@pytest.fixture
def tray(cable, inbox):
    with DiceTray(cable.name, inbox.put, backoff=Backoff(0.01, 0.01)) as driver:
        yield driver


def play(tray, inbox, boot, numbers):
    for seq, number in enumerate(numbers, 1):
        tray.lamp("ready", number)
        seen = inbox.next(ThrowSeen)
        dice = (1 + number % 6, 1 + number // 6 % 6)
        assert (seen.identity, seen.dice, seen.awaited) == (f"oak/{boot}/{seq}", dice, number)
        tray.acknowledge(seen.identity)


def test_it_repeats_what_is_not_acknowledged(power_up, cable):
    power_up(cable, "0000beef")
    reader, throws = FrameReader(), []
    with serial.Serial(cable.name, timeout=0.1) as bank:
        bank.write(encode(Lamp("ready", 1)))
        give_up = monotonic() + PATIENCE
        while len(throws) < 4 and monotonic() < give_up:
            throws += [frame for frame in reader.feed(bank.read(64)) if isinstance(frame, Throw)]
    assert throws[:4] == [Throw("0000beef", 1, (2, 1), 1)] * 4
    assert not reader.bad


def test_a_power_up_in_the_middle_of_a_game_counts_anew(power_up, cable, tray, inbox):
    power_up(cable, "0000beef")
    inbox.next(TrayFound)
    play(tray, inbox, "0000beef", range(1, 4))
    power_up(cable, "0000f00d")
    inbox.next(TrayRestarted)
    play(tray, inbox, "0000f00d", range(4, 8))
