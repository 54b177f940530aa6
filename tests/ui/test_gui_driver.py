"""The desk that the tests of touch share: a closed one leaves no screens behind."""

from pathlib import Path
from weakref import ref

import pytest

from tests.ui.window_desk import COLLECTED_EVERY, WindowDesk

pytestmark = pytest.mark.gui


def test_the_screens_of_a_closed_desk_are_freed_with_one_of_the_next(tmp_path: Path) -> None:
    """A worker opens hundreds of desks, each of some 50 MB."""
    with WindowDesk(tmp_path / "first") as desk:
        desk.sit_down()
        kept = [ref(desk.root), ref(desk.table)]
    del desk
    for evening in range(COLLECTED_EVERY):
        WindowDesk(tmp_path / str(evening)).close()
    assert [one() for one in kept] == [None, None]
