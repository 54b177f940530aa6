"""The tray's program on an emulated Pico with MicroPython, against the bank's driver.

``tests/hardware/pico.sh`` runs it. Without the emulator or a MicroPython it skips.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import serial

from hardware import CardSeen, DiceTray, FaultSeen, ThrowSeen, TrayFound, TrayRestarted
from hardware.backoff import Backoff
from hardware.firmware import settings
from hardware.firmware.settle_detector import BLIND
from hardware.firmware.tray import QUEUE
from hardware.port import PRODUCT
from tests.hardware.conftest import Inbox
from tests.hardware.pico.emulated_board import PATIENCE, EmulatedBoard
from tests.hardware.test_teaching import Keyboard

ROOT = Path(__file__).parents[3]
MANUAL = ROOT / "hardware" / "README.md"
MPREMOTE = Path(sys.executable).with_name("mpremote")
UF2, PACKAGES = os.environ.get("MICROPYTHON_UF2"), os.environ.get("RP2040JS")
CARDS = ["04ca4d01", "04ca4d02"]
TAGS = [[f"04{die}{face}c0de" for face in range(1, 7)] for die in (1, 2)]

pytestmark = [
    pytest.mark.skipif(not (UF2 and PACKAGES), reason="run tests/hardware/pico.sh FIRMWARE.uf2"),
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node for the emulator"),
    pytest.mark.timeout(3600),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def board():
    """A board with the program: from its file, or copied with the commands of the manual."""
    board = EmulatedBoard(Path(UF2), Path(PACKAGES))
    board.wait(1.0)  # it makes its file system
    if PRODUCT not in board.product.lower():
        for command in installation():
            mpremote(board, *command)
    yield board
    board.close()


def installation():
    """The commands of the manual that install the program."""
    lines = re.findall(
        r"^ +mpremote ((?:cp|exec|reset).*)", MANUAL.read_text("utf-8"), re.MULTILINE
    )
    return [shlex.split(line) for line in lines]


def mpremote(board, *command):
    done = subprocess.run(
        [MPREMOTE, "connect", board.port, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def inbox():
    return Inbox()


@pytest.fixture
def connect(board, inbox, monkeypatch):
    """The bank's driver at the board's port; it counts the board's seconds."""
    monkeypatch.setattr("hardware.dice_tray.monotonic", board.clock)
    drivers = []

    def connect():
        driver = DiceTray(board.port, inbox.put, backoff=Backoff(0.01, 0.01))
        driver.start()
        drivers.append(driver)
        found = inbox.next(TrayFound, PATIENCE)
        return driver, found

    yield connect
    for driver in drivers:
        driver.close()


def throw(board, a, b):
    board.press(settings.KEYS[0][a - 1])
    board.press(settings.KEYS[1][b - 1])
    board.wait(0.6)  # they lie still


def test_two_keys_are_a_throw_and_the_lamp_asks_for_it(board, connect, inbox):
    board.power_up()
    driver, found = connect()
    driver.lamp("ready", 7)
    board.until(lambda: board.lamp[-1:] == [True])
    throw(board, 3, 5)
    seen = inbox.next(ThrowSeen, PATIENCE)
    assert (seen.dice, seen.awaited) == ((3, 5), 7)
    assert seen.identity == f"{found.uid}/{found.boot}/1"
    driver.acknowledge(seen.identity)
    throw(board, 6, 6)
    assert inbox.next(ThrowSeen, PATIENCE).identity == f"{found.uid}/{found.boot}/2"
    assert driver.bad_lines().total() == 0


def test_it_appears_on_usb_as_what_the_bank_looks_for(board):
    board.power_up()
    board.until(lambda: PRODUCT in board.product.lower())


def test_eight_throws_wait_for_the_bank_and_a_ninth_is_not_made(board, connect, inbox):
    board.power_up()
    driver, _ = connect()
    for face in (1, 2, 3, 4, 5, 6, 1, 2, 3):
        throw(board, face, face)
    blinks = len(board.lamp)
    board.until(lambda: len(board.lamp) > blinks + 2)
    seen = [inbox.next(ThrowSeen, PATIENCE)]
    while len(seen) < QUEUE:
        driver.acknowledge(seen[-1].identity)
        seen.append(inbox.next(ThrowSeen, PATIENCE))
    driver.acknowledge(seen[-1].identity)
    assert [throw.dice[0] for throw in seen] == [1, 2, 3, 4, 5, 6, 1, 2]
    board.wait(1.5)
    assert not [event for event in inbox.rest() if isinstance(event, ThrowSeen)]


