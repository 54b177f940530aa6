"""A position as plain JSON values, for programs that do not know the classes of the engine."""

from typing import Any

from companion.engine import valuation
from companion.engine.board import HOTEL
from companion.engine.obligations import Debt
from companion.engine.phases import Auction, Opening, Over, TaxChoice
from companion.engine.rules.auction import keyed_in
from companion.engine.state import Game


def to_dict(game: Game) -> dict[str, Any]:
    """Return the position as JSON values: amounts in dollars, spaces 0 to 39, deeds by key."""
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


def _round(game: Game) -> dict[str, Any] | None:
    rounds = game.rounds
    return {"number": rounds.number, "last": rounds.is_last} if rounds else None


def phase_name(game: Game) -> str:
    """Return the current phase in snake case, such as ``to_throw`` or ``auction``."""
    name = type(game.phase).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _player(game: Game, name: str) -> dict[str, Any]:
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


def _deed(game: Game, key: str) -> dict[str, Any]:
    holding = game.holdings[key]
    return {
        "owner": holding.owner,
        "houses": holding.buildings if holding.buildings < HOTEL else 0,
        "hotel": holding.buildings == HOTEL,
        "mortgaged": holding.mortgaged,
    }


def _debt(debt: Debt) -> dict[str, Any]:
    return {"debtor": debt.debtor, "creditor": debt.creditor, "amount": debt.amount}


def _auction(game: Game, auction: Auction) -> dict[str, Any]:
    """Return the auction; of sealed bids only who has keyed in (HOUSE-17)."""
    bid = {"deed": auction.deed, "bidder": auction.bidder or None, "bid": auction.bid}
    if not game.edition.sealed_bids:
        return bid
    return {**bid, "keyed": keyed_in(game, auction), "tied": auction.tied}
