"""Real touches on what has just come under a finger, and light on what has just changed."""

import pytest

from tests.ui.doors import surfaces
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui

LIGHT_BLUE = "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue"


def touch(desk: Desk, *place: float) -> None:
    """A finger that comes down and is lifted, in one frame."""
    from companion.ui.driver import Touch, lift

    finger = Touch(*place)
    desk.loop.post_dispatch_input("begin", finger)
    lift(finger)
    desk.frames()


def test_a_tap_on_a_message_books_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob", LIGHT_BLUE)
    desk.tap(desk.key("show", "properties", "Ann"))
    desk.tap(desk.key("deed"))
    mortgage = next(key for key in desk.all_keys("answer") if not key.reason)
    desk.table.say("A message that is so long that it takes as much room as it can get. " * 2)
    desk.frames()
    [message] = desk.sights("toast")
    assert message.box.overlaps(mortgage.box)
    left, top = max(message.box.x, mortgage.box.x), max(message.box.y, mortgage.box.y)
    moves = desk.moves
    desk.clock.wait(1)
    desk.double_tap_at(desk.from_bottom(left + 2, top + 2))
    assert desk.moves == moves


def test_whoever_taps_two_dice_late_does_not_answer_for_another(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    first, second = desk.key("die", 0, 5).center, desk.key("die", 1, 5).center
    desk.tap_dice(2)
    desk.clock.wait(1)
    touch(desk, *desk.key("die", 1, 4).center)
    desk.clock.wait(0.6)
    touch(desk, *first)
    desk.clock.wait(0.5)
    touch(desk, *second)
    assert desk.moves == 1


def test_a_key_that_takes_what_is_typed_hears_every_finger(desk: Desk) -> None:
    from companion.ui.driver import tap

    desk.does(("new name",))
    desk.frames()
    desk.tap(desk.key("letter"))
    tap(desk.key("enter"))
    desk.frames()
    assert len(desk.table.values["setup"].names) == 1


def test_a_tile_is_lit_where_it_is_from_the_first_picture(desk: Desk) -> None:
    desk.table.moments.less_motion = False
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    desk.submit("Ann buys")
    page = surfaces(desk.root)[0]
    tile = page.leaves.nodes["tile:Ann"]
    lights = [leaf for leaf in page.above.host.children if tuple(leaf.size) == (tile.w, tile.h)]
    assert lights
    assert {(leaf.x, page.height - leaf.y - leaf.height) for leaf in lights} == {(tile.x, tile.y)}
