"""A desk for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import wording
from tests.app.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.close()
    wording.speak("en")


@pytest.fixture(params=list(wording.languages()))
def language(request: pytest.FixtureRequest, desk: Desk) -> str:
    """Every language in turn, spoken at the desk."""
    desk.table.speak(request.param)
    return request.param
