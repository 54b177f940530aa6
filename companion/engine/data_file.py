"""Read board and edition files, and report each mistake with file, line and key.

``board.load`` and ``edition.load`` read with it, by name or by path:

    >>> from companion.engine import DataFileError, board
    >>> try:
    ...     board.load("lodon")
    ... except DataFileError as error:
    ...     print(error)
    no board is named 'lodon': choose atlantic-city, italy, london
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from companion.engine import limits
from companion.engine.limits import ForeignError, excerpt, shown
from companion.engine.problems import InputProblem

T = TypeVar("T")
Near: TypeAlias = str | Mapping[str, Any]

LARGEST_FILE = 1 << 16
"""Largest size in bytes; the packaged files have less than 10,000."""
LONGEST_LINE = 4096
"""Longest line in characters; parsing a dotted key takes quadratic time in its parts."""
LONGEST_NAME = 40
"""Longest name in characters."""
_UNKNOWN = {"boards": InputProblem.UNKNOWN_BOARD, "editions": InputProblem.UNKNOWN_EDITION}


class DataFileError(ForeignError):
    """Raised if a board or edition file cannot be used; ``place`` names the line and the key."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A parsed TOML file with its text, so that an error can name a line."""

    name: str
    text: str
    values: Mapping[str, Any]

    def error(
        self, key: str, reason: InputProblem, near: Near = "", **facts: object
    ) -> DataFileError:
        """Return the error to raise for ``key``.

        ``near`` is a text on the same line as the key, or the inline table that contains the key.
        """
        place = near if isinstance(near, str) else self._text_of(near)
        line = self._line(key, place)
        return DataFileError(reason, f"{self.name}:{line}: {excerpt(key)}", **facts)

    def _line(self, key: str, near: str) -> int:
        names = re.compile(rf"(?<![\w-])[\"']?{re.escape(key)}[\"']?\s*(=|\])")
        lines = [(n, line, line.partition("#")[0]) for n, line in self._lines()]
        both = (n for n, line, code in lines if near in line and names.search(code))
        either = (n for n, line, _ in lines if near and near in line)
        return next(both, next(either, 1))

    def _text_of(self, table: Mapping[str, Any]) -> str:
        """Return the line that contains exactly the inline ``table``, or else its name or key."""
        for _, line in self._lines():
            code = line.partition("#")[0].strip().rstrip(",")
            with suppress(ValueError, RecursionError):
                if tomllib.loads(f"it = {code}")["it"] == table:
                    return line
        return str(table.get("name", table.get("key", "")))

    def _lines(self) -> Iterator[tuple[int, str]]:
        return enumerate(self.text.splitlines(), 1)


def read(folder: str, name_or_path: str) -> DataFile:
    """Return the packaged file ``folder/NAME.toml``, or the file at a path.

    A path ends with ``.toml`` or contains a slash. Raises DataFileError if the file does not
    exist, cannot be read or is not TOML.
    """
    source: Traversable | Path
    if name_or_path.endswith(".toml") or "/" in name_or_path:
        source = Path(name_or_path)
    else:
        if name_or_path not in (known := shipped(folder)):
            raise DataFileError(_UNKNOWN[folder], name=excerpt(name_or_path), choices=known)
        source = resources.files(__package__).joinpath(folder).joinpath(f"{name_or_path}.toml")
    return parse(name_or_path, _text(source, name_or_path))


