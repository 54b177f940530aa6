"""A table whose program is killed while two pages tap: no move is lost, doubled or invented.

The pages repeat some of their messages late, as a network may.
"""

import shutil
import socket
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import sleep
from typing import Any

import httpx
import pytest

from companion.ledger.copies import snapshot
from companion.ledger.reader import Entry
from tests.browser.evenings import stored
from tests.browser.player import Button, Player
from tests.browser.program import OpenPage, Program
from tests.browser.tab import BETWEEN as SEEN_FOR
from tests.browser.tab import Tab

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
KILLS = 60
SIZES = [(800, 480), (480, 800)]
LIFE = 2.0, 4.0
"""Seconds for which the program lives, at least and at most, after it has begun to answer."""
LONG_LIFE, LIVES = (45.0, 45.0), 20
BETWEEN = 0.25
"""Seconds between two taps of a page."""
LOOK = 0.5
"""Seconds after which what has come can be tapped."""
REPEATED = 0.5
"""Share of answers that come once more, when the next question is on the page."""

LOST = httpx.HTTPError, AssertionError, RuntimeError, StopIteration
"""Errors of a page whose program was killed."""


class Hand(Thread):
    """A page that taps what is asked until it is told to stop, whatever becomes of the program."""

    def __init__(self, address: str, size: tuple[int, int], seed: int) -> None:
        super().__init__(daemon=True)
        self._address, self._size = address, size
        self._player, self._random = Player(seed), Random(seed)
        self.sent: set[tuple[str, int]] = set()
        """Secret of the page and number of each message."""
        self.stop = Event()
        self._before: list[tuple[int, list[list[Any]]]] = []
        """Messages of the last answer."""

    def run(self) -> None:
        while not self.stop.is_set():
            with suppress(*LOST):
                page = OpenPage(self._address, *self._size)
                self._before.clear()
                self._follow(page)
            sleep(BETWEEN)

    def _follow(self, page: OpenPage) -> None:
        """Tap while the stream of a page goes on."""

        def hear() -> None:
            with suppress(*LOST):
                page.follow()

        hearing = Thread(target=hear, daemon=True)
        hearing.start()
        while hearing.is_alive() and not self.stop.is_set():
            self._turn(page)

    def _turn(self, page: OpenPage) -> None:
        """Tap all that is asked for; what is only shown goes with a tap anywhere."""
        anywhere = Button("", "", self._size[0] / 2, self._size[1] / 2)
        answers = self._player.answer(page.painted.buttons())
        if answers and self._random.random() < REPEATED:
            sleep(LOOK)
            for number, told in self._before:
                page.send(number, *told)
                sleep(BETWEEN)
        if answers:
            self._before.clear()
        for button in answers or [anywhere]:
            place = button.x, button.y
            told = [["down", 1, page.painted.picture, page.age, *place], ["up", 1, *place]]
            page.number += 1
            if answers:
                self._before.append((page.number, told))
            self.sent.add((page.secret, page.number))
            page.send(page.number, *told)
            sleep(BETWEEN)


def killed(
    folder: Path, kills: int, life_of: tuple[float, float] = LIFE, planted: bool = False
) -> list[str]:
    """Let two pages play while the program is killed again and again; return what is wrong then."""
    folder.mkdir(exist_ok=True)
    notes, data, random = folder / "notes", folder / "data", Random(kills)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.browser.noted", str(notes)]
    command += ["--planted"] * planted + ["play", "--browser", "--no-tray", "--port", str(port)]
    hands = [Hand(f"http://127.0.0.1:{port}", size, seed) for seed, size in enumerate(SIZES)]
    found: list[str] = []
    before: list[Entry] = []
    for life in range(kills + 1):
        program = Program(data, *(["--players", "Ann,Bob,Cy"] * (life == 0)), command=command)
        for hand in hands:
            if not hand.is_alive():
                hand.start()
        sleep(random.uniform(*life_of))
        program.kill()
        with snapshot(data) as ledger:
            now = [*ledger.entries(1)]
        if now[: len(before)] != before:
            found.append(f"life {life}: moves were lost or changed")
        before = now
    for hand in hands:
        hand.stop.set()
        hand.join()
    print(f"{len(before)} moves, {sum(len(hand.sent) for hand in hands)} messages")
    return found + compare(notes, before, set().union(*(hand.sent for hand in hands)))


def compare(notes: Path, entries: list[Entry], sent: set[tuple[str, int]]) -> list[str]:
    """Return what the ledger has and nobody meant, and what it has not and somebody saw."""
    lines = [line.split(" ") for line in notes.read_text("utf-8").splitlines()]
    led = {int(move): (secret, int(number)) for secret, number, move in lines}
    moves = [entry.number for entry in entries]
    found = [f"move {move} was seen and is lost" for move in led if move not in moves]
    found += [f"move {move} was invented" for move, by in led.items() if by not in sent]
    twice = [by for by, count in Counter(led.values()).items() if count > 1]
    found += [f"doubled: message {by}" for by in twice]
    # The program may be killed between a move and its note.
    unknown = [move for move in moves if move and move not in led]
    return found + [f"moves {unknown} have no note"] * (len(unknown) > KILLS)


def test_nothing_is_lost_doubled_or_invented(tmp_path: Path) -> None:
    assert killed(tmp_path, KILLS) == []


def test_a_message_that_counts_twice_is_found(tmp_path: Path) -> None:
    """Few messages are repeated in time; on a slow machine it may take some lives."""
    lives = (killed(tmp_path / f"{life}", 0, LONG_LIFE, planted=True) for life in range(LIVES))
    assert any(one.startswith("doubled") for found in lives for one in found)


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium")
def test_a_page_in_chromium_plays_on_after_kills(chromium: Any, tmp_path: Path) -> None:
    """Taps on a page that is cut off are not booked later."""
    data, player = tmp_path / "data", Player(KILLS)
    program = Program(data, "--players", "Ann,Bob,Cy")
    tab = Tab(chromium, program, SIZES[0], "touch")
    before: list[Entry] = []
    for _ in range(3):
        while stored(data) < len(before) + 3:
            tab.page.wait_for_timeout(SEEN_FOR)
            for button in player.answer(tab.buttons()):
                tab.press(button)
        program.kill()
        with snapshot(data) as ledger:
            now = [*ledger.entries(1)]
        assert now[: len(before)] == before
        for button in tab.buttons():
            tab.press(button)
        tab.page.wait_for_selector("#lost", state="visible")
        program = Program(data, port=program.port)
        tab.page.wait_for_selector("#lost", state="hidden")
        assert stored(data) == len(now)
        before = now
    program.kill()
