"""Sums: what is due, what somebody is worth, and the one place where anything is rounded."""

from companion.engine.board import Deed, Kind
from companion.engine.memo import follows_from_groups
from companion.engine.state import Game


def tenth(amount: int, rounding: str = "nearest") -> int:
    """A tenth in whole dollars, halves up unless the edition says else (TAX-4, MORT-3)."""
    return (amount + _MORE[rounding]) // 10


_MORE = {"down": 0, "nearest": 5, "up": 9}
"""What a sum gains before its last digit is cut off."""


def interest(game: Game, deed: Deed) -> int:
    """The tenth on a deed's mortgage (MORT-3, MORT-5)."""
    return tenth(deed.mortgage, game.edition.rounding)


def rent(game: Game, deed: Deed, thrown: int) -> int:
    """What landing on an owned ``deed`` costs, in dollars (RENT-1 to RENT-4, RENT-9)."""
    holding = game.holdings[deed.key]
    if deed.kind is Kind.STREET:
        bare_whole_group = not holding.buildings and game.has_whole_group(deed)
        return deed.rent[holding.buildings] * (2 if bare_whole_group else 1)
    printed = deed.rent[game.owned_in_group(holding.owner, deed.group) - 1]
    return printed * thrown if deed.kind is Kind.UTILITY else printed


def taxable_worth(game: Game, player: str) -> int:
    """Total worth for the income tax: cash, buildings at cost, deeds as the edition counts them,
    mortgaged or not (TAX-2)."""
    at_mortgage = game.edition.worth_of_deeds == "mortgage"
    deeds = game.deeds_of(player)
    value = sum(deed.mortgage if at_mortgage else deed.price for deed in deeds)
    return game.players[player].cash + value + sum(_buildings(game, deed) for deed in deeds)


def worth(game: Game, player: str) -> int:
    """What ``player`` is worth at the end (QUICK-4)."""
    total = game.players[player].cash
    for deed in game.deeds_of(player):
        total += deed.price // 2 if game.holdings[deed.key].mortgaged else deed.price
        total += _buildings(game, deed)
    return total


def can_raise(game: Game, player: str) -> int:
    """Cash, and what selling every building and mortgaging every deed would bring (BANK-1)."""
    return game.players[player].cash + _deeds_raise(game, player)


@follows_from_groups
def _deeds_raise(game: Game, player: str) -> int:
    deeds = game.deeds_of(player)
    mortgages = sum(deed.mortgage for deed in deeds if _can_be_mortgaged(game, player, deed))
    return mortgages + sum(_buildings(game, deed) // 2 for deed in deeds)


def _can_be_mortgaged(game: Game, player: str, deed: Deed) -> bool:
    """Once ``player`` has sold what is ``player``'s to sell; a ruling may have built for others."""
    if game.holdings[deed.key].mortgaged or deed.group not in game.holdings.buildings:
        return not game.holdings[deed.key].mortgaged
    others = (lot.key for lot in game.board.groups[deed.group] if game.owner(lot.key) != player)
    return not any(map(game.rank, others))


def _buildings(game: Game, deed: Deed) -> int:
    """At purchase price; a hotel with the houses turned in for it."""
    return game.rank(deed.key) * deed.house_price
