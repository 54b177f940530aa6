"""Fingers on a glass: what they mean, and what they cannot have meant. No window is needed."""

import gc
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any
from weakref import ref

import pytest

from companion.engine.moves import Bid
from companion.screens import pieces
from companion.screens.fingers import Fingers
from companion.screens.parts import Pane, Part, Words, itself, rows, text
from companion.screens.styles import BODY
from companion.screens.viewer import NEAR, Viewer
from companion.table.prompts import Answer
from companion.table.screen import Screen
from companion.table.table import NOTICE_SECONDS
from tests.screens.glass import PAUSE, SOON, UPRIGHT, Glass, middle, opened
from tests.words import plain

MESSAGE = "A message that takes as much room as it can get. " * 3
OWNED = "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue"


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Glass]:
    with opened(tmp_path) as [glass]:
        yield glass


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Glass]]:
    with opened(tmp_path, (800, 480), UPRIGHT) as glasses:
        yield glasses


# --- what a finger means ------------------------------------------------------------------------


def test_a_tap_books_the_move_of_the_key(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    glass.tap("answer")
    assert glass.moves == 2


def test_a_finger_that_slides_off_means_nothing_until_it_comes_back(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    x, y = glass.place("answer")
    glass.fingers.down(1, x, y)
    glass.fingers.move(1, 2, 2)
    assert not glass.fingers.pressed
    glass.fingers.up(1, 2, 2)
    assert glass.moves == 1
    glass.wait(PAUSE)
    glass.fingers.down(1, x, y)
    glass.fingers.move(1, 2, 2)
    glass.fingers.move(1, x, y)
    assert glass.fingers.pressed
    glass.fingers.up(1, x, y)
    assert glass.moves == 2


def test_a_finger_that_stays_while_the_dice_come_means_what_it_saw(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    x, y = glass.place("undo")
    glass.fingers.down(1, x, y)
    glass.table.tray_input.on_throw("uid/boot/1", (1, 2), glass.table.number)
    glass.frames()
    glass.fingers.up(1, x, y)
    assert (glass.moves, str(glass.table.notice)) == (3, glass.table.words["changed"])


def test_of_two_fingers_on_one_key_the_last_one_counts(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    x, y = glass.place("answer")
    for finger in (1, 2):
        glass.fingers.down(finger, x, y)
    for finger in (1, 2):
        glass.fingers.up(finger, x, y)
    assert glass.moves == 2


def test_two_fingers_on_two_answers_book_one(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    places = [middle(key) for key in glass.keys("answer")[:2]]
    for finger, place in enumerate(places):
        glass.fingers.down(finger, *place)
    for finger, place in enumerate(places):
        glass.fingers.up(finger, *place)
    assert glass.moves == 2


def test_money_is_dragged_from_tile_to_tile(glass: Glass) -> None:
    glass.sit_down("Ann Bob")
    start, end = glass.place("show", "properties", "Ann"), glass.place("show", "properties", "Bob")
    glass.fingers.down(1, *start)
    glass.fingers.move(1, *end)
    assert glass.fingers.carried
    assert glass.fingers.carried.key == "tile:Ann"
    glass.fingers.up(1, *end)
    assert glass.fingers.carried is None
    assert glass.table.screen == "pay"
    assert (glass.table.values["pay"].payer, glass.table.values["pay"].payee) == ("Ann", "Bob")


def test_what_is_dragged_is_let_go_when_the_page_changes(glass: Glass) -> None:
    glass.sit_down("Ann Bob")
    start, end = glass.place("show", "properties", "Ann"), glass.place("show", "properties", "Bob")
    glass.fingers.down(1, *start)
    glass.fingers.move(1, *end)
    glass.table.show_screen("menu")
    glass.frames()
    assert glass.fingers.carried is None
    glass.fingers.up(1, *end)
    assert glass.table.screen == "menu"


def test_a_finger_slides_over_the_spaces_of_the_board(glass: Glass) -> None:
    glass.sit_down("Ann Bob")
    glass.table.open("board")
    glass.wait(PAUSE)
    first, last = middle(glass.keys("show", "board")[3]), middle(glass.keys("show", "board")[5])
    glass.fingers.down(1, *first)
    glass.fingers.move(1, *last)
    assert glass.table.values["board"] == glass.keys("show", "board")[5].hand.do[2]  # type: ignore[union-attr, index]
    glass.fingers.up(1, *last)
    assert glass.table.screen == "board"


# --- what a finger cannot have meant --------------------------------------------------------------


def test_a_double_tap_books_one_move(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    glass.double_tap(*glass.place("answer"))
    assert glass.moves == 2


def test_a_second_tap_far_from_a_booked_one_counts(glass: Glass) -> None:
    glass.sit_down("Ann Bob")
    x, y = glass.place("die", 1, 3)
    for die in (0, 1):
        glass.tap("die", die, 3)
    assert glass.moves == 1
    fingers = glass.fingers
    assert fingers._is_echo((x, y), glass.clock())
    assert not fingers._is_echo((x + NEAR, y), glass.clock())
    glass.wait(glass.table.echo + 0.01)
    assert not fingers._is_echo((x, y), glass.clock())


def test_a_touch_in_the_frame_of_a_move_was_meant_for_the_picture_before(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5", "Ann declines")
    place = glass.place("undo")
    glass.table.submit(Answer("", Bid("Ann", 10), "Ann"), glass.table.number, "one")
    assert glass.moves == 3
    glass.fingers.down(1, *place)
    glass.fingers.up(1, *place)
    assert (glass.moves, str(glass.table.notice)) == (3, glass.table.words["changed"])


def test_every_change_of_page_ignores_touches_for_a_moment(glass: Glass) -> None:
    glass.sit_down("Ann Bob")
    glass.tap("show", "menu")
    assert glass.viewer.is_guarded
    glass.touch(*glass.place("back"))
    assert glass.table.screen == "menu"
    glass.wait(glass.table.echo + 0.01)
    assert not glass.viewer.is_guarded


def test_large_text_is_seen_at_once_and_taps_on_their_way_are_ignored(glass: Glass) -> None:
    def sizes() -> list[float]:
        return [one.look.points for one in glass.nodes.values() if isinstance(one.look, Words)]

    glass.wait(1)
    before = sizes()
    glass.table.settings.change(type_size="largest")
    glass.frames()
    assert median(sizes()) > 1.2 * median(before)
    assert glass.viewer.is_guarded
    glass.table.settings.change(type_size="normal")
    glass.frames()
    assert sizes() == before


def test_a_finger_that_wakes_the_screen_means_nothing_else(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    place = glass.place("answer")
    glass.wait(glass.table.settings.light.seconds + 1)
    assert glass.viewer.picture.page == "idle"
    glass.double_tap(*place)
    assert (glass.viewer.picture.page, glass.moves) == ("play", 1)
    glass.wait(PAUSE)
    glass.touch(*place)
    assert glass.moves == 2


def test_a_touch_ends_the_moment_that_it_began_on(glass: Glass) -> None:
    glass.sit_down("Ann Bob")
    for die in (0, 1):
        glass.tap("die", die, 3)
    glass.wait(0.5)
    assert glass.table.moments.is_staged
    glass.touch(400, 200)
    assert not glass.table.moments.is_staged
    assert glass.moves == 1


def beside_back(glass: Glass) -> tuple[float, float]:
    """Let a message take some of the room of Back, and return a place there."""
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    glass.table.open("properties")
    glass.wait(PAUSE)
    [back] = glass.keys("back")
    glass.table.say(MESSAGE)
    glass.wait(PAUSE)
    toast = glass.nodes["toast"]
    assert back.x < toast.x < back.x + back.w
    return (toast.x + back.x + back.w) / 2, back.y + back.h / 2


def test_a_tap_on_a_message_takes_the_message_alone(glass: Glass) -> None:
    assert messages_take_taps(glass)


def messages_take_taps(glass: Glass) -> bool:
    """Return True if two taps on a message where a key was let the message go, and no more."""
    glass.double_tap(*beside_back(glass))
    return glass.table.screen == "properties" and not glass.table.notice


def test_a_message_that_goes_leaves_no_key_to_the_finger_on_its_way_to_it(glass: Glass) -> None:
    place = beside_back(glass)
    glass.wait(NOTICE_SECONDS - PAUSE + SOON)
    assert str(glass.table.notice) == ""
    glass.touch(*place)
    assert glass.table.screen == "properties"


@pytest.mark.parametrize("early", [0.3, 0.6, 1.2])
@pytest.mark.parametrize("later", [0.3, 0.4, 0.5, 0.6])
def test_whoever_taps_two_dice_late_does_not_answer_for_another(
    glass: Glass, early: float, later: float
) -> None:
    glass.sit_down("Ann Bob")
    first, second = glass.place("die", 0, 5), glass.place("die", 1, 5)
    for die in (0, 1):
        glass.tap("die", die, 2 + die)
    glass.wait(early)
    glass.touch(*first)
    glass.wait(later)
    glass.touch(*second)
    assert glass.moves == 1


def test_whoever_taps_two_dice_just_after_the_moment_answers_nothing(glass: Glass) -> None:
    glass.sit_down("Ann Bob")
    first, second = glass.place("die", 0, 5), glass.place("die", 1, 5)
    for die in (0, 1):
        glass.tap("die", die, 2 + die)
    shown = glass.table.moments.shown
    assert shown
    glass.wait(shown.seconds + 0.1)
    glass.touch(*first)
    glass.wait(0.5)
    glass.touch(*second)
    assert glass.moves == 1


def test_an_answer_counts_soon_after_a_moment_was_skipped(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 1 2")
    glass.play("Ann buys", "Bob throws 3 3")
    glass.table.show()
    glass.wait(2 * glass.table.echo)
    glass.touch(*glass.place("answer"))
    assert glass.moves == 4


def typed(glass: Glass) -> bool:
    """Return True if *Add* hears a finger right after a letter."""
    glass.tap("new name")
    glass.tap("letter")
    glass.touch(*glass.place("enter"))
    return len(glass.table.values["setup"].names) == 1


def test_a_key_for_what_is_typed_hears_a_finger_after_every_letter(glass: Glass) -> None:
    assert typed(glass)


def test_a_bid_that_is_keyed_in_hears_a_finger_after_every_digit(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5", "Ann declines")
    glass.tap("other bid", "Ann")
    glass.tap("digit", "9")
    glass.wait(SOON)
    glass.touch(*middle(glass.keys("answer")[-1]))
    assert glass.moves == 3


# --- lists --------------------------------------------------------------------------------------


def listed(glass: Glass) -> tuple[str, Any]:
    """The key and the node of the only list."""
    [(key, node)] = [
        (key, node) for key, node in glass.nodes.items() if isinstance(node.look, Pane)
    ]
    return key, node


def past(glass: Glass) -> tuple[float, float]:
    """The middle of the first row of the history of a long game."""
    glass.sit_down("Ann Bob", *["ruling: Ann has $77", "ruling: Ann has $78"] * 20)
    glass.table.show_screen("history")
    glass.wait(PAUSE)
    _, node = listed(glass)
    return node.x + 40, node.y + 30


def test_a_finger_scrolls_a_list_and_taps_no_row(glass: Glass) -> None:
    x, y = past(glass)
    begun = glass.fingers.down(1, x, y + 100)
    assert begun
    assert begun.list == listed(glass)[0]
    moved = glass.fingers.move(1, x, y)
    assert moved
    assert moved.does == "scroll"
    assert not glass.fingers.pressed
    glass.fingers.up(1, x, y)
    assert glass.table.screen == "history"


def test_rows_are_where_a_list_is_scrolled_to(glass: Glass) -> None:
    x, y = past(glass)
    key, node = listed(glass)
    rows = node.look.rows
    step = (rows.height + rows.gap) * node.look.scale
    assert glass.viewer.picture.spot(x, y).number == 0
    glass.viewer.scroll(key, 3 * step)
    assert glass.viewer.picture.spot(x, y).number == 3
    assert glass.viewer.picture.spot(x, y + step).number == 4


class Listed:
    """A table whose page is a list of names, each of which can be chosen."""

    HIGH = 50

    def __init__(self, glass: Glass, patch: pytest.MonkeyPatch) -> None:
        self.glass, self.names, self.chosen = glass, ["Dee"], list[str]()
        screens = {**glass.table.screens, "setup": Screen(self._page)}
        patch.setattr(glass.table, "screens", screens)
        patch.setattr(glass.table, "tap", lambda do, *_: self.chosen.append(do[1]))
        self.show("Dee")

    def _page(self, *_: object) -> Part:
        each = [text(name, BODY, "#000000", do=("choose", name)) for name in self.names]
        return rows(each, itself, self.HIGH, key="list")

    def show(self, *names: str, pause: float = PAUSE) -> None:
        self.names = [*names]
        self.glass.viewer.look()
        self.glass.wait(pause)

    def touch(self, row: int) -> None:
        self.glass.touch(100, (row + 0.5) * self.HIGH)


@pytest.fixture
def listed_names(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> Listed:
    return Listed(glass, monkeypatch)


def rows_that_move_up_are_deaf(names: Listed) -> bool:
    """Return True if the second of two taps on a row does not reach the next one."""
    names.show("Ann", "Bob", "Cy")
    names.touch(0)
    names.show("Bob", "Cy", pause=SOON)
    names.touch(0)
    return names.chosen == ["Ann"]


def test_a_double_tap_on_a_row_does_not_reach_the_next_one(listed_names: Listed) -> None:
    assert rows_that_move_up_are_deaf(listed_names)


def test_a_finger_on_its_way_to_a_row_does_not_meet_the_one_that_took_its_place(
    listed_names: Listed,
) -> None:
    names = listed_names
    names.show("Dee", "Cy")
    names.show("Ann", "Dee", pause=0)
    for _ in range(3):
        names.touch(0)
        names.glass.wait(0.12)
    assert names.chosen == []


def test_a_row_that_stays_where_it_is_answers_at_once(listed_names: Listed) -> None:
    listed_names.show("Ann", "Dee")
    listed_names.show("Ann", "Cy", pause=0)
    listed_names.touch(0)
    listed_names.touch(1)
    assert listed_names.chosen == ["Ann"]


def test_a_row_that_a_finger_scrolled_in_sight_answers_at_once(listed_names: Listed) -> None:
    listed_names.show(*"abcdefghijklmnop")
    listed_names.glass.viewer.scroll("list", 2 * Listed.HIGH)
    listed_names.touch(0)
    assert listed_names.chosen == ["c"]


def test_rows_that_no_finger_moved_are_deaf(listed_names: Listed) -> None:
    listed_names.show(*"abcdefghijklmnop")
    listed_names.glass.viewer.scroll("list", 2 * Listed.HIGH, by_finger=False)
    listed_names.touch(0)
    assert listed_names.chosen == []


def test_what_is_shown_first_of_all_is_not_new(listed_names: Listed) -> None:
    other = Glass(listed_names.glass.table, listed_names.glass.clock)
    other.touch(100, Listed.HIGH / 2)
    assert listed_names.chosen == ["Dee"]


# --- two glasses of one table ---------------------------------------------------------------------


def test_two_glasses_see_one_table_each_in_its_size(two: list[Glass]) -> None:
    panel, other = two
    panel.sit_down("Ann Bob", "Ann throws 4 5")
    panel.tap("show", "menu")
    assert [glass.viewer.picture.page for glass in two] == ["menu", "menu"]
    sizes = [(glass.viewer.picture.width, glass.viewer.picture.height) for glass in two]
    assert sizes == [(800, 480), UPRIGHT]
    assert other.viewer.is_guarded, "its page has changed under its fingers, too"


def test_a_tap_on_one_glass_is_no_echo_on_another(two: list[Glass]) -> None:
    panel, other = two
    panel.sit_down("Ann Bob", "Ann throws 4 5")
    place = panel.place("answer")
    panel.tap("answer")
    assert panel.fingers._is_echo(place, panel.clock())
    assert not other.fingers._is_echo(place, panel.clock())


def test_two_glasses_book_one_move(two: list[Glass]) -> None:
    panel, other = two
    panel.sit_down("Ann Bob", "Ann throws 4 5")
    panel.wait(PAUSE)
    places = [glass.place("answer") for glass in two]
    for glass, place in zip(two, places, strict=True):
        glass.fingers.down(1, *place)
    for glass, place in zip(two, places, strict=True):
        glass.fingers.up(1, *place)
    assert panel.moves == 2
    assert str(other.table.notice) == plain(other.table.words["changed"])


def test_lists_are_scrolled_on_each_glass_alone(two: list[Glass]) -> None:
    panel, other = two
    past(panel)
    other.frames()
    key, _ = listed(panel)
    panel.viewer.scroll(key, 200)
    assert other.viewer.picture.offsets.get(key, 0) == 0


# --- planted faults are found ---------------------------------------------------------------------


def test_a_message_without_a_hand_is_found(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    made = pieces.message_plate
    monkeypatch.setattr(pieces, "message_plate", lambda *facts: made(*facts)._replace(do=None))
    assert not messages_take_taps(glass)


def test_rows_that_are_not_deaf_are_found(
    listed_names: Listed, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_early = Fingers._is_early
    monkeypatch.setattr(
        Fingers,
        "_is_early",
        lambda fingers, picture, spot, *facts: (
            not spot.row and is_early(fingers, picture, spot, *facts)
        ),
    )
    assert not rows_that_move_up_are_deaf(listed_names)


def test_a_table_without_echo_is_found(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fingers, "_is_echo", lambda *_: False)
    monkeypatch.setattr(Fingers, "_is_early", lambda *_: False)
    monkeypatch.setattr(Viewer, "is_guarded", False)
    glass.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    glass.double_tap(*glass.place("undo"))
    assert glass.moves == 4


def test_a_key_without_a_purpose_is_found(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Part._replace
    monkeypatch.setattr(Part, "_replace", lambda part, **new: plain(part, **{**new, "purpose": ""}))
    assert not typed(glass)


# --- who comes and goes -------------------------------------------------------------------------


def test_a_viewer_that_left_is_forgotten(glass: Glass) -> None:
    glass.sit_down("Ann Bob", "Ann throws 4 5")
    guest = Viewer(glass.table, *UPRIGHT)
    Fingers(guest)
    guest.look()
    left = ref(guest)
    guest.leave()
    del guest
    glass.wait(PAUSE)
    gc.collect()
    assert left() is None
    glass.tap("answer")
    assert glass.table.session.history[-1].move.player == "Ann"
