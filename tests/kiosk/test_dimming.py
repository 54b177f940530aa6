"""The screen dims while nobody is there, and what wakes it does nothing else."""

from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from companion.system.backlight import Backlight
from companion.table.states.dimmer import Dimmer
from companion.text.screens.idle import IDLE
from hardware import FakePanel, FakeTray
from tests.clock import StillClock
from tests.kiosk.kiosk import Kiosk
from tests.real_table import until
from tests.ui.window_desk import WindowDesk

SOON = 2
"""Seconds; in earnest it is minutes."""


@pytest.mark.gui
@pytest.mark.timeout(300)
def test_the_program_dims_and_a_throw_wakes_it_and_counts(tmp_path: Path) -> None:
    with FakeTray(link=tmp_path / "tray") as tray:
        kiosk = Kiosk(tmp_path, "--players", "Ann,Bob", tray=tray.path)
        kiosk.settings(dim_after=SOON)
        with kiosk.on():
            until("the tray is found", lambda: tray.lamp.number == 1)
            kiosk.says(IDLE["wake by roll"])
            tray.throw(4, 2)
            until("a throw wakes it", lambda: IDLE["wake by roll"] not in kiosk.words())
            until("and is booked", lambda: not tray.waiting)


@pytest.mark.gui
def test_a_button_wakes_it_and_the_next_press_answers(tmp_path: Path) -> None:
    with WindowDesk(tmp_path, echo=0.0) as desk, closing(FakePanel()) as panel:
        desk.devices.panel(panel.pins, panel.factory)
        desk.sit_down("Ann Bob", "Ann throws 4 5")
        desk.clock.wait(desk.table.settings.light.seconds + 1)
        assert desk.table.settings.light.dimmed
        for cash in (1500, 1380):
            finger = Thread(target=panel.press, args=("yes", 0.06))
            finger.start()
            desk.until(lambda: not finger.is_alive())  # noqa: B023
            desk.until(lambda: not desk.table.settings.light.dimmed)
            desk.frames()
            assert desk.cash("Ann") == cash


# --- the panel's own light ------------------------------------------------------------------------


@pytest.fixture
def lights(tmp_path: Path) -> Path:
    """As the kernel shows them: one that cannot be set, and one that can."""
    for name, most in (("a-broken", "many"), ("rpi_backlight", "255")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "max_brightness").write_text(f"{most}\n")
        (tmp_path / name / "brightness").write_text("200\n")
    return tmp_path


def test_the_panels_light_is_set_in_steps_and_is_low_while_dimmed(lights: Path) -> None:
    now = lights / "rpi_backlight/brightness"
    light = Dimmer(Backlight(lights), StillClock())
    assert now.read_text().strip() == "200", "nobody chose anything yet"
    light.level = 2
    assert now.read_text() == "102"
    light.dimmed = True
    assert now.read_text() == "1"
    light.dimmed = False
    assert now.read_text() == "102"


def test_a_machine_without_such_a_light_does_without(tmp_path: Path) -> None:
    light = Backlight(tmp_path)
    light.set(0.5)
    assert not light.is_there


def test_a_light_that_goes_is_let_go(lights: Path) -> None:
    light = Backlight(lights)
    assert light.is_there
    (lights / "rpi_backlight/brightness").unlink()
    (lights / "rpi_backlight/brightness").mkdir()
    light.set(1)
    assert not light.is_there
