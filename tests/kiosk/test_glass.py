"""A touchscreen that comes late, or comes back, is found."""

from pathlib import Path

import pytest

from companion.system.touchscreens import touchscreens
from tests.ui.driver import Desk

TOUCH, KEYBOARD = "260800000000003", "0"


def plug_in(inputs: Path, event: int, device: str, capabilities: str = TOUCH) -> None:
    """As sysfs has it: the device is a link, and has another name each time."""
    real = inputs.parent / "devices" / device
    (real / "capabilities").mkdir(parents=True)
    (real / "capabilities/abs").write_text(f"{capabilities}\n")
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


@pytest.mark.gui
def test_when_a_touchscreen_comes_the_bank_is_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Desk(tmp_path) as desk:
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
