"""Language of what a command prints or writes for people."""

from pathlib import Path
from typing import Annotated

import click

from companion import text
from companion.cli.options import option
from companion.table import settings

Language = Annotated[
    str | None,
    option(
        "Language of the output (default: that of the screens).",
        click.Choice(list(text.languages())),
    ),
]
"""Language of the output."""


def use_language(chosen: str | None, folder: Path | None = None) -> None:
    """Use a language from now on: the chosen one, or else the language of the screens.

    The screens have that of the settings in ``folder``, or else that of the machine.
    """
    stored = settings.load(settings.place(folder))[0].language if folder and not chosen else ""
    text.set_language(chosen or stored)
