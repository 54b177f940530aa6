"""A monkey at the table: touches anywhere, dice and buttons at any time, from threads of their own.
Nothing breaks, the ledger is sound, and the screen still answers."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from companion.engine import invariants
from companion.engine.moves import Buy
from companion.ledger.audit import audit_all
from hardware import FakePanel, FakeTray
from tests.ui.driver import Desk
from tests.ui.touch import Hand

pytestmark = [pytest.mark.gui, pytest.mark.timeout(1800)]

SOME, MANY = 800, 20_000
"""Touches in the ordinary run, and in the slow one."""
SEAT_AGAIN = 500
"""Number of touches after which another table sits down, in case the monkey has ended its game."""
TABLES = (
    {"players": "Ann Bob Cy Dee", "rent": "shown", "cards": "program"},
    {"players": "Ann Bob", "rent": "automatic", "cards": "table"},
    {"players": "Ann Bob Cy Dee Eve Finn Gus Hal", "rent": "watchful", "cards": "program"},
)


class Shaken:
    """A tray and buttons, used by nobody in their right mind, on a thread of their own."""

    def __init__(self, tray: FakeTray, panel: FakePanel, seed: int) -> None:
        self._tray, self._random = tray, Random(seed)
        self._deeds: list[Callable[[], object]] = [
            *[self._throw] * 12,
            tray.roll,
            tray.lean,
            tray.restart,
            self._pull,
            *[partial(panel.press, name, 0.01) for name in ("yes", "no", "undo")],
            partial(panel.press, "undo", 1.1),
        ]
        self._end = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self.done = 0

    def __enter__(self) -> "Shaken":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join(10)

    def _run(self) -> None:
        while not self._end.wait(self._random.random() * 0.1):
            self._random.choice(self._deeds)()
            self.done += 1

    def _throw(self) -> None:
        self._tray.throw(self._random.randint(1, 6), self._random.randint(1, 6))

    def _pull(self) -> None:
        self._tray.unplug()
        self._end.wait(0.05)
        self._tray.replug()


class Monkey:
    """Fingers on the glass: mostly on something that can be touched, because the rest is soon
    known."""

    def __init__(self, desk: Desk, glass: Any, seed: int) -> None:
        self._desk, self._glass, self._random = desk, glass, Random(seed)

    def touch(self) -> None:
        """One of the things that fingers do."""
        self._desk.clock.wait(self._random.choice((0.01, 0.5)))
        way = self._random.choice((*[self._taps] * 6, self._taps_twice, self._two, self._slides))
        way()
        self._desk.frames(self._random.choice((1, 1, 2, 3)))

    def _place(self) -> tuple[float, float]:
        boxes = [key.box for key in self._desk.all_keys()]
        if boxes and self._random.random() < 0.8:
            box = self._random.choice(boxes)
            x = box.x + self._random.random() * box.w
            y = box.y + self._random.random() * box.h
            return x, y
        width, height = self._desk.size
        return self._random.random() * width, self._random.random() * height

    def _taps(self) -> None:
        self._glass.tap(*self._place())

    def _taps_twice(self) -> None:
        place = self._place()
        self._glass.tap(*place)
        self._desk.frames(self._random.choice((0, 1)))
        self._glass.tap(*place)

    def _two(self) -> None:
        fingers = [self._glass.down(*self._place()) for _ in range(2)]
        self._desk.frames(self._random.choice((0, 1)))
        for finger in fingers:
            self._glass.up(finger)

    def _slides(self) -> None:
        finger = self._glass.down(*self._place())
        for _ in range(3):
            self._glass.moves(finger, *self._place())
            self._desk.frames(1)
        self._glass.up(finger)


@pytest.fixture
def table(desk: Desk) -> Iterator[tuple[Desk, Any, FakeTray, FakePanel]]:
    from tests.ui.window import Glass

    desk.table.echo = 0.02
    with FakeTray(repeat_every=0.05) as tray, Glass() as glass:
        panel = FakePanel()
        desk.devices.tray(tray.path)
        desk.devices.panel(panel.pins, panel.factory)
        yield desk, glass, tray, panel
        desk.devices.close()
        panel.close()


def settled(desk: Desk) -> None:
    """What came last has been dealt with."""
    desk.frames(20)


def booked(desk: Desk) -> int:
    """How many moves there are in the ledger, in all games."""
    return sum(audit.moves for audit in audit_all(desk.ledger))


def nothing_is_broken(desk: Desk) -> None:
    assert invariants.violations(desk.table.session.game) == []
    assert [audit.first_fault for audit in audit_all(desk.ledger) if audit.first_fault] == []


def the_screen_answers(desk: Desk) -> None:
    """A new game can be begun and moved in, by touch, in whatever language; upright again, for
    this hand does not know that a screen may be turned."""
    desk.table.echo = 0.0
    desk.table.settings.change(face_me=False, rotation=0)
    desk.until(lambda: desk.window.rotation == 0)
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    Hand(desk).make(Buy("Ann"))
    assert desk.cash("Ann") == 1380


def run(table: tuple[Desk, Any, FakeTray, FakePanel], touches: int, seed: int) -> None:
    desk, glass, tray, panel = table
    monkey, tables = Monkey(desk, glass, seed), Random(seed)
    with Shaken(tray, panel, seed) as shaken:
        for number in range(touches):
            if number % SEAT_AGAIN == 0:
                desk.sit_down(**tables.choice(TABLES))
            monkey.touch()
    settled(desk)
    print(f"{touches} touches, {shaken.done} throws and presses, {booked(desk)} moves")
    nothing_is_broken(desk)
    the_screen_answers(desk)


def test_a_monkey_breaks_nothing(table: tuple[Desk, Any, FakeTray, FakePanel]) -> None:
    run(table, SOME, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2])
def test_a_monkey_breaks_nothing_all_day(
    table: tuple[Desk, Any, FakeTray, FakePanel], seed: int
) -> None:
    run(table, MANY, seed)
