"""A position as plain JSON values, for programs that do not know the classes of the engine.

Worth is cash and deeds at the printed price, here $20 and $400:

    >>> from companion.engine import snapshot
    >>> from companion.engine.notation import check, parse_record
    >>> position = snapshot.to_dict(check(parse_record('''
    ...     players: Ann, Bob
    ...     ruling: Ann owns Boardwalk; Ann has $20
    ... ''')).game)
    >>> position["deeds"]
    {'boardwalk': {'owner': 'Ann', 'houses': 0, 'hotel': False, 'mortgaged': False}}
    >>> position["players"][0]["worth"], position["phase"]
    (420, 'opening')
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from companion.engine import valuation
from companion.engine.board import HOTEL
from companion.engine.obligations import Debt
from companion.engine.phases import Auction, Opening, Over, TaxChoice
from companion.engine.rules.auction import keyed_in
from companion.engine.state import Game


class PlayerState(TypedDict):
    """A player; ``worth`` is null while it must stay secret (TAX-3), ``jail_turn`` 0 outside."""

    name: str
    cash: int
    space: int
    jail_turn: int
    jail_cards: Sequence[str]
    deeds: Sequence[str]
    worth: int | None
    out: bool


class DeedState(TypedDict):
    """A deed that has been bought; a hotel stands for no houses."""

    owner: str
    houses: int
    hotel: bool
    mortgaged: bool


class BankState(TypedDict):
    """Houses and hotels left in the bank (SET-8)."""

    houses: int
    hotels: int


class RoundState(TypedDict):
    """The round of a game that ends after a number of them."""

    number: int
    last: bool


class ClaimState(TypedDict):
    """Rent that ``owner`` may collect."""

    owner: str
    payer: str
    deed: str
    amount: int


class PromiseState(TypedDict):
    """Free landings of ``player`` on a deed of ``owner`` that are left; null for good (DEAL-1)."""

    owner: str
    player: str
    deed: str
    times: int | None


class LoanState(TypedDict):
    """A loan: ``times`` instalments of ``amount`` have not fallen due (HOUSE-1)."""

    borrower: str
    lender: str
    amount: int
    times: int
    secured: str | None


class DebtState(TypedDict):
    """Debt that a player must raise cash for."""

    debtor: str
    creditor: str
    amount: int


class AuctionState(TypedDict):
    """The open auction; of sealed bids only who has keyed in (HOUSE-17)."""

    deed: str
    bidder: str | None
    bid: int
    keyed: NotRequired[Sequence[str]]
    tied: NotRequired[int]


class PositionState(TypedDict):
    """A position: amounts in dollars, spaces 0 to 39, deeds by key."""

    edition: str
    board: str
    phase: str
    round: RoundState | None
    dice: str | None
    turn: int
    players: Sequence[PlayerState]
    deeds: Mapping[str, DeedState]
    bank: BankState
    pot: int
    claims: Sequence[ClaimState]
    promises: Sequence[PromiseState]
    loans: Sequence[LoanState]
    debts: Sequence[DebtState]
    auction: AuctionState | None
    winners: Sequence[str]


def to_dict(game: Game) -> PositionState:
    """Return the position as JSON values."""
    phase = game.phase
    return {
        "edition": game.edition.name,
        "board": game.board.name,
        "phase": phase_name(game),
        "round": _round(game),
        "dice": None if isinstance(phase, Opening | Over) else game.turn.player,
        "turn": game.turn.number,
        "players": [_player(game, name) for name in game.players],
        "deeds": {key: _deed(game, key) for key in game.board.deeds if key in game.holdings},
        "bank": {"houses": game.houses_in_bank(), "hotels": game.hotels_in_bank()},
        "pot": game.pot,
        "claims": [
            {"owner": c.owner, "payer": c.payer, "deed": c.deed, "amount": c.amount}
            for c in game.claims
        ],
        "promises": [
            {"owner": p.owner, "player": p.player, "deed": p.deed, "times": p.times}
            for p in game.promises
        ],
        "loans": [
            {
                "borrower": loan.borrower,
                "lender": loan.lender,
                "amount": loan.amount,
                "times": loan.times,
                "secured": loan.secured or None,
            }
            for loan in game.loans
        ],
        "debts": [_debt(debt) for debt in game.debts],
        "auction": _auction(game, phase) if isinstance(phase, Auction) else None,
        "winners": list(phase.winners) if isinstance(phase, Over) else [],
    }


def _round(game: Game) -> RoundState | None:
    rounds = game.rounds
    return {"number": rounds.number, "last": rounds.is_last} if rounds else None


def phase_name(game: Game) -> str:
    """Return the current phase in snake case, such as ``to_throw`` or ``auction``."""
    name = type(game.phase).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _player(game: Game, name: str) -> PlayerState:
    player = game.players[name]
    return {
        "name": name,
        "cash": player.cash,
        "space": player.space,
        "jail_turn": player.jail_turn,
        "jail_cards": list(player.jail_cards),
        "deeds": [deed.key for deed in game.deeds_of(name)],
        "worth": None if _is_choosing_tax(game, name) else valuation.worth(game, name),
        "out": player.out,
    }


def _is_choosing_tax(game: Game, name: str) -> bool:
    # TAX-3: until the choice is recorded, nothing may reveal the player's total worth.
    return any(isinstance(phase, TaxChoice) and phase.player == name for phase in game.pending)


def _deed(game: Game, key: str) -> DeedState:
    holding = game.holdings[key]
    return {
        "owner": holding.owner,
        "houses": holding.buildings if holding.buildings < HOTEL else 0,
        "hotel": holding.buildings == HOTEL,
        "mortgaged": holding.mortgaged,
    }


def _debt(debt: Debt) -> DebtState:
    return {"debtor": debt.debtor, "creditor": debt.creditor, "amount": debt.amount}


def _auction(game: Game, auction: Auction) -> AuctionState:
    bid: AuctionState = {"deed": auction.deed, "bidder": auction.bidder or None, "bid": auction.bid}
    if not game.edition.sealed_bids:
        return bid
    return {**bid, "keyed": keyed_in(game, auction), "tied": auction.tied}
