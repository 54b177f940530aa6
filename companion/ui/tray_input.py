"""Take the tray's throws and faults: book them, ask about them, acknowledge them.

The tray puts only its oldest unacknowledged frame on the line and repeats it for ever (rule 2 of
the protocol). A frame that gets no answer therefore blocks every later throw, on whatever screen
it came. So each frame ends in one of these ways, whether a game is played or not:

- *Booked*: it was the throw awaited, or nobody was to throw. The ledger has it, then the tray is
  told so.
- *Asked about*: its number is not the one awaited, no game is open, or the ledger failed. The
  question joins ``pending_throws``; questions are answered one after the other. Until its answer
  is in the ledger, the throw stays the tray's.
- *Put off*: there are ``MOST_QUESTIONS`` questions already. The throw stays the tray's, and its
  next repeat is reported like a first one. That loses nothing, and invents nothing.
- *Said*: a fault is no move and can be acknowledged in any case; nothing is lost with it. In a
  game, it is noted for the statistics, but ``FAULTS_NOTED`` a minute at most. One more note says
  how many others there were: its identity is that of the last of them, then `` +`` and the number
  of those before it. Without a game, faults are not noted: the ledger may just be being restored.

An answer can fail after it reached the ledger. The identity tells: a throw that the ledger knows
needs no answer any more.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from companion import text
from companion.engine.moves import Dice
from companion.ui.face import Later
from companion.ui.ledger_guard import LedgerGuard
from companion.ui.play.view import PendingThrow
from companion.ui.session import Played, ThrowDecision

MOST_QUESTIONS = 8
"""Throws asked about at the same time, over all trays and their restarts."""
FAULTS_NOTED, FAULT_SECONDS = 10, 60.0
"""Faults noted one by one in the ledger, in so many seconds."""


class TrayInput(LedgerGuard):
    """The part of the table that a dice tray reports to."""

    def __init__(self, ledger: Any, later: Later, clock: Callable[[], float]) -> None:
        super().__init__(ledger, later, clock)
        self.acknowledge: Callable[[str], object] = lambda identity: None
        self.put_off: Callable[[str], object] = lambda identity: None
        """Tells the tray's driver to report that throw again at its next repeat."""
        self._faults = 0
        self._last_fault = ""

    def show(self) -> None:
        """Show the game as it is now, and ask the open questions about it."""
        super().show()
        self._ask_again()

    def tray_found(self) -> None:
        """There is a tray, and throws are awaited from it without a tap."""
        self.tray = "found"

    def tray_lost(self, missing: str = "") -> None:
        """The tray is gone: the dice are tapped in. One that was never there is not missed, unless
        somebody named it: then ``missing`` is why it cannot be opened."""
        if self.tray == "found":
            self.say(text.tray("lost"))
        elif missing and self.tray == "none":
            self.say(text.tray("missing", missing))
        if self.tray == "found" or missing:
            self.tray = "lost"
        self.rolling = False

    def tray_restarted(self) -> None:
        """It lost its power, and what it had not delivered yet."""
        self.say(text.tray("restarted"))

    def tray_stranger(self) -> None:
        """A tray that speaks another protocol."""
        self.tray = "lost"
        self.say(text.tray("other_protocol"))

    def tray_flood(self) -> None:
        """The tray says more than anybody can throw; the rest is left on the line."""
        self.say(text.tray("flood"))

    def tray_threw(self, identity: str, dice: Dice, awaited: int) -> None:
        """Both dice lie still. Acknowledged when what became of it is on disk, and not before."""
        self.rolling = False
        if any(stray.identity == identity for stray in self.pending_throws):
            return
        if len(self.pending_throws) >= MOST_QUESTIONS:
            self.put_off(identity)
            self.say(text.tray("questions"))
            return
        fates: list[ThrowDecision] = []
        # Without a game, or when it could not be booked, it stays the tray's, and is asked about.
        if self.session and self._play(partial(self._hear, identity, dice, awaited, fates)):
            self._deal_with(fates[0], identity, dice)
        elif self._is_known(identity):
            self.acknowledge(identity)
        else:
            self._ask(identity, dice)

    def _hear(
        self, identity: str, dice: Dice, awaited: int, fates: list[ThrowDecision]
    ) -> Played | None:
        fate, played = self._session().tray_throw(identity, dice, awaited)
        fates.append(fate)
        return played

    def _deal_with(self, fate: ThrowDecision, identity: str, dice: Dice) -> None:
        if fate is ThrowDecision.ASK:
            self._ask(identity, dice)
            return
        if fate is ThrowDecision.NOBODY_THROWS:
            self.say(text.tray_throw("nobody", dice))
        self.acknowledge(identity)

    def _is_known(self, identity: str) -> bool:
        """Return True if the ledger has that throw, booked in the act of failing or before."""
        return self.session is not None and self.session.knows(identity)

    def _ask(self, identity: str, dice: Dice) -> None:
        self.pending_throws = [*self.pending_throws, self._question(identity, dice)]

    def _question(self, identity: str, dice: Dice) -> PendingThrow:
        player = self.session.thrower() if self.session else ""
        texts = (text.tray_throw(what, dice, player) for what in ("ask", "use", "discard"))
        return PendingThrow(identity, dice, *texts)

    def _ask_again(self) -> None:
        """The questions stay while the game goes on, and may be about somebody else by then."""
        self.pending_throws = [
            self._question(stray.identity, stray.dice) for stray in self.pending_throws
        ]

    def use_throw(self) -> None:
        """The first throw in question counts."""
        stray = self.pending_throws[0]
        if not self._session().thrower():
            self.say(text.tray_throw("nobody", stray.dice))
        else:
            self._answer(stray, self._session().use_throw)

    def discard_throw(self) -> None:
        """Discard the first throw in question."""
        self._answer(self.pending_throws[0], self._session().discard_throw)

    def _answer(self, stray: PendingThrow, book: Callable[[str, Dice], Played | None]) -> None:
        if self._play(partial(book, stray.identity, stray.dice)) or self._is_known(stray.identity):
            self.pending_throws = [
                other for other in self.pending_throws if other.identity != stray.identity
            ]
            self._remember_touch()
            self.acknowledge(stray.identity)

    def tray_fault(self, identity: str, code: str) -> None:
        """The dice lie still and cannot be read: a sentence, and no move."""
        self.rolling = False
        self.say(text.tray_fault(code))
        self._count_fault(identity)
        self.acknowledge(identity)

    def _count_fault(self, identity: str) -> None:
        self._faults, self._last_fault = self._faults + 1, identity
        if self._faults == 1:
            self._later(self._note_other_faults, FAULT_SECONDS)
        if self._faults <= FAULTS_NOTED:
            self._note_fault(identity)

    def _note_other_faults(self, _: float) -> None:
        before_last = self._faults - FAULTS_NOTED - 1
        self._faults = 0
        if before_last >= 0:
            self._note_fault(f"{self._last_fault} +{before_last}")

    def _note_fault(self, identity: str) -> None:
        if self.session:
            self._play(partial(self.session.note_fault, identity))
