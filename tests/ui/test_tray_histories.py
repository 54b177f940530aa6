"""After any history of frames, screens, plugs and failures, a fresh throw is booked or asked about.

The real table on a real ledger, the real link and the tray's own program, with the line and the
clock in the test's hands.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from companion.engine.notation import parse_move
from companion.engine.problems import Problem
from companion.ledger.ledger import Ledger, LedgerError, ThrowOutcome
from companion.ledger.problems import LedgerProblem, Why
from companion.runtime.devices import Devices
from companion.screens.registry import SCREENS
from companion.table.session import Source
from companion.table.table import Table
from companion.table.thread_queue import ThreadQueue
from companion.table.tray_input import FAULT_SECONDS, MOST_QUESTIONS
from hardware.firmware.tray import Tray
from hardware.frames import CODES, Fault, Hello, Throw, encode
from hardware.noise import NoisyLine
from hardware.tray_session import TraySession
from tests.clock import StillClock
from tests.ui.driver import setup

HISTORIES, SHORTEST, LONGEST = 60, 15, 40
STEP = 0.25  # seconds


class Evening:
    """A table, two trays of which one is plugged in, and the line between them."""

    def __init__(self, folder: Path) -> None:
        self.ledger = Ledger.open(folder)
        self.failing = ""
        for name in ("append", "record_throw", "tray_throw", "begin"):
            setattr(self.ledger, name, self._unreliable(getattr(self.ledger, name)))
        self.now, self.boots, self.injected = 0.0, 0, 10**6
        self.line = NoisyLine()
        self.made: set[str] = set()
        self.trays = {uid: self._power_up(uid) for uid in ("oak", "ash")}
        self.uid = "oak"
        self.start_bank()

    def _unreliable(self, book: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            if self.failing == "before":
                raise LedgerError(LedgerProblem.NOT_BOOKED, why=Problem(Why.DISK_FULL))
            result = book(*arguments)
            if self.failing == "in the act":
                raise LedgerError(LedgerProblem.NOT_BOOKED, why=Problem(Why.DISK_FAILED))
            return result

        return call

    @property
    def tray(self) -> Tray:
        return self.trays[self.uid]

    @property
    def ticks(self) -> int:
        return int(1000 * self.now)

    def _power_up(self, uid: str) -> Tray:
        self.boots += 1
        return Tray(uid, f"{self.boots:08x}", self.ticks)

    # --- what happens ---------------------------------------------------------------------------

    def start_bank(self) -> None:
        """Kill the program, if one runs, and start it again: it remembers its ledger."""
        self.clock = StillClock()
        self.table = Table(self.ledger, self.clock, SCREENS, echo=0.0)
        self.link = TraySession()
        self.devices = Devices(self.table, ThreadQueue(self.clock))
        self.table.tray_input.acknowledge = self.link.acknowledge
        self.table.tray_input.put_off = self.link.forget
        self.table.bind(awaited=self._light, on_damaged=lambda _: self.no_game())
        self.link.connected(self.now)

    def _light(self, number: int) -> None:
        self.link.lamp("ready" if number else "wait", int(number))

    def throw(self, a: int, b: int) -> None:
        self.tray.roll(self.ticks)
        if self.tray.rest(a, b, self.ticks):
            self._remember()

    def fault(self, code: str) -> None:
        self.tray.roll(self.ticks)
        self.tray.rest_unread(code, self.ticks)

    def _remember(self) -> str:
        identity = f"{self.uid}/{self.tray.boot}/{self.tray.waiting[-1][0]}"
        self.made.add(identity)
        return identity

    def carry(self, times: int = 1) -> None:
        """Let what was said arrive, and moments pass."""
        for _ in range(times):
            self.now += STEP
            for tray in self.trays.values():
                tray.tick(self.ticks)
                if tray is not self.tray:
                    tray.bytes_to_send()
            self.say(self.line.carry(self.tray.bytes_to_send()))
            for event in self.link.tick(self.now):
                self.devices._on_tray_event(event)
            if not self.link.is_open:
                self.link.connected(self.now)
            self.tray.receive(self.line.carry(self.link.bytes_to_send()), self.ticks)

    def say(self, data: bytes) -> None:
        for event in self.link.receive(data, self.now):
            self.devices._on_tray_event(event)

    def inject(self, kind: str, count: int) -> None:
        """Frames that no tray of ours made: they come once, and are valid."""
        boot = self.tray.boot
        if kind == "repeat" and not self.tray._seq:
            return
        for _ in range(count):
            self.injected += 1
            seq = self.injected
            frames = {
                "throw": Throw(boot, seq, (3, 5), seq % 7),
                "fault": Fault(boot, seq, "sensor", 0),
                "repeat": Throw(boot, 1, (6, 6), 0),
                "hello": Hello(self.uid, "1.0", 1, f"{seq:08x}"),
                "version": Hello(self.uid, "1.0", 2, boot),
            }
            self.say(encode(frames[kind]))

    def replug(self, uid: str) -> None:
        for event in self.link.disconnected("pulled"):
            self.devices._on_tray_event(event)
        self.uid = uid
        self.link.connected(self.now)

    def reboot(self) -> None:
        """Cut the tray's power: what it had not delivered is gone."""
        self.made -= {f"{self.uid}/{self.tray.boot}/{seq}" for seq, _ in self.tray.waiting}
        self.trays[self.uid] = self._power_up(self.uid)

    def fail(self, how: str) -> None:
        self.failing = how

    def noise(self, rate: float, seed: int) -> None:
        self.line = NoisyLine(seed, noise=rate, drop=rate, repeat=rate, tear=rate)

    def rubbish(self, data: bytes) -> None:
        self.say(data)

    def begin(self) -> None:
        self.table.begin(setup("Ann Bob"))

    def resume(self) -> None:
        if number := self.ledger.latest_unfinished():
            self.table.resume(number)

    def no_game(self) -> None:
        self.table.session = None
        self.table.show_screen("recovery")

    def show_screen(self, screen: str) -> None:
        if self.table.session or screen != "play":
            self.table.show_screen(screen)

    def answer(self, name: str) -> None:
        """A tap on the first question, which needs a game to be seen."""
        if self.table.session and self.table.tray_input.pending_rolls:
            getattr(self.table.tray_input, name)()

    def touch(self, what: str) -> None:
        table = self.table
        if not table.session:
            return
        request = f"touch {self.now} {table.number} {self.clock.now}"
        if what == "throw":
            table.roll(1, 2, table.number, request)
        elif what == "undo":
            table.undo(table.number, request)
        elif what == "end":
            session = table.session
            move = parse_move("ruling: Bob is out", session.setup)
            table.ledger_guard.play(lambda: session.play(move, Source.TOUCH))
        elif table.now.answers:
            table.submit(table.now.answers[0], table.number, request)

    def time_passes(self) -> None:
        self.clock.wait(FAULT_SECONDS)

    # --- the end --------------------------------------------------------------------------------

    def settle(self) -> None:
        """All is well again, a game is open, and every question is answered."""
        self.failing, self.line = "", NoisyLine()
        for _ in range(20):
            if not self.table.session or not self.table.session.roller():
                self.begin()
            self.carry(4)
            while self.table.tray_input.pending_rolls:
                tray, before = self.table.tray_input, len(self.table.tray_input.pending_rolls)
                tray.discard_roll()
                assert len(tray.pending_rolls) < before, "an answer ends its question"
        assert not self.tray.waiting, "the tray waits for nothing"

    def book_a_fresh_throw(self) -> None:
        """The last throw of the history, on either tray, is booked at once or asked about."""
        self.begin()
        self.carry(16)
        assert self.tray.lamp == ("ready", self.table.number), "the tray may throw"
        self.throw(4, 5)
        identity = f"{self.uid}/{self.tray.boot}/{self.tray._seq}"
        self.carry(8)
        if [pending.identity for pending in self.table.tray_input.pending_rolls] == [identity]:
            self.table.tray_input.use_roll()
            self.carry(4)
        known = self.ledger.tray_throw(identity)
        assert known is not None
        assert known.outcome is ThrowOutcome.USED
        assert not self.tray.waiting


