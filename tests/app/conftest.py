"""A desk for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.close()
