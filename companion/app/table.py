"""The table: the one thing that every screen looks at, and tells what was tapped.

Whatever comes in becomes a move, is played, and is in the ledger before anything here changes. What
is refused, or could not be booked, becomes a sentence, and nothing else changes.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot
from time import monotonic
from typing import Any

from companion.app import wording
from companion.app.face import Later
from companion.app.now import Answer, buzzed
from companion.app.packs import draw
from companion.app.road import Road
from companion.app.rows import Stray
from companion.app.session import Damaged, Fate, LedgerError, Played, Session, Source
from companion.app.wording.table import said
from companion.engine.moves import Dice, Draws, Move, Undo
from companion.engine.state import Setup

ECHO_SECONDS, ECHO_PIXELS = 0.4, 60
BIDS = "bid_"
"""A second tap so soon and so near the first is the same wish."""


class Table(Road):
    """What can be done, as verbs. A touch says which move it was meant for (``number``), because
    what is on a button may change under the finger, and has a name of its own (``request``)."""

    __events__ = ("on_close",)

    def __init__(self, ledger: Any, later: Later, echo: float = ECHO_SECONDS) -> None:
        super().__init__(ledger, later)
        self.acknowledge: Callable[[str], object] = lambda identity: None
        self.around: list[Callable[[], object]] = []
        """Shows the other screens anew, each its own; ``furnish`` puts them there."""
        self.echo = echo
        self._touched: tuple[float, float, float] = (-1e9, 0, 0)
        self._pressed: tuple[float, str] = (-1e9, "")

    # --- games and screens --------------------------------------------------------------------

    def begin(self, setup: Setup, by_tray: bool | None = None) -> None:
        """A new game, its dice awaited from a tray, or to be tapped in; or as they were before."""
        if by_tray is not None:
            self.by_tray = by_tray
        self._sit_down(lambda: Session.begin(self.ledger, setup))

    def resume(self, number: int) -> None:
        """A game of the ledger, where it was left."""
        self._sit_down(lambda: Session.resume(self.ledger, number))

    def take_up(self, session: Session) -> None:
        """A game that was read already, where it was left."""
        self._sit_down(lambda: session)

    def _sit_down(self, session: Callable[[], Session]) -> None:
        try:
            self.session = session()
        except Damaged as damaged:
            self.stop(wording.retold(damaged))
            return
        except LedgerError as error:
            self._not_booked(wording.retold(error))
            return
        self._stopped = False
        self.show_game()
        self._tell_news()

    def look_at(self, screen: str) -> None:
        """Another screen; ``play`` is whichever the game is on."""
        self.screen = screen
        if screen == "play":
            self.show()

    def play_again(self) -> None:
        """The same people and rules, to be looked at before they begin."""
        self.seating.again()
        self.look_at("setup")

    def speak(self, language: str) -> None:
        """Another language, at once; ``language`` is a code of ``wording.languages``."""
        wording.speak(language)
        self.property("words").dispatch(self)
        for show in self.around:
            show()
        if self.session:
            self.lines = []  # they were told in the other language
            self.show()
        self._await_throw()

    def close(self) -> None:
        """That is enough for today."""
        self.dispatch("on_close")

    def on_close(self) -> None:
        """Somebody wants to leave."""

    # --- touches ------------------------------------------------------------------------------

    def is_echo(self, x: float, y: float) -> bool:
        """Whether a touch there is the tail of the one that was just booked."""
        at, x0, y0 = self._touched
        return monotonic() - at < self.echo and hypot(x - x0, y - y0) < ECHO_PIXELS

    def send(self, answer: Answer, number: float, request: str) -> None:
        """An answer was tapped."""
        if answer.reason:
            self.say(answer.reason)
        else:
            self._touch(self._filled_in(answer.move), number, request)

    def throw(self, a: int, b: int, number: float, request: str) -> None:
        """Dice were tapped in."""
        move = self._session().throw_move((a, b), by_tray=False)
        if move:
            self._touch(move, number, request)

    def undo(self, number: float, request: str) -> None:
        """The last move that still stands is taken back."""
        self._touch(Undo(), number, request)

    def look_again(self) -> None:
        """A touch was meant for what is no longer there."""
        self.say(said("changed"))

    def _touch(self, move: Move, number: float, request: str) -> None:
        if number != self.number:
            self.look_again()
        elif self._play(partial(self._session().play, move, Source.TOUCH, request)):
            self._touched = (monotonic(), *self.finger)

    def _filled_in(self, move: Move) -> Move:
        """A card without a name is the one on top of the program's pack."""
        if isinstance(move, Draws) and not move.card:
            return replace(move, card=draw(self._session().game))
        return move

    # --- buttons on pins ----------------------------------------------------------------------

    def press(self, name: str, press_id: str) -> None:
        """The button ``yes``, ``no`` or ``undo`` was pressed; or ``bid_1``, by who is on seat 1."""
        at, before = self._pressed
        if self.session is None or (name == before and monotonic() - at < self.echo):
            return
        if self.strays and name in ("yes", "no"):
            {"yes": self.use_throw, "no": self.discard_throw}[name]()
            return
        move = self._meant_by(name)
        if move is None:
            self.say(said("nothing_to_answer"))
        elif self._play(partial(self.session.play, move, Source.BUTTON, press_id)):
            self._pressed = (monotonic(), name)

    def _meant_by(self, name: str) -> Move | None:
        if name == "undo":
            return Undo()
        if name.startswith(BIDS):
            return buzzed(self._session().game, int(name.removeprefix(BIDS)))
        answer = self.now.yes if name == "yes" else self.now.no
        return self._filled_in(answer.move) if answer else None

    # --- the tray -----------------------------------------------------------------------------

    def tray_found(self) -> None:
        """There is a tray, and throws are awaited from it without a tap."""
        self.tray = "found"

    def tray_lost(self, missing: str = "") -> None:
        """The tray is gone: the dice are tapped in. One that was never there is not missed, unless
        somebody named it: then ``missing`` is why it cannot be opened."""
        if self.tray == "found":
            self.say(wording.tray("lost"))
        elif missing and self.tray == "none":
            self.say(wording.tray("missing", missing))
        if self.tray == "found" or missing:
            self.tray = "lost"
        self.rolling = False

    def tray_restarted(self) -> None:
        """It lost its power, and what it had not delivered yet."""
        self.say(wording.tray("restarted"))

    def tray_stranger(self) -> None:
        """A tray that speaks another protocol."""
        self.tray = "lost"
        self.say(wording.tray("other_protocol"))

    def tray_threw(self, identity: str, dice: Dice, awaited: int) -> None:
        """Both dice lie still. Acknowledged when what became of it is on disk, and not before."""
        self.rolling = False
        fates: list[Fate] = []
        # Without a game, or when it could not be booked, it stays the tray's, and is asked about.
        if self.session and self._play(partial(self._hear, identity, dice, awaited, fates)):
            self._deal_with(fates[0], identity, dice)
        elif self.session and self.session.knows(identity):  # Booked in the act of failing.
            self.acknowledge(identity)
        else:
            self._ask(identity, dice)

    def _hear(self, identity: str, dice: Dice, awaited: int, fates: list[Fate]) -> Played | None:
        fate, played = self._session().tray_throw(identity, dice, awaited)
        fates.append(fate)
        return played

    def _deal_with(self, fate: Fate, identity: str, dice: Dice) -> None:
        if fate is Fate.ASK:
            self._ask(identity, dice)
            return
        if fate is Fate.NOBODY_THROWS:
            self.say(wording.tray_throw("nobody", dice))
        self.acknowledge(identity)

    def _ask(self, identity: str, dice: Dice) -> None:
        player = self.session.thrower() if self.session else ""
        texts = (wording.tray_throw(what, dice, player) for what in ("ask", "use", "discard"))
        self.strays = [Stray(identity, dice, *texts)]

    def _ask_again(self) -> None:
        """The question stays while the game goes on, and may be about somebody else by then."""
        if self.strays:
            self._ask(self.strays[0].identity, self.strays[0].dice)

    def use_throw(self) -> None:
        """The throw in question counts."""
        stray = self.strays[0]
        if not self._session().thrower():
            self.say(wording.tray_throw("nobody", stray.dice))
        elif self._play(partial(self._session().use_throw, stray.identity, stray.dice)):
            self._settled(stray)

    def discard_throw(self) -> None:
        """It does not."""
        stray = self.strays[0]
        discard = partial(self._session().discard_throw, stray.identity, stray.dice)
        if self._play(discard):
            self._settled(stray)

    def _settled(self, stray: Stray) -> None:
        self.strays = []
        self.acknowledge(stray.identity)

    def tray_fault(self, identity: str, code: str) -> None:
        """The dice lie still and cannot be read: a sentence, and no move."""
        self.rolling = False
        self.say(wording.tray_fault(code))
        if self.session and self._play(partial(self.session.note_fault, identity)):
            self.acknowledge(identity)
