"""Take the tray's rolls and faults: store them, ask about them, acknowledge them.

The tray sends only its oldest unacknowledged frame and repeats it until it is acknowledged (rule 2
of the protocol). A frame without an answer blocks every later roll, on every screen. Each frame
therefore ends in one of these ways, with or without a game:

- *Stored*: the roll was expected, or nobody was to roll. It is stored in the ledger first and
  acknowledged afterwards.
- *Asked about*: the roll was made for another move, no game is open, or the ledger failed. The
  question joins ``pending_rolls``; questions are answered one after the other. The roll remains
  unacknowledged until the answer is stored.
- *Put off*: ``MOST_QUESTIONS`` questions are open already. The roll remains unacknowledged, and
  its next repetition is treated as if it were the first. No roll is lost or invented.
- *Reported*: a fault is not a move and is always acknowledged. During a game it is also recorded
  for the statistics, at most ``FAULTS_NOTED`` times a minute. One more record counts the others:
  its identity is that of the last fault, then `` +`` and the number of faults before it. Without
  a game no fault is recorded: the ledger may be being restored.

Storing an answer can fail after the answer reached the ledger. A roll whose identity the ledger
knows needs no further answer.
"""

from collections.abc import Callable, Sequence
from functools import partial

from companion import text
from companion.engine.moves import Dice
from companion.table.clock import Clock
from companion.table.ledger_guard import LedgerGuard
from companion.table.observed import Observed
from companion.table.play.view import PendingRoll
from companion.table.session import Played, RollDecision, Session
from companion.text.told import Wording

MOST_QUESTIONS = 8
"""Largest number of open questions, over all trays and restarts of them."""
FAULTS_NOTED, FAULT_SECONDS = 10, 60.0
"""Number of faults recorded one by one in each period, and the period in seconds."""
ROLLING_SECONDS = 3.0
"""Time after which rolling dice that were never reported are forgotten."""


