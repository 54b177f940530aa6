"""View-model of the pay screen."""

from collections.abc import Callable
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.table.keyed_amount import STEPS, QuickAmount, add, press
from companion.table.pay import Party, parties, party, payment, purse
from companion.table.session import Session
from companion.text import money
from companion.text.screens.pay import PAY

PAYER, PAYEE = "payer", "payee"


class PayState(EventDispatcher):
    """State of the pay screen: two parties and an amount, and the ruling that books them.

    ``session`` returns the current session, and ``look_at`` opens a screen.
    """

    words = ObjectProperty(PAY)
    payer = ObjectProperty(Party("", ""), rebind=True)
    payee = ObjectProperty(Party("", ""), rebind=True)
    asking = StringProperty(PAYER)
    """Party to be chosen, ``payer`` or ``payee``; empty while the amount is keyed in."""
    question = StringProperty()
    choices = ListProperty()
    """Parties to choose from."""
    amount = NumericProperty(0)
    shown_amount = StringProperty()
    is_planned = AliasProperty(lambda self: self.amount > 0, bind=["amount"])
    """True while an amount is keyed in and not paid."""
    quick = ListProperty()
    """Quick amounts."""
    answers = ListProperty()
    """Payment as an answer: one, or none while a party is missing."""
    changes = ListProperty()
    dragged = ObjectProperty(None, allownone=True)
    """Drag from one player towards another: seat, start and end in the window; or None."""

    def __init__(
        self, session: Callable[[], Session | None], look_at: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._session, self._look_at = session, look_at

    def open(self, payer: str = "", payee: str = "") -> None:
        """Prepare a payment and show the screen; missing parties are asked for."""
        self.payer, self.payee = Party(payer, ""), Party(payee, "")
        self.amount = 0
        self.asking = PAYEE if payer and not payee else "" if payer else PAYER
        self.refresh()
        self._look_at("pay")

    def drag(self, seat: int, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Show a drag that began at the player ``seat``."""
        self.dragged = (seat, start, end)

    def drop(self) -> None:
        """Show no drag any more."""
        self.dragged = None

    def ask(self, side: str) -> None:
        """Choose the ``payer`` or the ``payee`` again."""
        self.asking = side
        self.refresh()

    def choose(self, key: str) -> bool:
        """Choose a party; the missing one is asked for next. Return False if it cannot be."""
        if key not in [choice.key for choice in self.choices]:
            return False
        if self.asking == PAYER:
            self.payer = Party(key, "")
            if self.payee.key == key:
                self.payee = Party("", "")
        else:
            self.payee = Party(key, "")
        self.asking = PAYER if not self.payer.key else PAYEE if not self.payee.key else ""
        self.refresh()
        return True

    def press(self, key: str) -> None:
        """Take a key of the keypad."""
        self._set(press(int(self.amount), key))

    def add(self, step: int | None) -> None:
        """Add a quick amount; None sets everything that the payer has."""
        session = self._session()
        if step is None and session:
            self._set(purse(session.game, self.payer.key))
        elif step is not None:
            self._set(add(int(self.amount), step))

    def _set(self, amount: int) -> None:
        self.amount = amount
        self.refresh()

    def moved(self, *_: object) -> None:
        """Return to the game when the payment is booked; weigh it again after any other move."""
        session = self._session()
        last = session.history[-1].move if session and session.history else None
        if self.answers and last == self.answers[0].move:
            self._look_at("play")
        else:
            self.refresh()

    def refresh(self, *_: object) -> None:
        """Update the screen from the current position."""
        self.property("words").dispatch(self)
        if not (session := self._session()):
            return
        game = session.game
        keys = [one.key for one in parties(game)]
        self.payer = self._party(game, self.payer.key, keys)
        self.payee = self._party(game, self.payee.key, keys)
        if not (self.payer.key and self.payee.key) and not self.asking:
            self.asking = PAYEE if self.payer.key else PAYER
        self.question = PAY[self.asking] if self.asking else ""
        self.choices = self._choices(game)
        self.shown_amount = money(int(self.amount), game.board.currency)
        everything = [QuickAmount(PAY["all"], None)] if purse(game, self.payer.key) else []
        self.quick = [QuickAmount(f"+{step}", step) for step in STEPS] + everything
        self._weigh(game)

    def _party(self, game: Any, key: str, keys: list[str]) -> Party:
        """Return a party; one that has left the game is missing."""
        return party(game, key) if key in keys else Party("", "")

    def _choices(self, game: Any) -> list[Party]:
        if self.asking == PAYER:
            return parties(game, chosen=self.payer.key)
        return parties(game, without=self.payer.key, chosen=self.payee.key) if self.asking else []

    def _weigh(self, game: Any) -> None:
        """Show the payment with the balances that it would change, payer first."""
        if not (self.payer.key and self.payee.key):
            self.answers, self.changes = [], []
            return
        pays = payment(game, self.payer.key, self.payee.key, int(self.amount))
        self.answers = [pays]
        self.changes = sorted(pays.changes, key=lambda change: change.player != self.payer.key)
