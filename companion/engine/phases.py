"""The phases: what the table may be doing now, and what waits for whose answer."""

from dataclasses import dataclass, field

from companion.engine.moves import Dice


@dataclass(frozen=True)
class Phase:
    """What the table is doing now. The base of all that can be waiting for an answer."""


@dataclass(frozen=True)
class Opening(Phase):
    """The opening throws: who throws next, in order, and what was thrown (SET-6, FLOW-15)."""

    waiting: tuple[str, ...]
    thrown: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class ToThrow(Phase):
    """Nothing is to be answered: ``player`` throws."""

    player: str


@dataclass(frozen=True)
class ToBuy(Phase):
    """``player`` stands on a deed that nobody owns (BUY-1)."""

    player: str
    deed: str


@dataclass(frozen=True)
class Auction(Phase):
    """A lot under the hammer (FLOW-5): a deed, a building or a jail card.

    ``bidder`` and ``bid`` are the high bid, "" and 0 before any. ``among`` is who may bid, when not
    everybody; ``seller`` is the debtor who puts up a deed (RENT-10).
    """

    deed: str = ""
    building: str = ""
    jail_card: str = ""
    bidder: str = ""
    bid: int = 0
    passed: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    seller: str = ""


@dataclass(frozen=True)
class ToDraw(Phase):
    """``player`` draws a card of ``pack`` (CARD-1)."""

    player: str
    pack: str


@dataclass(frozen=True)
class CardThrow(Phase):
    """``player`` throws for the rent of a utility reached by a card (FLOW-19). ``owner`` is whose
    rent that is, as at landing (FLOW-4)."""

    player: str
    deed: str
    owner: str


@dataclass(frozen=True)
class FineOrChance(Phase):
    """``player`` pays ``amount`` or takes a Chance card."""

    player: str
    amount: int


@dataclass(frozen=True)
class TaxChoice(Phase):
    """``player`` chooses how to pay the income tax; ``worth`` is that at landing (FLOW-20)."""

    player: str
    worth: int = field(repr=False)


@dataclass(frozen=True)
class Shortage(Phase):
    """The bank has fewer of a building than are wanted (FLOW-6). ``builder`` wants to build
    ``deeds``; those ``waiting`` are asked whether they claim one, ``claiming`` do."""

    builder: str
    deeds: tuple[str, ...]
    building: str
    waiting: tuple[str, ...]
    claiming: tuple[str, ...] = ()


@dataclass(frozen=True)
class Placing(Phase):
    """``player`` has won a ``building`` and places it before anything else (FLOW-6)."""

    player: str
    building: str


@dataclass(frozen=True)
class ReceivedMortgages(Phase):
    """``player`` has received mortgaged deeds and answers for the first of them (FLOW-9)."""

    player: str
    deeds: tuple[str, ...]


@dataclass(frozen=True)
class ToSettle(Phase):
    """Somebody owes more than the cash in hand; the debts are ``Game.debts`` (FLOW-3)."""


@dataclass(frozen=True)
class LeavingJail(Phase):
    """Waits under the third turn's fine: ``player`` then moves what was thrown (JAIL-7)."""

    player: str
    dice: Dice


@dataclass(frozen=True)
class Over(Phase):
    """The end (BANK-5)."""

    winners: tuple[str, ...]
