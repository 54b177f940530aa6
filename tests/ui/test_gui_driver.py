"""The desk that the tests of touch share: a closed one leaves no screens behind."""

from pathlib import Path
from weakref import ref

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_the_screens_of_a_closed_desk_are_freed_with_the_next_one(tmp_path: Path) -> None:
    """A worker opens hundreds of desks, each of some 50 MB."""
    kept = []
    for evening in ("first", "second", "third"):
        with Desk(tmp_path / evening) as desk:
            desk.sit_down()
            kept += [ref(desk.root), ref(desk.table)]
    assert [one() for one in kept[:4]] == [None] * 4
