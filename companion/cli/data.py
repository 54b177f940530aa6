"""Options that several commands share: the data folder and that of the second copy."""

import click
from platformdirs import user_data_path

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
