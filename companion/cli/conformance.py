"""``companion conformance``: the scenarios of the rules as cases for other engines."""

from pathlib import Path
from typing import Annotated

import click
from click import Choice

from companion.cli.options import Folder, RegularFile, argument, command, option
from companion.engine.edition import names
from companion.export import conformance


@command
def conformance_command(
    records: Annotated[tuple[Path, ...] | None, argument(RegularFile(), nargs=-1)],
    out: Annotated[Path, option("Folder to write into.", Folder(), "--out", required=True)],
    edition: Annotated[
        str | None,
        option("Only scenarios that pass in this edition, played in it.", Choice(names())),
    ] = None,
) -> None:
    """Write the scenarios of the rules to test other engines.

    Without RECORDS, those of the program are written. docs/conformance.md explains the cases.
    Exit status: 0, or 2 when a record cannot be read.
    """
    count = conformance.write(records or (), out, edition)
    click.echo(f"{count} cases in {out}")
