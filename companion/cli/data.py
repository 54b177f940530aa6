"""The data folder, where the ledger lies, and that of its second copy, for every command."""

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
    help="The folder of the ledger.",
)

mirror_option = click.option(
    "--mirror",
    type=Folder(),
    envvar="COMPANION_MIRROR",
    metavar="FOLDER",
    help="The folder of the second copy, on another card or stick. It must be there.",
)
