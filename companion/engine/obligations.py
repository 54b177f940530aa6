"""Obligations between players: claims to rent, debts and open offers."""

from dataclasses import dataclass

from companion.engine.moves import Goods


@dataclass(frozen=True, slots=True)
class Claim:
    """Rent that may be asked for, fixed at landing in turn ``turn`` (RENT-6, FLOW-4)."""

    owner: str
    payer: str
    deed: str
    amount: int
    turn: int


@dataclass(frozen=True)
class Debt:
    """What ``debtor`` owes beyond the cash in hand (FLOW-3). ``why`` is as in ``Paid``."""

    debtor: str
    creditor: str
    amount: int
    why: str
    deed: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A deal that is open: what ``player`` gives ``other`` for what (FLOW-8)."""

    player: str
    other: str
    gives: Goods
    wants: Goods
