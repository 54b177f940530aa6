"""``companion club``: what a club needs besides its evenings."""

import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import click
from platformdirs import user_data_path

from companion import text
from companion.cli.club_access import EventName, need_club, points_option
from companion.cli.data import default_folder
from companion.cli.ledger_access import Unreadable, ledger_errors, open_reader
from companion.cli.options import Folder, RegularFile
from companion.cli.report import language_option
from companion.export.files import save
from companion.ledger.paths import FILE_NAME as LEDGER
from companion.system.network import LOOPBACK, own_address
from companion.text import counted

MOST_TABLES = 50


@click.group("club")
def club_command() -> None:
    """Make what a club needs: keys, its ledger, its season.

    Needs the extra "club".

    Exit status: 0, 1 if files cannot be read or written, 2 for invalid options.
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

    Also makes the director's key and the files of the server. Every table may only store lines
    under its own number, over an encrypted connection. Put table-07.key on a USB drive for table 7.
    The other files stay on the machine of the server.

    Exit status: 0, 1 if the files cannot be written, 2 for invalid options.
    """
    from companion.club.keys import make_keys

    folder = folder or Path(event)
    own = own_address() or LOOPBACK
    try:
        found = make_keys(folder, event, tables, addresses or (own, LOOPBACK))
    except FileExistsError as error:
        raise click.ClickException(
            f"{folder} has keys already. Name another folder, or delete it if nobody uses them."
        ) from error
    except (OSError, ValueError) as error:
        raise click.ClickException(f"The keys cannot be written to {folder}: {error}") from error
    click.echo(f"Wrote {len(found)} keys to {folder}, for {', '.join(addresses) or own}.")
    click.echo(f"This evening, on this machine: companion director --local --key {found[0]}")
    click.echo(f"For good: sudo systemd/club.sh {folder}")


@club_command.command("tables")
@click.argument("count", type=click.IntRange(1, 8))
@click.option(
    "--event", type=EventName(), default="club", show_default=True, help="Name of the event."
)
@click.option(
    "--server",
    default=f"nats://{LOOPBACK}:4223",
    show_default=True,
    help="Server of the event.",
)
@click.option("--demo", is_flag=True, help="Let scripted players play, in every window.")
@click.option(
    "--folder",
    type=Folder(),
    default=default_folder(user_data_path, "--folder", "club-tables"),
    show_default="club-tables in the user's data folder",
    help="Folder of the tables' ledgers.",
)
def tables_command(count: int, event: str, server: str, demo: bool, folder: Path) -> None:
    """Open COUNT tables on this machine, to try an evening.

    Each table has its own window, ledger and publisher. Closing a window
    ends that table; Ctrl-C ends all.

    Exit status: 0 when every table was closed, 2 for invalid options.
    """
    with ExitStack() as stack:
        banks = []
        for number in range(1, count + 1):
            own = folder / f"table-{number}"
            places = ["--data", str(own), "--runtime", str(own / "run")]
            played = ["--demo", "--seed", str(number), "--moves", "10000"] if demo else []
            banks.append(_started(stack, "play", *places, *played))
            _started(stack, "publish", event, str(number), "--server", server, *places)
        for bank in banks:
            with suppress(KeyboardInterrupt):
                bank.wait()


def _started(stack: ExitStack, *words: str) -> "subprocess.Popen[bytes]":
    """Start a command of this program; it ends with ``stack``."""
    process = subprocess.Popen([sys.executable, "-m", "companion", *words])
    stack.callback(process.wait)
    stack.callback(process.terminate)
    return process


@club_command.command("games")
@click.argument("ledgers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=Folder(),
    default="club",
    show_default=True,
    metavar="FOLDER",
    help="Folder of the club's ledger.",
)
def games_command(ledgers: tuple[Path, ...], output: Path) -> None:
    """Put the games of all LEDGERS into one ledger of the club.

    A ledger is a file, a folder or a bundle; the director saves those of all tables. Every game is
    verified, and counts once. The other commands read the result with --data, such as 'companion
    stats --data club'.

    Exit status: 0, or 2 if a ledger cannot be read or is not valid.
    """
    from companion.export.collection import NotCollected, collect

    with ExitStack() as stack:
        readers = {str(path): stack.enter_context(open_reader(path)) for path in ledgers}
        try:
            with ledger_errors():
                count = collect(readers, output / LEDGER)
        except NotCollected as error:
            raise Unreadable(
                f"{output / LEDGER} is the ledger of a table. Name another folder with -o."
            ) from error
    click.echo(f"{counted(count, 'game')} in {output / LEDGER}")


@club_command.command("season")
@click.option("--title", default="", help="Heading of the page (default: the years).")
@points_option
@click.option(
    "--best",
    type=click.IntRange(1, 366),
    default=5,
    show_default=True,
    help="Number of evenings of a player that count.",
)
@click.option(
    "-o",
    "--output",
    type=RegularFile(),
    default="season.html",
    show_default=True,
    metavar="FILE.html",
    help="File to write.",
)
@language_option
@click.option(
    "--data",
    "folder",
    type=Folder(),
    default="club",
    show_default=True,
    help="Folder of the club's ledger.",
)
def season_command(
    title: str, points: tuple[float, ...], best: int, output: Path, language: str, folder: Path
) -> None:
    """Write the page of a season: points, records and evenings.

    Exit status: 0, or 2 if the ledger has no games or cannot be read, or the page cannot be
    written.
    """
    from companion.club.season import season, season_html

    text.set_language(language)
    with open_reader(folder) as reader:
        found = season(reader, points, best)
    if found is None:
        raise Unreadable(f"{folder} has no games.")
    with ledger_errors():
        save(output, season_html(found, title, points, best))
    click.echo(f"Wrote {output}.")
