"""The picture that is on the screen while the table is being opened."""

import subprocess
import sys

import pytest
from kivy.core.window import Window

from companion.ui.opening import opening_picture
from companion.ui.widgets.dice import Die


@pytest.mark.gui
def test_two_dice_are_in_the_middle_until_the_table_is_open() -> None:
    children = [*Window.children]
    with opening_picture():
        (picture,) = (widget for widget in Window.children if widget not in children)
        dice = [die for die in picture.children if isinstance(die, Die)]
        assert sorted(die.face for die in dice) == [3, 4]
        assert sum(die.center_x for die in dice) / 2 == Window.center[0]
        assert {die.center_y for die in dice} == {Window.center[1]}
        assert all(die.canvas.length() > 1 for die in dice), "the dice were drawn"
    assert Window.children == children


def test_the_picture_waits_neither_for_the_ledger_nor_for_the_screens() -> None:
    code = "import companion.cli.play, companion.ui.opening, sys; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    late = ("companion.ledger", "companion.runtime.bank", "companion.ui.table", "sqlite_utils")
    assert not {name for name in output.split() if name.startswith(late)}
