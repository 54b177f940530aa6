"""Tests of screens go through two doors, and the doors show what is there."""

import re

import pytest

from companion.engine.moves import Buy, Decline
from tests.screens.faults import Kind, faults
from tests.tree import ROOT, read
from tests.ui.driver import Desk

BEHIND_THE_DOORS = (
    "doors.py",
    "driver.py",
    "layout.py",
    "scrolling.py",
    "test_doors.py",
    "test_panes.py",
)
"""Files that read the widgets of today for all others."""
WIDGETS = re.compile(
    r"companion\.ui\.(leaves|page_surface|surface)|kivy\.uix|\.ids\b|(?<!ast)\.walk\("
)


def beside_the_doors(source: str) -> list[str]:
    """Lines that ask for a class, an id or a tree of widgets."""
    return [line for line in source.splitlines() if WIDGETS.search(line)]


def test_no_test_of_a_screen_asks_for_a_widget() -> None:
    paths = [path for path in (ROOT / "tests/ui").glob("*.py") if path.name not in BEHIND_THE_DOORS]
    assert len(paths) > 60
    found = [f"{path.name}: {line}" for path in paths for line in beside_the_doors(read(path))]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "    from companion.ui.page_surface import PageSurface",
        "    from kivy.uix.label import Label",
        "    hand.tap(page.ids.enter)",
        "    parts = [*overlay.walk()]",
    ],
)
def test_a_test_that_does_is_found(line: str) -> None:
    assert beside_the_doors(line)


@pytest.mark.gui
def test_the_doors_show_what_can_be_tapped_and_seen(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    assert {key.move for key in desk.all_keys("answer")} >= {Buy("Ann"), Decline("Ann")}
    buy = desk.key("answer", Buy("Ann"))
    assert not buy.reason
    assert {*buy.words} <= {*desk.texts()}
    assert [tile.value.name for tile in desk.sights("player")] == ["Ann", "Bob"]
    desk.tap(buy)
    assert desk.cash("Ann") == 1380


@pytest.mark.gui
def test_a_refused_key_says_why(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann has $5", "Ann throws 4 5")
    assert desk.key("answer", Buy("Ann")).reason


@pytest.mark.gui
def test_a_page_of_today_is_checked_by_its_nodes(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    desk.frames(6)
    page = desk.page()
    assert len(page.nodes) > 20
    assert faults(page, [("answer", Buy("Ann"))]) == []
    assert {fault.kind for fault in faults(page, [("answer", None)])} == {Kind.STUCK}
