"""The events: facts about a game in the past tense, one class for each kind.

``decide`` turns a move into events, ``evolve`` applies them to a position, and the ledger stores
them. Money always has a payer and a payee, so that the ledger is double entry; each is a player,
``bank`` or ``pot``. The class and field names are part of the stored text and of the hash chain:
they must never change.
"""

from dataclasses import dataclass

from companion.engine.moves import Dice
from companion.engine.obligations import Claim, Debt, Offer
from companion.engine.phases import Phase


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of all events."""


@dataclass(frozen=True, slots=True)
class OpeningThrown(Event):
    """A player rolled for who starts (SET-6)."""

    player: str
    dice: Dice


@dataclass(frozen=True, slots=True)
class OpeningTied(Event):
    """Several players had the highest opening roll and roll again (SET-6)."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The dice passed to ``player`` (SET-7)."""

    player: str


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """The dice of a turn were rolled (MOVE-1)."""

    player: str
    dice: Dice
    again: bool
    """True if the player rolls once more after this move (MOVE-2)."""


@dataclass(frozen=True, slots=True)
class CardThrown(Event):
    """The roll that a card demanded was made (FLOW-19)."""

    player: str
    dice: Dice


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A token reached a space, 0 to 39."""

    player: str
    space: int


@dataclass(frozen=True, slots=True)
class Jailed(Event):
    """A player was sent to jail, which ends the turn (JAIL-1)."""

    player: str
    space: int
    """The number of the jail space."""


@dataclass(frozen=True, slots=True)
class JailTurnSet(Event):
    """A player's count of turns in jail changed (JAIL-3)."""

    player: str
    jail_turn: int
    """The turn in jail that comes next, 1 to 3."""


@dataclass(frozen=True, slots=True)
class LeftJail(Event):
    """A player left jail by a double, a fine, a card or a ruling."""

    player: str


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Money went from ``payer`` to ``payee``."""

    payer: str
    payee: str
    amount: int
    why: str
    """``salary``, ``price``, ``bid``, ``rent``, ``tax``, ``fine``, ``card``, ``pot``, ``build``,
    ``sell``, ``mortgage``, ``lift``, ``interest``, ``deal``, ``estate`` or ``ruling``."""
    deed: str = ""


@dataclass(frozen=True, slots=True)
class DeedPassed(Event):
    """A title deed changed hands; each side is a player or the bank."""

    deed: str
    giver: str
    receiver: str


@dataclass(frozen=True, slots=True)
class BuildingsChanged(Event):
    """The buildings on a lot changed: 0 for none, 1 to 4 houses, 5 for a hotel."""

    deed: str
    before: int
    buildings: int


@dataclass(frozen=True, slots=True)
class MortgageChanged(Event):
    """A deed was mortgaged, or its mortgage was paid back."""

    deed: str
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A phase began: it is the last in ``Game.pending`` now."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The current phase ended: it is no longer in ``Game.pending``."""


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A player made the high bid (BUY-3)."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class BidderPassed(Event):
    """A player left the auction (FLOW-5)."""

    player: str


@dataclass(frozen=True, slots=True)
class BuildingClaimed(Event):
    """A player claimed a building that is short in the bank (FLOW-6)."""

    player: str


@dataclass(frozen=True, slots=True)
class BuildingWaived(Event):
    """A player left a building that is short to the player who builds (FLOW-6)."""

    player: str


@dataclass(frozen=True, slots=True)
class MortgageAnswered(Event):
    """The receiver of a mortgaged deed paid the mortgage back or kept it (MORT-5)."""

    player: str
    deed: str


@dataclass(frozen=True, slots=True)
class OfferMade(Event):
    """A trade was offered (DEAL-1)."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class OfferEnded(Event):
    """An offer is no longer open."""

    offer: Offer
    how: str
    """``accepted``, ``refused``, ``withdrawn`` or ``void``."""


@dataclass(frozen=True, slots=True)
class ClaimArose(Event):
    """A claim to rent arose; its owner may ask for the rent (RENT-6)."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class ClaimEnded(Event):
    """A claim to rent ended."""

    claim: Claim
    how: str
    """``collected``, ``lapsed`` or ``void``."""


@dataclass(frozen=True, slots=True)
class DebtArose(Event):
    """A sum fell due that is more than the debtor's cash (FLOW-3)."""

    debt: Debt


@dataclass(frozen=True, slots=True)
class DebtEnded(Event):
    """A debt was paid, or became void."""

    debt: Debt
    how: str
    """``paid`` or ``void``."""


@dataclass(frozen=True, slots=True)
class DebtReduced(Event):
    """Part of a debt was paid (RENT-10)."""

    debt: Debt
    left: int
    """The amount still owed."""


@dataclass(frozen=True, slots=True)
class DebtPassed(Event):
    """A debt passed to another creditor, because the creditor went bankrupt (FLOW-3).

    The debt keeps its place in the order of the debts.
    """

    debt: Debt
    receiver: str


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A card was drawn (CARD-1)."""

    player: str
    pack: str
    card: str


@dataclass(frozen=True, slots=True)
class JailCardPassed(Event):
    """A jail card changed hands; a card that the bank holds is in its pack (CARD-2)."""

    pack: str
    giver: str
    receiver: str


@dataclass(frozen=True, slots=True)
class RoundCompleted(Event):
    """A player passed GO for the first time; recorded only if a rule needs it (BUY-1)."""

    player: str


@dataclass(frozen=True, slots=True)
class DoublesCounted(Event):
    """A ruling set the number of doubles rolled in this turn."""

    player: str
    doubles: int


@dataclass(frozen=True, slots=True)
class PlayerOut(Event):
    """A player left the game (BANK-5)."""

    player: str
    bankrupt: bool


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game ended (FLOW-16)."""

    winners: tuple[str, ...]
    """More than one if they tie."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last ``count`` moves were undone (TABLE-2)."""

    count: int


@dataclass(frozen=True, slots=True)
class Reversed(Event):
    """An event was reversed by the ``Undone`` before it.

    The ledger needs it to balance its accounts; the position does not change by it.
    """

    event: Event
