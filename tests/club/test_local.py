"""The server that the director starts, and the ports that are taken."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: pip install '.[club]'")

from companion.club.local import PORT, NoServer, local_server
from tests.club.engine import PATIENCE, free_port, needs_server

pytestmark = needs_server
WALL = 8090


@pytest.fixture
def taken() -> Iterator[None]:
    """Somebody listens on the usual ports of wall and server."""
    with ExitStack() as stack:
        for port in (WALL, PORT):
            with suppress(OSError):  # Somebody does already.
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
        yield


@pytest.mark.usefixtures("taken")
def test_a_local_event_takes_free_ports_and_prints_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "director", "--local", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as director:
        try:
            assert director.stdout
            assert select.select([director.stdout], [], [], PATIENCE)[0]
            words = director.stdout.readline().split()
        finally:
            director.terminate()
    wall, server = (int(word.rpartition(":")[2]) for word in words if "://" in word)
    assert wall not in (0, WALL)
    assert server not in (0, PORT)


def test_an_event_has_one_server_at_a_time(tmp_path: Path) -> None:
    with local_server(tmp_path / "cup", None, free_port()):
        again = local_server(tmp_path / "cup", None, free_port())
        with pytest.raises(NoServer, match="--folder"), again:
            pass
        with local_server(tmp_path / "another", None, free_port()):
            pass
    with local_server(tmp_path / "cup", None, free_port()):
        pass


def test_a_server_that_outlived_its_director_keeps_the_event(tmp_path: Path) -> None:
    port = free_port()
    code = f"""if True:
        import os
        from pathlib import Path
        from companion.club.local import local_server
        with local_server(Path({str(tmp_path)!r}), None, {port}):
            own = os.getpid()
            print(Path(f"/proc/{{own}}/task/{{own}}/children").read_text(), flush=True)
            os._exit(0)
    """
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as director:
        assert director.stdout
        server = int(director.stdout.readline())  # Its end never comes: the server has it, too.
    try:
        with pytest.raises(NoServer, match="--folder"), local_server(tmp_path, None, free_port()):
            pass
    finally:
        os.kill(server, signal.SIGKILL)


def test_a_named_port_that_is_taken_is_refused_with_the_option_that_helps(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(NoServer, match=f"{port}.*--server"), local_server(tmp_path, None, port):
            pass
