"""The lists that scroll, however often they change."""

from typing import Any

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui

FADED = 1.2
"""Seconds after which Kivy's own bar has faded."""


def a_list(desk: Desk) -> Any:
    """A list that scrolls: the players who may get another amount."""
    from companion.ui.widgets.lists import AutoScroll

    desk.sit_down()
    desk.table.show_screen("ruling")
    desk.table.ruling.pick("has cash")
    desk.frames()
    return next(view for view in desk.seen(AutoScroll) if view.children)


def test_a_list_that_changes_all_evening_keeps_nothing_of_it(desk: Desk) -> None:
    view = a_list(desk)
    before = len(view.get_property_observers("bar_color"))
    for height in range(100):
        view.children[0].height += height % 3 - 1
        desk.frames(1)
    assert len(view.get_property_observers("bar_color")) <= before + 1


def test_nothing_fades_after_a_list_changed(desk: Desk) -> None:
    from kivy.clock import Clock

    view = a_list(desk)
    colours = set()
    view.bind(_bar_color=lambda _, colour: colours.add(tuple(colour)))
    view.children[0].height += 10
    began = Clock.get_time()
    desk.until(lambda: Clock.get_time() - began > FADED)
    assert colours <= {tuple(view.bar_color)}


def test_rows_of_lists_that_are_gone_do_not_count_for_the_next() -> None:
    from kivy.uix.recycleview import views
    from kivy.uix.widget import Widget

    from companion.ui.widgets.lists import RowAdapter

    for _ in range(3):
        gone = RowAdapter()
        gone.views = {number: Widget() for number in range(views._max_cache_size // 2)}
        gone.invalidate()
    empty = RowAdapter()
    empty.invalidate()
    assert not empty.views


def test_scrolling_down_shows_older_moves_and_keeps_the_place(desk: Desk) -> None:
    from companion.ui.history.screen import HistoryRow
    from companion.ui.widgets.lists import RowList

    desk.sit_down("Ann Bob", *(f"ruling: Ann has ${amount}" for amount in range(1000, 1130)))
    desk.to_history()
    [rows] = desk.seen(RowList)
    assert len(rows.data) == 50
    rows.scroll_y = 0.1
    desk.frames(1)
    seen = {row.value.number: row.to_window(*row.pos) for row in desk.seen(HistoryRow)}
    desk.frames(6)
    assert len(rows.data) == 100
    there = {row.value.number: row.to_window(*row.pos) for row in desk.seen(HistoryRow)}
    both = there.keys() & seen.keys()
    assert both
    assert all(abs(there[number][1] - seen[number][1]) < 3 for number in both)
    for _ in range(3):
        rows.scroll_y = 0.0
        desk.frames(6)
    assert rows.data[-1]["value"].number == 1
