"""The steps of the podium rise one after the other, which no door shows."""

import pytest

from tests.ui.window_desk import WindowDesk, surfaces

pytestmark = pytest.mark.gui

OVER = ("ruling: Bob is out", "ruling: Cy is out")


@pytest.mark.parametrize("less", [False, True])
def test_the_steps_rise_from_the_last_to_the_first(desk: WindowDesk, less: bool) -> None:
    from companion.screens.moments import Rise
    from companion.screens.podium import entrance

    desk.table.moments.less_motion = less
    desk.sit_down("Ann Bob Cy", *OVER[:-1])
    desk.submit(OVER[-1])
    surface = surfaces(desk.root)[0]
    motion, leaf = surface.motion, surface.leaves.leaf["step:Ann.block"]
    assert motion.motion.is_running == (not less)
    assert (leaf.height == 0) == (not less), "the winner is the last to rise"
    rises = [one for one in entrance(desk.table) if isinstance(one, Rise)]
    assert [one.key for one in rises] == ["step:Bob", "step:Cy", "step:Ann"]
    lowest = min(leaf.y for key, leaf in surface.leaves.leaf.items() if key.startswith("step:"))
    motion.finish()
    assert leaf.height > 0
    assert leaf.y == lowest, "nothing came from below the steps, where the other places are"


def test_a_tile_is_lit_where_it_is_from_the_first_picture(desk: WindowDesk) -> None:
    desk.table.moments.less_motion = False
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    desk.submit("Ann buys")
    page = surfaces(desk.root)[0]
    tile = page.leaves.nodes["tile:Ann"]
    lights = [leaf for leaf in page.above.host.children if tuple(leaf.size) == (tile.w, tile.h)]
    assert lights
    assert {(leaf.x, page.height - leaf.y - leaf.height) for leaf in lights} == {(tile.x, tile.y)}