def parse(name: str, text: str) -> DataFile:
    """Return the parsed TOML of ``text``. Raises DataFileError with the line of the mistake."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            place = f"{name}:{number}"
            raise DataFileError(InputProblem.LINE_TOO_LONG, place, most=LONGEST_LINE)
    try:
        file = DataFile(name, text, tomllib.loads(text))
    except RecursionError:
        place = f"{name}:{_deepest_line(text)}"
        raise DataFileError(InputProblem.NESTED_TOO_DEEPLY, place) from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r" \(at line (\d+).*\)$|$", str(error))
        line = found.group(1) or str(text.count("\n") + 1) if found else "1"
        raise _not_toml(f"{name}:{line}", str(error).split(" (at ")[0]) from None
    except ValueError as error:  # An impossible date, or a number of 5,000 digits.
        raise _not_toml(f"{name}:1", str(error)) from None
    for key, value in file.values.items():
        if reason := limits.value_problem(value):
            raise file.error(key, reason, key)
    return file


def _not_toml(place: str, why: str) -> DataFileError:
    return DataFileError(InputProblem.NOT_TOML, place, why=excerpt(why))


def _deepest_line(text: str) -> int:
    """Return the number of the line in which most lists and tables begin."""
    lines = [line.count("[") + line.count("{") for line in text.splitlines()]
    return lines.index(max(lines)) + 1


def shipped(folder: str) -> list[str]:
    """List the names of the packaged files, in alphabetical order."""
    entries = resources.files(__package__).joinpath(folder).iterdir()
    return sorted(e.name.removesuffix(".toml") for e in entries if e.name.endswith(".toml"))


def take(
    file: DataFile, table: Mapping[str, Any], key: str, kind: type[T], near: Near = "", **default: T
) -> T:
    """Return ``table[key]``, or the ``default`` if the key is missing.

    Raises DataFileError if the value is no ``kind``, or is missing without a ``default=``.
    """
    if key not in table and "default" in default:
        return default["default"]
    if key not in table:
        raise file.error(key, InputProblem.MISSING_KEY, near, kind=kind)
    value = table[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise file.error(key, InputProblem.WRONG_KIND, near, kind=kind, value=shown(value))
    return value


def only(file: DataFile, table: Mapping[str, Any], keys: Iterable[str], near: Near = "") -> None:
    """Raise DataFileError for the first key of ``table`` that is not in ``keys``."""
    allowed = list(keys)
    for key in table:
        if key not in allowed:
            close = difflib.get_close_matches(key, allowed, 1)
            hint = {"close": close[0]} if close else {"known": allowed}
            raise file.error(key, InputProblem.UNKNOWN_KEY, near, **hint)


def amount(
    file: DataFile,
    table: Mapping[str, Any],
    key: str,
    near: Near = "",
    least: int = 0,
    most: int = limits.MOST_DOLLARS,
) -> int:
    """Return ``table[key]``, a whole number from ``least`` to ``most``. Raises DataFileError."""
    value = take(file, table, key, int, near)
    if value < 0 <= least:
        raise file.error(key, InputProblem.NEGATIVE, near, value=value)
    if not least <= value <= most:
        reason = InputProblem.OUT_OF_RANGE
        raise file.error(key, reason, near, least=least, most=most, value=value)
    return value


def amounts(
    file: DataFile, table: Mapping[str, Any], key: str, count: int, near: Near = ""
) -> tuple[int, ...]:
    """Return ``table[key]``, a list of ``count`` amounts. Raises DataFileError."""
    value = take(file, table, key, list, near)
    if len(value) != count or not all(type(n) is int and n >= 0 for n in value):
        raise file.error(key, InputProblem.WRONG_LIST, near, count=count, value=shown(value))
    if max(value) > limits.MOST_DOLLARS:
        raise file.error(key, InputProblem.NUMBER_ABOVE, near, most=limits.MOST_DOLLARS)
    return tuple(value)


def name(
    file: DataFile,
    table: Mapping[str, Any],
    key: str,
    near: Near = "",
    longest: int = LONGEST_NAME,
    **default: str,
) -> str:
    """Return ``table[key]``, a text of one line that is not empty. Raises DataFileError."""
    value = take(file, table, key, str, near, **default)
    if not value or value != " ".join(value.split()) or not value.isprintable():
        raise file.error(key, InputProblem.NOT_PRINTABLE, near, text=excerpt(value))
    if len(value) > longest:
        reason = InputProblem.NAME_TOO_LONG
        raise file.error(key, reason, near, text=excerpt(value), most=longest)
    return value


def _text(source: Traversable | Path, name: str) -> str:
    try:
        if isinstance(source, Path):
            return limits.decode(limits.read_file(source, LARGEST_FILE, name), name)
        return source.read_text(encoding="utf-8")
    except ForeignError as error:
        raise DataFileError(error.reason, error.place, **error.facts) from None