def test_a_power_cut_begins_another_boot_and_invents_no_throw(board, connect, inbox):
    board.power_up()
    _, found = connect()
    throw(board, 1, 4)
    assert inbox.next(ThrowSeen, PATIENCE).dice == (1, 4)
    board.power_up()
    again = inbox.next(TrayRestarted, PATIENCE)
    assert again.boot != found.boot
    throw(board, 2, 2)
    seen = inbox.next(ThrowSeen, PATIENCE)
    assert (seen.identity, seen.dice) == (f"{found.uid}/{again.boot}/1", (2, 2))


def test_the_watchdog_starts_a_program_that_hangs_again(board, connect, inbox):
    board.power_up()
    _, found = connect()
    resets, since = board.resets, board.time
    board.hang()
    board.until(lambda: board.resets > resets)
    assert 7.0 <= board.time - since <= 8.5
    assert inbox.next(TrayRestarted, PATIENCE).boot != found.boot


def test_a_stray_interrupt_byte_does_not_stop_the_program(board, connect, inbox):
    board.power_up()
    with serial.Serial(board.port) as line:
        line.write(b"\x03\x04\x03$L,junk\n\xff\n")
    connect()
    throw(board, 5, 1)
    assert inbox.next(ThrowSeen, PATIENCE).dice == (5, 1)


def test_the_service_jumper_gives_the_prompt(board):
    board.power_up(settings.SERVICE)
    assert "42" in mpremote(board, "exec", "print(6 * 7)")


@pytest.fixture
def rfid(board):
    """The board with its dice and cards taught as the manual says it."""
    board.power_up(settings.SERVICE)
    dice, cards = re.findall(r">>> (.*teach.*)", MANUAL.read_text("utf-8"))
    keyboard = Keyboard([str(MPREMOTE), "connect", board.port, "repl"], PATIENCE)
    keyboard.until("Ctrl-x")
    keyboard.type("\r")
    keyboard.until(">>>")
    keyboard.type(f"{dice}\r")
    for die in (1, 2):
        for face in range(1, 7):
            keyboard.until(f"die {die} in with {face} up")
            board.lay(TAGS[die - 1][face - 1])
            keyboard.type("\r")
    keyboard.until("Done: 12 faces")
    keyboard.type(f"{cards.replace('(4)', '(2)')}\r")
    for number in (1, 2):
        keyboard.until(f"card of player {number} to the reader")
        board.lay(CARDS[number - 1])
        keyboard.type("\r")
    keyboard.until("Done: 2 cards")
    keyboard.type("\x1d")
    keyboard.close()
    board.lay()


def test_tags_on_the_reader_are_throws_and_faults(board, connect, inbox, rfid):
    board.power_up()
    driver, _ = connect()
    driver.lamp("ready", 3)
    board.wait(1.0)
    board.lay(TAGS[0][3], TAGS[1][1])
    seen = inbox.next(ThrowSeen, PATIENCE)
    assert (seen.dice, seen.awaited) == ((4, 2), 3)
    driver.acknowledge(seen.identity)
    board.lay()
    board.wait(1.0)
    board.lay(CARDS[1])
    assert inbox.next(CardSeen, PATIENCE).number == 2
    for tags, code in (((TAGS[0][0], TAGS[0][1]), "cocked"), ((TAGS[0][0], "ffffffff"), "extra")):
        board.lay()
        board.wait(1.0)
        board.lay(*tags)
        fault = inbox.next(FaultSeen, PATIENCE)
        assert fault.code == code
        driver.acknowledge(fault.identity)
    board.until(lambda: board.lamp[-1])
    board.cut_reader()
    since = board.time
    fault = inbox.next(FaultSeen, PATIENCE)
    assert fault.code == "sensor"
    assert board.time - since >= BLIND / 1000 - 0.5
    driver.acknowledge(fault.identity)
    board.until(lambda: not board.lamp[-1])
    board.restore_reader()
    board.until(lambda: board.lamp[-1])