class TrayInput(Observed):
    """Receiver of everything that a dice tray reports; ``say`` shows a sentence for a while."""

    state: str = "none"
    """State of the dice tray: ``none``, ``found`` or ``lost``."""
    by: str = "tray"
    """Kind of the tray, for its texts: ``tray``, or ``dice`` for Bluetooth dice."""
    is_rolling: bool = False
    pending_rolls: Sequence[PendingRoll] = ()
    """Rolls that somebody must accept or discard, one after the other."""

    def __init__(self, guard: LedgerGuard, clock: Clock, say: Callable[[Wording], object]) -> None:
        super().__init__()
        self._guard, self._clock, self._say = guard, clock, say
        self.acknowledge: Callable[[str], object] = lambda identity: None
        """Tells the tray's driver that the roll or fault was dealt with."""
        self.put_off: Callable[[str], object] = lambda identity: None
        """Tells the tray's driver to report the roll again at its next repetition."""
        self._faults = 0
        self._last_fault = ""
        self._rolls = 0

    # --- the tray itself ----------------------------------------------------------------------

    def use(self, by: str) -> None:
        """Expect another kind of tray, which has not been found yet."""
        self.state, self.by, self.is_rolling = "none", by, False

    def on_found(self) -> None:
        """Expect rolls from the tray."""
        self.state = "found"

    def on_lost(self, missing: str = "") -> None:
        """Ask for the dice to be tapped in.

        A tray that never answered is mentioned only if the user named its port: then ``missing``
        is the reason why the port cannot be opened.
        """
        if self.state == "found":
            self._say(text.tray("lost", by=self.by))
        elif missing and self.state == "none":
            self._say(text.tray("missing", missing, self.by))
        if self.state == "found" or missing:
            self.state = "lost"
        self.is_rolling = False

    def on_restarted(self) -> None:
        """Warn that rolls not yet delivered were lost in a restart of the tray."""
        self._say(text.tray("restarted"))

    def on_incompatible(self) -> None:
        """Report a tray that uses another protocol."""
        self.state = "lost"
        self._say(text.tray("other_protocol"))

    def on_flood(self) -> None:
        """Report a tray that sends more than anybody can roll; the rest stays unread."""
        self._say(text.tray("flood"))

    def on_rolling(self) -> None:
        """Show that the dice are rolling, for ``ROLLING_SECONDS`` at most."""
        self._rolls += 1
        self.is_rolling = True
        self._clock.later(ROLLING_SECONDS, partial(self._forget_rolling, self._rolls))

    def _forget_rolling(self, roll: int) -> None:
        if roll == self._rolls:
            self.is_rolling = False

    # --- rolls -------------------------------------------------------------------------------

    def on_throw(self, identity: str, dice: Dice, awaited: int) -> None:
        """Play the roll or ask about it; acknowledge it only after the result is stored."""
        self.is_rolling = False
        if any(pending.identity == identity for pending in self.pending_rolls):
            return
        if len(self.pending_rolls) >= MOST_QUESTIONS:
            self.put_off(identity)
            self._say(text.tray("questions"))
            return
        # Without a game, or if storing failed, the roll stays with the tray and is asked about.
        session = self._guard.session
        result = session and self._guard.play(partial(session.tray_roll, identity, dice, awaited))
        if result:
            self._act_on(result, identity, dice)
        elif self._is_known(identity):
            self.acknowledge(identity)
        else:
            self._ask(identity, dice)

    def _act_on(self, result: Played | RollDecision, identity: str, dice: Dice) -> None:
        if result is RollDecision.ASK:
            self._ask(identity, dice)
            return
        if result is RollDecision.NOBODY_ROLLS:
            self._say(text.tray_roll("nobody", dice, by=self.by))
        self.acknowledge(identity)

    def _is_known(self, identity: str) -> bool:
        """Return True if the ledger has the roll, even if storing it seemed to fail."""
        session = self._guard.session
        return session is not None and session.knows(identity)

    def _session(self) -> Session:
        assert self._guard.session is not None, "no game has begun"
        return self._guard.session

    # --- questions ----------------------------------------------------------------------------

    def _ask(self, identity: str, dice: Dice) -> None:
        self.pending_rolls = [
            *self.pending_rolls,
            self._question(identity, dice),
        ]

    def _question(self, identity: str, dice: Dice) -> PendingRoll:
        player = self._guard.session.roller() if self._guard.session else ""
        return PendingRoll(
            identity,
            dice,
            question=text.tray_roll("ask", dice, player, self.by),
            use=text.tray_roll("use", dice, player),
            discard=text.tray_roll("discard", dice, player),
        )

    def refresh_questions(self) -> None:
        """Word the open questions for the player who is to roll now."""
        self.pending_rolls = [
            self._question(pending.identity, pending.dice) for pending in self.pending_rolls
        ]

    def use_roll(self) -> None:
        """Play the first pending roll."""
        pending = self.pending_rolls[0]
        if not self._session().roller():
            self._say(text.tray_roll("nobody", pending.dice, by=self.by))
        else:
            self._answer(pending, self._session().use_roll)

    def discard_roll(self) -> None:
        """Discard the first pending roll."""
        self._answer(self.pending_rolls[0], self._session().discard_roll)

    def let_go(self) -> None:
        """Acknowledge rolls that were made to try the tray, while no game is open."""
        assert self._guard.session is None, "a roll in a game is stored"
        rolls, self.pending_rolls = self.pending_rolls, ()
        for pending in rolls:
            self.acknowledge(pending.identity)

    def _answer(self, pending: PendingRoll, store: Callable[[str, Dice], Played | None]) -> None:
        identity = pending.identity
        self._guard.play(partial(store, identity, pending.dice))
        if self._is_known(identity):
            self.pending_rolls = [
                other for other in self.pending_rolls if other.identity != identity
            ]
            self.acknowledge(identity)

    # --- faults -------------------------------------------------------------------------------

    def on_fault(self, identity: str, code: str) -> None:
        """Report dice that the tray could not read, and acknowledge the fault."""
        self.is_rolling = False
        self._say(text.tray_fault(code, self.by))
        self._count_fault(identity)
        self.acknowledge(identity)

    def _count_fault(self, identity: str) -> None:
        self._faults, self._last_fault = self._faults + 1, identity
        if self._faults == 1:
            self._clock.later(FAULT_SECONDS, self._note_other_faults)
        if self._faults <= FAULTS_NOTED:
            self._note_fault(identity)

    def _note_other_faults(self) -> None:
        before_last = self._faults - FAULTS_NOTED - 1
        self._faults = 0
        if before_last >= 0:
            self._note_fault(f"{self._last_fault} +{before_last}")

    def _note_fault(self, identity: str) -> None:
        if self._guard.session:
            self._guard.play(partial(self._guard.session.note_fault, identity))
