"""The feed between processes: torn writes, and readers that are killed, stopped and started late.

A reader writes down each move that it has followed. The judge compares that with the ledger: what
is missing is lost, what comes twice is doubled.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.ledger import feed
from companion.ledger.ledger import Ledger
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play
from tests.tree import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

LINES, MOVES = 10_000, 500
"""Lines of all games, and moves of one."""
READERS = 3
TORN, HURT = 0.01, 0.004
"""Shares of the moves whose line is torn, and after which something happens to a reader."""
PATIENCE = 120.0


@dataclass
class Reader:
    """A reader as a process, from one start to its end."""

    process: subprocess.Popen[bytes]
    notes: Path
    is_stopped: bool = False

    def send(self, what: int) -> None:
        self.process.send_signal(what)
        self.is_stopped = what == signal.SIGSTOP

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def followed(self) -> list[tuple[int, int, str]]:
        """Game, number and hash of each move it has written down; half a line does not count."""
        lines = self.notes.read_text("ascii").split("\n")[1:-1]
        return [(int(g), int(n), link) for g, n, link in (line.split() for line in lines)]


@dataclass
class Tally:
    """Lines that readers missed, had twice, or had although nobody wrote them."""

    lost: int = 0
    doubled: int = 0
    strange: int = 0
    followed: int = 0
    torn: int = 0
    hurt: Counter[str] = field(default_factory=Counter)

    def judge(self, reader: Reader, truth: dict[tuple[int, int], str], game: int, end: int) -> None:
        """Judge the notes of a reader that has been told of ``end`` moves of ``game``."""
        found = reader.followed()
        times = Counter((g, n) for g, n, _ in found)
        self.followed += len(found)
        self.doubled += sum(count - 1 for count in times.values())
        self.strange += sum(truth.get((g, n)) != link for g, n, link in found)
        for g in {g for g, _ in times} | ({game} if end else set()):
            last = end if g == game and end else max(n for h, n in times if h == g)
            self.lost += sum((g, n) not in times for n in range(1, last + 1))


class Evening:
    """Games whose feed is torn, and readers that come and go."""

    def __init__(self, folder: Path, fault: str = "") -> None:
        self.feed, self.folder, self.fault = folder / "feed", folder, fault
        self.random, self.tally = Random(11), Tally()
        self.readers: list[Reader] = []
        self.truth: dict[tuple[int, int], str] = {}
        self._started = 0

    def start(self) -> None:
        self._started += 1
        notes = self.folder / f"notes-{self._started}"
        notes.touch()
        command = [sys.executable, "-m", "tests.ledger.feed_reader", str(self.feed), str(notes)]
        self.readers.append(Reader(subprocess.Popen([*command, self.fault], cwd=ROOT), notes))

    def torn_write(self, write: Callable[[int, bytes], int]) -> Callable[[int, bytes], int]:
        """Return a write that gives readers time to see half of some lines; or with a fault."""

        def torn(file: int, data: bytes) -> int:
            if b'"number"' not in data or self.random.random() >= TORN:
                return write(file, data)
            self.tally.torn += 1
            if self.fault == "lost":
                return len(data)
            if self.fault == "doubled":
                write(file, data)
                return write(file, data)
            cut = self.random.randrange(1, len(data))
            write(file, data[:cut])
            time.sleep(0.01)  # Nothing depends on it: a reader may look or not.
            write(file, data[cut:])
            return len(data)

        return torn

    def hurt(self) -> None:
        """Kill, stop, wake or start a reader."""
        reader = self.random.choice(self.readers)
        what = self.random.choice(["killed", "stopped", "late"])
        if reader.is_stopped:
            what = "woken"
            reader.send(signal.SIGCONT)
        elif what == "killed":
            reader.kill()
            self.readers.remove(reader)
            self.tally.judge(reader, self.truth, 0, 0)
            self.start()
        elif what == "stopped":
            reader.send(signal.SIGSTOP)
        elif len(self.readers) < 2 * READERS:
            self.start()
        self.tally.hurt[what] += 1

    def play(self, ledger: Ledger, moves: int) -> None:
        """Play one game, and wait for the readers that live."""
        session = Session.begin(ledger, SETUP)
        game = session.game_number
        for _ in range(moves):
            play(session, 1, self.random)
            self.truth[game, len(session.history)] = ledger.link(game)
            if self.random.random() < HURT:
                self.hurt()
        last = len(session.history)
        for reader in self.readers:
            if reader.is_stopped:
                reader.send(signal.SIGCONT)
            end = time.monotonic() + (PATIENCE if not self.fault else 5)
            while (game, last) not in {(g, n) for g, n, _ in reader.followed()[-1:]}:
                if time.monotonic() > end:
                    break
                time.sleep(0.02)
        self.game, self.last = game, last

    def judge(self) -> None:
        """Stop the readers that live, which have been waited for, and judge their notes."""
        for reader in self.readers:
            reader.kill()
            self.tally.judge(reader, self.truth, self.game, self.last)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], Tally]:
    def run(fault: str, lines: int) -> Tally:
        evening = Evening(tmp_path, fault)
        monkeypatch.setattr(feed.os, "write", evening.torn_write(os.write))
        try:
            for _ in range(READERS):
                evening.start()
            while not all(reader.notes.stat().st_size for reader in evening.readers):
                time.sleep(0.02)
            with Ledger.open(tmp_path / "data", feed=evening.feed) as ledger:
                written = 0
                while written < lines:
                    evening.play(ledger, min(MOVES, lines))
                    written += evening.last
                evening.judge()
        finally:
            for reader in evening.readers:
                reader.kill()
            monkeypatch.undo()
        return evening.tally

    return run


def test_readers_that_are_killed_stopped_and_late_lose_nothing(
    run: Callable[[str, int], Tally], record_figures: Callable[..., None]
) -> None:
    tally = run("", LINES)
    record_figures(
        "phones",
        lines=LINES,
        followed=tally.followed,
        torn=tally.torn,
        killed=tally.hurt["killed"],
        stopped=tally.hurt["stopped"],
        late=tally.hurt["late"],
        lost=tally.lost,
        doubled=tally.doubled,
    )
    assert (tally.lost, tally.doubled, tally.strange) == (0, 0, 0)
    assert tally.torn > LINES * TORN / 2
    assert min(tally.hurt[what] for what in ("killed", "stopped", "woken", "late")) > 0


@pytest.mark.parametrize("fault", ["lost", "doubled", "forgetful"])
def test_a_planted_fault_is_found(run: Callable[[str, int], Tally], fault: str) -> None:
    tally = run(fault, MOVES)
    assert tally.lost + tally.doubled > 0
