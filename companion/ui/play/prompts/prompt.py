"""Value of a prompt."""

from dataclasses import dataclass

from companion.ui.play.prompts.answers import Answer
from companion.ui.play.prompts.offers import OpenOffer


@dataclass(frozen=True, slots=True)
class Prompt:
    """Question that the play screen shows large, with its answers.

    ``kind`` is the phase: opening, throw, buy, auction, draw, card_throw, fine_or_chance, tax,
    settle, shortage, placing, mortgage or over; wait for whatever has no page of its own.
    ``player`` is whoever is asked ("" when nobody in particular), ``deed`` the key of the deed
    shown as a card, ``claims`` the rents that may be asked for, a strip each.
    ``asking`` is there instead where owners watch for themselves: one for every player, always,
    whether there is rent to collect or not (TABLE-6, RENT-7).
    ``offers`` is the open offer, if there is one.
    ``yes`` and ``no`` are what the two buttons on pins mean; None when they mean nothing.
    """

    kind: str
    player: str
    lead: str
    title: str
    detail: str
    deed: str = ""
    wants_dice: bool = False
    answers: tuple[Answer, ...] = ()
    claims: tuple[Answer, ...] = ()
    yes: Answer | None = None
    no: Answer | None = None
    asking: tuple[Answer, ...] = ()
    offers: tuple[OpenOffer, ...] = ()
    leader: str = ""
    """Subject of ``lead``, if it is not the player asked."""
