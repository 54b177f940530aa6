"""View-model of the screen of the bank cards, and the list of cards in the settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.table.bank_cards import BankCardsPage, SeatRow, next_seat, seat_rows
from companion.table.observed import Observed
from companion.table.taps import Do
from companion.text.screens.bank_cards import CARDS, text_of

SCREEN = "bank_cards"


@dataclass(frozen=True, slots=True)
class BankCardActions:
    """Functions of the reader.

    ``start`` begins to look for it, if it has not begun yet. ``choose`` reads every keyboard of
    the machine until a card tells which one is the reader; ``stop_choosing`` ends that.
    """

    start: Callable[[], None]
    choose: Callable[[], None]
    stop_choosing: Callable[[], None]


class BankCardsState(Observed):
    """State of the screen of ``table``. Without ``actions`` this machine has no such screen."""

    value: BankCardsPage = BankCardsPage()

    def __init__(self, table: Any, actions: BankCardActions | None = None) -> None:
        super().__init__()
        self._table = table
        self.actions = actions

    @property
    def names(self) -> Sequence[str]:
        """Players in the order of their seats, in the game or on the set-up screen."""
        table = self._table
        return list(table.session.game.players) if table.session else table.values["setup"].names

    @property
    def rows(self) -> tuple[SeatRow, ...]:
        """Seats with their cards."""
        return seat_rows(self.names, self._table.settings.value.cards, self.value.is_choosing)

    def seat_of(self, card: str) -> int:
        """Return the seat of a card, from 1; 0 for one that is not known."""
        return int(self._table.settings.value.cards.get(card, 0))

    def change(self, **fields: Any) -> None:
        """Change some fields of the value."""
        self.value = replace(self.value, **fields)

    def teach(self, card: str, reader: str) -> None:
        """Give the next seat a card, which was held to a model of ``reader``."""
        settings, names = self._table.settings, self.names
        if seat := self.seat_of(card):
            known = names[seat - 1] if seat <= len(names) else ""
            self.change(note=text_of("whose", player=known) if known else CARDS["nobody's"])
            return
        seat = next_seat(names, settings.value.cards)
        settings.change(cards={**settings.value.cards, card: seat}, card_reader=reader)
        self.change(note=text_of("whose", player=names[seat - 1]))
        if not next_seat(names, settings.value.cards):
            self.stop_choosing()

    def follow(self, screen: str) -> None:
        """Look for the reader while the screen is shown; stop choosing when it is left."""
        if not self.actions:
            return
        self.change(note="")
        if screen == SCREEN:
            self.actions.start()
        else:
            self.stop_choosing()

    def stop_choosing(self) -> None:
        """Take no more cards."""
        if self.actions and self.value.is_choosing:
            self.change(is_choosing=False)
            self.actions.stop_choosing()

    def show(self, *_: object) -> None:
        """Update the screen, in the current language."""
        self.notify("value")

    def tapped(self, do: Do, table: Any) -> None:
        """Do what a finger meant on the page."""
        assert self.actions, "a machine without input devices has no page"
        match do:
            case ("back", _):
                table.show_screen("device")
            case ("choose",) if next_seat(self.names, table.settings.value.cards):
                self.change(is_choosing=True, note="")
                self.actions.choose()
            case ("stop",):
                self.stop_choosing()
            case ("forget", int(seat)):
                kept = table.settings.value.cards
                table.settings.change(cards={card: at for card, at in kept.items() if at != seat})
                self.change(note="")
