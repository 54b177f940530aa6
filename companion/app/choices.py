"""What a table may choose before the first throw, and the set-up that the choices make."""

from companion.app.rows import Choice, Option
from companion.app.wording.names import about, edition_name
from companion.app.wording.table import SETUP
from companion.engine import board, edition
from companion.engine.notation import NotationError, check_name, parse_header
from companion.engine.state import Setup

RENT = ("watchful", "shown", "automatic")
CARDS = ("table", "program")
DICE = ("tray", "hand")
MOST_PLAYERS = 12
DEFAULTS = {"edition": "1961", "board": "atlantic-city", "cards": "table", "dice": "tray"}


def defaults() -> dict[str, str]:
    """What is chosen until somebody chooses otherwise."""
    return with_rent(dict(DEFAULTS))


def with_rent(chosen: dict[str, str]) -> dict[str, str]:
    """The edition brings its own way of asking for rent (TABLE-6)."""
    return chosen | {"rent": edition.load(chosen["edition"]).rent_asking}


def choices(chosen: dict[str, str]) -> list[Choice]:
    """Everything there is to choose, with what is chosen and a line about it."""
    options = {
        "edition": {name: edition_name(edition.load(name)) for name in edition.names()},
        "board": {name: board.load(name).name for name in board.names()},
        **{
            key: {name: SETUP[name] for name in names}
            for key, names in (("rent", RENT), ("cards", CARDS), ("dice", DICE))
        },
    }
    return [_choice(key, named, chosen[key]) for key, named in options.items()]


def _choice(key: str, named: dict[str, str], chosen: str) -> Choice:
    line = about(edition.load(chosen)) if key == "edition" else SETUP.get(f"about_{chosen}", "")
    options = (Option(key, name, text, name == chosen) for name, text in named.items())
    return Choice(SETUP[key], line, tuple(options))


def name_problem(name: str, others: list[str]) -> str:
    """Why nobody at this table can be called that; "" when somebody can."""
    try:
        check_name(name)
    except NotationError:
        return SETUP["no_name" if name else "unnamed"]
    return SETUP["taken"] if name.lower() in (other.lower() for other in others) else ""


def setup_of(names: list[str], chosen: dict[str, str]) -> Setup:
    """The set-up. Raises NotationError or DataFileError, a sentence each."""
    header = {key: chosen[key] for key in ("edition", "board", "rent", "cards")}
    header["players"] = ", ".join(names)
    return parse_header("".join(f"{key}: {value}\n" for key, value in header.items()))
