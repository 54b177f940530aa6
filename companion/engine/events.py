"""The events: facts about a game in the past tense, one class for each kind.

``decide`` turns a move into events, ``evolve`` applies them to a position, and the ledger stores
them. Money always has a payer and a payee, so that the ledger is double entry; each is a player,
``bank`` or ``pot``. The class and field names are part of the stored text and of the hash chain:
they must never change.
"""

from companion.engine.moves import Dice
from companion.engine.obligations import Claim, Debt, Loan, Offer, Promise
from companion.engine.phases import Phase
from companion.engine.values import value


@value
class Event:
    """Base class of all events."""


@value
class OpeningThrown(Event):
    """A player rolled for who starts (SET-6)."""

    player: str
    dice: Dice


@value
class OpeningTied(Event):
    """Several players had the highest opening roll and roll again (SET-6)."""

    players: tuple[str, ...]


@value
class TurnBegan(Event):
    """The dice passed to ``player`` (SET-7)."""

    player: str


@value
class Thrown(Event):
    """The dice of a turn were rolled (MOVE-1)."""

    player: str
    dice: Dice
    again: bool
    """True if the player rolls once more after this move (MOVE-2)."""


@value
class CardThrown(Event):
    """The roll that a card demanded was made (FLOW-19)."""

    player: str
    dice: Dice


@value
class Moved(Event):
    """A token reached a space, 0 to 39."""

    player: str
    space: int


@value
class Jailed(Event):
    """A player was sent to jail, which ends the turn (JAIL-1)."""

    player: str
    space: int
    """The number of the jail space."""


@value
class JailTurnSet(Event):
    """A player's count of turns in jail changed (JAIL-3)."""

    player: str
    jail_turn: int
    """The turn in jail that comes next, 1 to 3."""


@value
class LeftJail(Event):
    """A player left jail by a double, a fine, a card or a ruling."""

    player: str


@value
class Paid(Event):
    """Money went from ``payer`` to ``payee``."""

    payer: str
    payee: str
    amount: int
    why: str
    """``salary``, ``price``, ``bid``, ``rent``, ``tax``, ``fine``, ``card``, ``pot``, ``build``,
    ``sell``, ``mortgage``, ``lift``, ``interest``, ``bonus``, ``buyback``, ``deal``, ``loan``,
    ``estate`` or ``ruling``.
    """
    deed: str = ""


@value
class DeedPassed(Event):
    """A title deed changed hands; each side is a player or the bank."""

    deed: str
    giver: str
    receiver: str


@value
class BuildingsChanged(Event):
    """The buildings on a lot changed: 0 for none, 1 to 4 houses, 5 for a hotel."""

    deed: str
    before: int
    buildings: int


@value
class MortgageChanged(Event):
    """A deed was mortgaged, or its mortgage was paid back."""

    deed: str
    mortgaged: bool


@value
class Asked(Event):
    """A phase began: it is the last in ``Game.pending`` now."""

    phase: Phase


@value
class Answered(Event):
    """The current phase ended: it is no longer in ``Game.pending``."""


@value
class BidMade(Event):
    """A player made the high bid (BUY-3)."""

    player: str
    amount: int


@value
class BidderPassed(Event):
    """A player left the auction (FLOW-5)."""

    player: str


@value
class BidSealed(Event):
    """A player keyed in a sealed bid, or a pass (HOUSE-17)."""

    player: str
    amount: int
    """In dollars; 0 for a pass."""


@value
class BidsOpened(Event):
    """The sealed bids were opened (HOUSE-17)."""

    bids: tuple[tuple[str, int], ...]
    """Players and their bids, in the order keyed; 0 is a pass."""


@value
class BidsTied(Event):
    """Several players had the highest sealed bid, and bid once more (HOUSE-17)."""

    players: tuple[str, ...]
    amount: int


@value
class BuildingClaimed(Event):
    """A player claimed a building that is short in the bank (FLOW-6)."""

    player: str


@value
class BuildingWaived(Event):
    """A player left a building that is short to the player who builds (FLOW-6)."""

    player: str


