"""The steps of the podium rise one after the other, which no door shows."""

import pytest

from tests.ui.doors import surfaces
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui

OVER = ("ruling: Bob is out", "ruling: Cy is out")


@pytest.mark.parametrize("less", [False, True])
def test_the_steps_rise_from_the_last_to_the_first(desk: Desk, less: bool) -> None:
    from companion.screens.moments import Rise
    from companion.screens.podium import entrance

    desk.table.moments.less_motion = less
    desk.sit_down("Ann Bob Cy", *OVER[:-1])
    desk.submit(OVER[-1])
    surface = surfaces(desk.root)[0]
    motion, leaf = surface.motion, surface.leaves.leaf["step:Ann.block"]
    assert motion.motion.is_running == (not less)
    below = leaf.y < 0
    assert below == (not less), "the winner is the last to rise"
    rises = [one for one in entrance(desk.table, desk.colors) if isinstance(one, Rise)]
    assert [one.key for one in rises] == ["step:Bob", "step:Cy", "step:Ann"]
    motion.finish()
    assert leaf.y > 0
