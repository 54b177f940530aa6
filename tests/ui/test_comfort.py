"""The menu's switches: each is done at once, and remembered."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import text
from companion.table import settings
from companion.table.menu.seats import side_of
from companion.table.settings import Settings
from companion.ui.menu.state import Preferences


class Room:
    """A comfort of a table where some people play; what it said, and the languages spoken."""

    def __init__(self, path: Path, *names: str) -> None:
        self.said: list[str] = []
        self.spoken: list[str] = []
        self.path = path
        session: Any = SimpleNamespace(setup=SimpleNamespace(players=names)) if names else None
        self.comfort = Preferences(path, lambda: session, self.spoken.append, self.said.append)
        # What may be left and who wins are the rules' business, and seen by touch.
        self.comfort.show = lambda *_: None  # type: ignore[method-assign]

    @property
    def kept(self) -> Settings:
        return settings.load(self.path)[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_every_switch_is_remembered(path: Path) -> None:
    comfort = Room(path, "Ann", "Bob").comfort
    comfort.turn(90)
    comfort.turn_to_me()
    comfort.turn_sound()
    comfort.turn_motion()
    comfort.use_tray(False)
    comfort.speak("de")
    comfort.move_seat("Bob")
    comfort.set_volume(2)
    comfort.set_brightness(3)
    comfort.next_dim_delay()
    again = Room(path, "Ann", "Bob")
    assert again.kept == Settings(
        rotation=90,
        face_me=True,
        sides={"Bob": 3},
        sound=False,
        language="de",
        motion="reduced",
        by_tray=False,
        volume=2,
        brightness=3,
        dim_after=1800,
    )
    found = again.comfort
    assert (found.rotation, found.face_me, found.sound, found.by_tray) == (90, True, False, False)
    assert found.less_motion
    assert again.spoken == ["de"]


def test_a_language_that_is_gone_is_not_spoken(path: Path) -> None:
    settings.save(path, Settings(language="tlh"))
    assert Room(path).spoken == []
    assert "tlh" not in text.languages()


def test_a_file_that_cannot_be_read_is_said_once_and_play_goes_on(path: Path) -> None:
    path.write_text("{")
    room = Room(path)
    assert len(room.said) == 1
    assert room.comfort.rotation == 0


@pytest.mark.parametrize(
    ("count", "sides"),
    [(2, [0, 2]), (3, [0, 1, 3]), (4, [0, 1, 2, 3]), (8, [0, 1, 1, 2, 2, 3, 3, 0])],
)
def test_seats_are_spread_around_the_table(count: int, sides: list[int]) -> None:
    names = [f"P{i}" for i in range(count)]
    assert [side_of(names, {}, name) for name in names] == sides


def test_the_screen_turns_to_whoever_is_asked(path: Path) -> None:
    comfort = Room(path, "Ann", "Bob", "Cy", "Dee").comfort
    comfort.rotate_to("Bob")
    assert comfort.angle == 0, "nobody wanted that yet"
    comfort.turn_to_me()
    assert comfort.angle == 270
    angles = []
    for name in ("Ann", "Bob", "Cy", "Dee", ""):
        comfort.rotate_to(name)
        angles.append(comfort.angle)
    assert angles == [0, 270, 180, 90, 90]
    comfort.turn_to_me()
    assert comfort.angle == 0


def test_a_bank_that_does_not_play_turns_nothing(path: Path) -> None:
    comfort = Room(path, "Ann", "Bob").comfort
    comfort.turn_to_me()
    comfort.rotate_to("Dot")
    assert comfort.angle == 0
