"""Value of a prompt."""

from dataclasses import dataclass

from companion.table.prompts.answers import Answer
from companion.table.prompts.offers import OpenOffer
from companion.text import prompt
from companion.text.told import Told, Wording


@dataclass(frozen=True, slots=True)
class Prompt:
    """Question of the table, with its answers.

    ``kind`` is the phase: opening, roll, buy, auction, draw, card_roll, fine_or_chance, tax,
    settle, shortage, placing, mortgage or over; wait for whatever has no page of its own.
    ``player`` is whoever is asked ("" when nobody in particular). ``titles`` are headings
    and ``sublines`` lines below them, the longest first, of which the first that fits is shown;
    ``question`` is what to do. ``deed`` is the key of the deed shown as a card, ``claims`` the
    rents that may be asked for.
    ``asking`` is there instead where owners watch for themselves: one for every player, always,
    whether there is rent to collect or not (TABLE-6, RENT-7).
    ``offers`` is the open offer, if there is one.
    ``yes`` and ``no`` are what the two buttons on pins mean; None when they mean nothing.
    """

    kind: str
    player: str
    titles: tuple[Wording, ...] = ()
    sublines: tuple[Wording, ...] = ()
    question: Wording = ""
    deed: str = ""
    wants_dice: bool = False
    answers: tuple[Answer, ...] = ()
    claims: tuple[Answer, ...] = ()
    yes: Answer | None = None
    no: Answer | None = None
    asking: tuple[Answer, ...] = ()
    offers: tuple[OpenOffer, ...] = ()

    @property
    def title(self) -> Wording:
        """Longest heading; empty if there is none."""
        return self.titles[0] if self.titles else ""


def titles(key: str, player: str, **fields: object) -> tuple[Told, ...]:
    """Heading of a prompt for a player."""
    return (prompt(key, player=player, **fields),)
