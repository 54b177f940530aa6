"""Types of options that several commands share: finite numbers, and files that are files."""

from math import isfinite
from pathlib import Path
from typing import Any

import click

LARGEST = 2**31 - 1


class FiniteRange(click.FloatRange):
    """A number within bounds; neither NaN, which no comparison refuses, nor infinite."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return a finite number, or fail."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


class RegularFile(click.Path):
    """A file to read, or to replace: a pipe, a device or a folder is refused, unopened.

    A path where nothing is passes; the command itself says what it means there.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path that can be read or replaced as a file, or fail."""
        path = Path(value)
        if _exists(path) and not path.is_file():
            self.fail(f"{path} is not a regular file: name another one.", param, ctx)
        return super().convert(value, param, ctx)


class Folder(click.Path):
    """A folder that is there, or may be made: anything else of that name is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path that is or can become a folder, or fail."""
        path = Path(value)
        if _exists(path) and not path.is_dir():
            self.fail(f"{path} is not a folder: name another one.", param, ctx)
        return super().convert(value, param, ctx)


class NameOrFile(RegularFile):
    """The name of something that comes with the program, or the path of a file like it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is, unless it is the path of something else than a file."""
        text = str(value)
        if "/" in text or text.endswith(".toml"):
            super().convert(text, param, ctx)
        return text


GAME = click.IntRange(1, LARGEST)
"""The number of a game."""


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # What cannot be looked at; the command says why.
        return False
