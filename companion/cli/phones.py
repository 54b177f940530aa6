"""``companion phones``: serve the wallets of the players to their phones."""

from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING, Annotated

import click

from companion.cli.data import Runtime
from companion.cli.options import PORT, Parsed, command, option
from companion.cli.ports import open_port
from companion.system.network import EVERYWHERE, LOOPBACK, address_in_network, in_url

if TYPE_CHECKING:
    from starlette.types import ASGIApp

ADDRESS = Parsed("address", lambda text: str(ip_address(text)), "one such as 192.168.1.5")
"""Numeric network address; names are refused."""


@command
def phones_command(
    *,
    runtime: Runtime,
    host: Annotated[
        str,
        option("Address to listen on.", ADDRESS, show_default="every address of this machine"),
    ] = EVERYWHERE,
    port: Annotated[int, option("Port to listen on; 0 for any free one.", PORT)] = 8080,
) -> None:
    """Serve a wallet to the phone of every player.

    Runs beside 'companion play' on the same machine, for phones in the same network. Tap Phones in
    the menu of the bank and scan the code.

    Exit status: 0 when it was stopped, 1 when it cannot listen, 2 for invalid options.
    """
    from companion.phones.app import Server

    serve(lambda address: Server(runtime, address).app, host, port, "Phones: {address}")


def serve(
    make: Callable[[Callable[[], str]], "ASGIApp"], host: str, port: int, greeting: str
) -> None:
    """Serve an application until it is stopped, and print its address.

    ``make`` gets what returns that address: empty if this machine is in no network yet.
    """
    from companion.web.connections import WebServer  # Imported late: few commands need it.

    socket = open_port(host, port)
    port = socket.getsockname()[1]

    def address() -> str:
        return address_in_network(port) if host == EVERYWHERE else f"http://{in_url(host)}:{port}"

    click.echo(greeting.format(address=address() or f"http://{LOOPBACK}:{port}"))
    WebServer(make(address)).run(sockets=[socket])
