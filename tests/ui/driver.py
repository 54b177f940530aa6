"""A table with the real screens on a real ledger, and a finger: for the tests of touch.

No toolkit is needed: ``Desk`` looks through a viewer, as a window does, and stands in for it.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self
from uuid import uuid4

from companion.engine import board, edition
from companion.engine.moves import Move
from companion.engine.notation import parse_move
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger
from companion.runtime.build import build_screens
from companion.runtime.devices import Devices
from companion.screens.fingers import Fingers
from companion.screens.parts import Node, Pane
from companion.screens.registry import SCREENS
from companion.screens.viewer import Nodes, Viewer
from companion.table.button_input import ButtonInput
from companion.table.prompts import Answer
from companion.table.redo import OFFER_SECONDS
from companion.table.session import Source
from companion.table.table import NOTICE_SECONDS, Table
from companion.table.thread_queue import ThreadQueue
from companion.text.told import Told, Wording
from tests.clock import StillClock
from tests.screens.faults import Page
from tests.ui import doors
from tests.ui.doors import Key, Place, Sight

PANEL = 800, 480
BETWEEN_TAPS = 1.0
"""Seconds in which a person sees what a tap did, before the next one."""
DOUBLE_TAP = 0.18
"""Seconds between the two taps of a double tap."""
A_MOMENT = 0.001
"""Seconds that a thread is given before it is asked again whether it has ended."""
STEPS = 0.2, 0.6, 1.0
"""Shares of its way at which a sliding finger is noticed."""


def setup(players: str = "Ann Bob Cy", rules: str = "1961", **chosen: str) -> Setup:
    """A table where the first player begins."""
    names = tuple(name.replace("_", " ") for name in players.split())
    return Setup(names, edition.load(rules), board.load("atlantic-city"), first=names[0], **chosen)


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


class Finger:
    """A finger on the glass, and where it is."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y


