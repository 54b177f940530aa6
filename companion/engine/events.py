"""The events: what has happened, in the past tense, one class for each kind of fact.

A move comes to some events; ``evolve`` applies them, the ledger keeps them. Money always has a
payer and a payee, so that the books are double entry: a player, ``bank`` or ``pot``.
"""

from dataclasses import dataclass

from companion.engine.moves import Dice
from companion.engine.phases import Phase
from companion.engine.state import Claim, Debt, Offer


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened."""


@dataclass(frozen=True, slots=True)
class OpeningThrown(Event):
    """An opening throw (SET-6)."""

    player: str
    dice: Dice


@dataclass(frozen=True, slots=True)
class OpeningTied(Event):
    """The highest throw was thrown by several, who throw again (SET-6)."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The dice passed to ``player`` (SET-7)."""

    player: str


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """The dice of a turn; ``again`` when they are to be thrown once more (MOVE-1, MOVE-2)."""

    player: str
    dice: Dice
    again: bool


@dataclass(frozen=True, slots=True)
class CardThrown(Event):
    """The throw that a card asked for (FLOW-19)."""

    player: str
    dice: Dice


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """The token reached a space, 0 to 39."""

    player: str
    space: int


@dataclass(frozen=True, slots=True)
class Jailed(Event):
    """Sent to jail, which is the space ``space`` and ends the turn (JAIL-1)."""

    player: str
    space: int


@dataclass(frozen=True, slots=True)
class JailTurnSet(Event):
    """``jail_turn`` is which of the three turns in jail comes next, 1 to 3 (JAIL-3)."""

    player: str
    jail_turn: int


@dataclass(frozen=True, slots=True)
class LeftJail(Event):
    """Out of jail, whichever way."""

    player: str


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Money changed hands. ``why``: salary, price, bid, rent, tax, fine, card, pot, build, sell,
    mortgage, lift, interest, deal, estate or ruling."""

    payer: str
    payee: str
    amount: int
    why: str
    deed: str = ""


@dataclass(frozen=True, slots=True)
class DeedPassed(Event):
    """A title deed changed hands; the bank is ``bank``."""

    deed: str
    giver: str
    receiver: str


@dataclass(frozen=True, slots=True)
class BuildingsChanged(Event):
    """A lot carries other buildings: 0 none, 1 to 4 houses, 5 a hotel."""

    deed: str
    before: int
    buildings: int


@dataclass(frozen=True, slots=True)
class MortgageChanged(Event):
    """A deed was turned face down, or up again."""

    deed: str
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """Something now waits for an answer."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """What was asked last is answered."""


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A high bid (BUY-3)."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class BidderPassed(Event):
    """Out of the auction (FLOW-5)."""

    player: str


@dataclass(frozen=True, slots=True)
class BuildingClaimed(Event):
    """Wants one of the buildings that the bank runs short of (FLOW-6)."""

    player: str


@dataclass(frozen=True, slots=True)
class BuildingWaived(Event):
    """Lets it go to whoever builds (FLOW-6)."""

    player: str


@dataclass(frozen=True, slots=True)
class MortgageAnswered(Event):
    """A mortgage received was lifted or kept (MORT-5)."""

    player: str
    deed: str


@dataclass(frozen=True, slots=True)
class OfferMade(Event):
    """A deal is open (DEAL-1)."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class OfferEnded(Event):
    """A deal is no longer open. ``how``: accepted, refused, withdrawn or void."""

    offer: Offer
    how: str


@dataclass(frozen=True, slots=True)
class ClaimArose(Event):
    """Rent may be asked for (RENT-6)."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class ClaimEnded(Event):
    """A claim is no more. ``how``: collected, lapsed or void."""

    claim: Claim
    how: str


@dataclass(frozen=True, slots=True)
class DebtArose(Event):
    """A sum fell due that the debtor has not got (FLOW-3)."""

    debt: Debt


@dataclass(frozen=True, slots=True)
class DebtEnded(Event):
    """A debt is no more. ``how``: paid or void."""

    debt: Debt
    how: str


@dataclass(frozen=True, slots=True)
class DebtReduced(Event):
    """Part of a debt was paid; ``left`` is still owed (RENT-10)."""

    debt: Debt
    left: int


@dataclass(frozen=True, slots=True)
class DebtPassed(Event):
    """The creditor went bankrupt: ``debt`` is owed to ``receiver`` and keeps its place (FLOW-3)."""

    debt: Debt
    receiver: str


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A card was read out (CARD-1)."""

    player: str
    pack: str
    card: str


@dataclass(frozen=True, slots=True)
class JailCardPassed(Event):
    """A jail card changed hands; the bank's is in its pack (CARD-2)."""

    pack: str
    giver: str
    receiver: str


@dataclass(frozen=True, slots=True)
class RoundCompleted(Event):
    """The first time past GO, where a house rule asks for it."""

    player: str


@dataclass(frozen=True, slots=True)
class DoublesCounted(Event):
    """A ruling says how many doubles were thrown in this turn."""

    player: str
    doubles: int


@dataclass(frozen=True, slots=True)
class PlayerOut(Event):
    """Out of the game (BANK-5)."""

    player: str
    bankrupt: bool


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """Who won; several share (FLOW-16)."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The position is that of ``count`` moves before (TABLE-2)."""

    count: int


@dataclass(frozen=True, slots=True)
class Reversed(Event):
    """For the books: ``event`` was taken back by the ``Undone`` before it."""

    event: Event
