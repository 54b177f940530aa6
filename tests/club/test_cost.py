"""The processor time of a move: a publisher beside the bank costs the bank nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: pip install '.[club]'")

from tests.club.engine import EVENT, Server, Table, needs_server
from tests.tree import ROOT

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.timeout(600)]
MOST = 1.05
ROUNDS, MOVES = 9, 120
ALONE, PRESENT, HUNG, SILENT = "alone", "present", "hung", "black hole"


@contextmanager
def publishing(table: Table, server: Server, mode: str) -> Iterator[None]:
    """Run a publisher as a process of its own, in one of the modes."""
    if mode == ALONE:
        yield
        return
    command = [sys.executable, "-m", "companion", "publish", EVENT, str(table.number)]
    command += ["--server", server.access.server]
    command += ["--data", str(table.data), "--runtime", str(table.runtime)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(1)  # It connects, or fails to; nothing is asserted about it.
        if mode == HUNG:
            os.kill(process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                process.kill()


def cost(table: Table) -> list[float]:
    """The processor seconds of this thread for each of some moves."""
    found = []
    for _ in range(MOVES):
        before = time.thread_time()
        table.play()
        found.append(time.thread_time() - before)
    return found


def test_a_move_costs_the_same_with_a_publisher_a_hung_one_and_a_black_hole(
    tmp_path: Path,
) -> None:
    # The least of several times: everything above it is another program's doing.
    seconds = {mode: [inf] * MOVES for mode in (ALONE, PRESENT, HUNG, SILENT)}
    server = Server(tmp_path)
    assert server.process
    try:
        for turn in range(ROUNDS):
            for mode, least in seconds.items():
                # The same game each time: bots play by the number of the table.
                table = Table(tmp_path / f"{turn}-{mode}", 1)
                if mode == SILENT:
                    os.kill(server.process.pid, signal.SIGSTOP)
                with publishing(table, server, mode):
                    least[:] = map(min, least, cost(table))
                os.kill(server.process.pid, signal.SIGCONT)
                table.close()
    finally:
        server.kill()
    ratios = {mode: sum(least) / sum(seconds[ALONE]) for mode, least in seconds.items()}
    print({mode: f"{ratio:.3f}" for mode, ratio in ratios.items()})
    assert max(ratios.values()) <= MOST
