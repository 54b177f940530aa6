"""Take the tray's throws and faults: book them, ask about them, acknowledge them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.app import wording
from companion.app.face import Later
from companion.app.road import Road
from companion.app.rows import Stray
from companion.app.session import Fate, Played
from companion.engine.moves import Dice


class TrayInput(Road):
    """The part of the table that a dice tray reports to."""

    def __init__(self, ledger: Any, later: Later) -> None:
        super().__init__(ledger, later)
        self.acknowledge: Callable[[str], object] = lambda identity: None

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
