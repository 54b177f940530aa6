"""The picture that is on the screen while the table is being opened."""

import subprocess
import sys

import pytest
from kivy.core.window import Window

from companion.ui.opening import opening_picture
from tests.ui import doors


@pytest.mark.gui
def test_two_dice_are_in_the_middle_until_the_table_is_open() -> None:
    children = [*Window.children]
    with opening_picture():
        (picture,) = (widget for widget in Window.children if widget not in children)
        dice = doors.sights(picture.children, "die")
        assert sorted(die.value for die in dice) == [3, 4]
        assert sum(die.box.middle[0] for die in dice) / 2 == Window.center[0]
        assert {die.box.middle[1] for die in dice} == {Window.center[1]}
    assert Window.children == children


def test_the_picture_waits_neither_for_the_ledger_nor_for_the_screens() -> None:
    code = "import companion.cli.play, companion.ui.opening, sys; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    late = ("companion.ledger", "companion.runtime.bank", "companion.ui.table", "sqlite_utils")
    assert not {name for name in output.split() if name.startswith(late)}
