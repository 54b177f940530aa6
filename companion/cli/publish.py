"""``companion publish``: send the ledger of this table to its stream at an event of a club."""

import asyncio
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import click

from companion.cli.club_access import EVENT, Server, club_errors, need_club, read_key
from companion.cli.data import Data, Runtime
from companion.cli.options import RefusedValue, Whole, argument, command, option
from companion.extras import install_command
from companion.runtime.log import log_to_stderr

if TYPE_CHECKING:
    from companion.club.home import Home


def _home(mqtt: str, runtime: Path) -> "Home":
    """Return what shows the table by a broker."""
    if not find_spec("paho"):
        raise click.ClickException(
            f"The extra 'mqtt' is not installed. To install it: {install_command('mqtt')}"
        )
    from companion.club.home import Home, broker_of

    try:
        broker = broker_of(mqtt)
    except ValueError as error:
        raise RefusedValue(
            f"'{mqtt}' is no broker: say HOST, or mqtt://USER:PASSWORD@HOST."
        ) from error
    return Home(broker, runtime, partial(click.echo, err=True))


class _Another(click.ClickException):
    """The stream has games of another ledger: starting again would not help."""

    exit_code = 3


@command
def publish_command(
    event: Annotated[str | None, argument(EVENT)],
    table: Annotated[int | None, argument(Whole(1))],
    server: Server,
    key: Annotated[
        Path | None,
        option(
            "Key of this table, from 'companion club keys', or a folder with it.",
            click.Path(path_type=Path),
            "FILE",
            envvar="COMPANION_CLUB_KEY",
        ),
    ],
    mqtt: Annotated[
        str | None,
        option(
            "MQTT broker of Home Assistant, which shows this table; with a user as"
            " mqtt://USER:PASSWORD@HOST.",
            None,
            "--mqtt HOST",
            envvar="COMPANION_MQTT",
        ),
    ],
    folder: Data,
    runtime: Runtime,
) -> None:
    """Send this table's ledger to a club, or show it at home.

    The ledger goes to an EVENT, as TABLE; Home Assistant shows the table by --mqtt. Either
    runs beside 'companion play', which knows nothing of it: no move waits for a network. When the
    network is back, goes on where the stream of its table ends. Needs the extra "club"; --mqtt
    needs the extra "mqtt", and shows whose turn it is, everybody's cash and the winner.

    Exit status: 0 when it was stopped, 1 if the server refuses it, 2 for invalid options
    or a key that cannot be read, 3 if another ledger is published under this number.
    """
    if mqtt:
        home = _home(mqtt, runtime)
        if not (key or event):
            home.run()
        Thread(target=home.run, daemon=True).start()
    need_club()
    from companion.club.publisher import AnotherLedger, Publisher
    from companion.club.stream import Access

    if key:
        access, number = read_key(key)
    elif event and table and server:
        access, number = Access(server, event), table
    else:
        raise click.UsageError("Say EVENT, TABLE and --server, or name a file with --key.")
    if not number:
        raise click.UsageError(f"{key} is the director's key. Name the key of a table.")
    click.echo(f"Table {number} of {access.event}: {access.server}")
    with log_to_stderr(), club_errors():
        try:
            asyncio.run(Publisher(access, number, folder, runtime).run())
        except AnotherLedger as error:
            raise _Another(
                f"The event '{access.event}' has games of another ledger under table {number}."
                " Nothing was sent. Use another number, or the ledger that was there before."
            ) from error
