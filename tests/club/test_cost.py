"""The processor time of a move: a publisher beside the bank costs the bank nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: pip install '.[club]'")

from tests.club.engine import EVENT, Server, Table, needs_server
from tests.tree import ROOT

pytestmark = [needs_server, pytest.mark.slow, pytest.mark.timeout(600)]
MOST = 1.05
MOVES = 60
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


def cost(table: Table) -> tuple[int, float]:
    """The instructions of Python for some moves, and the processor seconds of as many others."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal counted
        frame.f_trace_opcodes = True
        counted += event == "opcode"
        return count

    table.play(5)
    sys.settrace(count)
    table.play(MOVES)
    sys.settrace(None)
    before = time.thread_time()
    table.play(MOVES)
    return counted, time.thread_time() - before


def test_a_move_costs_the_same_with_a_publisher_a_hung_one_and_a_black_hole(
    tmp_path: Path,
) -> None:
    found: dict[str, tuple[int, float]] = {}
    server = Server(tmp_path)
    assert server.process
    try:
        for mode in (ALONE, PRESENT, HUNG, SILENT):
            # The same game each time: bots play by the number of the table.
            table = Table(tmp_path / mode, 1)
            if mode == SILENT:
                os.kill(server.process.pid, signal.SIGSTOP)
            with publishing(table, server, mode):
                found[mode] = cost(table)
            os.kill(server.process.pid, signal.SIGCONT)
            table.close()
    finally:
        server.kill()
    alone = found[ALONE]
    ratios = {mode: instructions / alone[0] for mode, (instructions, _) in found.items()}
    # The seconds depend on what else the machine does; instructions do not.
    print({mode: f"{ratio:.4f}" for mode, ratio in ratios.items()}, f"of {alone[0]} instructions")
    print({mode: f"{seconds / alone[1]:.2f}" for mode, (_, seconds) in found.items()}, "in seconds")
    assert max(ratios.values()) <= MOST
