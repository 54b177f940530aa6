"""The position of a game: values, from which ``evolve`` makes new ones.

Fields contain what cannot be derived from other fields; everything else is a method.

A game begins with an agreement and its first position:

    >>> from companion.engine import Setup, board, edition, start
    >>> setup = Setup(("Ann", "Bob"), edition.load("1961"), board.load("london"), first="Ann")
    >>> game = start(setup)
    >>> game.players["Ann"].cash, game.players["Ann"].space, game.turn.player
    (1500, 0, 'Ann')
    >>> game.owner("mayfair"), game.houses_in_bank(), game.phase
    ('bank', 32, ToThrow(player='Ann'))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.engine.board import Board, Deed
from companion.engine.edition import Edition
from companion.engine.events import Event
from companion.engine.holdings import Holding, Holdings
from companion.engine.moves import Dice
from companion.engine.obligations import Claim, Debt, Loan, Offer, Promise
from companion.engine.phases import Opening, Phase, ToThrow
from companion.engine.values import value

BANK = "bank"
"""The account of the bank, and the owner of what no player owns."""
POT = "pot"
"""The account of the pot on Free Parking (PARK-1)."""


@value
class Setup:
    """The agreement before the first roll: players, edition, board and options.

    It is the header of a record.
    """

    players: tuple[str, ...]
    edition: Edition
    board: Board
    banker: str = ""
    """A player, or a person who does not play; empty for the first seat (FLOW-15)."""
    first: str = ""
    """The player who starts; empty if the opening rolls decide (SET-6)."""
    rent: str = "shown"
    """``watchful``, ``shown`` or ``automatic`` (TABLE-6)."""
    cards: str = "table"
    """``table`` for the cardboard packs, ``program`` if the program shuffles (TABLE-5)."""
    game: str = "full"
    """``full``, ``time-limit``, ``second-bankruptcy`` or ``short`` (QUICK-1 to QUICK-3)."""
    until: str = ""
    """The end of a game with a time limit, such as ``21:30``."""
    house_rules: tuple[str, ...] = ()
    """The house rules as the header lists them; ``edition`` already includes them."""
    dealt: tuple[tuple[str, str], ...] = ()
    """Pairs of player and deed: the deeds dealt before the first roll (QUICK-1, HOUSE-10)."""
    date: str = ""
    """The day of a game that was played elsewhere, such as ``2026-11-24``; empty for one here."""

    @property
    def top_houses(self) -> int:
        """Number of houses on a lot before a hotel: 4, or 3 in the Short Game (BLD-3, QUICK-3)."""
        return 3 if self.game == "short" else 4


@value
class Player:
    """A player with cash, token and jail cards."""

    name: str
    cash: int
    """In dollars."""
    space: int = 0
    """The number of the space with the token, 0 to 39."""
    jail_turn: int = 0
    """The turn in jail that comes next, 1 to 3; 0 if the player is not in jail."""
    jail_cards: tuple[str, ...] = ()
    """The packs of the jail cards that the player holds."""
    out: bool = False
    has_been_round: bool = False
    """True after passing GO once; kept only if a rule needs it (BUY-1, HOUSE-15)."""
    stays: int = 0
    """Number of times in jail; kept only if a rule needs it (JAIL-5)."""

    def at(self, space: int) -> "Player":
        """Return the player with the token on ``space``."""
        return Player(
            self.name,
            self.cash,
            space,
            self.jail_turn,
            self.jail_cards,
            self.out,
            self.has_been_round,
            self.stays,
        )

    def with_cash(self, cash: int) -> "Player":
        """Return the player with ``cash``."""
        return Player(
            self.name,
            cash,
            self.space,
            self.jail_turn,
            self.jail_cards,
            self.out,
            self.has_been_round,
            self.stays,
        )


@value
class Turn:
    """Turn of a player, up to the next player's first roll."""

    player: str
    number: int
    """Counts from 1; claims to rent are dated by it (FLOW-4)."""
    doubles: int = 0
    """Number of doubles rolled in this turn."""
    dice: Dice | None = None
    """The last roll of this turn."""
    to_throw: bool = True
    """True if the player still has to roll, or to roll again."""


