"""The board by touch: a tap and a drag along the ring choose a space."""

from companion.text.screens.board import BOARD
from tests.ui.driver import Desk

ORANGE = "ruling: Bob owns St. James Place; Bob owns Tennessee Avenue; Bob owns New York Avenue"
TENNESSEE, READING = 18, 5


def opened(desk: Desk, position: int = 0) -> None:
    desk.does(("show", "board", position))
    desk.frames()


def test_the_board_opens_where_the_player_on_turn_is(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann stands on Reading Railroad")
    desk.tap(BOARD["board"])
    assert (desk.table.screen, desk.table.values["board"]) == ("board", READING)
    assert "Reading Railroad" in desk.texts()


def test_a_tap_on_a_space_shows_its_deed(desk: Desk) -> None:
    desk.sit_down("Ann Bob", ORANGE)
    opened(desk)
    desk.tap(desk.key("show", "board", TENNESSEE))
    assert {"Tennessee Avenue", BOARD["full set"]} <= {*desk.texts()}
    assert desk.moves == 1


def test_a_drag_along_the_ring_chooses_space_after_space(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    opened(desk)
    seen: list[int] = []
    desk.table.bind(values=lambda values: seen.append(values["board"]))
    desk.drag(*(desk.key("show", "board", position) for position in (11, 12, 13, 14)))
    assert seen == [11, 12, 13, 14]
    assert "Virginia Avenue" in desk.texts()


def test_a_touch_inside_the_ring_chooses_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    opened(desk, 1)
    [title] = [one for one in desk.sights("text") if one.text == BOARD["worth"]]
    desk.drag(title.box.middle)
    assert desk.table.values["board"] == 1


def test_the_board_follows_the_game(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 2 3")
    desk.table.open("board")
    desk.frames()
    assert BOARD["for sale"] in desk.texts()
    desk.play("Ann buys")
    assert BOARD["for sale"] not in desk.texts()
    desk.table.undo(desk.table.number, "undo")
    desk.frames()
    assert BOARD["for sale"] in desk.texts()
