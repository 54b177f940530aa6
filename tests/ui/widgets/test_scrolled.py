"""The lists that scroll, however often they change."""

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


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
