"""The position: frozen values, changed by nothing but ``evolve``.

What can be worked out from a position is a method; only what cannot is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.engine.board import Board, Deed
from companion.engine.edition import Edition
from companion.engine.events import Event
from companion.engine.holdings import Holding, Holdings
from companion.engine.moves import Dice
from companion.engine.obligations import Claim, Debt, Offer
from companion.engine.phases import Opening, Phase, ToThrow

BANK = "bank"
POT = "pot"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table agrees on before the first throw: the header of a record."""

    players: tuple[str, ...]
    edition: Edition
    board: Board
    banker: str = ""
    """A player, or someone who does not play; empty: the first seat (FLOW-15)."""
    first: str = ""
    """Who starts without opening throws; empty: the opening throws decide (SET-6)."""
    rent: str = "shown"
    """``watchful``, ``shown`` or ``automatic`` (TABLE-6)."""
    cards: str = "table"
    """``table``: drawn from the real packs; ``program``: the program shuffles (TABLE-5)."""
    game: str = "full"
    """``full``, ``time-limit``, ``second-bankruptcy`` or ``short`` (QUICK-1 to QUICK-3)."""
    until: str = ""
    """The agreed hour of a game with a time limit, such as ``21:30``."""
    house_rules: tuple[str, ...] = ()
    """As the header names them; ``edition`` has them in it already."""
    dealt: tuple[tuple[str, str], ...] = ()
    """Player and deed: what was dealt, and paid for, before a quick game."""

    @property
    def top_houses(self) -> int:
        """After how many houses a hotel comes: four, three in the Short Game (BLD-3, QUICK-3)."""
        return 3 if self.game == "short" else 4


@dataclass(frozen=True)
class Player:
    """One player: cash in dollars, where the token stands (0 to 39)."""

    name: str
    cash: int
    space: int = 0
    jail_turn: int = 0
    """Which of the three turns in jail comes next, 1 to 3; 0 when not in jail."""
    jail_cards: tuple[str, ...] = ()
    """The packs that the jail cards held belong to."""
    out: bool = False
    has_been_round: bool = False
    """Has passed GO once; told only where a house rule asks for it."""


@dataclass(frozen=True)
class Turn:
    """Whose turn it is. ``number`` counts turns from 1 and dates the claims (FLOW-4)."""

    player: str
    number: int
    doubles: int = 0
    dice: Dice | None = None
    """What was thrown last in this turn."""
    to_throw: bool = True
    """Whether the player still has to throw, or throw again."""


@dataclass(frozen=True, slots=True)
class Past:
    """The move that led to a position: the position before it and what then happened."""

    before: "Game"
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A position. Two positions are equal when the table could not tell them apart."""

    setup: Setup
    players: Mapping[str, Player]
    """In seating order, clockwise."""
    holdings: Holdings
    """By deed key; a deed that is not here is the bank's."""
    turn: Turn
    pending: tuple[Phase, ...] = ()
    """What waits for an answer; the last one is answered first."""
    debts: tuple[Debt, ...] = ()
    """In the order they fell due."""
    claims: tuple[Claim, ...] = ()
    """Oldest first."""
    offer: Offer | None = None
    pot: int = 0
    bankruptcies: int = 0
    past: Past | None = field(default=None, compare=False, repr=False)

    @property
    def phase(self) -> Phase:
        """What the table is doing now."""
        return self.pending[-1] if self.pending else _to_throw(self.turn.player)

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        return self.setup.edition

    @property
    def board(self) -> Board:
        """The board played on."""
        return self.setup.board

    def owner(self, deed: str) -> str:
        """Who owns the deed of that key: a player, or the bank."""
        holding = self.holdings.get(deed)
        return holding.owner if holding else BANK

    def in_play(self) -> list[str]:
        """The players still in the game, in seating order."""
        return [player.name for player in self.players.values() if not player.out]

    def left_of(self, name: str) -> list[str]:
        """The players in the game after ``name``, who comes last or is missing when out."""
        seats = list(self.players)
        seat = seats.index(name) + 1
        return [seat for seat in seats[seat:] + seats[:seat] if not self.players[seat].out]

    def deeds_of(self, name: str) -> Sequence[Deed]:
        """What the player ``name`` owns, in board order."""
        return self.holdings.ownership.by_owner.get(name, ())

    def owned_in_group(self, name: str, group: str) -> int:
        """How many deeds of ``group`` are the player ``name``'s."""
        return self.holdings.ownership.in_group.get((name, group), 0)

    def has_whole_group(self, deed: Deed) -> bool:
        """Whether the deed's whole group is one player's."""
        return deed.group in self.holdings.ownership.whole_groups

    def whole_groups_of(self, name: str) -> list[Deed]:
        """Those of the deeds of ``name`` whose whole group is ``name``'s."""
        whole = self.holdings.ownership.whole_groups
        return [deed for deed in self.deeds_of(name) if deed.group in whole]

    def rank(self, deed: str) -> int:
        """How far a lot is built: 0 to the last house, and one more for a hotel."""
        holding = self.holdings.get(deed)
        return min(holding.buildings, self.setup.top_houses + 1) if holding else 0

    def houses_in_bank(self) -> int:
        """How many houses nobody has built (SET-8)."""
        return self.board.houses - self.holdings.houses

    def hotels_in_bank(self) -> int:
        """How many hotels nobody has built (SET-8)."""
        return self.board.hotels - self.holdings.hotels

    def jail_card_holder(self, pack: str) -> str:
        """Who holds the jail card of ``pack``: a player, or the bank."""
        holders = (p.name for p in self.players.values() if pack in p.jail_cards)
        return next(holders, BANK)

    def debt_of(self, name: str) -> Debt | None:
        """The oldest debt of ``name``, None when there is none."""
        for debt in self.debts:
            if debt.debtor == name:
                return debt
        return None


# Asked for all the time, and nothing but a name.
_to_throw = cache(ToThrow)


def start(setup: Setup) -> Game:
    """The position before the first throw (SET-1, SET-8); what was dealt is paid for (QUICK-1)."""
    cash = dict.fromkeys(setup.players, setup.edition.starting_cash)
    for name, key in setup.dealt:
        cash[name] -= setup.board.deeds[key].price
    players = {name: Player(name, cash[name]) for name in setup.players}
    holdings = Holdings(setup.board, ((key, Holding(name)) for name, key in setup.dealt))
    first = setup.first or setup.players[0]
    opening = () if setup.first else (Opening(_opening_order(setup)),)
    turn = Turn(first, 1 if setup.first else 0)
    return Game(setup, players, holdings, turn, opening, pot=setup.edition.pot_seed)


def _opening_order(setup: Setup) -> tuple[str, ...]:
    """From the banker on; from the first seat when the banker does not play (FLOW-15)."""
    seats = setup.players
    banker = seats.index(setup.banker) if setup.banker in seats else 0
    return seats[banker:] + seats[:banker]
