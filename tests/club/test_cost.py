"""The processor time of a move: a publisher beside the bank costs the bank nothing."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from operator import truediv
from pathlib import Path
from statistics import median

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: run bin/test, which installs it")

from companion.club.stream import Link
from tests.club.engine import EVENT, Server, Table, needs_server, stored
from tests.tree import ROOT

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.timeout(600)]
MOST = 1.05
BLOCKS, OF_MOVES = 60, 8
"""Blocks of moves whose seconds are measured, each at every table in turn."""
ALONE, PRESENT, HUNG, SILENT = "alone", "present", "hung", "black hole"
MODES = (ALONE, PRESENT, HUNG, SILENT)


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
        try:
            assert process.stdout
            process.stdout.readline()
            asyncio.run(published(table, server))
            if mode == HUNG:
                os.kill(process.pid, signal.SIGSTOP)
            if mode == SILENT:
                assert server.process
                server.stop()
            yield
        finally:
            process.kill()


async def published(table: Table, server: Server) -> None:
    """Wait until the publisher has sent all there is: it works."""
    link = await Link.open(server.access)
    await link.make_stream(table.number)
    await link.close()
    while await stored(server.access, table.number) != table.hashes():
        await asyncio.sleep(0.1)


def seconds(table: Table) -> float:
    """Return the processor seconds of a block of moves, those of the kernel among them."""
    before = time.process_time()
    assert table.play(OF_MOVES) == OF_MOVES
    return time.process_time() - before


def test_a_move_costs_the_same_with_a_publisher_a_hung_one_and_a_black_hole(
    tmp_path: Path, record_figures: Callable[..., None]
) -> None:
    times: dict[str, list[float]] = {mode: [] for mode in MODES}
    with ExitStack() as stack:
        tables = {}
        for mode in MODES:
            # The same game each time: bots play by the number of the table.
            tables[mode] = Table(tmp_path / mode, 1)
            tables[mode].play(20)
            stack.callback(tables[mode].close)
            (tmp_path / f"server-{mode}").mkdir()
            server = Server(tmp_path / f"server-{mode}")
            stack.callback(server.kill)
            stack.enter_context(publishing(tables[mode], server, mode))
        for number in range(BLOCKS):
            # Nobody is always first.
            for mode in MODES[number % 4 :] + MODES[: number % 4]:
                times[mode].append(seconds(tables[mode]))
    costs = {mode: median(map(truediv, times[mode], times[ALONE])) for mode in MODES}
    each = 1000 * sum(times[ALONE]) / BLOCKS / OF_MOVES
    print({mode: f"{cost:.3f}" for mode, cost in costs.items()}, f"of {each:.2f} ms a move")
    record_figures("club", **{f"cost {mode}": cost for mode, cost in costs.items()})
    # What else the machine does spreads over all of them.
    assert max(costs.values()) <= MOST
