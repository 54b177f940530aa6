"""A window with the real screens on a real ledger, and a finger: for the tests of touch."""

import gc
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, Self
from unittest.mock import patch
from uuid import uuid4

from companion.engine import board, edition
from companion.engine.moves import Move
from companion.engine.notation import parse_move
from companion.engine.state import Setup
from companion.screens.registry import SCREENS
from companion.table.prompts import Answer
from companion.table.redo import OFFER_SECONDS
from companion.table.table import NOTICE_SECONDS
from companion.ui import start as window
from companion.ui.start import Display
from tests.clock import StillClock
from tests.screens.faults import Page
from tests.ui import doors
from tests.ui.doors import Key, Sight

BETWEEN_TAPS = 1.0
"""Seconds in which a person sees what a tap did, before the next one."""
DOUBLE_TAP = 0.18
"""Seconds between the two taps of a double tap."""
COLLECTED_EVERY = 4
"""Number of desks after which their screens, of some 50 MB each, are collected."""


def setup(players: str = "Ann Bob Cy", rules: str = "1961", **chosen: str) -> Setup:
    """A table where the first player begins."""
    names = tuple(name.replace("_", " ") for name in players.split())
    return Setup(names, edition.load(rules), board.load("atlantic-city"), first=names[0], **chosen)


_opened = count()
"""Numbers of the desks that this process has opened."""


def _collect() -> None:
    """Free the screens of closed desks, which are cycles, and leave alone whatever is left.

    What stays for good, such as modules and fonts, is not looked at again by later collections.
    """
    gc.collect()
    gc.freeze()


def _unseen(*_: object) -> None:
    """Instead of drawing."""


@contextmanager
def opened_bank(folder: Path, *language: str, kiosk: bool = False) -> Iterator[Any]:
    """The whole program on a ledger, before its start and without its window."""
    from companion.runtime.bank import Bank
    from companion.runtime.ledger_session import LedgerSession
    from companion.ui.front import WindowFront

    with LedgerSession(folder, None) as session:
        yield Bank(session, WindowFront(), *language, kiosk=kiosk)


def start(bank: Any) -> None:
    """Start the program as it starts without options."""
    bank.start(None, "1961", "atlantic-city")


