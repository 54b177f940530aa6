"""What a table is used to, remembered from one evening to the next in one small file.

Nothing of a game is in here: losing the file costs a few taps.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion.app.wording.language import Sentence

FILE_NAME = "settings.json"
PLACE = "COMPANION_SETTINGS"
"""The environment variable that names another file."""

QUARTER, SIDES = 90, 4


@dataclass(frozen=True, slots=True)
class Settings:
    """``rotation`` of the screen in degrees; ``face_me`` turns it to whoever is asked, from the
    side in ``sides`` (by name, in quarters clockwise from the near one). ``language`` "" is the
    system's. ``by_tray``: whether throws are expected from a tray."""

    rotation: int = 0
    face_me: bool = False
    sides: Mapping[str, int] = field(default_factory=dict)
    sound: bool = True
    language: str = ""
    by_tray: bool = True


def place(folder: Path) -> Path:
    """The file: in the data folder, unless the environment names another."""
    return Path(os.environ.get(PLACE) or folder / FILE_NAME)


def load(path: Path) -> tuple[Settings, str]:
    """The settings, and a sentence about what is wrong with the file; "" when nothing is.

    What cannot be read is as it was at the very beginning.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), Sentence("{path} cannot be read: {why}.", path=path, why=error.strerror)
    except ValueError:
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
            value = json.dumps(found[key])
            wrong = wrong or Sentence(
                "{path}: {key} cannot be {value}.", path=path, key=key, value=value
            )
    return settings, wrong


def _is_good(key: str, value: object, like: object) -> bool:
    if key == "rotation":
        return type(value) is int and value in range(0, 360, QUARTER)
    if key == "sides":
        return isinstance(value, dict) and all(
            type(side) is int and 0 <= side < SIDES for side in value.values()
        )
    return type(value) is type(like)
