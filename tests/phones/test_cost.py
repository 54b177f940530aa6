"""The processor time of a move: phones, and a server that hangs or floods, cost it nothing."""

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
MOVES = 80
ALONE, PRESENT, HUNG, FLOODED, AGAIN = "alone", "12 phones", "stopped", "flooded", "alone again"
SEATS = ("Ann", "Bob", "Cy") + ("",) * 9


def begin(bank: QuietBank) -> Random:
    """Begin the game that every mode plays: the same moves each time."""
    bank.begin()
    return Random(5)


def play(bank: QuietBank, random: Random, count: int) -> None:
    """Touch the screen ``count`` times; phones and socket are served between."""
    table = bank.table
    for _ in range(count):
        session = table.session
        found = [one for one in legal_moves(session.game) if not isinstance(one, ENDING)]
        assert not isinstance(session.game.phase, Over)
        move = random.choice(found)
        touch(table, move)
        assert session.history[-1].move == move
        time.sleep(0.01)
        bank.frame()


def touch(table: Any, move: Any) -> None:
    """Book a move and show it, as a finger does."""
    table._touch(move, table.number, f"touch {table.session.game_number}.{table.number}")


class Counter:
    """Counts the instructions of Python, and the processor seconds, of touches alone."""

    def __init__(self) -> None:
        self.instructions, self.seconds = 0, 0.0

    def trace(self, frame: FrameType, event: str, _: object) -> Any:
        frame.f_trace_opcodes = True
        self.instructions += event == "opcode"
        return self.trace

    @contextmanager
    def counting(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Count the instructions of each touch."""

        def counted(table: Any, move: Any) -> None:
            sys.settrace(self.trace)
            try:
                plain(table, move)
            finally:
                sys.settrace(None)

        yield from self._replaced(monkeypatch, counted)

    @contextmanager
    def timing(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Measure the processor time of each touch, on its own thread."""

        def timed(table: Any, move: Any) -> None:
            before = time.thread_time()
            plain(table, move)
            self.seconds += time.thread_time() - before

        yield from self._replaced(monkeypatch, timed)

    def _replaced(self, monkeypatch: pytest.MonkeyPatch, other: Any) -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setitem(globals(), "touch", other)
            yield


plain = touch


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


def cost(bank: QuietBank, random: Random, monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Return what touches cost: some are counted, as many others timed."""
    counter = Counter()
    play(bank, random, 10)
    with counter.counting(monkeypatch):
        play(bank, random, MOVES)
    with counter.timing(monkeypatch):
        play(bank, random, MOVES)
    return counter


def served(
    bank: QuietBank, folder: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[Counter, float]:
    """Return the cost of touches beside a server, and of a second in which nobody touches."""
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
        return cost(bank, random, monkeypatch), idle(bank)


def idle(bank: QuietBank) -> float:
    """Return the processor milliseconds of the whole bank in a second without touches."""
    seconds = 4
    end, before = time.monotonic() + seconds, time.process_time()
    while time.monotonic() < end:
        time.sleep(0.01)
        bank.frame()
    return (time.process_time() - before) / seconds * 1000


def test_a_move_costs_the_same_with_phones_a_stopped_server_and_a_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_figures: Callable[..., None]
) -> None:
    bank = QuietBank(tmp_path)
    found: dict[str, tuple[Counter, float]] = {}
    try:
        cost(bank, begin(bank), monkeypatch)  # What is made at the first use is not counted.
        for mode in (ALONE, PRESENT, HUNG, FLOODED, AGAIN):
            if mode in (ALONE, AGAIN):
                found[mode] = cost(bank, begin(bank), monkeypatch), idle(bank)
            else:
                found[mode] = served(bank, tmp_path, mode, monkeypatch)
    finally:
        bank.close()
    alone = found[ALONE][0]
    ratios = {mode: one.instructions / alone.instructions for mode, (one, _) in found.items()}
    # The seconds depend on what else the machine does; instructions do not.
    print({mode: f"{ratio:.4f}" for mode, ratio in ratios.items()}, alone.instructions // MOVES)
    print({mode: f"{one.seconds / MOVES * 1000:.2f} ms" for mode, (one, _) in found.items()})
    print({mode: f"{busy:.1f} ms/s" for mode, (_, busy) in found.items()}, "without touches")
    record_figures("phones", cost=max(ratios.values()), instructions=alone.instructions // MOVES)
    assert max(ratios.values()) <= MOST