class Desk:
    """One table, seen and touched through a viewer only. Places are from its top left."""

    def __init__(self, folder: Path, echo: float = 0.4, size: tuple[int, int] = PANEL) -> None:
        self.ledger = Ledger.open(folder)
        self.clock = StillClock()
        self.table = Table(self.ledger, self.clock, SCREENS, echo)
        build_screens(self.table, self.ledger, folder / "settings.json")
        self.table.moments.less_motion = True  # what flies would be waited for
        self.inputs = ThreadQueue(self.clock)
        self.devices = Devices(self.table, self.inputs)
        self.buttons = ButtonInput(self.table)
        self.fingers = self.opened_fingers(size)
        self.frames()

    def opened_fingers(self, size: tuple[int, int]) -> Fingers:
        """Fingers on a glass of the table."""
        self.viewer = Viewer(self.table, *size)
        fingers = Fingers(self.viewer)
        self.viewer.look()
        return fingers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.devices.close()
        self.table.network.follow("")  # It would look for networks during the next test.
        self.ledger.close()

    # --- time -----------------------------------------------------------------------------------

    def frames(self, count: int = 4) -> None:
        """Some frames go by; the first ones after a change lay it out."""
        for _ in range(count):
            self.clock.frame()

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
            sleep(A_MOMENT)

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
        return bool(self.viewer.is_guarded)

    @property
    def theme(self) -> Any:
        """The colours in force."""
        return self.viewer.theme

    @property
    def layers(self) -> list[doors.Layer]:
        """Nodes that a finger reaches: the page and what is above it, or the question alone."""
        picture = self.viewer.picture
        above = doors.Layer(picture.over, picture.offsets)
        return (
            [above] if picture.is_asking else [doors.Layer(picture.nodes, picture.offsets), above]
        )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the glass."""
        return self.viewer.width, self.viewer.height

    def texts(self) -> list[str]:
        return [sight.text for sight in self.sights() if sight.text]

    def all_keys(self, *does: Any) -> list[Key]:
        """What can be tapped, and means what begins with ``does``."""
        return doors.keys(self.layers, *does)

    def key(self, *does: Any) -> Key:
        """The first key that means what begins with ``does``."""
        found = self.all_keys(*does)
        assert found, f"nothing does {does}; there is {[key.does for key in self.all_keys()]}"
        return found[0]

    def saying(self, text: Wording) -> Key:
        """The first key with this text on it."""
        found = [key for key in self.all_keys() if str(text) in key.words]
        assert found, f"nothing says {str(text)!r}; there is {self.texts()}"
        return found[0]

    def place(self, what: Key | str) -> Place:
        """The middle of a key, or of whatever says a text."""
        return self.touched(what).center

    def sights(self, kind: str = "") -> list[Sight]:
        """What can be seen: everything, or figures of a kind."""
        return doors.sights(self.layers, kind)

    def page(self) -> Page:
        """The nodes of the page, for ``faults``."""
        nodes = {key: doors.met(node) for key, node in self.viewer.picture.nodes.items()}
        return Page(nodes, *self.size, self.viewer.scale)

    def tap(self, what: Key | Wording) -> None:
        """A finger on a key, or on whatever says a text, a second after whatever was last; then
        frames for it to be shown."""
        self.clock.wait(BETWEEN_TAPS)
        key = self.touched(what)
        if any(message.box.overlaps(key.box) for message in self.all_keys("dismiss")):
            self.clock.wait(NOTICE_SECONDS)
            self.frames()
            self.clock.wait(BETWEEN_TAPS)
        self.touch(*key.center)
        self.watch()

    def touched(self, what: Key | Wording) -> Key:
        """The key that a finger touches, or that says a text."""
        return self.saying(what) if isinstance(what, str | Told) else what

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

    def double_tap_at(self, place: Place) -> None:
        """Two taps at the same point, the second one ``DOUBLE_TAP`` seconds after the first."""
        self.clock.wait(BETWEEN_TAPS)
        for pause in (DOUBLE_TAP, 0.0):
            self.touch(*place)
            self.clock.wait(pause)
        self.watch()

    def slide(self, *places: Key | Place) -> Any:
        """A finger comes down on the first place, slides to the others, and stays on the glass."""
        self.clock.wait(BETWEEN_TAPS)
        x, y = self._middle(places[0])
        finger = self.down(x, y)
        for place in map(self._middle, places[1:]):
            for step in STEPS:
                self.move(finger, x + (place[0] - x) * step, y + (place[1] - y) * step)
                self.frames(1)
            x, y = place
        return finger

    def drag(self, *places: Key | Place) -> None:
        """A finger that comes down on the first place leaves the glass on the last one."""
        self.lift(self.slide(*places))
        self.frames()

    def _middle(self, place: Key | Place) -> Place:
        return place.center if isinstance(place, Key) else place

    # --- a finger on the glass ------------------------------------------------------------------

    def touch(self, x: float, y: float) -> None:
        """A finger comes down and is lifted in one frame."""
        self.lift(self.down(x, y))
        self.frames()

    def down(self, x: float, y: float) -> Any:
        """A finger comes down."""
        finger = Finger(x, y)
        self.fingers.down(finger, x, y)
        return finger

    def move(self, finger: Any, x: float, y: float) -> None:
        """It moves there, and takes the rows of a list with it."""
        moved = self.fingers.move(finger, x, y)
        if moved and moved.does == "scroll":
            self._scroll(moved.list, finger.y - y)
        finger.x, finger.y = x, y

    def lift(self, finger: Any) -> None:
        """It leaves the glass."""
        self.fingers.up(finger, finger.x, finger.y)

    def _scroll(self, key: str, by: float) -> None:
        node, offsets = self.lists()[key], self.viewer.picture.offsets
        far = max(0.0, node.look.length - node.h)
        self.viewer.scroll(key, min(max(0.0, offsets.get(key, 0.0) + by), far))

    def lists(self) -> dict[str, Node]:
        """The lists that can be scrolled."""
        nodes: Nodes = self.viewer.picture.nodes
        return {key: node for key, node in nodes.items() if isinstance(node.look, Pane)}

    def draw_rows(self, down: bool) -> bool:
        """Draw the rows of a page by less than what is in sight; return whether that moved them."""
        before = dict(self.viewer.picture.offsets)
        for node in self.lists().values():
            x, middle, far = node.x + node.w / 2, node.y + node.h / 2, node.h / (3 if down else -3)
            self.drag((x, middle + far), (x, middle - far))
        after = self.viewer.picture.offsets
        return any(abs(after[key] - before.get(key, 0.0)) > 1 for key in after)

    # --- without a finger -----------------------------------------------------------------------

    def does(self, *dos: tuple[Any, ...]) -> None:
        """Taps that mean this on the page that is shown, without a finger."""
        for do in dos:
            self.table.tap(do, self.table.number, uuid4().hex)

    def tap_dice(self, *faces: int) -> None:
        """The first die on the upper row of keys, the second on the lower one."""
        for die, face in enumerate(faces):
            self.tap(self.key("die", die, face))
