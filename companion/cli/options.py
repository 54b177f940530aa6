"""Parameter types and output that several commands share: files, folders, numbers, JSON."""

import json
from datetime import datetime
from math import isfinite
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

LARGEST = 2**31 - 1


class FiniteRange(click.FloatRange):
    """A finite number within bounds: NaN would pass every comparison."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return a finite number, or fail."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number. Use a number such as 1.5.", param, ctx)
        return number


class RegularFile(click.Path):
    """A file to read or to replace: a pipe, a device or a folder is refused without opening it.

    A path that does not exist passes; the command decides whether it needs the file.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fail if something other than a regular file is there."""
        path = Path(value)
        if _exists(path) and not path.is_file():
            self.fail(f"{path} is not a regular file. Name another one.", param, ctx)
        return super().convert(value, param, ctx)


class Folder(click.Path):
    """A folder that exists or can be created: anything else of that name is refused.

    With ``exists``, it must be there already.
    """

    def __init__(self, exists: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=False, exists=exists)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fail if something other than a folder is there."""
        path = Path(value)
        if _exists(path) and not path.is_dir():
            self.fail(f"{path} is not a folder. Name another one.", param, ctx)
        return super().convert(value, param, ctx)


class NameOrFile(RegularFile):
    """Name of a packaged edition or board, or the path of a TOML file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text unchanged; fail if it is a path of something other than a file."""
        text = str(value)
        if "/" in text or text.endswith(".toml"):
            super().convert(text, param, ctx)
        return text

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the packaged names, and files if there is none."""
        from companion.cli.completion import complete_names

        names = complete_names(param, incomplete)
        return names or super().shell_complete(ctx, param, incomplete)


class GameNumber(click.IntRange):
    """A number of a game, which a shell completes."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the games in the ledger."""
        from companion.cli.completion import complete_games

        return complete_games(ctx, incomplete)


GAME = GameNumber(1, LARGEST)
"""Parameter type of a game number."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def echo_json(value: dict[str, Any]) -> None:
    """Print a JSON object; times become text in ISO 8601."""
    click.echo(json.dumps(value, indent=1, ensure_ascii=False, default=datetime.isoformat))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # No access to the path: the command reports the reason.
        return False
