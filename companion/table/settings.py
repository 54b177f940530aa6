"""Settings of the table, stored in one small JSON file.

The file has nothing of a game in it: losing it costs a few taps.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion import foreign
from companion.engine.edition import MOST_PLAYERS
from companion.engine.limits import ForeignError, UnreadableFile, excerpt
from companion.engine.problems import Problem
from companion.look.palette import CHOICES, PAPER
from companion.table.markers import MARKERS
from companion.table.speech import OFF, SAYS
from companion.text.settings import SettingsProblem
from companion.whole_file import written_whole

FILE_NAME = "settings.json"
PLACE = "COMPANION_SETTINGS"
"""Environment variable that names another file."""

QUARTER, SIDES = 90, 4
LAST_PIN = 27
LEVELS, A_DAY = 5, 24 * 60 * 60
MOTIONS, BOTH = ("full", "reduced"), (False, True)
TYPE_SIZES = ("normal", "large", "largest")
BUTTONS = ("yes", "no", "undo", "redo", *(f"bid_{seat}" for seat in range(1, MOST_PLAYERS + 1)))
"""Names of the buttons on pins; the bid button of a player is named by the seat."""
DEVICES = {*BUTTONS, "lamp", "buzzer"}


def _is_pin(name: str, pin: object) -> bool:
    return name in DEVICES and (pin is None or _is_below(LAST_PIN + 1)("", pin))


def _is_die(address: str, name: object) -> bool:
    return bool(address) and type(name) is str


def _is_card(number: str, seat: object) -> bool:
    return number.isdecimal() and type(seat) is int and 1 <= seat <= MOST_PLAYERS


def _is_below(most: int) -> Callable[[str, object], bool]:
    return lambda _, value: type(value) is int and 0 <= value < most


def setting(about: str, default: Any, allowed: object = None, shown: str = "") -> Any:
    """Declare a setting, with its meaning for the reference.

    ``default`` is a value, or what makes one. ``allowed`` contains every valid value; for a
    mapping, it is a function that is true of every valid key and value. The menu shows a
    ``"choice"`` as a key for each value, and a ``"switch"`` as one that is lit while it is not the
    default; what is not ``shown`` has a place of its own, or none.
    """
    make = default if callable(default) else lambda: default
    about_it = {"about": about, "allowed": allowed, "shown": shown}
    return field(default_factory=make, metadata=about_it)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the table, as stored in the file."""

    rotation: int = setting(
        "Rotation of the screen in degrees.", 0, range(0, 360, QUARTER), "choice"
    )
    face_me: bool = setting("Turn the screen to the player who is asked.", False, BOTH, "switch")
    sides: Mapping[str, int] = setting(
        "Side of the table for each player, by name: 0 is the near side, then clockwise to 3.",
        dict,
        _is_below(SIDES),
    )
    signs: Mapping[str, int] = setting(
        "Preferred colour and shape of each player, by name: a number from 0.",
        dict,
        _is_below(MARKERS),
    )
    sound: bool = setting("Play sounds.", True)
    language: str = setting(
        'Language of the screens. `""` is the language of the machine.', "", shown="choice"
    )
    timezone: str = setting(
        'Time zone, such as `"Europe/Berlin"`. `""` is the one of the machine.', ""
    )
    theme: str = setting(
        "Colors: `paper` is light, `evening` dark, `clock` dark from 7 pm to 7 am.",
        PAPER.name,
        CHOICES,
        "choice",
    )
    type_size: str = setting(
        "Size of all texts: `normal`, `large` or `largest`.", TYPE_SIZES[0], TYPE_SIZES, "choice"
    )
    motion: str = setting(
        "`reduced` shows pictures in their final state: nothing flies, slides or bounces.",
        MOTIONS[0],
        MOTIONS,
        "switch",
    )
    by_tray: bool = setting("Expect rolls from a dice tray.", True, BOTH, "switch")
    tray: str = setting('Port or address of the dice tray. `""` searches for it.', "")
    dice: Mapping[str, str] = setting(
        "Bluetooth dice of this table: their names, by their addresses.", dict, _is_die
    )
    card_reader: str = setting(
        'Model of the USB reader of bank cards. `""` until a card is held to one.', ""
    )
    cards: Mapping[str, int] = setting(
        "Bank cards of the USB reader: the seat of each, from 1, by its number.", dict, _is_card
    )
    pins: Mapping[str, int | None] = setting(
        "BCM pins of the button panel that differ from the built-in ones; null for none. "
        'Example: `{"bid_1": 5, "buzzer": null}`.',
        dict,
        _is_pin,
    )
    brightness: int = setting("Brightness of the screen.", LEVELS, range(1, LEVELS + 1), "choice")
    volume: int = setting("Volume of the sounds.", LEVELS, range(1, LEVELS + 1), "choice")
    voice: str = setting(
        "Words of the voice after each move: `off`, `money` or `everything`.", OFF, SAYS
    )
    voice_language: str = setting('Language of the voice. `""` is the language of the screens.', "")
    dim_after: int = setting(
        "Seconds without a touch until the screen dims. 0 is never.", 600, range(A_DAY + 1)
    )


def shown_as(shown: str) -> dict[str, Sequence[Any]]:
    """Return the settings that the menu shows as ``shown``, with their values."""
    return {
        one.name: one.metadata["allowed"] or ()
        for one in fields(Settings)
        if one.metadata["shown"] == shown
    }


def place(folder: Path) -> Path:
    """Path of the file: from the environment, else in the data folder."""
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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as part:
            part.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        return Problem(SettingsProblem.UNWRITABLE, path=path, why=error.strerror)
    return None


def _read(values: dict[str, Any], path: Path) -> tuple[Settings, Problem | None]:
    settings = Settings()
    wrong: Problem | None = None
    for one in fields(Settings):
        key, value = one.name, values.get(one.name, getattr(settings, one.name))
        if _is_good(value, getattr(settings, key), one.metadata["allowed"]):
            settings = replace(settings, **{key: value})
        else:
            value = excerpt(json.dumps(value))
            wrong = wrong or Problem(SettingsProblem.BAD_VALUE, path=path, key=key, value=value)
    return settings, wrong


def _is_good(value: Any, like: Any, allowed: Any) -> bool:
    if type(value) is not type(like):
        return False
    if callable(allowed):
        return all(map(allowed, value, value.values()))
    return allowed is None or value in allowed
