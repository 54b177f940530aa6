"""Real touches on what has just come under a finger, and light on what has just changed."""

import pytest

from companion.screens import overlay
from tests.ui.driver import Desk

LIGHT_BLUE = "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue"


def test_a_tap_on_a_message_books_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay, "obstacles", lambda *_: overlay.Obstacles())
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
    desk.double_tap_at((left + 2, top + 2))
    assert desk.moves == moves


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
