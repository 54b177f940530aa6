"""The set-up screen by touch."""

from pathlib import Path

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_a_table_sits_down_and_plays(desk: Desk) -> None:
    for letter in "MAY":
        desk.tap(letter)
    desk.tap("Add")
    desk.tap("Bob")
    desk.tap("Rules")
    desk.tap("1934")
    desk.tap("Table")
    desk.tap("by hand")
    desk.tap("Start")
    setup = desk.table.session.setup
    assert setup.players == ("May", "Bob")
    assert (setup.edition.name, setup.rent) == ("1934", "watchful")
    assert desk.table.screen == "play"
    assert not desk.table.by_tray


def test_a_seated_name_gets_up_when_tapped(desk: Desk) -> None:
    desk.tap("Ann")
    desk.tap("Bob")
    desk.tap("Ann")
    assert list(desk.table.setup.names) == ["Bob"]


def test_a_name_that_cannot_be_says_why(desk: Desk) -> None:
    desk.tap("Ann")
    for letter in "ANN":
        desk.tap(letter)
    desk.tap("Add")
    assert desk.table.setup.problem in desk.texts()
    assert list(desk.table.setup.names) == ["Ann"]


def test_who_would_start_alone_is_told_so_wherever_they_look(desk: Desk) -> None:
    desk.tap("Ann")
    for page in ("Players", "Rules", "House rules", "Table"):
        desk.tap(page)
        desk.tap("Start")
        assert "players, not 1" in desk.table.setup.problem
        assert desk.table.setup.problem in desk.texts()
    assert desk.table.session is None


def test_too_many_for_an_edition_are_told_so(desk: Desk) -> None:
    for name in list(desk.table.setup.chips)[:9]:
        desk.tap(name.name)
    desk.tap("Start")
    assert "players" in desk.table.setup.problem
    assert desk.table.session is None


def test_house_rules_are_switches_and_sums_are_stepped(desk: Desk) -> None:
    for name in ("Ann", "Bob", "House rules", "No auctions", "Money to begin with"):
        desk.tap(name)
    for _ in range(3):
        desk.tap("+")
    assert "$1,800" in desk.texts()
    desk.tap("Start")
    assert desk.table.session.setup.house_rules == ("no auction", "starting cash $1800")
    assert desk.cash("Ann") == 1800


def test_a_quick_game_shows_what_is_dealt_before_it_begins(desk: Desk) -> None:
    from companion.ui.setup.screen import HandTile

    for name in ("Ann", "Bob", "Table", "until an hour", "Start"):
        desk.tap(name)
    assert desk.table.session is None
    desk.tap(desk.seen(HandTile)[0])
    other = desk.table.setup.tiles[0]
    desk.tap(other.text)
    desk.tap("Start")
    setup = desk.table.session.setup
    assert (setup.game, setup.until) == ("time-limit", desk.table.setup.chosen["until"])
    assert setup.dealt[0] == ("Ann", other.key)
    assert [name for name, _ in setup.dealt] == ["Ann", "Ann", "Bob", "Bob"]


