"""Options that several commands share: the folders of the ledger, its second copy, the phones."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import click
from platformdirs import user_data_path, user_runtime_path

from companion.cli.options import Folder, option


def default_folder(find: Callable[[str], Path], option: str, *below: str) -> Callable[[], Path]:
    """Return a default for an option: the program's folder of the user.

    Raises UsageError, when it is called, if the user has no home.
    """

    def default() -> Path:
        try:
            with warnings.catch_warnings():  # A user without a runtime folder gets one in /tmp.
                warnings.simplefilter("ignore")
                return find("companion").joinpath(*below)
        except (RuntimeError, KeyError):
            raise click.UsageError(f"This user has no home folder. Pass {option}.") from None

    return default


Data = Annotated[
    Path,
    option(
        "Folder of the ledger.",
        Folder(),
        "--data",
        envvar="COMPANION_DATA",
        default=default_folder(user_data_path, "--data"),
        show_default="the user's data folder",
    ),
]
"""Folder of the ledger."""

Mirror = Annotated[
    Path | None,
    option(
        "Folder of the second copy, on another card or drive. It must exist.",
        Folder(),
        envvar="COMPANION_MIRROR",
        metavar="FOLDER",
    ),
]
"""Folder of the second copy."""

Runtime = Annotated[
    Path,
    option(
        "Folder through which the bank and its phones talk.",
        Folder(),
        envvar="COMPANION_RUNTIME",
        default=default_folder(user_runtime_path, "--runtime"),
        show_default="the user's runtime folder",
        metavar="FOLDER",
    ),
]
"""Folder through which the bank and its phones talk."""