class Desk:
    """One table, seen and touched through the window only.

    Frames are laid out, but only ``drawn`` ones are drawn: in software that takes most of the time.
    """

    def __init__(
        self,
        folder: Path,
        echo: float = 0.4,
        size: tuple[int, int] = window.PANEL,
        *,
        drawn: bool = False,
    ) -> None:
        window.prepare(Display())
        from kivy.base import EventLoop
        from kivy.clock import Clock
        from kivy.core.window import Window

        from companion.ledger.ledger import Ledger
        from companion.runtime.build import build_screens
        from companion.runtime.devices import Devices
        from companion.table.table import Table
        from companion.table.thread_queue import ThreadQueue
        from companion.ui.app import TableTop, load_looks

        Clock._max_fps = 0  # frames follow each other as fast as they can
        EventLoop.ensure_window()
        Window.size = size
        load_looks()
        if next(_opened) % COLLECTED_EVERY == 0:
            _collect()
        self.loop, self.window = EventLoop, Window
        self._closing = ExitStack()
        if not drawn:
            undrawn = patch.multiple(Window, on_draw=_unseen, on_flip=_unseen, create=True)
            self._closing.enter_context(undrawn)
        self.ledger = Ledger.open(folder)
        self.clock = StillClock()
        self.table = Table(self.ledger, self.clock, SCREENS, echo)
        build_screens(self.table, self.ledger, folder / "settings.json")
        self.table.moments.less_motion = True  # what flies would be waited for
        self.inputs = ThreadQueue(self.clock)
        self.devices = Devices(self.table, self.inputs)
        self.root = TableTop(table=self.table)
        Window.add_widget(self.root)
        self.frames()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.window.rotation = 0
        self.devices.close()
        self.table.network.follow("")  # It would look for networks during the next test.
        self.window.remove_widget(self.root)
        self.frames(1)  # A page that waits for its frame would colour the window of the next test.
        self.ledger.close()
        self._closing.close()

    # --- time -----------------------------------------------------------------------------------

    def frames(self, count: int = 4) -> None:
        """Some frames go by; the first ones after a change lay it out."""
        for _ in range(count):
            self.clock.frame()
            self.loop.idle()

    def ended(self, work: str) -> None:
        """Waits for the thread of a method: what it raises belongs to this test alone."""
        for thread in threading.enumerate():
            if thread.name.endswith(f"({work})"):
                thread.join()

    def until(
        self, holds: Callable[[], object], seconds: float = 100.0, passing: float = 0.0
    ) -> None:
        """Frames go by until something holds, with ``passing`` seconds on the clock before each."""
        end = monotonic() + seconds
        while not holds():
            assert monotonic() < end, "it did not come to that"
            self.clock.wait(passing)
            self.frames(1)

    def show(self, screen: str) -> None:
        """Another screen, without a finger."""
        self.table.show_screen(screen)
        self.frames()

    # --- the game -------------------------------------------------------------------------------

    def sit_down(self, players: str = "Ann Bob Cy", *lines: str, **chosen: str) -> None:
        """A new game, played up to some position as a record would."""
        self.table.begin(setup(players, **chosen))
        self.play(*lines)

    def play(self, *lines: str) -> None:
        """More of the record."""
        self.make(parse_move(line, self.table.session.setup) for line in lines)

    def make(self, moves: Iterable[Move]) -> None:
        """Moves as they are imported, and then shown."""
        from companion.table.session import Source

        for move in moves:
            self.table.session.play(move, Source.IMPORT)
        self.table.show()
        self.frames()
        self.clock.wait(BETWEEN_TAPS)

    def submit(self, move: Move | str) -> None:
        """A move or its line as a touch, without looking for its button; any sheet is answered."""
        if isinstance(move, str):
            move = parse_move(move, self.table.session.setup)
        number = self.table.number
        self.table.submit(Answer("", move, ""), number, uuid4().hex)
        self.table.confirm(number, uuid4().hex)  # if that opened a sheet
        assert self.table.number == number + 1, (move, self.table.notice)
        self.frames(1)

    def cash(self, name: str) -> int:
        return self.table.session.game.players[name].cash

    @property
    def last_move(self) -> Move:
        return self.table.session.history[-1].move

    @property
    def moves(self) -> int:
        return len(self.table.session.history) if self.table.session else 0

    # --- what can be seen and touched -----------------------------------------------------------

    @property
    def is_guarded(self) -> bool:
        """True while touches are ignored, because the page has just changed."""
        return bool(self.root.viewer.is_guarded)

    @property
    def colors(self) -> Any:
        """The colours in force."""
        return self.root.viewer.colors

    @property
    def top(self) -> Any:
        """The widget that a finger reaches: the window, or the question above everything else."""
        return self.root.overlay if self.table.sheet else self.root

    def texts(self) -> list[str]:
        return doors.texts(self.top)

    @property
    def is_still(self) -> bool:
        """True if nothing flies, and nothing on a page moves."""
        running = (surface.motion.motion.is_running for surface in doors.surfaces(self.root))
        return not any(running)

    def shown_texts(self) -> list[str]:
        """The texts as they are painted in this frame; those that count are on their way."""
        return doors.painted(self.root)

    def all_keys(self, *does: Any) -> list[Key]:
        """What can be tapped, and means what begins with ``does``."""
        return doors.keys(self.top, *does)

    def key(self, *does: Any) -> Key:
        """The first key that means what begins with ``does``."""
        found = self.all_keys(*does)
        assert found, f"nothing does {does}; there is {[key.does for key in self.all_keys()]}"
        return found[0]

    def saying(self, text: str) -> Key:
        """The first key with this text on it."""
        found = [key for key in self.all_keys() if text in key.words]
        assert found, f"nothing says {text!r}; there is {self.texts()}"
        return found[0]

    def place(self, what: Key | str) -> tuple[float, float]:
        """The middle of a key, or of whatever says a text, in the window."""
        return self.touched(what).center

    def from_bottom(self, x: float, y: float) -> tuple[float, float]:
        """A place of a box as Kivy counts it, from the bottom of the window."""
        return x, self.window.height - y

    def sights(self, kind: str = "") -> list[Sight]:
        """What can be seen: everything, or figures of a kind."""
        return doors.sights(self.top, kind)

    def page(self) -> Page:
        """What is on the screen as nodes, for ``faults``."""
        from kivy.metrics import Metrics

        return doors.page_of(self.top, self.window.size, Metrics.density)

    def tap(self, what: Key | str) -> None:
        """A finger on a key, or on whatever says a text, a second after whatever was last; then
        frames for it to be shown."""
        from companion.ui.driver import tap

        self.clock.wait(BETWEEN_TAPS)
        key = self.touched(what)
        if any(message.box.overlaps(key.box) for message in self.all_keys("dismiss")):
            self.clock.wait(NOTICE_SECONDS)
            self.frames()
        tap(key)
        self.frames()
        self.watch()

    def touched(self, what: Key | str) -> Key:
        """The key that a finger touches, or that says a text."""
        return self.saying(what) if isinstance(what, str) else what

    def watch(self) -> None:
        """The moment on the stage is watched to its end."""
        while self.table.moments.is_staged and self.table.screen == "play":
            self.clock.wait(self.table.moments.shown.seconds)
            self.frames()

    def to_menu(self) -> None:
        """The menu, once what was just taken back no longer stands in place of its key."""
        word = self.table.words["menu"]
        if word not in self.texts():
            self.clock.wait(OFFER_SECONDS + 1)
            self.frames()
        self.tap(word)

    def to_history(self) -> None:
        """The history, by the log or by whatever says so; from the menu where neither is there."""
        word = self.table.words["history"]
        if found := self.all_keys("show", "history"):
            self.tap(found[0])
            return
        if word not in self.texts():
            self.to_menu()
        self.tap(word)

    def double_tap(self, what: Key | str) -> None:
        """Two taps on a key, or on whatever says a text."""
        self.double_tap_at(self.place(what))

    def double_tap_at(self, place: tuple[float, float]) -> None:
        """Two taps at the same point, the second one ``DOUBLE_TAP`` seconds after the first."""
        from companion.ui.driver import Touch, lift

        self.clock.wait(BETWEEN_TAPS)
        for pause in (DOUBLE_TAP, 0.0):
            touch = Touch(*place)
            self.loop.post_dispatch_input("begin", touch)
            lift(touch)
            self.frames()
            self.clock.wait(pause)
        self.watch()

    def slide(self, *places: Key | tuple[float, float]) -> Any:
        """A finger comes down on the first place, slides to the others, and stays on the glass."""
        from companion.ui.driver import Touch

        self.clock.wait(BETWEEN_TAPS)
        x, y = self._middle(places[0])
        touch = Touch(x, y)
        self.loop.post_dispatch_input("begin", touch)
        for place in map(self._middle, places[1:]):
            for step in (0.2, 0.6, 1.0):
                there = Touch(x + (place[0] - x) * step, y + (place[1] - y) * step)
                touch.move({"x": there.sx, "y": there.sy})
                self.loop.post_dispatch_input("update", touch)
                self.frames(1)
            x, y = place
        return touch

    def drag(self, *places: Key | tuple[float, float]) -> None:
        """A finger that comes down on the first place leaves the glass on the last one."""
        from companion.ui.driver import lift

        lift(self.slide(*places))
        self.frames()

    def _middle(self, place: Key | tuple[float, float]) -> tuple[float, float]:
        return place.center if isinstance(place, Key) else place

    def does(self, *dos: tuple[Any, ...]) -> None:
        """Taps that mean this on the page that is shown, without a finger."""
        for do in dos:
            self.table.tap(do, self.table.number, uuid4().hex)

    def tap_dice(self, *faces: int) -> None:
        """The first die on the upper row of keys, the second on the lower one."""
        for die, face in enumerate(faces):
            self.tap(self.key("die", die, face))