def test_last_times_table_is_one_tap(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        first.sit_down("May Tom_Lee", rules="1935", cards="program")
    with Desk(tmp_path) as second:
        second.tap("The same as last time: May, Tom Lee · 1935 · Atlantic City")
        second.tap("Start")
        setup = second.table.session.setup
        assert setup.players == ("May", "Tom Lee")
        assert (setup.edition.name, setup.cards) == ("1935", "program")


def test_a_throw_to_try_the_tray_is_seen_and_does_not_count(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Table"):
        desk.tap(name)
    desk.table.tray_input.on_found()
    desk.frames()
    assert "The dice tray is here. Throw into it to try it." in desk.texts()
    desk.table.tray_input.on_throw("uid/boot/1", (3, 4), 0)
    desk.frames()
    assert "The dice tray saw 3 + 4. That was only to try it." in desk.texts()
    desk.tap("Start")
    assert desk.moves == 0
    assert not desk.table.pending_throws


def test_names_with_accents_and_figures_need_no_keyboard(desk: Desk) -> None:
    for key in ("J", "123", "ÀÖÉ", "Ü", "ČŁŞ", "Ř", "ABC", "N", "123", "7"):
        desk.tap(key)
    desk.tap("Add")
    assert list(desk.table.setup.names) == ["Jüřn7"]


def test_somebody_may_begin_without_the_opening_throws(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Cy", "Table", "The highest throw begins", "Ann begins"):
        desk.tap(name)
    assert "Bob begins" in desk.texts()
    desk.tap("Start")
    assert desk.table.session.setup.first == "Bob"
    assert desk.table.now.title == "Bob"


def test_whoever_got_up_again_does_not_begin(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Cy", "Table", "The highest throw begins", "Players", "Ann"):
        desk.tap(name)
    desk.tap("Start")
    assert desk.table.session.setup.first == ""


def signs_seen(desk: Desk) -> list[int]:
    """Of the players, from the first one down, as their rows show them."""
    from companion.ui.widgets.players import SeatRow, SeatSign

    rows = sorted(desk.seen(SeatRow), key=lambda row: -row.y)
    signs = desk.seen(SeatSign)
    return [next(sign.seat for sign in signs if sign.parent.parent is row) for row in rows]


def take_sign(desk: Desk, name: str, sign: int) -> None:
    from companion.ui.setup.screen import SignKey, SignTile

    desk.tap(next(key for key in desk.seen(SignKey) if key.value.name == name))
    desk.tap(next(tile for tile in desk.seen(SignTile) if tile.value.seat == sign))


def test_a_sign_can_be_changed_for_one_that_is_free(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Cy"):
        desk.tap(name)
    take_sign(desk, "Bob", 7)
    desk.tap("Start")
    assert signs_seen(desk) == [0, 7, 2]
    assert desk.table.seat_of("Bob") == 7


def test_a_sign_that_somebody_has_is_exchanged(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Cy"):
        desk.tap(name)
    take_sign(desk, "Cy", 0)
    desk.tap("Start")
    assert signs_seen(desk) == [2, 1, 0]


def test_signs_are_known_the_next_evening_and_in_the_game_gone_on_with(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        for name in ("Ann", "Bob"):
            first.tap(name)
        take_sign(first, "Ann", 4)
        first.tap("Start")
    with Desk(tmp_path) as second:
        second.table.resume(1)
        second.frames()
        assert signs_seen(second) == [4, 1]
        second.table.show_screen("setup")
        second.frames()
        second.tap(second.table.setup.offer)
        second.tap("Start")
        assert signs_seen(second) == [4, 1]


def test_somebody_who_does_not_play_may_keep_the_bank(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Table", "Ann keeps the bank", "Dee"):
        desk.tap(name)
    assert "Dee keeps the bank" in desk.texts()
    desk.tap("Start")
    setup = desk.table.session.setup
    assert (setup.banker, setup.players) == ("Dee", ("Ann", "Bob"))


def test_a_banker_whom_nobody_knows_is_typed_and_kept_for_the_next_game(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Table", "Ann keeps the bank", *"ZOE", "Keeps it", "Start"):
        desk.tap(name)
    assert desk.table.session.setup.banker == "Zoe"
    desk.table.setup.remove("Ann")
    desk.table.setup.remove("Bob")
    desk.table.show_screen("setup")
    desk.frames()
    desk.tap(desk.table.setup.offer)
    desk.tap("Start")
    assert desk.table.session.game_number == 2
    assert desk.table.session.setup.banker == "Zoe"


def test_a_banker_who_plays_throws_first(desk: Desk) -> None:
    for name in ("Ann", "Bob", "Table", "Ann keeps the bank", "Bob", "Start"):
        desk.tap(name)
    assert desk.table.session.setup.banker == "Bob"
    assert desk.table.session.thrower() == "Bob"
