"""Each side of a line by itself, under a clock that is moved by hand, as a conversation: its steps
are done again, and must come to the same frames and events."""

from binascii import crc32
from collections.abc import Iterator
from dataclasses import astuple, is_dataclass
from pathlib import Path

import pytest

from hardware import PortProblem, ThrowSeen
from hardware.firmware.settle_detector import GONE, LEANING, TOO_MANY, SettleDetector
from hardware.firmware.tray import Tray
from hardware.tray_session import REMEMBERED, TraySession

BOOT = "0000beef"
LOOK = 5  # milliseconds
SHOWN = {"-": GONE, "/": LEANING, "+": TOO_MANY, **{str(face): face for face in range(1, 7)}}


def sealed(body: str) -> bytes:
    return b"$%s*%08X\n" % (body.encode(), crc32(body.encode()))


def bodies(data: bytes) -> list[str]:
    return [line[1:-9].decode() for line in data.splitlines()]


class Bank:
    """The bank's side; a step returns what is to be reported."""

    hears, says = "> ", "< "

    def __init__(self) -> None:
        self.link, self.now = TraySession(), 0.0

    def hear(self, frame: str) -> list[object]:
        return self.link.receive(sealed(frame), self.now)

    def raw(self, text: str) -> list[object]:
        return self.link.receive(text.replace("\\n", "\n").encode(), self.now)

    def at(self, seconds: str) -> None:
        self.now = float(seconds)

    def connect(self) -> None:
        self.link.connected(self.now)

    def hello(self) -> None:
        """Be connected to a tray that has said hello."""
        self.connect()
        self.hear(f"H,oak,1.0,1,{BOOT}")
        self.link.bytes_to_send()

    def unplug(self, problem: str) -> list[object]:
        return self.link.disconnected(PortProblem(problem))

    def tick(self) -> list[object]:
        return self.link.tick(self.now)

    def ack(self, identity: str) -> None:
        self.link.acknowledge(identity)

    def lamp(self, state: str, number: str) -> None:
        self.link.lamp(state, int(number))

    def open(self) -> list[object]:
        return [self.link.is_open]

    def has_tray(self) -> list[object]:
        return [self.link.has_tray]

    def bad(self) -> list[object]:
        return [{reason.name: count for reason, count in self.link.bad.items()}]

    def said(self) -> bytes:
        return self.link.bytes_to_send()


class TraySide:
    """A tray and its rest detection; dice are put before it by hand."""

    hears, says = "< ", "> "

    def __init__(self) -> None:
        self.now = 0
        self.shown = (GONE, GONE)
        self.is_silent = False
        self.power_up()
        self.said()

    def power_up(self) -> None:
        self.tray = Tray("oak", BOOT, self.now)
        self.detector = SettleDetector(self.tray)

    def read(self, now: int) -> tuple[int, int]:
        if self.is_silent:
            raise OSError("the sensor does not answer")
        return self.shown

    def _look(self, seconds: str) -> None:
        for _ in range(int(float(seconds) * 1000 / LOOK)):
            self.now += LOOK
            self.detector.look(self, self.now)

    def shows(self, first: str, second: str, seconds: str) -> None:
        self.shown, self.is_silent = (SHOWN[first], SHOWN[second]), False
        self._look(seconds)

    def blind(self, seconds: str) -> None:
        self.is_silent = True
        self._look(seconds)

    def hear(self, frame: str) -> None:
        self.tray.receive(sealed(frame), self.now)

    def at(self, milliseconds: str) -> None:
        self.now = int(milliseconds)
        self.tray.tick(self.now)

    def roll(self) -> None:
        self.tray.roll(self.now)

    def rest(self, first: str, second: str) -> None:
        self.tray.rest(int(first), int(second), self.now)

    def throw(self, first: str, second: str) -> None:
        self.roll()
        self.rest(first, second)

    def unread(self, code: str) -> None:
        self.tray.rest_unread(code, self.now)

    def card(self, number: str) -> None:
        self.tray.hold_card(int(number), self.now)

    def due(self) -> list[object]:
        return [self.tray.due()]

    def full(self) -> list[object]:
        return [self.tray.is_full]

    def is_blind(self) -> list[object]:
        return [self.detector.is_blind]

    def lamp(self) -> list[object]:
        return [self.tray.lamp]

    def said(self) -> bytes:
        return self.tray.bytes_to_send()


