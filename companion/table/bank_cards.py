"""Pure view of the screen of the bank cards: the seats, and the card of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.text.told import Wording

SHOWN = 4
"""Last digits of a card's number that are shown."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Seat ``number``, from 1, with its player, and the end of its card's number or ""."""

    number: int
    player: str
    card: str = ""
    is_next: bool = False
    """True if the next card that is held becomes the one of this seat."""


@dataclass(frozen=True, slots=True)
class BankCardsPage:
    """State of the reader; ``is_choosing`` while cards that are held become cards of the seats.

    ``reader`` is the name of the reader that is used, ``trouble`` why there is none, and ``note``
    what came of the last card.
    """

    is_choosing: bool = False
    reader: str = ""
    trouble: Wording = ""
    note: Wording = ""


def seat_rows(
    names: Sequence[str], cards: Mapping[str, int], is_choosing: bool
) -> tuple[SeatRow, ...]:
    """Return a row for each seat; ``cards`` has the seat of each card by its number."""
    ends = {seat: card[-SHOWN:] for card, seat in cards.items()}
    following = next_seat(names, cards) if is_choosing else 0
    return tuple(
        SeatRow(number, name, ends.get(number, ""), number == following)
        for number, name in enumerate(names, 1)
    )


def next_seat(names: Sequence[str], cards: Mapping[str, int]) -> int:
    """Return the first seat without a card; 0 if each has one."""
    taken = set(cards.values())
    return next((seat for seat in range(1, len(names) + 1) if seat not in taken), 0)
