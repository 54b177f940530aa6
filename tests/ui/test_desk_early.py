"""Real touches on what has just come under a finger, and light on what has just changed."""

from tests.ui.driver import Desk

LIGHT_BLUE = "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue"


def test_a_tap_on_a_message_leads_nowhere(desk: Desk) -> None:
    desk.sit_down("Ann Bob", LIGHT_BLUE)
    desk.tap(desk.key("show", "properties", "Ann"))
    back = desk.key("back")
    desk.table.say("A message that is so long that it takes as much room as it can get. " * 2)
    desk.frames()
    [message] = desk.sights("toast")
    assert message.box.overlaps(back.box)
    desk.clock.wait(1)
    desk.double_tap_at((message.box.x + 2, message.box.y + message.box.h / 2))
    assert desk.table.screen == "properties"
    assert desk.sights("toast") == []


def test_whoever_taps_two_dice_late_does_not_answer_for_another(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    first, second = desk.key("die", 0, 5).center, desk.key("die", 1, 5).center
    desk.tap_dice(2)
    desk.clock.wait(1)
    desk.touch(*desk.key("die", 1, 4).center)
    desk.clock.wait(0.6)
    desk.touch(*first)
    desk.clock.wait(0.5)
    desk.touch(*second)
    assert desk.moves == 1


def test_a_key_that_takes_what_is_typed_hears_every_finger(desk: Desk) -> None:
    desk.does(("new name",))
    desk.frames()
    desk.tap(desk.key("letter"))
    desk.touch(*desk.key("enter").center)
    assert len(desk.table.values["setup"].names) == 1