def described(event: object) -> str:
    if not is_dataclass(event) or isinstance(event, type):
        return str(event)
    return " ".join([type(event).__name__, *(str(fact) for fact in astuple(event) if fact != "")])


def done_again(side: Bank | TraySide, conversation: list[str]) -> Iterator[str]:
    for line in conversation:
        if not line.startswith(("= ", side.says)):
            word, *arguments = line.replace(side.hears, "hear ", 1).split(" ")
            reported = getattr(side, word)(*arguments) or []
            yield from (line, *(f"= {described(event)}" for event in reported))
            yield from (side.says + body for body in bodies(side.said()))


def conversations(name: str) -> dict[str, list[str]]:
    text = Path(__file__).with_name("conversations").joinpath(name).read_text()
    titles = (part.partition("\n") for part in text.split("\n== ")[1:])
    return {title: lines.strip().split("\n") for title, _, lines in titles}


BANK, TRAY = conversations("bank.txt"), conversations("tray.txt")


@pytest.mark.parametrize("title", BANK)
def test_the_bank(title: str) -> None:
    assert [*done_again(Bank(), BANK[title])] == BANK[title]


@pytest.mark.parametrize("title", TRAY)
def test_the_tray(title: str) -> None:
    assert [*done_again(TraySide(), TRAY[title])] == TRAY[title]


def test_what_is_not_remembered_is_reported_anew() -> None:
    """A killed bank remembers nothing; here memory is merely full. Its ledger knows."""
    bank = Bank()
    bank.hello()
    for number in range(1, REMEMBERED + 2):
        bank.at(str(number))
        bank.hear(f"T,{BOOT},{number},3,5,0")
    bank.at("99")
    assert bank.hear(f"T,{BOOT},1,3,5,0") == [ThrowSeen(f"oak/{BOOT}/1", (3, 5), 0)]


def test_a_lamp_that_is_none_changes_nothing() -> None:
    bank = Bank()
    bank.hello()
    with pytest.raises(ValueError, match="Lamp"):
        bank.lamp("blue", "0")
    bank.hear("B")
    assert bodies(bank.said()) == ["L,off,0"]


def test_what_is_no_frame_is_no_command() -> None:
    side, ready = TraySide(), sealed("L,ready,7")
    spoilt = (ready[:-2] + b"0\n", ready[1:], b"x" * 500 + ready, ready.replace(b"ready", b"READY"))
    for line in (*spoilt, b"$" + b"\xff" * 20 + b"\n", b"\n\n$*\n", b"$*00000000\n"):
        side.tray.receive(line, 0)
    assert side.tray.lamp == ("off", 0)
    side.tray.receive(ready.replace(b"\n", b"\r\n"), 0)
    assert side.tray.lamp == ("ready", 7)


def test_a_line_that_never_ends_takes_no_room() -> None:
    side = TraySide()
    for _ in range(1000):
        side.tray.receive(b"$" * 1000, 0)
    assert len(side.tray._lines._line) <= 64
    side.tray.receive(b"\n" + sealed("L,ready,7"), 0)
    assert side.tray.lamp == ("ready", 7)


def test_impossible_dice_codes_and_names_are_refused() -> None:
    side = TraySide()
    side.roll()
    with pytest.raises(ValueError, match="0 and 7"):
        side.rest("0", "7")
    with pytest.raises(ValueError, match="upside"):
        side.unread("upside")
    for uid in ("", "an oak", "a,b", "x" * 60):
        with pytest.raises(ValueError, match="uid"):
            Tray(uid, BOOT, 0)
