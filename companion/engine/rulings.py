"""The effects of rulings: what the table may set by hand (TABLE-1)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a ruling does (TABLE-1)."""


@dataclass(frozen=True, slots=True)
class SetCash(Effect):
    """``Ann has $500``: the bank makes up the difference."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class MoveCash(Effect):
    """``Ann pays $50 to bank``, ``Ann receives $50 from Bob``."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class SetOwner(Effect):
    """``Ann owns Baltic Avenue``; the bank may own it too."""

    owner: str
    deed: str


@dataclass(frozen=True, slots=True)
class SetBuildings(Effect):
    """``Baltic Avenue carries 3 houses``: 0 none, 1 to 4 houses, 5 a hotel."""

    deed: str
    buildings: int


@dataclass(frozen=True, slots=True)
class SetMortgaged(Effect):
    """``Baltic Avenue is mortgaged``, or not."""

    deed: str
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class MoveToken(Effect):
    """``Ann stands on Boardwalk``, by the number of the space."""

    player: str
    space: int


@dataclass(frozen=True, slots=True)
class SetJail(Effect):
    """``Ann is in jail``: before the given one of her three turns; 0 lets her out."""

    player: str
    turn: int


@dataclass(frozen=True, slots=True)
class SetJailCard(Effect):
    """``Ann holds chance jail card``; the bank's is in its pack."""

    holder: str
    pack: str


@dataclass(frozen=True, slots=True)
class SetTurn(Effect):
    """``Ann has the dice``: a new turn of hers begins (FLOW-17)."""

    player: str


@dataclass(frozen=True, slots=True)
class SetDoubles(Effect):
    """``Ann has thrown 2 doubles`` in this turn."""

    player: str
    count: int


@dataclass(frozen=True, slots=True)
class RemovePlayer(Effect):
    """``Ann is out`` of the game."""

    player: str


@dataclass(frozen=True, slots=True)
class ClearClaims(Effect):
    """``no claims``: whatever rent could be asked for is forgotten."""