@contextmanager
def evening() -> Iterator[Evening]:
    with TemporaryDirectory() as folder:
        one = Evening(Path(folder))
        yield one
        one.ledger.close()


def step(name: str, *facts: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.tuples(st.just(name), *facts)


die = st.integers(1, 6)
steps = st.one_of(
    step("throw", die, die),
    step("fault", st.sampled_from(CODES)),
    step("carry", st.integers(1, 24)),
    step("inject", st.sampled_from(["throw", "fault", "repeat", "hello", "version"]), die),
    step("inject", st.sampled_from(["throw", "fault", "hello"]), st.just(200)),
    step("replug", st.sampled_from(["oak", "ash"])),
    st.sampled_from([("reboot",), ("start_bank",), ("resume",), ("no_game",)]),
    st.just(("begin",)),
    step("fail", st.sampled_from(["", "before", "in the act"])),
    step("noise", st.sampled_from([0.0, 0.2, 0.5]), st.integers(0, 99)),
    step("rubbish", st.binary(max_size=100)),
    step("show_screen", st.sampled_from(["play", "history"])),
    step("answer", st.sampled_from(["use_roll", "discard_roll"])),
    step("touch", st.sampled_from(["throw", "undo", "end", "answer"])),
    st.just(("time_passes",)),
)


@settings(
    max_examples=HISTORIES, derandomize=True, deadline=None, database=None, phases=[Phase.generate]
)
@given(st.lists(steps, min_size=SHORTEST, max_size=LONGEST))
def test_after_any_history_a_fresh_throw_is_booked_or_asked_about(
    history: list[tuple[Any, ...]],
) -> None:
    with evening() as table:
        for name, *facts in history:
            getattr(table, name)(*facts)
            table.carry(2)
            assert len(table.table.tray_input.pending_rolls) <= MOST_QUESTIONS
        for uid in ("oak", "ash"):
            table.replug(uid)
            table.settle()
            table.book_a_fresh_throw()
        booked = {row.throw.identity for row in table.ledger.throws()}
        assert table.made <= booked, "no throw is lost"
