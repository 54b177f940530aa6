"""A touchscreen that comes late, or comes back, is found."""

from pathlib import Path

import pytest

from companion.system.touchscreens import has_one_finger_only, touchscreens
from tests.ui.window_desk import WindowDesk

TOUCH, KEYBOARD = "260800000000003", "0"
ON_SCREEN, BESIDE_IT = "2", "5"
"""Properties of a touchscreen and of a touchpad: what a finger points at, and buttons below it."""


def plug_in(
    inputs: Path,
    event: int,
    device: str,
    positions: str = TOUCH,
    properties: str = ON_SCREEN,
    buttons: str = "0",
) -> None:
    """As sysfs has it: the device is a link, and has another name each time."""
    real = inputs.parent / "devices" / device
    (real / "capabilities").mkdir(parents=True)
    (real / "capabilities/abs").write_text(f"{positions}\n")
    (real / "capabilities/key").write_text(f"{buttons}\n")
    (real / "properties").write_text(f"{properties}\n")
    (inputs / f"event{event}").mkdir(parents=True)
    (inputs / f"event{event}" / "device").symlink_to(real)


def test_a_touchscreen_is_told_from_a_keyboard_and_from_itself_plugged_in_anew(
    tmp_path: Path,
) -> None:
    inputs = tmp_path / "input"
    assert touchscreens(inputs) == set()
    plug_in(inputs, 0, "input3", KEYBOARD)
    plug_in(inputs, 1, "input4")
    assert touchscreens(inputs) == {str(tmp_path / "devices/input4")}
    before = touchscreens(inputs)
    (inputs / "event1/device").unlink()
    (inputs / "event1").rmdir()
    plug_in(inputs, 1, "input5")
    assert touchscreens(inputs) - before == {str(tmp_path / "devices/input5")}


PADS = {
    "touchpad of a laptop": ("2e0800000000003", "5"),
    "drawing tablet for fingers": ("260800000000003", "1"),
    "pad of a game controller": ("260800000000003", "5"),
    "pen tablet": ("1000d000003", "1"),
}


@pytest.mark.parametrize("pad", PADS)
def test_what_does_not_lie_on_the_screen_is_no_touchscreen(tmp_path: Path, pad: str) -> None:
    plug_in(tmp_path / "input", 0, "input3", *PADS[pad])
    assert touchscreens(tmp_path / "input") == set()
    assert not has_one_finger_only(tmp_path / "input")


ONE_FINGER = {
    "resistive panel": ("1000003", "2", "400 0 0 0 0 0", True),
    "panel as a mouse": ("3", "0", "10000 0 0 0 0", True),
    "accelerometer": ("7", "40", "0", False),
    "joystick": ("3", "0", "3f00000000 0 0 0 0", False),
    "gamepad": ("1b", "0", "7fdb000000000000 0 0 0 0", False),
}


@pytest.mark.parametrize("device", ONE_FINGER)
def test_a_panel_for_one_finger_is_told_from_controllers_and_sensors(
    tmp_path: Path, device: str
) -> None:
    *bits, expected = ONE_FINGER[device]
    plug_in(tmp_path / "input", 0, "input3", *bits)
    assert has_one_finger_only(tmp_path / "input") is expected


@pytest.mark.gui
def test_when_a_touchscreen_comes_the_bank_is_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with WindowDesk(tmp_path) as desk:
        from companion.runtime import preflight

        inputs, ended = tmp_path / "input", []
        plug_in(inputs, 1, "input4")
        monkeypatch.setattr(preflight, "on_bare_panel", lambda: True)
        monkeypatch.setattr(preflight, "touchscreens", lambda: touchscreens(inputs))
        watching = preflight.Preflight(desk.table, tmp_path, lambda: desk.window.size)
        watching.watch_touchscreens(lambda: ended.append("ended"))
        desk.clock.wait(preflight.LOOK_AGAIN)
        assert ended == []
        plug_in(inputs, 2, "input7")
        desk.clock.wait(preflight.LOOK_AGAIN)
        assert ended
