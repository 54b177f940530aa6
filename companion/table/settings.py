"""Settings of the table, stored in one small JSON file.

The file has nothing of a game in it: losing it costs a few taps.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion import foreign
from companion.engine.limits import ForeignError, UnreadableFile, excerpt
from companion.engine.problems import Problem
from companion.palette import CHOICES, PAPER
from companion.table.markers import MARKERS
from companion.text.settings import SettingsProblem

FILE_NAME = "settings.json"
PLACE = "COMPANION_SETTINGS"
"""Environment variable that names another file."""

QUARTER, SIDES = 90, 4
LAST_PIN = 27
LEVELS, A_DAY = 5, 24 * 60 * 60
MOTIONS = ("full", "reduced")
DEVICES = re.compile(r"yes|no|undo|lamp|buzzer|bid_[1-9][0-9]?")
"""Names of the devices on pins; the bid button of a player is named by the seat."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the table, as stored in the file.

    ``rotation``: of the screen, in degrees. ``face_me``: turn the screen to the player who is
    asked. ``sides``: side of the table of each player by name, in quarter turns clockwise from the
    near side. ``signs``: number of the marker that each player chose, by name. ``language`` and
    ``timezone``, such as ``Europe/Berlin``: empty for those of the system. ``theme``: name of a
    theme, or "clock" for dark in the evening. ``motion``: one of ``MOTIONS``; with "reduced",
    pictures show their final state at once.

    ``by_tray``: rolls are expected from a tray. ``tray``: port of the tray, empty to search for
    it. ``pins``: BCM pins of the devices of the button panel that differ from the default, null for
    a device that is not connected.

    ``brightness`` and ``volume``: levels from 1 to ``LEVELS``. ``dim_after``: seconds without a
    touch after which the screen is dimmed, 0 for never.
    """

    rotation: int = 0
    face_me: bool = False
    sides: Mapping[str, int] = field(default_factory=dict)
    signs: Mapping[str, int] = field(default_factory=dict)
    sound: bool = True
    language: str = ""
    timezone: str = ""
    theme: str = PAPER.name
    motion: str = "full"
    by_tray: bool = True
    tray: str = ""
    pins: Mapping[str, int | None] = field(default_factory=dict)
    brightness: int = LEVELS
    volume: int = LEVELS
    dim_after: int = 600


def place(folder: Path) -> Path:
    """Return the path of the file: from the environment, else in the data folder."""
    return Path(os.environ.get(PLACE) or folder / FILE_NAME)


def load(path: Path) -> tuple[Settings, Problem | None]:
    """Read the settings; return them and the first problem, if any.

    Settings that cannot be read have their default values.
    """
    try:
        values = foreign.read_json(path)
    except UnreadableFile as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return Settings(), None
        return Settings(), Problem(SettingsProblem.UNREADABLE, path=path, why=error.why)
    except ForeignError:
        values = None
    if not isinstance(values, dict):
        return Settings(), Problem(SettingsProblem.NOT_SETTINGS, path=path)
    return _read(values, path)


def save(path: Path, settings: Settings) -> Problem | None:
    """Write the settings atomically; return the problem if that fails."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        return Problem(SettingsProblem.UNWRITABLE, path=path, why=error.strerror)
    return None


def _read(values: dict[str, Any], path: Path) -> tuple[Settings, Problem | None]:
    settings = Settings()
    wrong: Problem | None = None
    for key in (one.name for one in fields(Settings)):
        if key not in values:
            continue
        if _is_good(key, values[key], getattr(settings, key)):
            settings = replace(settings, **{key: values[key]})
        else:
            value = excerpt(json.dumps(values[key]))
            wrong = wrong or Problem(SettingsProblem.BAD_VALUE, path=path, key=key, value=value)
    return settings, wrong


RANGES = {
    "rotation": range(0, 360, QUARTER),
    "brightness": range(1, LEVELS + 1),
    "volume": range(1, LEVELS + 1),
    "dim_after": range(A_DAY + 1),
}

_CHOICES = {"theme": CHOICES, "motion": MOTIONS}


def _is_good(key: str, value: object, like: object) -> bool:
    if key in RANGES:
        return type(value) is int and value in RANGES[key]
    if key in _CHOICES:
        return value in _CHOICES[key]
    if key in ("sides", "signs"):
        most = SIDES if key == "sides" else MARKERS
        return isinstance(value, dict) and all(
            type(one) is int and 0 <= one < most for one in value.values()
        )
    if key == "pins":
        return isinstance(value, dict) and all(map(_is_pin, value, value.values()))
    return type(value) is type(like)


def _is_pin(name: str, pin: object) -> bool:
    return bool(DEVICES.fullmatch(name)) and (
        pin is None or (type(pin) is int and 0 <= pin <= LAST_PIN)
    )