@value
class MortgageAnswered(Event):
    """The receiver of a mortgaged deed paid the mortgage back or kept it (MORT-5)."""

    player: str
    deed: str


@value
class OfferMade(Event):
    """A trade was offered (DEAL-1)."""

    offer: Offer


@value
class OfferEnded(Event):
    """An offer is no longer open."""

    offer: Offer
    how: str
    """``accepted``, ``refused``, ``withdrawn`` or ``void``."""


@value
class ClaimArose(Event):
    """A claim to rent arose; its owner may ask for the rent (RENT-6)."""

    claim: Claim


@value
class ClaimEnded(Event):
    """A claim to rent ended."""

    claim: Claim
    how: str
    """``collected``, ``lapsed``, ``released`` or ``void``."""


@value
class DebtArose(Event):
    """A sum fell due that is more than the debtor's cash (FLOW-3)."""

    debt: Debt


@value
class DebtEnded(Event):
    """A debt was paid, released in a deal or by a ruling, or became void."""

    debt: Debt
    how: str
    """``paid``, ``released`` or ``void``."""


@value
class DebtReduced(Event):
    """Part of a debt was paid (RENT-10), or a ruling changed its amount (FLOW-17)."""

    debt: Debt
    left: int
    """The amount still owed."""


@value
class DebtPassed(Event):
    """A debt passed to another creditor, because the creditor went bankrupt (FLOW-3).

    The debt keeps its place in the order of the debts.
    """

    debt: Debt
    receiver: str


@value
class PromiseMade(Event):
    """An owner gave away free landings on a deed (DEAL-1)."""

    promise: Promise


@value
class PromiseKept(Event):
    """A player landed free, because of a promise."""

    promise: Promise


@value
class PromisePassed(Event):
    """A promise binds the new owner of its deed."""

    promise: Promise
    receiver: str


@value
class PromiseEnded(Event):
    """A promise became void."""

    promise: Promise


@value
class LoanMade(Event):
    """A player lent another one something, to be paid back in instalments (HOUSE-1)."""

    loan: Loan


@value
class InstalmentsDue(Event):
    """One instalment of each loan of a player fell due, paid or not (HOUSE-2, HOUSE-3)."""

    player: str


@value
class LoanPassed(Event):
    """A loan has another lender; it keeps its place in the order of the loans (HOUSE-5)."""

    loan: Loan
    receiver: str


@value
class LoanEnded(Event):
    """The rest of a loan was paid, released in a deal or by a ruling, or became void."""

    loan: Loan
    how: str
    """``paid``, ``released`` or ``void``."""


@value
class SecurityEnded(Event):
    """A deed left the borrower and secures nothing any more; the loan stays (HOUSE-6)."""

    deed: str


@value
class CardDrawn(Event):
    """A card was drawn (CARD-1)."""

    player: str
    pack: str
    card: str


@value
class JailCardPassed(Event):
    """A jail card changed hands; a card that the bank holds is in its pack (CARD-2)."""

    pack: str
    giver: str
    receiver: str


@value
class RoundCompleted(Event):
    """A player passed GO for the first time; recorded only if a rule needs it (BUY-1)."""

    player: str


@value
class DoublesCounted(Event):
    """A ruling set the number of doubles rolled in this turn."""

    player: str
    doubles: int


@value
class PlayerOut(Event):
    """A player left the game (BANK-5)."""

    player: str
    bankrupt: bool


@value
class PlayerJoined(Event):
    """Somebody sat down behind the last player (FLOW-17)."""

    player: str


@value
class SeatPassed(Event):
    """A seat has another name: whatever else belongs to it was handed over before (FLOW-17)."""

    giver: str
    receiver: str


@value
class GameEnded(Event):
    """The game ended (FLOW-16)."""

    winners: tuple[str, ...]
    """More than one if they tie."""


@value
class LastRoundBegan(Event):
    """Time is up, and everybody finishes the round (HOUSE-18)."""


@value
class Undone(Event):
    """The last ``count`` moves were undone (TABLE-2)."""

    count: int


@value
class Reversed(Event):
    """An event was reversed by the ``Undone`` before it.

    The ledger needs it to balance its accounts; the position does not change by it.
    """

    event: Event
