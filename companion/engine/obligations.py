"""Obligations between players: claims to rent, debts, open offers, promises and loans.

They are parts of a position and of the events. Their class and field names are stored in the
ledger and must never change.
"""

from dataclasses import field

from companion.engine.moves import Goods
from companion.engine.rulings import Landings
from companion.engine.values import value

MOST_TIMES = 20
"""Most salaries at which a loan is paid back (HOUSE-1)."""
MOST_LOANS = 5
"""Most loans that a borrower has at once (HOUSE-1)."""


@value
class Claim:
    """A claim to rent that its owner has not asked for yet (RENT-6)."""

    owner: str
    payer: str
    deed: str
    amount: int
    """In dollars, fixed when the payer landed (FLOW-4)."""
    turn: int
    """The number of the turn in which the payer landed."""


@value
class Debt:
    """A sum due that is more than the debtor's cash (FLOW-3)."""

    debtor: str
    creditor: str
    amount: int
    why: str
    """Purpose, as in the event ``Paid``."""
    deed: str = ""
    secured: str = ""
    """Deed that secures the last instalment of a loan until it is paid (HOUSE-6)."""


@value
class Offer:
    """A trade that ``player`` has offered to ``other`` (FLOW-8)."""

    player: str
    other: str
    gives: Goods
    wants: Goods


@value
class Promise:
    """Free landings on a deed, which its owner gave away (DEAL-1)."""

    owner: str
    player: str
    """The player who lands free."""
    deed: str
    times: Landings
    """Number of free landings left; None for good."""


@value
class Loan:
    """Money that one player still has to pay back to another, at the next salaries (HOUSE-1)."""

    borrower: str
    lender: str
    amount: int
    """In dollars, at each salary."""
    times: int
    """Number of instalments that have not fallen due."""
    secured: str = ""
    """Deed of the borrower that the lender gets if the borrower is ruined (HOUSE-6)."""
    fallen_due: int = field(default=0, compare=False)
    """Number of instalments that have fallen due; two loans with the same rest are equal."""

    @property
    def remaining(self) -> int:
        """Dollars that have not fallen due yet."""
        return self.amount * self.times
