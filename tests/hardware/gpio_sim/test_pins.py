"""The panel through the real lgpio, on pins of the kernel: chips of ``gpio-sim``.

``tests/hardware/gpio_sim.sh`` runs it in a virtual machine; elsewhere it is not collected.
"""

import subprocess
import sys
import threading
from time import monotonic, sleep

import gpiozero
import pytest

from hardware import PINS, Panel, PinTrouble, Press, Stuck
from hardware.panel import BOUNCE, HOLD, TONES
from tests.hardware.gpio_sim.kernel_pins import PRESSED, UNPRESSED, Board

BUTTONS = {"yes": 17, "no": 27, "bid_1": 5, "bid_2": 6, "bid_3": 13, "bid_4": 19}
ALL_PINS = {**PINS, **BUTTONS}
LONG = 0.06  # seconds of a press, which an emulated processor can take longer for
PRESSES = 50


@pytest.fixture(
    params=[("Pi 4", 0), ("Pi 5", 4), ("Pi 5", 0)],
    ids=["Pi_4", "Pi_5_chip_4", "Pi_5_chip_0"],
)
def board(request):
    board = Board(*request.param)
    yield board
    board.close()


@pytest.fixture
def open_panel(board, inbox):
    """The panel as the bank opens it: gpiozero chooses the driver and the chip."""
    opened = []

    def open_panel(**options):
        panel = Panel(ALL_PINS, inbox.put, **options)
        opened.append(panel)
        return panel

    yield open_panel
    for panel in opened:
        panel.close()
    gpiozero.Device.pin_factory.close()  # a chip keeps its number while somebody has it open


def names(inbox, until):
    """All presses up to one of a button that ends the list."""
    presses = [inbox.next(Press, 20).name]
    while presses[-1] != until:
        presses.append(inbox.next(Press, 20).name)
    return presses


def settle(eventually, board, pin):
    """A button that has been up for longer than contacts bounce."""
    eventually(lambda: board.pins.level(pin) == 1)
    sleep(0.1)


def test_gpiozero_chooses_lgpio_and_the_chip_with_the_pins(board, open_panel):
    open_panel()
    assert type(gpiozero.Device.pin_factory).__name__ == "LGPIOFactory"
    assert f"gpiochip{gpiozero.Device.pin_factory.chip}" == board.pins.name


def test_each_button_reports_one_press(board, open_panel, inbox, eventually):
    open_panel()
    for pin in BUTTONS.values():
        settle(eventually, board, pin)
        board.pins.press(pin, LONG)
    assert names(inbox, "bid_4") == list(BUTTONS)


def test_undo_counts_when_held(board, open_panel, inbox, eventually):
    open_panel()
    settle(eventually, board, ALL_PINS["undo"])
    board.pins.press(ALL_PINS["undo"], LONG)
    settle(eventually, board, ALL_PINS["undo"])
    began = monotonic()
    board.pins.pull(ALL_PINS["undo"], PRESSED)
    assert inbox.next(Press, 20).name == "undo"
    assert monotonic() - began >= HOLD
    board.pins.pull(ALL_PINS["undo"], UNPRESSED)
    settle(eventually, board, ALL_PINS["undo"])
    board.pins.press(ALL_PINS["no"], LONG)
    assert names(inbox, "no") == ["no"]


def test_a_blocked_button_is_reported(board, open_panel, inbox):
    open_panel(hold=0.05)
    board.pins.pull(ALL_PINS["yes"], PRESSED)
    assert inbox.next(Stuck, 60).name == "yes"


def test_a_rattling_contact_is_one_press(board, open_panel, inbox, eventually):
    open_panel()
    pin, rounds = ALL_PINS["yes"], []
    for _ in range(PRESSES):
        settle(eventually, board, pin)
        rounds += board.pins.rattle(pin, 0.01, PRESSED)
        sleep(LONG)
        rounds += board.pins.rattle(pin, 0.01, UNPRESSED)
    settle(eventually, board, pin)
    board.pins.press(ALL_PINS["no"], LONG)
    presses = len(names(inbox, "no")) - 1
    # A round that took so long was a press, or a release and another press.
    long = sum(seconds >= BOUNCE for seconds in rounds)
    assert PRESSES <= presses <= PRESSES + long
    print(
        f"{presses} presses of {PRESSES} in which the contact closed {len(rounds) + PRESSES} "
        f"times, {long} of them for long"
    )


def test_interference_is_no_press(board, open_panel, inbox, eventually):
    open_panel()
    settle(eventually, board, ALL_PINS["yes"])
    rounds = board.pins.rattle(ALL_PINS["yes"], 1.0, UNPRESSED)
    settle(eventually, board, ALL_PINS["no"])
    board.pins.press(ALL_PINS["no"], LONG)
    presses = len(names(inbox, "no")) - 1
    # A pulse that lasts so long is a press.
    assert presses <= sum(seconds >= BOUNCE for seconds in rounds)
    print(
        f"{len(rounds)} pulses in a second, {presses} presses, longest {max(rounds) * 1000:.1f} ms"
    )


def test_the_lamp_is_on_and_off(board, open_panel):
    panel = open_panel()
    assert board.pins.share_high(ALL_PINS["lamp"], 0.2) == 0
    panel.ready(True)
    sleep(0.1)
    share = board.pins.share_high(ALL_PINS["lamp"], 2.0)
    assert 0.4 <= share <= 0.8
    panel.ready(False)
    sleep(0.1)
    assert board.pins.share_high(ALL_PINS["lamp"], 0.2) == 0
    print(f"high for {share:.0%} of the time")


def has_ended():
    """A tone has: between two looks at the line of a busy machine, it is low as well."""
    return not any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


@pytest.mark.parametrize("tone", TONES)
def test_the_buzzer_is_low_after_every_tone(board, open_panel, tone, eventually):
    panel, pin = open_panel(), ALL_PINS["buzzer"]
    panel.beep(tone, 60)
    eventually(lambda: board.pins.level(pin))
    for _ in range(30):
        panel.beep(tone, 0.08)
        eventually(has_ended)
        assert board.pins.share_high(pin, 0.1) == 0


def test_a_closed_panel_leaves_its_outputs_low_and_can_be_opened_again(board, open_panel, inbox):
    panel = open_panel()
    panel.ready(True)
    panel.beep("no", 5.0)
    sleep(0.1)
    panel.close()
    assert board.pins.share_high(ALL_PINS["lamp"], 0.2) == 0
    assert board.pins.share_high(ALL_PINS["buzzer"], 0.2) == 0
    open_panel()
    sleep(0.1)
    board.pins.press(ALL_PINS["yes"], LONG)
    assert inbox.next(Press, 20).name == "yes"


HOLDER = """
import lgpio, sys
handle = lgpio.gpiochip_open(int(sys.argv[1]))
lgpio.gpio_claim_input(handle, int(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("name", ["yes", "lamp", "buzzer"])
def test_a_line_that_another_process_holds_is_named(board, open_panel, inbox, name):
    chip = board.pins.name.removeprefix("gpiochip")
    command = [sys.executable, "-c", HOLDER, chip, str(ALL_PINS[name])]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        panel = open_panel()
        print(f"the panel says: {panel.troubles}")
        assert panel.troubles == (PinTrouble(name, ALL_PINS[name], "busy"),)
        holder.communicate("")
    panel.look_again()
    assert not panel.troubles
    sleep(0.1)
    board.pins.press(ALL_PINS["yes"], LONG)
    assert inbox.next(Press, 20).name == "yes"
