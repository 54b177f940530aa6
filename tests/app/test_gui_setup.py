"""The set-up screen by touch."""

import pytest

from tests.app.desk import Desk

pytestmark = pytest.mark.gui


def test_a_table_sits_down_and_plays(desk: Desk) -> None:
    for letter in "MAY":
        desk.tap(letter)
    desk.tap("Add")
    desk.tap("Bob")
    desk.tap("Next")
    desk.tap("1934")
    desk.tap("by hand")
    desk.tap("Start the game")
    setup = desk.table.session.setup
    assert setup.players == ("May", "Bob")
    assert (setup.edition.name, setup.rent) == ("1934", "watchful")
    assert desk.table.screen == "play"
    assert not desk.table.by_tray


def test_a_seated_name_gets_up_when_tapped(desk: Desk) -> None:
    desk.tap("Ann")
    desk.tap("Bob")
    desk.tap("Ann")
    assert list(desk.table.seating.names) == ["Bob"]


def test_a_name_that_cannot_be_says_why(desk: Desk) -> None:
    desk.tap("Ann")
    for letter in "ANN":
        desk.tap(letter)
    desk.tap("Add")
    assert desk.table.seating.problem in desk.texts()
    assert list(desk.table.seating.names) == ["Ann"]


def test_too_many_for_an_edition_are_told_so(desk: Desk) -> None:
    for name in list(desk.table.seating.chips)[:9]:
        desk.tap(name.name)
    desk.tap("Next")
    desk.tap("Start the game")
    assert "players" in desk.table.seating.problem
    assert desk.table.session is None
