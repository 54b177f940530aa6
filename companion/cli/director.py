"""``companion director``: the wall of a club's event."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import click

from companion.cli.club_access import EVENT, Points, Server, event_of, need_club, read_key
from companion.cli.data import users_folder
from companion.cli.language import Language, use_language
from companion.cli.options import PORT, Whole, argument, command, option
from companion.cli.phones import ADDRESS, serve
from companion.look.palette import THEMES
from companion.runtime.log import log_to_stderr
from companion.system.network import LOOPBACK, free_port

WALL_PORT = 8090


@command
def director_command(
    *,
    title: Annotated[str, argument()] = "Club",
    local: Annotated[bool, option("Start nats-server on this machine for this evening.")],
    server: Server,
    key: Annotated[
        Path | None,
        option(
            "The director's key, from 'companion club keys': it names server and event.",
            None,
            "FILE",
        ),
    ],
    event: Annotated[str | None, option("Name of the event (default: from TITLE).", EVENT)],
    tables: Annotated[
        int,
        option(
            "Number of tables that are expected (default: those that were seen).",
            Whole(0),
            show_default=False,
        ),
    ] = 0,
    points: Points,
    theme: Annotated[
        str | None,
        option(
            "Light or dark (default: as the browser prefers; dark for beamers in dark halls).",
            click.Choice(list(THEMES)),
        ),
    ],
    folder: Annotated[
        Path,
        users_folder(
            "Folder of the rounds and, with --local, of the streams.", "--folder", below="club"
        ),
    ],
    host: Annotated[
        str, option("Address of the wall; 0.0.0.0 shows it to the whole network.", ADDRESS)
    ] = LOOPBACK,
    port: Annotated[
        int | None,
        option(
            "Port of the wall; 0 for any free one.",
            PORT,
            show_default=f"{WALL_PORT}, or with --local any free one if that is taken",
        ),
    ],
    language: Language,
) -> None:
    """Show all tables of a club's evening on one wall, called TITLE.

    Follows the games that 'companion publish' sends from each table, verifies every move, shows
    standings and alerts, and keeps the rounds and their results. Only this machine may begin and
    end rounds, at /results. Needs the extra "club".

    Exit status: 0 when it was stopped, 1 if a server or a port is not available, 2 for invalid
    options or a file that cannot be read.
    """
    need_club()
    from companion.club.app import Pages
    from companion.club.director import Director
    from companion.club.local import PORT as NATS_PORT
    from companion.club.local import NoServer, local_server
    from companion.club.rounds import Rounds
    from companion.club.stream import Access

    use_language(language)
    if key:
        access, _ = read_key(key)
    elif server or local:
        own = free_port(LOOPBACK, NATS_PORT) if local and not server else NATS_PORT
        access = Access(server or f"nats://{LOOPBACK}:{own}", event or event_of(title))
    else:
        raise click.UsageError("Say --local, --server or --key: where is the event?")
    if local and len(access.servers) > 1:
        raise click.UsageError("This event has three servers of its own: leave out --local.")
    place = folder / access.event
    with ExitStack() as stack:
        try:
            rounds = Rounds(place)
            if local:
                config = key and key.with_name(SERVER_CONFIG)
                stack.enter_context(
                    local_server(place, config, urlsplit(access.server).port or NATS_PORT)
                )
        except (NoServer, OSError) as error:
            raise click.ClickException(str(error)) from error
        director = Director(access)
        pages = Pages(
            director,
            rounds,
            title,
            points=points,
            tables=tables,
            theme=theme or "",
            keys=key and key.parent,
        )
        stack.enter_context(log_to_stderr())
        if port is None:
            port = free_port(host, WALL_PORT) if local else WALL_PORT
        serve(lambda _: pages.app, host, port, f"Wall: {{address}}  Server: {access.server}")


SERVER_CONFIG = "nats-server.conf"
"""Configuration of the server beside the keys."""