@value
class Rounds:
    """Rounds of the table, kept only if a rule counts them (HOUSE-18, HOUSE-19)."""

    starter: str
    """Player who threw first; whoever is out keeps the place in the round."""
    number: int = 1
    """Round that is being played."""
    is_last: bool = False
    """True once time is up and everybody finishes the round."""


@value
class Past:
    """The last move of a game: the position before it, and its events."""

    before: "Game"
    events: tuple[Event, ...]


@dataclass(slots=True)
class Game:
    """A position of a game.

    Two positions are equal if they look the same at the table, whatever moves led to them. A
    position never changes, except for the ``copy`` that a move is being applied to: only ``evolve``
    assigns to its fields.
    """

    setup: Setup
    players: Mapping[str, Player]
    """In seating order, clockwise."""
    holdings: Holdings
    """Holdings by deed key; a missing deed belongs to the bank."""
    turn: Turn
    pending: tuple[Phase, ...] = ()
    """The stack of open questions; the last one is answered first (see ``phases``)."""
    debts: tuple[Debt, ...] = ()
    """In the order they fell due."""
    claims: tuple[Claim, ...] = ()
    """Oldest first."""
    offer: Offer | None = None
    pot: int = 0
    bankruptcies: int = 0
    promises: tuple[Promise, ...] = ()
    """Oldest first."""
    loans: tuple[Loan, ...] = ()
    """Oldest first."""
    rounds: Rounds | None = None
    """None before the first roll, and if no rule counts the rounds."""
    bought: tuple[str, ...] = ()
    """Deeds bought from the bank in this turn, kept only if a rule needs it (HOUSE-22)."""
    past: Past | None = field(default=None, compare=False, repr=False)

    def copy(self) -> "Game":
        """Return a copy for ``evolve`` to change, which nobody else has seen."""
        return Game(
            self.setup,
            self.players,
            self.holdings,
            self.turn,
            self.pending,
            self.debts,
            self.claims,
            self.offer,
            self.pot,
            self.bankruptcies,
            self.promises,
            self.loans,
            self.rounds,
            self.bought,
            self.past,
        )

    @property
    def phase(self) -> Phase:
        """Phase that the game waits in: the top of the stack."""
        return self.pending[-1] if self.pending else _to_throw(self.turn.player)

    @property
    def edition(self) -> Edition:
        """The edition, house rules included."""
        return self.setup.edition

    @property
    def board(self) -> Board:
        """Board on which the game is played."""
        return self.setup.board

    def owner(self, deed: str) -> str:
        """Return the owner of the deed ``deed``: a player or the bank."""
        holding = self.holdings.get(deed)
        return holding.owner if holding else BANK

    def in_play(self) -> list[str]:
        """List the players still in the game, in seating order."""
        return [player.name for player in self.players.values() if not player.out]

    def left_of(self, name: str) -> list[str]:
        """List the players in the game clockwise from ``name``, who is last, or missing if out."""
        seats, players = self.setup.players, self.players
        start = seats.index(name) + 1
        return [seat for seat in seats[start:] + seats[:start] if not players[seat].out]

    def begins_round(self, name: str) -> bool:
        """Return True if a round begins when ``name`` gets the dice (HOUSE-19).

        It does where the dice come to the player who threw first, or pass that seat once it is out.
        """
        if self.rounds is None or name == self.turn.player:
            return False
        starter, seats = self.rounds.starter, self.setup.players
        if name == starter or not self.players[starter].out:
            return name == starter
        here = seats.index(self.turn.player) + 1
        way = seats[here:] + seats[:here]
        return starter in way[: way.index(name)]

    def deeds_of(self, name: str) -> Sequence[Deed]:
        """Return the deeds of the player ``name``, in board order."""
        return self.holdings.ownership.by_owner.get(name, ())

    def owned_in_group(self, name: str, group: str) -> int:
        """Return the number of deeds in ``group`` that the player ``name`` owns."""
        return self.holdings.ownership.in_group.get((name, group), 0)

    def has_whole_group(self, deed: Deed) -> bool:
        """Return True if one player owns the whole group of ``deed``."""
        return deed.group in self.holdings.ownership.whole_groups

    def whole_groups_of(self, name: str) -> list[Deed]:
        """List the deeds of ``name`` in groups that ``name`` owns completely."""
        whole = self.holdings.ownership.whole_groups
        return [deed for deed in self.deeds_of(name) if deed.group in whole]

    def rank(self, deed: str) -> int:
        """Return the number of houses that a lot is worth; a hotel counts one more than the last.

        In the Short Game a hotel follows the third house and therefore counts 4 (QUICK-3).
        """
        holding = self.holdings.get(deed)
        return min(holding.buildings, self.setup.top_houses + 1) if holding else 0

    def houses_in_bank(self) -> int:
        """Return the number of houses left in the bank (SET-8)."""
        return self.board.houses - self.holdings.houses

    def hotels_in_bank(self) -> int:
        """Return the number of hotels left in the bank (SET-8)."""
        return self.board.hotels - self.holdings.hotels

    def jail_card_holder(self, pack: str) -> str:
        """Return the holder of the jail card of ``pack``: a player or the bank."""
        holders = (p.name for p in self.players.values() if pack in p.jail_cards)
        return next(holders, BANK)

    def loans_between(self, borrower: str, lender: str) -> list[Loan]:
        """List the loans of ``borrower`` from ``lender``, the oldest first (HOUSE-1)."""
        return [one for one in self.loans if (one.borrower, one.lender) == (borrower, lender)]

    def secured(self) -> dict[str, tuple[str, str]]:
        """Return borrower and lender by the deed that secures a loan, or its last instalment.

        The clause is HOUSE-6; the deeds are in the order in which the loans were made.
        """
        loans = {one.secured: (one.borrower, one.lender) for one in self.loans if one.secured}
        debts = {one.secured: (one.debtor, one.creditor) for one in self.debts if one.secured}
        return loans | debts

    def lender_on(self, deed: str) -> str:
        """Return the player to whom ``deed`` secures something, or "" (HOUSE-6)."""
        return self.secured().get(deed, ("", ""))[1]

    def debt_of(self, name: str) -> Debt | None:
        """Return the oldest debt of ``name``, or None."""
        for debt in self.debts:
            if debt.debtor == name:
                return debt
        return None


