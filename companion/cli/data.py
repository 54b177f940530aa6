"""Options that several commands share: the folders of the ledger, its second copy, the phones."""

import warnings
from collections.abc import Callable
from pathlib import Path

import click
from platformdirs import user_data_path, user_runtime_path

from companion.cli.options import Folder


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


data_option = click.option(
    "--data",
    "folder",
    type=Folder(),
    envvar="COMPANION_DATA",
    default=default_folder(user_data_path, "--data"),
    show_default="the user's data folder",
    help="Folder of the ledger.",
)

mirror_option = click.option(
    "--mirror",
    type=Folder(),
    envvar="COMPANION_MIRROR",
    metavar="FOLDER",
    help="Folder of the second copy, on another card or drive. It must exist.",
)

runtime_option = click.option(
    "--runtime",
    type=Folder(),
    envvar="COMPANION_RUNTIME",
    default=default_folder(user_runtime_path, "--runtime"),
    show_default="the user's runtime folder",
    metavar="FOLDER",
    help="Folder through which the bank and its phones talk.",
)
