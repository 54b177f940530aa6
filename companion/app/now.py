"""What the table faces now, ready to be shown: a value without any Kivy in it."""

from dataclasses import dataclass

from companion.engine.moves import Move


@dataclass(frozen=True, slots=True)
class Change:
    """A balance before and after, in dollars."""

    player: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Answer:
    """One button. ``tone``: ``in`` money reaches somebody (green), ``out`` it leaves (red), or
    ``plain``. ``reason`` is the refusal's sentence when the button is there but dimmed."""

    text: str
    move: Move
    player: str
    tone: str = "plain"
    changes: tuple[Change, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Now:
    """What the play screen shows large.

    ``kind`` is the phase: opening, throw, buy, auction, draw, card_throw, fine_or_chance, tax,
    settle or over. ``player`` is whoever is asked ("" when nobody in particular), ``deed`` the key
    of the deed shown as a card, ``claims`` the rents that may be asked for, a strip each.
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