# ``Game.phase`` is read very often, and this value depends only on the name.
_to_throw = cache(ToThrow)


def start(setup: Setup) -> Game:
    """Return the position before the first roll (SET-1, SET-8).

    Deeds that were dealt are already paid for, unless they are free (QUICK-1, HOUSE-10).
    """
    cash = dict.fromkeys(setup.players, setup.edition.starting_cash)
    for name, key in setup.dealt if setup.edition.dealt_deeds_paid else ():
        cash[name] -= setup.board.deeds[key].price
    players = {name: Player(name, cash[name]) for name in setup.players}
    holdings = Holdings(setup.board)
    for name, key in setup.dealt:
        holdings = holdings.with_deed(key, Holding(name))
    first = setup.first or setup.players[0]
    opening = () if setup.first else (Opening(_opening_order(setup)),)
    turn = Turn(first, 1 if setup.first else 0)
    return Game(setup, players, holdings, turn, opening, pot=setup.edition.pot_seed)


def _opening_order(setup: Setup) -> tuple[str, ...]:
    """Return the seats from the banker on, or from the first if the banker does not play.

    The clause is FLOW-15.
    """
    seats = setup.players
    banker = seats.index(setup.banker) if setup.banker in seats else 0
    return seats[banker:] + seats[:banker]
