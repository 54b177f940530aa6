"""What a widget draws on its canvas, which no door shows."""

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_only_cells_that_changed_are_drawn_again(desk: Desk) -> None:
    from companion.ui.widgets.board import Ring

    desk.sit_down("Ann Bob")
    desk.table.board_state.open()
    desk.frames()
    [shown] = desk.seen(Ring)
    before = [[*group.children] for group in shown._groups]
    desk.play("Ann throws 2 3")
    after = [[*group.children] for group in shown._groups]
    changed = [position for position in range(40) if before[position] != after[position]]
    assert changed == [0, 5]
