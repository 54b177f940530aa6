"""A desk for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import wording
from tests.app import tongues
from tests.app.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.close()
    wording.speak("en")


LANGUAGES = [pytest.param(code, marks=pytest.mark.slow) for code in wording.languages()]


@pytest.fixture(params=["longest", *LANGUAGES])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, desk: Desk) -> str:
    """Spoken at the desk: the longest words of all languages, and in the slow run each of them."""
    tongues.teach(monkeypatch)
    desk.table.speak(request.param)
    return request.param
