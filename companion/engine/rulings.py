"""The effects of rulings: the parts of a position that the table may set by hand (TABLE-1)."""

from typing import TypeAlias

from companion.engine.values import value

Landings: TypeAlias = int | None
"""A number of free landings, 1 to 99; None for good."""


@value
class Instalments:
    """Terms of a loan: an amount to pay back at each of the next salaries (HOUSE-1)."""

    amount: int
    """In dollars, at each time."""
    times: int = 1
    secured: str = ""
    """Deed of the borrower that the lender gets if the borrower is ruined (HOUSE-6)."""


@value
class Effect:
    """Base class of the effects that a ruling may have (TABLE-1)."""


@value
class SetCash(Effect):
    """``Ann has $500``: the bank pays or receives the difference."""

    player: str
    amount: int


@value
class MoveCash(Effect):
    """``Ann pays $50 to bank`` or ``Ann receives $50 from Bob``: a payment by hand."""

    payer: str
    payee: str
    amount: int


@value
class SetOwner(Effect):
    """``Ann owns Baltic Avenue``: the owner is a player or the bank."""

    owner: str
    deed: str


@value
class SetBuildings(Effect):
    """``Baltic Avenue carries 3 houses``: 0 for none, 1 to 4 houses, 5 for a hotel."""

    deed: str
    buildings: int


@value
class SetMortgaged(Effect):
    """``Baltic Avenue is mortgaged``, or ``is not mortgaged``."""

    deed: str
    mortgaged: bool


@value
class MoveToken(Effect):
    """``Ann stands on Boardwalk``, by the number of the space."""

    player: str
    space: int


@value
class SetJail(Effect):
    """``Ann is in jail``, or ``is not in jail``."""

    player: str
    turn: int
    """The turn in jail that comes next, 1 to 3; 0 lets the player out."""


@value
class SetJailCard(Effect):
    """``Ann holds chance jail card``: a card that the bank holds is in its pack."""

    holder: str
    pack: str


@value
class SetTurn(Effect):
    """``Ann has the dice``: her new turn begins (FLOW-17)."""

    player: str


@value
class SetDebt(Effect):
    """``Ann owes Bob $20``: all that she owes him, now; ``$0`` forgives it (FLOW-17)."""

    debtor: str
    creditor: str
    amount: int


@value
class SetDoubles(Effect):
    """``Ann has thrown 2 doubles``: the count for this turn."""

    player: str
    count: int


@value
class RemovePlayer(Effect):
    """``Ann is out``: the player leaves the game."""

    player: str


@value
class Rename(Effect):
    """``Bob is called Eve``: the same person under another name, as if misspelt (FLOW-17)."""

    player: str
    name: str


@value
class Replace(Rename):
    """``Bob is replaced by Eve``: somebody else plays on in the seat (FLOW-17)."""


@value
class Join(Effect):
    """``Eve joins``: she sits down behind the last player, with the starting cash (FLOW-17)."""

    name: str


@value
class SetPromise(Effect):
    """``Bob lands free on Boardwalk 3 times``: all his free landings there, now (DEAL-1).

    The promise is the owner's; ``0 times`` ends it.
    """

    player: str
    deed: str
    times: Landings


@value
class SetLoan(Effect):
    """``Bob owes Ann $330 when passing GO``: all his loans from her, now; ``$0`` ends them."""

    borrower: str
    lender: str
    instalments: Instalments


@value
class ClearClaims(Effect):
    """``no claims``: all claims to rent end."""
