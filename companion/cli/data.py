"""Options that several commands share: the folders of the ledger, its second copy, the phones."""

import click
from platformdirs import user_data_path, user_runtime_path

from companion.cli.options import Folder

data_option = click.option(
    "--data",
    "folder",
    type=Folder(),
    envvar="COMPANION_DATA",
    default=lambda: user_data_path("companion"),
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
    default=lambda: user_runtime_path("companion"),
    show_default="the user's runtime folder",
    metavar="FOLDER",
    help="Folder through which the bank and its phones talk.",
)
