"""The picture that is on the screen while the table is being opened."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.utils import get_color_from_hex
from PIL import Image, ImageChops

from companion.look.palette import EVENING
from companion.ui.opening import opening_picture
from companion.ui.painting import rgba
from tests.tree import read
from tests.ui.driver import Desk
from tools.screenshots import A_WORD, PANELS, SPLASH, differs, draw_splash, splash


@pytest.mark.gui
def test_two_dice_are_in_the_middle_until_the_table_is_open(tmp_path: Path) -> None:
    children = [*Window.children]
    with opening_picture():
        shown = Image.open(Window.screenshot(name=str(tmp_path / "shown.png"))).convert("RGB")
    assert Window.children == children
    ground = Image.new("RGB", shown.size, EVENING.ground)
    left, top, right, bottom = ImageChops.difference(shown, ground).getbbox()
    assert (left + right, top + bottom) == pytest.approx(shown.size, abs=2)
    assert (right - left) / (bottom - top) == pytest.approx(9 / 4, abs=0.1)


def test_the_picture_waits_neither_for_the_ledger_nor_for_the_screens() -> None:
    code = "import companion.cli.play, companion.ui.opening, sys; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    late = ("companion.ledger", "companion.runtime.bank", "companion.table.table", "sqlite_utils")
    assert not {name for name in output.split() if name.startswith(late)}


@pytest.mark.gui
def test_the_splash_has_the_dice_where_the_opening_picture_has_them(tmp_path: Path) -> None:
    dice = splash(Window.size)
    with opening_picture():
        shown = Image.open(Window.screenshot(name=str(tmp_path / "shown.png")))
    width, height = Image.open(dice).size
    left, top = (shown.width - width) // 2, (shown.height - height) // 2
    shown.crop((left, top, left + width, top + height)).save(tmp_path / "dice.png")
    assert differs(dice, tmp_path / "dice.png") < A_WORD, "run bin/screenshots splash"


@pytest.mark.gui
def test_a_page_that_has_left_the_window_does_not_color_it(desk: Desk) -> None:
    desk.sit_down()
    Window.remove_widget(desk.root)
    Window.clearcolor = rgba(EVENING.ground)
    desk.table.time = "23:59"
    desk.frames()
    assert Window.clearcolor == rgba(EVENING.ground)


@pytest.mark.gui
@pytest.mark.parametrize("panel", PANELS)
def test_the_splash_is_the_opening_picture_of_every_panel(
    tmp_path: Path, panel: tuple[int, int]
) -> None:
    draw_splash(panel, tmp_path / "now.png")
    assert differs(splash(panel), tmp_path / "now.png") < A_WORD, "run bin/screenshots splash"


def test_the_ground_of_the_splash_is_that_of_the_opening_picture() -> None:
    grounds = re.findall(r"Color\(([\d., ]+)\)", read(SPLASH / "companion.script"))
    assert len(grounds) == 2
    for ground in grounds:
        channels = [round(float(channel) * 255) for channel in ground.split(",")]
        assert channels == [round(c * 255) for c in get_color_from_hex(EVENING.ground)[:3]]
