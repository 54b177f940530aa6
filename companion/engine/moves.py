"""The moves: everything that people can do at the table, one class for each line of the notation.

A move is a wish. ``decide`` checks it against the rules and turns it into events. Players are
given by name, deeds and groups by their keys in the board file, amounts in whole dollars.

Each move is a line of the notation, and each line a move:

    >>> from companion.engine import format_move, moves, parse_move
    >>> from companion.engine.notation import read_header
    >>> setup = read_header("players: Ann, Bob")
    >>> parse_move("Ann throws 1 2", setup)
    Roll(player='Ann', dice=(1, 2), by_tray=False)
    >>> format_move(moves.Build("Ann", ("boardwalk", "park-place")), setup.board)
    'Ann builds on Boardwalk, Park Place'
"""

from typing import TypeAlias

from companion.engine.rulings import Effect, Instalments, Landings
from companion.engine.values import value

Dice: TypeAlias = tuple[int, int]
"""The numbers that the two dice show, each 1 to 6."""


@value
class Move:
    """Base class of all moves."""


@value
class PlayerMove(Move):
    """Base class of the moves that one player makes."""

    player: str


@value
class RollForStart(PlayerMove):
    """Roll for who starts (SET-6)."""

    dice: Dice
    by_tray: bool = False


@value
class Roll(PlayerMove):
    """Roll the dice of a turn, or the roll that a card demands (MOVE-1)."""

    dice: Dice
    by_tray: bool = False


@value
class Buy(PlayerMove):
    """Buy the deed of the space just reached at its printed price (BUY-1)."""


@value
class Decline(PlayerMove):
    """Decline the deed of the space just reached; the bank auctions it (BUY-2)."""


@value
class Bid(PlayerMove):
    """Bid in an auction (BUY-3)."""

    amount: int


@value
class Pass(PlayerMove):
    """Leave an auction for good (FLOW-5)."""


@value
class CloseAuction(Move):
    """Close the auction for the high bidder; a move of the banker (FLOW-5)."""


@value
class CollectRent(PlayerMove):
    """Ask for rent (RENT-6)."""

    payer: str | None = None
    """The player who owes it; None for the newest claim, whoever owes it."""


@value
class PayDebt(PlayerMove):
    """Settle the player's oldest debt (FLOW-3)."""


@value
class DrawCard(PlayerMove):
    """Draw a card (CARD-1)."""

    card: str
    """The key of the card in the board file."""


@value
class PayFlatTax(PlayerMove):
    """Pay the income tax as the fixed sum (TAX-1)."""


@value
class PayTenPercent(PlayerMove):
    """Pay the income tax as a tenth of total worth (TAX-1)."""


@value
class PayFine(PlayerMove):
    """Pay the fine to leave jail before rolling (JAIL-5), or the fine that a card offers."""


@value
class UseJailCard(PlayerMove):
    """Leave jail with a card, before rolling (JAIL-6)."""


@value
class TakeChance(PlayerMove):
    """Draw a Chance card instead of paying the fine that a card offers."""


@value
class Build(PlayerMove):
    """Build one building on each lot listed, in that order, all or none (BLD-1)."""

    deeds: tuple[str, ...]
    """A lot may be listed more than once."""


@value
class ClaimBuilding(PlayerMove):
    """Claim a building that is short in the bank and that another player builds (SHORT-2)."""


@value
class WaiveBuilding(PlayerMove):
    """Leave a building that is short in the bank to the player who builds (SHORT-2)."""


@value
class PlaceBuilding(PlayerMove):
    """Put the building just won at auction on a lot (FLOW-6)."""

    deed: str


@value
class Sell(PlayerMove):
    """Sell one building back to the bank (SELL-1)."""

    deed: str


@value
class SellHotels(PlayerMove):
    """Sell all hotels of a group at once (SELL-2)."""

    group: str


@value
class SellDown(PlayerMove):
    """Sell buildings of a whole group at once (FLOW-14)."""

    group: str
    houses: tuple[int, ...]
    """The number of houses left on each lot, in board order."""


@value
class Mortgage(PlayerMove):
    """Mortgage a deed for half its price (MORT-1)."""

    deed: str


@value
class Unmortgage(PlayerMove):
    """Pay back a mortgage, usually with a tenth of it as interest (MORT-3, FLOW-9).

    It is also an answer for a mortgaged deed just received (MORT-5).
    """

    deed: str


@value
class KeepMortgage(PlayerMove):
    """Pay the interest on a mortgage received with a deed, and keep the mortgage (MORT-5)."""

    deed: str


@value
class Goods:
    """One side of a trade."""

    deeds: tuple[str, ...] = ()
    cash: int = 0
    jail_cards: tuple[str, ...] = ()
    """The packs of the jail cards; "" for any card that the player holds (FLOW-8)."""
    debt: bool = False
    """True if the giver releases all that the other player owes (FLOW-8)."""
    landings: tuple[tuple[str, Landings], ...] = ()
    """Deeds, the giver's after the trade, on which the other player lands free (DEAL-1)."""
    instalments: Instalments | None = None
    """The giver's promise to pay money back: the other player lends (HOUSE-1)."""
    loan: bool = False
    """True if the giver ends all loans of the other player from the giver (HOUSE-4)."""
    loans_of: tuple[str, ...] = ()
    """Players whose loans from the giver pass to the other player (HOUSE-5)."""


@value
class SellDeed(PlayerMove):
    """Sell a deed back to the bank (HOUSE-22)."""

    deed: str


@value
class OfferTrade(PlayerMove):
    """Offer a trade to another player (DEAL-1)."""

    other: str
    gives: Goods
    wants: Goods


@value
class AcceptTrade(PlayerMove):
    """Accept the open offer (DEAL-1)."""


@value
class RefuseTrade(PlayerMove):
    """Refuse the open offer."""


@value
class WithdrawTrade(PlayerMove):
    """Withdraw the player's own open offer."""


@value
class PayOff(PlayerMove):
    """Pay all that remains of the loans from one lender, before it is due (HOUSE-4)."""

    lender: str


@value
class HandOverDeed(PlayerMove):
    """Hand over a deed to the creditor at its printed price, towards rent (RENT-10)."""

    deed: str


@value
class PutUpDeed(PlayerMove):
    """Put up a deed for auction, towards rent (RENT-10)."""

    deed: str


@value
class DeclareBankruptcy(PlayerMove):
    """Declare bankruptcy, owing more than the player can raise (BANK-1)."""


@value
class LeaveGame(PlayerMove):
    """Leave the game (TABLE-3)."""


@value
class EndByTime(Move):
    """End the game at the agreed hour, or because everybody agrees (QUICK-1, TABLE-7)."""


@value
class Undo(Move):
    """Undo the last ``count`` moves that are not undone yet (TABLE-2, FLOW-7)."""

    count: int = 1


@value
class Rule(Move):
    """Apply a ruling of the table: some effects, all or none (TABLE-1)."""

    effects: tuple[Effect, ...]
    note: str = ""
    """The reason, in the words of the table."""
