"""Start nats-server for one evening, on this machine."""

import fcntl
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.system.network import LOOPBACK

PATIENCE = 20.0
STORE = "streams"
"""Folder of the streams."""
PORT = 4223
"""Port of our server. Debian starts another server by itself, which stores nothing, on 4222."""
PROCESS = "nats-server.pid"
"""File with the number of the server's process, beside its configuration."""


class NoServer(Exception):
    """Raised if nats-server cannot be started; says why."""


def find_server() -> str:
    """Return the path of nats-server. Raises NoServer if it is not installed."""
    # Debian's is beside the programs of root, which others do not have in their path.
    found = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/sbin")
    if not found:
        raise NoServer("There is no nats-server. On Debian: sudo apt-get install nats-server")
    return found


@contextmanager
def local_server(folder: Path, config: Path | None, port: int = PORT) -> Iterator[None]:
    """Run nats-server with its streams in ``folder``; without ``config``, for this machine only."""
    folder.mkdir(parents=True, exist_ok=True)
    options = ["-js", "-sd", str(folder / STORE), "-a", LOOPBACK, "-p", str(port)]
    if config:
        options = ["-c", str(config), "-P", str(config.with_name(PROCESS))]
    log = folder / "nats-server.log"
    with _claimed(folder) as lock:
        if _answers(port):
            other = "" if config else f", or pass --server nats://{LOOPBACK}:PORT with another port"
            raise NoServer(f"Port {port} is in use: stop the server of another event there{other}.")
        command = [find_server(), *options, "-l", str(log)]
        with subprocess.Popen(command, pass_fds=[lock]) as process:
            try:
                _wait(process, port, log)
                yield
            finally:
                process.terminate()


@contextmanager
def _claimed(folder: Path) -> Iterator[int]:
    """Lock a folder for a server, which inherits the lock: two servers would spoil the stream.

    Raises NoServer if another one runs there.
    """
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield lock
    except BlockingIOError as error:
        raise NoServer(
            "The server of this event runs already. Stop its director, or name another folder than"
            f" {folder.parent} with --folder."
        ) from error
    finally:
        os.close(lock)


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > end:
            raise NoServer(f"nats-server does not start. {log} says why.")
        time.sleep(0.05)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection((LOOPBACK, port), 1):
        return True
    return False
