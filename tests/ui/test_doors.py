"""Tests of screens go through two doors, and the doors show what is there."""

import re

import pytest

from tests.tree import ROOT, read

BEHIND_THE_DOORS = ("doors.py", "test_doors.py", "test_panes.py", "window_desk.py")
"""Files that read the widgets of today for all others."""
WIDGETS = re.compile(r"companion\.ui\.(leaves|surface)|kivy\.uix|\.ids\b|(?<!ast)\.walk\(")


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
        "    from companion.ui.surface import Surface",
        "    from kivy.uix.label import Label",
        "    hand.tap(page.ids.enter)",
        "    parts = [*overlay.walk()]",
    ],
)
def test_a_test_that_does_is_found(line: str) -> None:
    assert beside_the_doors(line)
