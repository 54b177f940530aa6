"""Limits for foreign input: size, encoding, nesting and numbers of files.

Every reader of foreign input uses these checks before it looks at a value. All of them raise
``ForeignError`` with a reason. ``companion.foreign`` adds checks that the engine does not need,
such as those of archives.
"""

import json
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.engine.problems import InputProblem, Message, Problem, plain

MOST_DOLLARS = 999_999_999
"""Largest amount in a board, an edition or one line of a record: nine digits."""
LARGEST_INTEGER = (1 << 63) - 1
"""Largest integer that the ledger's database can store."""
DEEPEST = 32
"""Greatest depth of nested lists and tables."""
_LONGEST_QUOTE = 60


class ForeignError(ValueError):
    """Raised for foreign input that cannot be used.

    ``facts`` are the names and numbers that a sentence about the ``reason`` needs. ``place`` is
    where the problem is: ``FILE``, ``FILE:LINE`` or ``FILE:LINE: KEY``.
    """

    header = ""
    """Key of the line of a header that is at fault."""

    def __init__(self, reason: Message, place: str = "", **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place
        self.facts = facts

    def __str__(self) -> str:
        problem = plain(self.reason, self.facts)
        return f"{self.place}: {problem}" if self.place else problem


class UnreadableFile(ForeignError):
    """Raised if a file cannot be read; ``why`` is the system's reason or a problem."""

    def __init__(self, name: str, why: str | Problem) -> None:
        super().__init__(InputProblem.UNREADABLE, file=name, why=why)
        self.why = why


def excerpt(text: str) -> str:
    """Return ``text`` as printable characters, without its middle if it is long."""
    if len(text) > _LONGEST_QUOTE:
        half = _LONGEST_QUOTE // 2
        text = f"{text[:half]}…{text[-half:]}"
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def shown(value: object) -> str:
    """Return ``repr(value)``, shortened for a message."""
    return excerpt(repr(value))


def read_file(path: Path, most: int, name: str = "") -> bytes:
    """Return the bytes of a regular file of at most ``most`` bytes.

    Raises UnreadableFile if the file is larger or cannot be read. It also refuses folders, devices
    and pipes: reading those could block for ever.
    """
    name = name or str(path)
    try:
        if stat.S_ISDIR(mode := path.stat().st_mode):
            raise UnreadableFile(name, Problem(InputProblem.IS_A_FOLDER))
        if not stat.S_ISREG(mode):
            raise UnreadableFile(name, Problem(InputProblem.NOT_A_REGULAR_FILE))
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, UnreadableFile):
            raise
        raise UnreadableFile(name, getattr(error, "strerror", None) or str(error)) from error
    if len(data) > most:
        raise UnreadableFile(name, Problem(InputProblem.FILE_TOO_LARGE, kilobytes=most // 1024))
    return data


def decode(data: bytes, name: str) -> str:
    r"""Return UTF-8 ``data`` as text, without a byte order mark and with ``\n`` as line end.

    Raises ForeignError with the first line that is not UTF-8.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ForeignError(InputProblem.NOT_UTF8, f"{name}:{line}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(text: str | bytes) -> Any:
    """Return the value of a text in JSON.

    Raises ForeignError if ``text`` is not JSON, is nested too deeply, or contains a number that
    the ledger cannot store.
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise ForeignError(InputProblem.NESTED_TOO_DEEPLY) from None
    except ValueError as error:
        raise ForeignError(InputProblem.NOT_JSON) from error
    if problem := value_problem(value):
        raise ForeignError(problem)
    return value


def value_problem(value: object) -> InputProblem | None:
    """Return the problem of a parsed value, or None.

    It is a loop, not a recursion: a value can be nested deeper than Python's recursion limit.
    """
    level: list[object] = [value]
    for _ in range(DEEPEST + 1):
        if not level:
            return None
        for one in level:
            if isinstance(one, int) and not -LARGEST_INTEGER <= one <= LARGEST_INTEGER:
                return InputProblem.NUMBER_TOO_LARGE
        level = [inner for one in level for inner in _inner(one)]
    return InputProblem.NESTED_TOO_DEEPLY if level else None


def _inner(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
