"""A desk for each test that asks for one."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import text
from tests.ui import fake_languages
from tests.ui.driver import Desk, setup


@pytest.fixture(scope="module", autouse=True)
def cleared() -> Iterator[None]:
    """The window is left empty: what one file leaves, another's tests fail for."""
    yield
    if kivy := sys.modules.get("kivy.core.window"):
        assert not kivy.Window.children, "A desk was not closed."


def _desk(folder: Path, test: pytest.Item) -> Desk:
    """A desk with a window, if the test is about one."""
    if not test.get_closest_marker("gui"):
        return Desk(folder)
    from tests.ui.window_desk import WindowDesk

    return WindowDesk(folder, drawn=bool(test.get_closest_marker("drawn")))


@pytest.fixture
def desk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Desk]:
    with _desk(tmp_path, request.node) as desk:
        yield desk
    text.set_language("en")


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[Any]:
    """A table of three without a window."""
    from tests.ui.moments import TimedTable  # imports Kivy, which a window prepares first

    timed = TimedTable(tmp_path)
    timed.table.begin(setup("Ann Bob Cy"))
    yield timed
    text.set_language("en")
    timed.ledger.close()


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Any]:
    """A table of two with a tray, without a window."""
    from tests.ui.moments import Seated

    seated = Seated(tmp_path)
    yield seated
    seated.ledger.close()


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every text is its key and its facts, so that a test pins no English."""
    fake_languages.teach(monkeypatch)
    text.set_language("keys")
    yield
    text.set_language("en")


LANGUAGES = [
    pytest.param(code, marks=() if code == "de" else pytest.mark.slow) for code in text.languages()
]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, desk: Desk) -> None:
    """Spoken at the desk: German, which has the longest words, and in the slow run each."""
    desk.table.speak(request.param)
