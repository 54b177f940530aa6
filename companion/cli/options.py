"""Declaration of a command by its function, and parameter types and output that many share.

The parameters of a command are those of its function, or the fields of a dataclass: a name, a type
and a default are written once. What else a parameter has, such as its help, is in its
annotation: ``games: Annotated[int, option("Number of games.", IntRange(1))] = 100``.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from inspect import Parameter, signature
from math import isfinite
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args, get_type_hints

import click
from click.shell_completion import CompletionItem

from companion.engine.limits import excerpt
from companion.text.columns import COLUMNS

LARGEST = 2**31 - 1


class RefusedValue(click.ClickException):
    """Request that a command cannot fulfil: one sentence, exit status 2."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Declared:
    """Parameter of a command, except for its name, Python type and default."""

    make: Callable[..., click.Parameter]
    names: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)


def option(help: str, type: Any = None, usage: str = "", **settings: Any) -> Declared:
    """Declare an option.

    ``usage`` is how the help shows it, such as ``-o --output FILE.html``. What it lacks is made of
    the name of the parameter and of its type.
    """
    words = usage.split()
    names = tuple(word for word in words if word.startswith("-"))
    metavar = "".join(words[len(names) :]) or None
    return Declared(
        click.Option, names, {"help": help, "type": type, "metavar": metavar, **settings}
    )


def argument(type: Any = None, **settings: Any) -> Declared:
    """Declare an argument: it is required unless it may be None."""
    return Declared(click.Argument, settings={"type": type, **settings})


def command(function: Callable[..., None], fields_of: Any = None) -> click.Command:
    """Make a command of a function, or of one that takes the fields of a dataclass by name."""
    source = fields_of or function
    hints = get_type_hints(source, include_extras=True)
    made = click.command(function.__name__.removesuffix("_command"))(function)
    made.params += [
        _parameter(name, one.default, *get_args(hints[name])[:2])
        for name, one in signature(source).parameters.items()
        if one.kind is not Parameter.VAR_KEYWORD
    ]
    return made


def _parameter(name: str, default: Any, kind: Any, declared: Declared) -> click.Parameter:
    names, settings, kinds = [name, *declared.names], {**declared.settings}, get_args(kind)
    may_lack = default is not Parameter.empty
    if may_lack:
        settings["default"] = default
    kind = (kinds or (kind,))[0]
    settings["type"] = settings["type"] or TYPES.get(kind, kind)
    if declared.make is click.Argument:
        settings["required"] = not may_lack and NoneType not in kinds
    elif not declared.names:
        names.append(f"--{name.replace('_', '-')}")
    if kind is bool:
        settings["is_flag"] = True
    return declared.make(names, **settings)


class Whole(click.IntRange):
    """A whole number within bounds; a refusal says which."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return a whole number within the bounds, or fail."""
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"'{excerpt(str(value))}' is not {self._expected()}.", param, ctx)
        return number

    def _expected(self) -> str:
        bounds = (("from", self.min), ("to", self.max))
        told = (f" {word} {bound}" for word, bound in bounds if bound is not None)
        return f"a whole number{''.join(told)}"


class FiniteRange(click.FloatRange):
    """A finite number within bounds: NaN would pass every comparison."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return a finite number, or fail."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number. Use a number such as 1.5.", param, ctx)
        return number


class Parsed(click.ParamType):
    """A text that ``parse`` makes a value of, or raises ValueError.

    A refusal quotes the text and says what was ``expected``.
    """

    def __init__(self, name: str, parse: Callable[[str], Any], expected: str) -> None:
        self.name = name
        self._parse = parse
        self._expected = expected

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value of a text, or fail."""
        if not isinstance(value, str):  # It was converted before.
            return value
        try:
            return self._parse(value)
        except ValueError:
            self.fail(f"invalid {self.name} '{value}': expected {self._expected}", param, ctx)


class RegularFile(click.Path):
    """A file to read or to replace: a pipe, a device or a folder is refused without opening it.

    A path that does not exist passes; the command decides whether it needs the file. A parameter
    that is a path has this type unless it declares another.
    """

    what = "regular file"

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=self.what != "folder")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fail if something else is there."""
        path = Path(value)
        if _exists(path) and not self._passes(path):
            self.fail(f"{path} is not a {self.what}. Name another one.", param, ctx)
        return super().convert(value, param, ctx)

    def _passes(self, path: Path) -> bool:
        return path.is_file()


class Folder(RegularFile):
    """A folder that exists or can be created: anything else of that name is refused."""

    what = "folder"

    def _passes(self, path: Path) -> bool:
        return path.is_dir()


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


class GameNumber(Whole):
    """A number of a game, which a shell completes."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the games in the ledger."""
        from companion.cli.completion import complete_games

        return complete_games(ctx, incomplete)


TYPES = {Path: RegularFile(), int: Whole()}
"""Types of parameters that declare none, by their Python type."""

GAME = GameNumber(1, LARGEST)
"""Parameter type of a game number."""

GameOrLast = Annotated[int | None, argument(GAME)]
AsJson = Annotated[bool, option("Print one JSON object.", None, "--json")]
PORT = Whole(0, 65535)


def echo(as_json: bool, value: object, lines: Iterable[str]) -> None:
    """Print an answer: as the JSON object of a dict or a dataclass, or as lines."""
    if as_json:
        lines = [json.dumps(value, indent=1, ensure_ascii=False, default=_plain)]
    for line in lines:
        click.echo(line)


def _plain(value: Any) -> object:
    return value.isoformat() if isinstance(value, date) else asdict(value)


def table(heads: Iterable[str], rows: Iterable[Sequence[str]], numbers: str = "") -> Iterator[str]:
    """Yield the lines of a table: its heads, from texts by key, and its rows.

    ``numbers`` are the keys of the columns that are aligned at the right.
    """
    keys = list(heads)
    lines = [[COLUMNS[key] for key in keys], *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    at_right = [key in numbers.split() for key in keys]
    for line in lines:
        cells = zip(line, widths, at_right, strict=True)
        yield "  ".join(f"{cell:{'>' if r else '<'}{width}}" for cell, width, r in cells).rstrip()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # No access to the path: the command reports the reason.
        return False
