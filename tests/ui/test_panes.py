"""Rows that scroll: where a list is when it is shown again."""

import pytest

from companion.screens.layout import place
from companion.screens.parts import itself, rows, text
from companion.screens.styles import BODY
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_a_list_that_slid_when_it_was_left_rests_at_its_top(desk: Desk) -> None:
    from kivy.uix.widget import Widget

    from companion.ui.leaves import Leaves

    lines = [text(f"{number}", BODY, "#000000") for number in range(40)]
    nodes = place(rows(lines, itself, 50, key="list"), 300, 200)
    leaves = Leaves(Widget())
    leaves.show(nodes)
    pane = leaves.leaf["list"]
    pane.effect.value, pane.effect.velocity = -600, -900
    assert pane.offset == 600
    leaves.show({})
    leaves.rewind()
    leaves.show(nodes)
    desk.frames(20)
    assert leaves.leaf["list"] is pane
    assert pane.offset == 0
    pane.effect.value -= 0.5  # what a pending step of the slide does
    assert pane.offset < 2


def test_a_list_that_grows_while_it_is_away_is_not_made_anew(desk: Desk) -> None:
    """A log is another one after every move: each would keep the leaves of all its rows."""
    from kivy.uix.widget import Widget

    from companion.ui.leaves import KEPT_PANES, Leaves

    leaves, panes = Leaves(Widget()), set()
    for length in range(1, 40):
        lines = [text(f"{number}", BODY, "#000000") for number in range(length)]
        leaves.show(place(rows(lines, itself, 50, key="list"), 300, 200))
        panes.add(leaves.leaf["list"])
        leaves.show({})
    assert len(panes) <= KEPT_PANES
