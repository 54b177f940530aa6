"""The phases: the questions that can be open at the table, as a stack.

A position has a stack of phases, ``Game.pending``, because one question can interrupt another. A
player in jail for the third turn has rolled and cannot pay the fine: the token waits for the debt.
To pay it, the player trades or mortgages. A debtor for rent may even put up a deed for auction,
and the auction must end before the debt can be paid.

The stack has four rules:

1. The last phase in ``pending`` is the current one, ``Game.phase``. Only it can be answered; an
   answer to a phase below it is refused.
2. The event ``Asked`` pushes a phase and ``Answered`` pops the current one. Some events change
   the stack themselves, because their meaning leaves no choice. ``DebtArose`` pushes ``ToSettle``
   unless it is there already, and ``DebtEnded`` removes it with the last debt.
   ``MortgageAnswered`` pops ``ReceivedMortgages`` with its last deed. ``PlayerOut`` removes the
   phases of that player, and ``GameEnded`` replaces everything by ``Over``. ``evolve`` contains
   all of this.
3. A move ends only when somebody must answer. After each move ``rules.turn.carry_on`` continues
   the game as far as no decision is needed. It passes the dice, closes auctions without bidders,
   and moves the token of a player whose fine is paid. So every recorded position waits for
   somebody, or the game is over.
4. An empty stack means that nothing is open: the player whose turn it is rolls. ``Game.phase``
   then returns ``ToThrow``, which is never stored.

Ann has $20 and lands on Bob's railroad. Rent is no question until Bob collects it. To pay $25 Ann
has to mortgage, and the last debt takes ``ToSettle`` with it:

    >>> from companion.engine import parse_move, play
    >>> from companion.engine.notation import check, parse_record
    >>> game = check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     ruling: Ann has $20; Ann owns Boardwalk; Bob owns Reading Railroad
    ... ''')).game
    >>> for line in ("Ann throws 2 3", "Bob collects rent", "Ann mortgages Boardwalk", "Ann pays"):
    ...     game = play(game, parse_move(line, game.setup))
    ...     print(f"{line:24}", game.pending)
    Ann throws 2 3           ()
    Bob collects rent        (ToSettle(),)
    Ann mortgages Boardwalk  (ToSettle(),)
    Ann pays                 ()

Not every phase restricts the table in the same way. Most of them only forbid the next roll: trades,
building and rent remain possible while a player decides whether to buy. ``Auction``, ``Shortage``
and ``Placing`` stop everything except themselves and raising cash (FLOW-2); the table of these is
``guards.permits``. Debtors are restricted by their debts and not by a phase.

A new phase needs a class here, a rule that emits ``Asked`` with it, a rule that answers it, an
entry in ``legal_moves`` and sentences in ``companion.text``. Class and field names are stored in
the ledger and must never change.
"""

from dataclasses import field

from companion.engine.moves import Dice
from companion.engine.values import value


@value
class Phase:
    """Base class of all phases."""


@value
class Opening(Phase):
    """The players roll for who starts (SET-6, FLOW-15)."""

    waiting: tuple[str, ...]
    """Players still to roll, the next one first."""
    thrown: tuple[tuple[str, int], ...] = ()
    """Players who have rolled, each with the total."""


@value
class ToThrow(Phase):
    """No question is open: ``player`` rolls the dice."""

    player: str


@value
class ToBuy(Phase):
    """``player`` has reached a deed without an owner and buys or declines it (BUY-1)."""

    player: str
    deed: str


@value
class Auction(Phase):
    """An auction of one deed, building or jail card (FLOW-5)."""

    deed: str = ""
    building: str = ""
    """``house``, ``hotel`` or ""."""
    jail_card: str = ""
    """The pack of the card."""
    bidder: str = ""
    """Player with the high bid; empty before the first bid."""
    bid: int = 0
    passed: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    """The players who may bid; empty for everybody (FLOW-6)."""
    seller: str = ""
    """The debtor who put up the deed (RENT-10); "" if the bank sells."""
    sealed: tuple[tuple[str, int], ...] = field(default=(), repr=False)
    """Players and the bids that are not opened yet, in the order keyed; 0 is a pass (HOUSE-17)."""
    tied: int = 0
    """The sum of a tie, of which those in ``among`` bid again; 0 before one (HOUSE-17)."""


@value
class ToDraw(Phase):
    """``player`` draws a card of ``pack`` (CARD-1)."""

    player: str
    pack: str


@value
class CardThrow(Phase):
    """``player`` rolls for the rent of a utility reached by a card (FLOW-19)."""

    player: str
    deed: str
    owner: str
    """The owner of the deed at landing, who receives the rent (FLOW-4)."""


@value
class FineOrChance(Phase):
    """``player`` pays ``amount`` or draws a Chance card."""

    player: str
    amount: int


@value
class TaxChoice(Phase):
    """``player`` chooses how to pay the income tax (TAX-1)."""

    player: str
    worth: int = field(repr=False)
    """The total worth at landing (FLOW-20); hidden until the choice is made (TAX-3)."""


@value
class Shortage(Phase):
    """The bank may have fewer houses or hotels than the players want (FLOW-6)."""

    builder: str
    """The player whose move opened this phase."""
    deeds: tuple[str, ...]
    """The lots on which the builder wants to build."""
    building: str
    """``house`` or ``hotel``."""
    waiting: tuple[str, ...]
    """Players who have not answered yet, the next one first."""
    claiming: tuple[str, ...] = ()
    """Players who claim a building, too."""


@value
class Placing(Phase):
    """``player`` has won a ``house`` or ``hotel`` and must place it (FLOW-6)."""

    player: str
    building: str


@value
class ReceivedMortgages(Phase):
    """``player`` has received mortgaged deeds and decides about the first of them (FLOW-9)."""

    player: str
    deeds: tuple[str, ...]


@value
class ToSettle(Phase):
    """A player owes more than the cash in hand; the debts are in ``Game.debts`` (FLOW-3)."""


@value
class LeavingJail(Phase):
    """``player`` moves by ``dice`` once the fine of the third turn in jail is paid (JAIL-7).

    It is below ``ToSettle`` in the stack, so it becomes current when the debt ends.
    """

    player: str
    dice: Dice


@value
class Over(Phase):
    """The game has ended (BANK-5)."""

    winners: tuple[str, ...]
