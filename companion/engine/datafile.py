"""Reading a board or edition file so that a mistake in it is named by file, line and key."""

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

T = TypeVar("T")
Near: TypeAlias = str | Mapping[str, Any]


class DataFileError(ValueError):
    """A board or edition file that cannot be used.

    The message is one sentence: ``FILE:LINE: KEY: what is wrong and what would be right``.
    """


@dataclass(frozen=True, slots=True)
class DataFile:
    """One parsed TOML file, still knowing its text, so that an error can point at a line."""

    name: str
    text: str
    values: Mapping[str, Any]

    def error(self, key: str, problem: str, near: Near = "") -> DataFileError:
        """The error to raise for ``key``; ``near`` is a piece of text found on the same line, or
        the inline table that the key is in."""
        place = near if isinstance(near, str) else self._written(near)
        return DataFileError(f"{self.name}:{self._line(key, place)}: {key}: {problem}")

    def _line(self, key: str, near: str) -> int:
        names = re.compile(rf"(?<![\w-])[\"']?{re.escape(key)}[\"']?\s*(=|\])")
        lines = [(n, line, line.partition("#")[0]) for n, line in self._lines()]
        both = (n for n, line, said in lines if near in line and names.search(said))
        either = (n for n, line, _ in lines if near and near in line)
        return next(both, next(either, 1))

    def _written(self, table: Mapping[str, Any]) -> str:
        """The line that says just ``table``, or else what it is called."""
        for _, line in self._lines():
            with suppress(tomllib.TOMLDecodeError):
                if (
                    tomllib.loads(f"it = {line.partition('#')[0].strip().rstrip(',')}")["it"]
                    == table
                ):
                    return line
        return str(table.get("name", table.get("key", "")))

    def _lines(self) -> Iterator[tuple[int, str]]:
        return enumerate(self.text.splitlines(), 1)


def read(folder: str, name_or_path: str) -> DataFile:
    """The shipped file ``folder/NAME.toml``, or, when it looks like a path, the table's own file.

    Raises DataFileError when it does not exist, cannot be read or is not TOML.
    """
    source: Traversable | Path
    if name_or_path.endswith(".toml") or "/" in name_or_path:
        source = Path(name_or_path)
    else:
        source = resources.files(__package__).joinpath(folder).joinpath(f"{name_or_path}.toml")
        if not source.is_file():
            known = ", ".join(shipped(folder))
            raise DataFileError(f"no {folder[:-1]} is named '{name_or_path}': choose {known}")
    return parse(name_or_path, _text(source, name_or_path))


def parse(name: str, text: str) -> DataFile:
    """``text`` as TOML. Raises DataFileError with the line where it is not."""
    try:
        return DataFile(name, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        where = re.search(r" \(at line (\d+).*\)$|$", str(error))
        line = where.group(1) or str(text.count("\n") + 1) if where else "1"
        problem = str(error).split(" (at ")[0]
        raise DataFileError(f"{name}:{line}: this is not TOML: {problem}") from None


def shipped(folder: str) -> list[str]:
    """The names of the files that come with the program, in alphabetical order."""
    entries = resources.files(__package__).joinpath(folder).iterdir()
    return sorted(e.name.removesuffix(".toml") for e in entries if e.name.endswith(".toml"))


def take(
    file: DataFile, table: Mapping[str, Any], key: str, kind: type[T], near: Near = "", **default: T
) -> T:
    """``table[key]``, which must be a ``kind``; missing is an error without a ``default=``."""
    if key not in table and "default" in default:
        return default["default"]
    if key not in table:
        raise file.error(key, f"is missing; give it {_article(kind)}", near)
    value = table[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise file.error(key, f"must be {_article(kind)}, not {value!r}", near)
    return value


def only(file: DataFile, table: Mapping[str, Any], keys: Iterable[str], near: Near = "") -> None:
    """Raise DataFileError for the first key of ``table`` that is none of ``keys``."""
    allowed = list(keys)
    for key in table:
        if key not in allowed:
            meant = difflib.get_close_matches(key, allowed, 1)
            hint = f"did you mean '{meant[0]}'?" if meant else f"known are {', '.join(allowed)}"
            raise file.error(key, f"is not known here; {hint}", near)


def _text(source: Traversable | Path, name: str) -> str:
    try:
        return source.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataFileError(f"{name}:1: this is not a text file in UTF-8") from None
    except OSError as error:
        raise DataFileError(f"{name} cannot be read: {error.strerror}") from None


def _article(kind: type) -> str:
    names = {int: "a whole number", str: "a text", bool: "true or false", list: "a list"}
    return names.get(kind, "a table")
