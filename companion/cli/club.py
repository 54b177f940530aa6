"""``companion club``: what a club needs besides its evenings."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import click

from companion.cli.club_access import EVENT, Points, need_club, read_key
from companion.cli.data import users_folder
from companion.cli.language import Language, use_language
from companion.cli.ledger_access import open_reader
from companion.cli.options import Folder, RefusedValue, Whole, argument, command, option
from companion.cli.progress import follow
from companion.engine.limits import ForeignError
from companion.export.files import save
from companion.ledger.paths import FILE_NAME as LEDGER
from companion.system.network import LOOPBACK, own_address
from companion.text import counted

SERVERS = 3
"""Servers of a cluster: one may fail, and the other two agree."""


@command
def keys_command(
    *,
    event: Annotated[str, argument(EVENT)],
    tables: Annotated[int, option("Number of tables.", Whole(1))] = 50,
    addresses: Annotated[
        tuple[str, ...],
        option(
            "Address or name of the server; several times for several (default: this machine's"
            " own).",
            None,
            "--address ADDRESS",
            multiple=True,
        ),
    ],
    cluster: Annotated[
        tuple[str, ...],
        option(
            "Address of a server of a cluster; three times for the three of them.",
            None,
            "--cluster ADDRESS",
            multiple=True,
        ),
    ],
    folder: Annotated[
        Path | None,
        option("Folder for the files (default: one called like the event).", Folder(), "FOLDER"),
    ],
) -> None:
    """Make the keys of an EVENT: a file for each table.

    Also makes the director's key and the files of the server. Every table may only store lines
    under its own number, over an encrypted connection. Put table-07.key on a USB drive for table 7.
    The other files stay on the machine of the server. For a cluster of three servers, each has its
    files in a folder of its own.

    Exit status: 0, 1 if the files cannot be written, 2 for invalid options or outdated keys.
    """
    from companion.club.keys import DIRECTOR, make_keys

    if cluster and (len(cluster) != SERVERS or addresses):
        raise click.UsageError("Say --cluster three times, and no --address, for three servers.")
    folder = folder or Path(event)
    own = own_address() or LOOPBACK
    try:
        found = make_keys(
            folder, event, tables, cluster or addresses or (own, LOOPBACK), is_cluster=bool(cluster)
        )
    except FileExistsError as error:
        with suppress(ForeignError):
            read_key(folder / f"{DIRECTOR}.key")
        raise click.ClickException(
            f"{folder} has keys already. Name another folder, or delete it if nobody uses them."
        ) from error
    except (OSError, ValueError) as error:
        raise click.ClickException(f"The keys cannot be written to {folder}: {error}") from error
    servers = ", ".join(cluster or addresses) or own
    click.echo(f"Wrote {len(found)} keys to {folder}, for {servers}.")
    if cluster:
        for number, address in enumerate(cluster, 1):
            click.echo(f"On {address}: sudo systemd/club.sh {folder}/server-{number}")
        return
    click.echo(f"This evening, on this machine: companion director --local --key {found[0]}")
    click.echo(f"For good: sudo systemd/club.sh {folder}")


Keys = Annotated[Path, argument(Folder())]
"""Folder with the keys of an event."""
Tables = Annotated[tuple[int, ...], argument(Whole(1), nargs=-1, required=True)]
"""Numbers of tables."""


@command
def revoke_command(keys: Keys, tables: Tables) -> None:
    """Revoke the keys of TABLES, such as one that was lost.

    KEYS is the folder of the event's keys. The server refuses them from now on; the tables play
    on, and the wall says that their keys are revoked.

    Exit status: 0, 1 if the keys cannot be written, 2 if there are no such keys.
    """
    from companion.club.keys import revoke

    with _changing(keys):
        revoke(keys, tables)
    click.echo(f"Revoked: {', '.join(map(str, tables))}.")
    _tell_server(keys)


@command
def renew_command(keys: Keys, tables: Tables) -> None:
    """Make new keys of TABLES, in place of lost or revoked ones.

    KEYS is the folder of the event's keys. The old key of such a table is good no more. A number
    that had no key gets its first.

    Exit status: 0, 1 if the keys cannot be written, 2 if there are no keys.
    """
    from companion.club.keys import renew

    with _changing(keys):
        found = renew(keys, tables)
    click.echo(f"Wrote {', '.join(map(str, found))}.")
    _tell_server(keys)


@contextmanager
def _changing(keys: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise RefusedValue(
            f"{keys} has no keys of an event: {error.filename} is missing."
        ) from error
    except LookupError as error:
        raise RefusedValue(f"{keys} has no key of {error.args[0]}.") from error
    except (OSError, ValueError) as error:
        raise click.ClickException(f"The keys in {keys} cannot be changed: {error}") from error


def _tell_server(keys: Path) -> None:
    from companion.club.keys import tell_server

    if tell_server(keys):
        click.echo("The server knows.")
    else:
        click.echo(f"The server does not run here. Where it does: sudo systemd/club.sh {keys}")


@command
def tables_command(
    *,
    count: Annotated[int, argument(Whole(1, 8))],
    event: Annotated[str, option("Name of the event.", EVENT)] = "club",
    server: Annotated[str, option("Server of the event.")] = f"nats://{LOOPBACK}:4223",
    demo: Annotated[bool, option("Let scripted players play, in every window.")],
    folder: Annotated[
        Path,
        users_folder("Folder of the tables' ledgers.", "--folder", below="club-tables"),
    ],
) -> None:
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


@command
def games_command(
    ledgers: Annotated[tuple[Path, ...], argument(click.Path(path_type=Path), nargs=-1)],
    output: Annotated[
        Path,
        option("Folder of the club's ledger.", Folder(), "-o --output FOLDER", default="club"),
    ],
) -> None:
    """Put the games of all LEDGERS into one ledger of the club.

    A ledger is a file, a folder or a bundle; the director saves those of all tables. Every game is
    verified, and counts once. The other commands read the result with --data, such as 'companion
    stats --data club'.

    Exit status: 0, or 2 if a ledger cannot be read or is not valid.
    """
    from companion.export.collection import NotCollected, collect

    with ExitStack() as stack:
        readers = {str(path): stack.enter_context(open_reader(path)) for path in ledgers}
        for path, reader in readers.items():
            stack.enter_context(follow(reader, path))
        try:
            count = collect(readers, output / LEDGER)
        except NotCollected as error:
            raise RefusedValue(
                f"{output / LEDGER} is the ledger of a table. Name another folder with -o."
            ) from error
    click.echo(f"{counted(count, 'game')} in {output / LEDGER}")


@command
def season_command(
    *,
    title: Annotated[
        str, option("Heading of the page (default: the years).", show_default=False)
    ] = "",
    points: Points,
    best: Annotated[int, option("Number of evenings of a player that count.", Whole(1, 366))] = 5,
    output: Annotated[
        Path,
        option("File to write.", None, "-o --output FILE.html", default="season.html"),
    ],
    language: Language,
    folder: Annotated[
        Path, option("Folder of the club's ledger.", Folder(), "--data", default="club")
    ],
) -> None:
    """Write the page of a season: points, records and evenings.

    Exit status: 0, or 2 if the ledger has no games or cannot be read, or the page cannot be
    written.
    """
    from companion.club.season import season, season_html

    use_language(language)
    with open_reader(folder) as reader, follow(reader, "Season"):
        found = season(reader, points, best)
    if found is None:
        raise RefusedValue(f"{folder} has no games.")
    save(output, season_html(found, title, points, best))
    click.echo(f"Wrote {output}.")


COMMANDS = [
    keys_command,
    revoke_command,
    renew_command,
    tables_command,
    games_command,
    season_command,
]


@click.group("club", commands=COMMANDS)
def club_command() -> None:
    """Make what a club needs: keys, its ledger, its season.

    Needs the extra "club".

    Exit status: 0, 1 if files cannot be read or written, 2 for invalid options.
    """
    need_club()
