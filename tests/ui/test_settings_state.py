"""The menu's switches: each is done at once, and remembered."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import text
from companion.table import settings
from companion.table.menu.seats import side_of
from companion.table.settings import Settings
from companion.table.states.settings import SettingsState
from companion.text.screens.menu import SETTINGS
from tests.clock import StillClock
from tests.ui.test_settings import OTHER

NUMBERS = ("volume", "brightness", "dim_after")
SWITCHES = (
    "rotation",
    "face_me",
    "sound",
    "motion",
    "by_tray",
    "language",
    "voice",
    "voice_language",
)


class Room:
    """A settings of a table where some people play; what it said, and the languages spoken."""

    def __init__(self, path: Path, *names: str) -> None:
        self.said: list[str] = []
        self.spoken: list[str] = []
        self.path = path
        session: Any = SimpleNamespace(setup=SimpleNamespace(players=names)) if names else None
        self.settings = SettingsState(
            path, lambda: session, self.spoken.append, self.said.append, StillClock()
        )
        self.table: Any = SimpleNamespace(session=session)

    def tap(self, *do: object) -> None:
        self.settings.tapped(do, self.table)

    @property
    def kept(self) -> Settings:
        return settings.load(self.path)[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_every_switch_is_remembered(path: Path) -> None:
    room = Room(path, "Ann", "Bob")
    for key in (*SWITCHES, *NUMBERS):
        room.tap("change", key, getattr(OTHER, key))
    room.tap("side", "Bob")
    again = Room(path, "Ann", "Bob")
    assert again.kept == replace(OTHER, sides={"Bob": 3}, signs={})
    assert again.settings.value == again.kept
    assert again.spoken == ["de"]


def test_a_language_that_is_gone_is_not_spoken(path: Path) -> None:
    settings.save(path, Settings(language="tlh"))
    assert Room(path).spoken == []
    assert "tlh" not in text.languages()


def test_a_language_that_lacks_sentences_says_so_when_it_is_chosen(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.text.coverage", {"de": (20, 2313), "es": None}.get)
    room = Room(path)
    room.tap("change", "language", "es")
    assert room.said == []
    room.tap("change", "language", "de")
    assert [str(said) for said in room.said] == [str(SETTINGS.fill("partly", done=20, total=2313))]


def test_a_file_that_cannot_be_read_is_said_once_and_play_goes_on(path: Path) -> None:
    path.write_text("{")
    room = Room(path)
    assert len(room.said) == 1
    assert room.settings.value == Settings()


@pytest.mark.parametrize(
    ("count", "sides"),
    [(2, [0, 2]), (3, [0, 1, 3]), (4, [0, 1, 2, 3]), (8, [0, 1, 1, 2, 2, 3, 3, 0])],
)
def test_seats_are_spread_around_the_table(count: int, sides: list[int]) -> None:
    names = [f"P{i}" for i in range(count)]
    assert [side_of(names, {}, name) for name in names] == sides


def test_the_screen_turns_to_whoever_is_asked(path: Path) -> None:
    settings = Room(path, "Ann", "Bob", "Cy", "Dee").settings
    settings.rotate_to("Bob")
    assert settings.angle == 0, "nobody wanted that yet"
    settings.change(face_me=True)
    assert settings.angle == 270
    angles = []
    for name in ("Ann", "Bob", "Cy", "Dee", ""):
        settings.rotate_to(name)
        angles.append(settings.angle)
    assert angles == [0, 270, 180, 90, 90]
    settings.change(face_me=False)
    assert settings.angle == 0


def test_a_bank_that_does_not_play_turns_nothing(path: Path) -> None:
    settings = Room(path, "Ann", "Bob").settings
    settings.change(face_me=True)
    settings.rotate_to("Dot")
    assert settings.angle == 0
