"""Ports that commands listen on."""

import errno
import os
from socket import socket

import click

from companion.system.network import listen

_REMEDIES = {
    errno.EADDRINUSE: "another program uses it. Pass --port 0 for any free one.",
    errno.EACCES: "only root may use it. Pass --port 0 for any free one.",
    errno.EADDRNOTAVAIL: "this machine does not have that address. Pass another --host.",
}


def open_port(host: str, port: int) -> socket:
    """Return a listening socket. Raises ClickException, which names the option that helps."""
    try:
        return listen(host, port)
    except OSError as error:
        why = _REMEDIES.get(error.errno or 0) or f"{os.strerror(error.errno or 0)}."
        raise click.ClickException(f"Cannot listen on {host}, port {port}: {why}") from error
