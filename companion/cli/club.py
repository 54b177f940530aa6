"""``companion club``: what a club needs besides its evenings."""

from pathlib import Path

import click

from companion.cli.club_access import EventName, need_club
from companion.cli.options import Folder
from companion.system.network import LOOPBACK, own_address

MOST_TABLES = 50


@click.group("club")
def club_command() -> None:
    """Make what a club needs: the keys of its tables.

    Needs the extra "club". Exit status: 0, 1 if files cannot be read or written, 2 for invalid
    options.
    """
    need_club()


@club_command.command("keys")
@click.argument("event", type=EventName())
@click.option(
    "--tables",
    type=click.IntRange(1, MOST_TABLES),
    default=MOST_TABLES,
    show_default=True,
    help="Number of tables.",
)
@click.option(
    "--address",
    "addresses",
    multiple=True,
    metavar="ADDRESS",
    help="Address or name of the server; several times for several (default: this machine's own).",
)
@click.option(
    "--folder",
    type=Folder(),
    metavar="FOLDER",
    help="Folder for the files (default: one called like the event).",
)
def keys_command(event: str, tables: int, addresses: tuple[str, ...], folder: Path | None) -> None:
    """Make the keys of an EVENT: a file for each table.

    There is one for the director, too, and the files of the server. Every table may only store
    lines under its own number, over an encrypted connection. Put table-07.key on a USB drive for
    table 7. The other files stay on the machine of the server. Exit status: 0, 1 if the files
    cannot be written, 2 for invalid options.
    """
    from companion.club.keys import make_keys

    folder = folder or Path(event)
    try:
        found = make_keys(folder, event, tables, addresses or (own_address(), LOOPBACK))
    except FileExistsError as error:
        raise click.ClickException(
            f"{folder} has keys already. Name another folder, or delete it if nobody uses them."
        ) from error
    except (OSError, ValueError) as error:
        raise click.ClickException(f"The keys cannot be written to {folder}: {error}") from error
    click.echo(f"Wrote {len(found)} keys to {folder}, valid for {addresses or own_address()}.")
    click.echo(f"This evening, on this machine: companion director --local --key {found[0]}")
    click.echo(f"For good: sudo systemd/club.sh {folder}")
