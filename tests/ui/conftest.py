"""A desk for each test that asks for one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import text
from tests.ui import fake_languages
from tests.ui.driver import Desk


@pytest.fixture(scope="module", autouse=True)
def cleared() -> Iterator[None]:
    """The window is left empty and in English: what one file leaves there, another's fails for."""
    yield
    text.set_language("en")
    if kivy := sys.modules.get("kivy.core.window"):
        assert not kivy.Window.children, "A desk was not closed."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Desk(tmp_path) as desk:
        yield desk
    text.set_language("en")


LANGUAGES = [pytest.param(code, marks=pytest.mark.slow) for code in text.languages()]


@pytest.fixture(params=["longest", *LANGUAGES])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, desk: Desk) -> str:
    """Spoken at the desk: the longest words of all languages, and in the slow run each of them."""
    fake_languages.teach(monkeypatch)
    desk.table.speak(request.param)
    return request.param
