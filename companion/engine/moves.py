"""The moves: everything that can happen at the table, one class for each line of the notation.

A move is what somebody wants; whether it is legal and what comes of it the rules say. Players are
named as at the table, deeds and groups by their keys in the board file, amounts are whole dollars.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.rulings import Effect

Dice: TypeAlias = tuple[int, int]
"""What the two dice show, each 1 to 6."""


@dataclass(frozen=True, slots=True)
class Move:
    """Anything that can happen at the table."""


@dataclass(frozen=True, slots=True)
class PlayerMove(Move):
    """A move that one player makes."""

    player: str


@dataclass(frozen=True, slots=True)
class RollForStart(PlayerMove):
    """The opening throw (SET-6)."""

    dice: Dice
    by_tray: bool = False


@dataclass(frozen=True, slots=True)
class Roll(PlayerMove):
    """The dice of a turn, or the throw a card asks for (MOVE-1)."""

    dice: Dice
    by_tray: bool = False


@dataclass(frozen=True, slots=True)
class Buy(PlayerMove):
    """Takes the deed just reached, at its printed price (BUY-1)."""


@dataclass(frozen=True, slots=True)
class Decline(PlayerMove):
    """Leaves the deed just reached to the auction (BUY-2)."""


@dataclass(frozen=True, slots=True)
class Bid(PlayerMove):
    """Speaks in an auction (BUY-3)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Pass(PlayerMove):
    """Leaves an auction for good (FLOW-5)."""


@dataclass(frozen=True, slots=True)
class CloseAuction(Move):
    """The banker's hammer (FLOW-5)."""


@dataclass(frozen=True, slots=True)
class CollectRent(PlayerMove):
    """Asks for rent (RENT-6); of nobody in particular: the newest claim."""

    payer: str | None = None


@dataclass(frozen=True, slots=True)
class PayDebt(PlayerMove):
    """Settles one's own oldest debt (FLOW-3)."""


@dataclass(frozen=True, slots=True)
class DrawCard(PlayerMove):
    """The card drawn, by its key in the board file (CARD-1)."""

    card: str


@dataclass(frozen=True, slots=True)
class PayFlatTax(PlayerMove):
    """Income tax as the fixed sum (TAX-1)."""


@dataclass(frozen=True, slots=True)
class PayTenPercent(PlayerMove):
    """Income tax as a tenth of total worth (TAX-1)."""


@dataclass(frozen=True, slots=True)
class PayFine(PlayerMove):
    """Buys the way out of jail before throwing (JAIL-5), or pays the fine a card offers."""


@dataclass(frozen=True, slots=True)
class UseJailCard(PlayerMove):
    """Leaves jail by a card, before throwing (JAIL-6)."""


@dataclass(frozen=True, slots=True)
class TakeChance(PlayerMove):
    """Draws a Chance card instead of paying the fine a card offers."""


@dataclass(frozen=True, slots=True)
class Build(PlayerMove):
    """One building on each lot named, in that order, all or none (BLD-1)."""

    deeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimBuilding(PlayerMove):
    """Wants the building that somebody else builds and the bank runs short of (SHORT-2)."""


@dataclass(frozen=True, slots=True)
class WaiveBuilding(PlayerMove):
    """Lets somebody else build what the bank runs short of (SHORT-2)."""


@dataclass(frozen=True, slots=True)
class PlaceBuilding(PlayerMove):
    """Puts up the building just won at auction (FLOW-6)."""

    deed: str


@dataclass(frozen=True, slots=True)
class Sell(PlayerMove):
    """One building back to the bank (SELL-1)."""

    deed: str


@dataclass(frozen=True, slots=True)
class SellHotels(PlayerMove):
    """All hotels of a group at once (SELL-2)."""

    group: str


@dataclass(frozen=True, slots=True)
class SellDown(PlayerMove):
    """A whole group at once, to that many houses a lot in board order (FLOW-14)."""

    group: str
    houses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mortgage(PlayerMove):
    """Turns a deed face down for half its price (MORT-1)."""

    deed: str


@dataclass(frozen=True, slots=True)
class Unmortgage(PlayerMove):
    """Pays a mortgage back with a tenth of it (MORT-3); also the answer to one received."""

    deed: str


@dataclass(frozen=True, slots=True)
class KeepMortgage(PlayerMove):
    """Pays the tenth on a mortgage received and leaves it (MORT-5)."""

    deed: str


@dataclass(frozen=True, slots=True)
class Goods:
    """One side of a deal. A jail card is named by its pack, "" for any that is held (FLOW-8)."""

    deeds: tuple[str, ...] = ()
    cash: int = 0
    jail_cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferTrade(PlayerMove):
    """A deal: what ``player`` gives ``other`` for what (DEAL-1)."""

    other: str
    gives: Goods
    wants: Goods


@dataclass(frozen=True, slots=True)
class AcceptTrade(PlayerMove):
    """Takes the open offer (DEAL-1)."""


@dataclass(frozen=True, slots=True)
class RefuseTrade(PlayerMove):
    """Turns the open offer down."""


@dataclass(frozen=True, slots=True)
class WithdrawTrade(PlayerMove):
    """Takes one's own open offer back."""


@dataclass(frozen=True, slots=True)
class HandOverDeed(PlayerMove):
    """A deed to the creditor at its printed price, towards rent (RENT-10)."""

    deed: str


@dataclass(frozen=True, slots=True)
class PutUpDeed(PlayerMove):
    """A deed to auction, towards rent (RENT-10)."""

    deed: str


@dataclass(frozen=True, slots=True)
class DeclareBankruptcy(PlayerMove):
    """Owes more than can be raised (BANK-1)."""


@dataclass(frozen=True, slots=True)
class LeaveGame(PlayerMove):
    """Leaves the table (TABLE-3)."""


@dataclass(frozen=True, slots=True)
class EndByTime(Move):
    """The table stops: the agreed hour has come, or everybody agrees (QUICK-1, TABLE-7)."""


@dataclass(frozen=True, slots=True)
class Undo(Move):
    """Steps back over ``count`` moves that still stand (TABLE-2, FLOW-7)."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Rule(Move):
    """The table overrules: some effects, all or none, and a note that says why (TABLE-1)."""

    effects: tuple[Effect, ...]
    note: str = ""
