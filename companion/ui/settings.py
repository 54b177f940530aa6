"""What a table is used to, remembered from one evening to the next in one small file.

Nothing of a game is in here: losing the file costs a few taps.
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
from companion.engine.sentence import Sentence
from companion.ui.markers import SIGNS

FILE_NAME = "settings.json"
PLACE = "COMPANION_SETTINGS"
"""The environment variable that names another file."""

QUARTER, SIDES = 90, 4
LAST_PIN = 27
LEVELS, A_DAY = 5, 24 * 60 * 60
DEVICES = re.compile(r"yes|no|undo|lamp|buzzer|bid_[1-9][0-9]?")
"""What can be on a pin; a player's own button is named by the seat."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``rotation`` of the screen in degrees; ``face_me`` turns it to whoever is asked, from the
    side in ``sides`` (by name, in quarters clockwise from the near one). ``signs``: by which of the
    ``SIGNS`` colours and shapes somebody wants to be known, by name. ``language`` "" is the
    system's. ``by_tray``: whether throws are expected from a tray, and ``tray`` where it is, "" for
    wherever it is found. ``pins``: the devices of the button panel that are on other pins than
    they are made for (BCM numbers), or on none (null); by their names at the table. ``brightness``
    of the screen and ``volume`` of the sounds are levels from 1 to ``LEVELS``; after ``dim_after``
    seconds without a touch the screen is dimmed, after 0 never."""

    rotation: int = 0
    face_me: bool = False
    sides: Mapping[str, int] = field(default_factory=dict)
    signs: Mapping[str, int] = field(default_factory=dict)
    sound: bool = True
    language: str = ""
    by_tray: bool = True
    tray: str = ""
    pins: Mapping[str, int | None] = field(default_factory=dict)
    brightness: int = LEVELS
    volume: int = LEVELS
    dim_after: int = 600


def place(folder: Path) -> Path:
    """The file: in the data folder, unless the environment names another."""
    return Path(os.environ.get(PLACE) or folder / FILE_NAME)


def load(path: Path) -> tuple[Settings, str]:
    """The settings, and a sentence about what is wrong with the file; "" when nothing is.

    What cannot be read is as it was at the very beginning.
    """
    try:
        found = foreign.read_json(path)
    except UnreadableFile as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return Settings(), ""
        return Settings(), Sentence("{path} cannot be read: {why}.", path=path, why=error.why)
    except ForeignError:
        return Settings(), _no_settings(path)
    if not isinstance(found, dict):
        return Settings(), _no_settings(path)
    return _read(found, path)


def save(path: Path, settings: Settings) -> str:
    """Writes them, all or nothing; a sentence about why that was not possible, or ""."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        return Sentence("{path} cannot be written: {why}.", path=path, why=error.strerror)
    return ""


def _no_settings(path: Path) -> Sentence:
    return Sentence("{path} is no settings file: delete it, or mend it.", path=path)


def _read(found: dict[str, Any], path: Path) -> tuple[Settings, str]:
    settings, wrong = Settings(), ""
    for key in (one.name for one in fields(Settings)):
        if key not in found:
            continue
        if _is_good(key, found[key], getattr(settings, key)):
            settings = replace(settings, **{key: found[key]})
        else:
            value = excerpt(json.dumps(found[key]))
            wrong = wrong or Sentence(
                "{path}: {key} cannot be {value}.", path=path, key=key, value=value
            )
    return settings, wrong


RANGES = {
    "rotation": range(0, 360, QUARTER),
    "brightness": range(1, LEVELS + 1),
    "volume": range(1, LEVELS + 1),
    "dim_after": range(A_DAY + 1),
}


def _is_good(key: str, value: object, like: object) -> bool:
    if key in RANGES:
        return type(value) is int and value in RANGES[key]
    if key in ("sides", "signs"):
        most = SIDES if key == "sides" else SIGNS
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
