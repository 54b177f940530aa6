"""The cost of a move in instructions: phones, and a server that hangs or floods, add nothing."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGSTOP
from threading import Thread
from types import FrameType
from typing import Any

import httpx
import pytest

from companion.engine import legal_moves
from companion.engine.phases import Over
from tests.phones.evening import Evening, Phone, QuietBank, Server
from tests.phones.test_monkeys import ENDING
from tests.tree import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
MOST = 1.05
EARLIER, MOVES = 10, 80
ALONE, PRESENT, HUNG, FLOODED, AGAIN = "alone", "12 phones", "stopped", "flooded", "alone again"
SEATS = ("Ann", "Bob", "Cy") + ("",) * 9


def begin(bank: QuietBank) -> Random:
    """Begin the game that every mode plays: the same moves each time."""
    bank.begin()
    return Random(5)


def cost(bank: QuietBank, random: Random) -> int:
    """Return the instructions of some touches; phones and socket are served between."""
    table, counted = bank.table, 0
    for number in range(EARLIER + MOVES):
        session = table.session
        found = [one for one in legal_moves(session.game) if not isinstance(one, ENDING)]
        assert not isinstance(session.game.phase, Over)
        move = random.choice(found)
        instructions = touch(table, move)
        counted += instructions if number >= EARLIER else 0
        assert session.history[-1].move == move
        time.sleep(0.01)
        bank.frame()
    return counted


def touch(table: Any, move: Any) -> int:
    """Book a move and show it, as a finger does; return the instructions that it takes."""
    counted = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal counted
        frame.f_trace_opcodes = True
        counted += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        table._touch(move, table.number, f"touch {table.session.game_number}.{table.number}")
    finally:
        sys.settrace(None)
    return counted


def follow(phone: Phone) -> None:
    """Keep a page open until the server or the client ends."""
    with (
        suppress(httpx.HTTPError, RuntimeError, OSError),
        phone.client.stream("GET", "/stream?page=/") as stream,
    ):
        for _ in stream.iter_bytes():
            pass


@contextmanager
def flood(bank: QuietBank) -> Iterator[None]:
    game = bank.table.session.game_hash
    command = [sys.executable, "-m", "tests.phones.flood", str(bank.run), game]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout
        bank.doing(process.stdout.readline)
        try:
            yield
        finally:
            process.kill()


def served(bank: QuietBank, folder: Path, mode: str) -> int:
    """Return the cost of touches beside a server."""
    evening = Evening.__new__(Evening)
    evening.bank, evening._phones = bank, []
    evening._server = server = Server(bank.run, folder)
    evening.server, evening.address = server.process, server.address
    random = begin(bank)
    with ExitStack() as open_:
        open_.callback(server.close)
        for seat in SEATS:
            phone = evening.join(seat)
            open_.callback(phone.client.close)
            Thread(target=follow, args=(phone,), daemon=True).start()
        bank.until(lambda: bank.table.phones._connected == ("Ann", "Bob", "Cy"))
        if mode == HUNG:
            server.process.send_signal(SIGSTOP)
            open_.callback(server.process.send_signal, SIGCONT)
        if mode == FLOODED:
            open_.enter_context(flood(bank))
        return cost(bank, random)


def test_a_move_costs_the_same_with_phones_a_stopped_server_and_a_flood(
    tmp_path: Path, record_figures: Callable[..., None]
) -> None:
    bank = QuietBank(tmp_path)
    found: dict[str, int] = {}
    try:
        cost(bank, begin(bank))  # What is made at the first use is not counted.
        for mode in (ALONE, PRESENT, HUNG, FLOODED, AGAIN):
            is_served = mode not in (ALONE, AGAIN)
            found[mode] = served(bank, tmp_path, mode) if is_served else cost(bank, begin(bank))
    finally:
        bank.close()
    ratios = {mode: instructions / found[ALONE] for mode, instructions in found.items()}
    record_figures("phones", cost=max(ratios.values()), instructions=found[ALONE] // MOVES)
    assert max(ratios.values()) <= MOST, ratios
