"""Options that several commands share: folders, the dice tray, rules and board."""

import warnings
from pathlib import Path
from typing import Annotated, Any

import click
from platformdirs import user_data_path, user_runtime_path

from companion.cli.options import Declared, Folder, NameOrFile, option

_FOLDERS = {"data": user_data_path, "runtime": user_runtime_path}


def users_folder(
    help: str, usage: str, kind: str = "data", below: str = "", **settings: Any
) -> Declared:
    """Declare an option for a folder that is by default the user's own, or one ``below`` it.

    ``kind`` is "data" or "runtime". The default raises UsageError if the user has no home.
    """

    def default() -> Path:
        try:
            with warnings.catch_warnings():  # A user without a runtime folder gets one in /tmp.
                warnings.simplefilter("ignore")
                return _FOLDERS[kind]("companion") / below
        except (RuntimeError, KeyError):
            needed = f"This user has no home folder. Pass {usage.split()[0]}."
            raise click.UsageError(needed) from None

    shown = f"{below} in the user's {kind} folder".removeprefix(" in ")
    return option(help, Folder(), usage, default=default, show_default=shown, **settings)


Data = Annotated[Path, users_folder("Folder of the ledger.", "--data", envvar="COMPANION_DATA")]
"""Folder of the ledger."""

Mirror = Annotated[
    Path | None,
    option(
        "Folder of the second copy, on another card or drive. It must exist.",
        Folder(),
        "--mirror FOLDER",
        envvar="COMPANION_MIRROR",
    ),
]
"""Folder of the second copy."""

Runtime = Annotated[
    Path,
    users_folder(
        "Folder through which the bank and its phones talk.",
        "--runtime FOLDER",
        "runtime",
        envvar="COMPANION_RUNTIME",
    ),
]
"""Folder through which the bank and its phones talk."""

TrayUrl = Annotated[
    str | None,
    option(
        "Address of the dice tray, if it is not found automatically.",
        None,
        "--tray URL",
        envvar="COMPANION_TRAY",
    ),
]
"""Address of the dice tray."""

Edition = Annotated[str, option("Rules to play by: a name or a file.", NameOrFile())]
"""Name or file of the rules."""

Board = Annotated[str, option("Board to play on: a name or a file.", NameOrFile())]
"""Name or file of the board."""
