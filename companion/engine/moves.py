"""The moves: everything that people can do at the table, one class for each line of the notation.

A move is a wish. ``decide`` checks it against the rules and turns it into events. Players are
given by name, deeds and groups by their keys in the board file, amounts in whole dollars.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.rulings import Effect

Dice: TypeAlias = tuple[int, int]
"""The numbers that the two dice show, each 1 to 6."""


@dataclass(frozen=True, slots=True)
class Move:
    """Base class of all moves."""


@dataclass(frozen=True, slots=True)
class PlayerMove(Move):
    """Base class of the moves that one player makes."""

    player: str


@dataclass(frozen=True, slots=True)
class RollForStart(PlayerMove):
    """Roll for who starts (SET-6)."""

    dice: Dice
    by_tray: bool = False


@dataclass(frozen=True, slots=True)
class Roll(PlayerMove):
    """Roll the dice of a turn, or the roll that a card demands (MOVE-1)."""

    dice: Dice
    by_tray: bool = False


@dataclass(frozen=True, slots=True)
class Buy(PlayerMove):
    """Buy the deed of the space just reached at its printed price (BUY-1)."""


@dataclass(frozen=True, slots=True)
class Decline(PlayerMove):
    """Decline the deed of the space just reached; the bank auctions it (BUY-2)."""


@dataclass(frozen=True, slots=True)
class Bid(PlayerMove):
    """Bid in an auction (BUY-3)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Pass(PlayerMove):
    """Leave an auction for good (FLOW-5)."""


@dataclass(frozen=True, slots=True)
class CloseAuction(Move):
    """Close the auction for the high bidder; a move of the banker (FLOW-5)."""


@dataclass(frozen=True, slots=True)
class CollectRent(PlayerMove):
    """Ask for rent (RENT-6)."""

    payer: str | None = None
    """The player who owes it; None for the newest claim, whoever owes it."""


@dataclass(frozen=True, slots=True)
class PayDebt(PlayerMove):
    """Settle the player's oldest debt (FLOW-3)."""


@dataclass(frozen=True, slots=True)
class DrawCard(PlayerMove):
    """Draw a card (CARD-1)."""

    card: str
    """The key of the card in the board file."""


@dataclass(frozen=True, slots=True)
class PayFlatTax(PlayerMove):
    """Pay the income tax as the fixed sum (TAX-1)."""


@dataclass(frozen=True, slots=True)
class PayTenPercent(PlayerMove):
    """Pay the income tax as a tenth of total worth (TAX-1)."""


@dataclass(frozen=True, slots=True)
class PayFine(PlayerMove):
    """Pay the fine to leave jail before rolling (JAIL-5), or the fine that a card offers."""


@dataclass(frozen=True, slots=True)
class UseJailCard(PlayerMove):
    """Leave jail with a card, before rolling (JAIL-6)."""


@dataclass(frozen=True, slots=True)
class TakeChance(PlayerMove):
    """Draw a Chance card instead of paying the fine that a card offers."""


@dataclass(frozen=True, slots=True)
class Build(PlayerMove):
    """Build one building on each lot listed, in that order, all or none (BLD-1)."""

    deeds: tuple[str, ...]
    """A lot may be listed more than once."""


@dataclass(frozen=True, slots=True)
class ClaimBuilding(PlayerMove):
    """Claim a building that is short in the bank and that another player builds (SHORT-2)."""


@dataclass(frozen=True, slots=True)
class WaiveBuilding(PlayerMove):
    """Leave a building that is short in the bank to the player who builds (SHORT-2)."""


@dataclass(frozen=True, slots=True)
class PlaceBuilding(PlayerMove):
    """Put the building just won at auction on a lot (FLOW-6)."""

    deed: str


@dataclass(frozen=True, slots=True)
class Sell(PlayerMove):
    """Sell one building back to the bank (SELL-1)."""

    deed: str


@dataclass(frozen=True, slots=True)
class SellHotels(PlayerMove):
    """Sell all hotels of a group at once (SELL-2)."""

    group: str


@dataclass(frozen=True, slots=True)
class SellDown(PlayerMove):
    """Sell buildings of a whole group at once (FLOW-14)."""

    group: str
    houses: tuple[int, ...]
    """The number of houses left on each lot, in board order."""


@dataclass(frozen=True, slots=True)
class Mortgage(PlayerMove):
    """Mortgage a deed for half its price (MORT-1)."""

    deed: str


@dataclass(frozen=True, slots=True)
class Unmortgage(PlayerMove):
    """Pay back a mortgage, usually with a tenth of it as interest (MORT-3, FLOW-9).

    It is also an answer for a mortgaged deed just received (MORT-5).
    """

    deed: str


@dataclass(frozen=True, slots=True)
class KeepMortgage(PlayerMove):
    """Pay the interest on a mortgage received with a deed, and keep the mortgage (MORT-5)."""

    deed: str


@dataclass(frozen=True, slots=True)
class Goods:
    """One side of a trade."""

    deeds: tuple[str, ...] = ()
    cash: int = 0
    jail_cards: tuple[str, ...] = ()
    """The packs of the jail cards; "" for any card that the player holds (FLOW-8)."""


@dataclass(frozen=True, slots=True)
class OfferTrade(PlayerMove):
    """Offer a trade to another player (DEAL-1)."""

    other: str
    gives: Goods
    wants: Goods


@dataclass(frozen=True, slots=True)
class AcceptTrade(PlayerMove):
    """Accept the open offer (DEAL-1)."""


@dataclass(frozen=True, slots=True)
class RefuseTrade(PlayerMove):
    """Refuse the open offer."""


@dataclass(frozen=True, slots=True)
class WithdrawTrade(PlayerMove):
    """Withdraw the player's own open offer."""


@dataclass(frozen=True, slots=True)
class HandOverDeed(PlayerMove):
    """Hand over a deed to the creditor at its printed price, towards rent (RENT-10)."""

    deed: str


@dataclass(frozen=True, slots=True)
class PutUpDeed(PlayerMove):
    """Put up a deed for auction, towards rent (RENT-10)."""

    deed: str


@dataclass(frozen=True, slots=True)
class DeclareBankruptcy(PlayerMove):
    """Declare bankruptcy, owing more than the player can raise (BANK-1)."""


@dataclass(frozen=True, slots=True)
class LeaveGame(PlayerMove):
    """Leave the game (TABLE-3)."""


@dataclass(frozen=True, slots=True)
class EndByTime(Move):
    """End the game at the agreed hour, or because everybody agrees (QUICK-1, TABLE-7)."""


@dataclass(frozen=True, slots=True)
class Undo(Move):
    """Undo the last ``count`` moves that are not undone yet (TABLE-2, FLOW-7)."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Rule(Move):
    """Apply a ruling of the table: some effects, all or none (TABLE-1)."""

    effects: tuple[Effect, ...]
    note: str = ""
    """The reason, in the words of the table."""
