"""Amounts: rent, interest, total worth, and what a player can raise; the only place that rounds."""

from companion.engine.board import Deed, Kind
from companion.engine.memo import cached_per_group, cached_per_player
from companion.engine.phases import Over
from companion.engine.state import Game


def tenth(amount: int, rounding: str = "nearest") -> int:
    """Return a tenth of ``amount`` in whole dollars (TAX-4, MORT-3).

    ``rounding`` is ``nearest`` (halves up), ``up`` or ``down``.
    """
    return (amount + _ROUNDING_OFFSETS[rounding]) // 10


_ROUNDING_OFFSETS = {"down": 0, "nearest": 5, "up": 9}
"""Added to an amount before it is divided by ten and truncated."""


def interest(game: Game, deed: Deed) -> int:
    """Return the interest on a deed's mortgage, a tenth of it (MORT-3, MORT-5)."""
    return tenth(deed.mortgage, game.edition.rounding)


def jail_fine(game: Game, player: str) -> int:
    """Return the fine that leads out of jail; a house rule lets it grow with each stay (JAIL-5)."""
    return game.board.fine + game.edition.fine_growth * max(game.players[player].stays - 1, 0)


def salary(game: Game, is_on_go: bool, by_card: bool = False) -> int:
    """Return the salary for passing GO, or for landing on it (GO-1, HOUSE-20)."""
    rules = game.edition
    full = rules.salary or game.board.salary
    if not is_on_go:
        return rules.salary_passing or full
    return full * 2 if rules.go_pays_double and (rules.go_doubles_by_card or not by_card) else full


def rent(game: Game, deed: Deed, thrown: int) -> int:
    """Return the rent of an owned deed in dollars (RENT-1 to RENT-4, RENT-9).

    ``thrown`` is the sum of the dice, which counts for a utility only.
    """
    holding = game.holdings[deed.key]
    if deed.kind is Kind.STREET:
        bare_whole_group = not holding.buildings and game.has_whole_group(deed)
        return deed.rent[holding.buildings] * (2 if bare_whole_group else 1)
    printed = deed.rent[game.owned_in_group(holding.owner, deed.group) - 1]
    return printed * thrown if deed.kind is Kind.UTILITY else printed


def taxable_worth(game: Game, player: str) -> int:
    """Return the total worth for the income tax (TAX-2).

    It counts cash, buildings at cost, and deeds at their price or mortgage value, as the edition
    has it, whether mortgaged or not.
    """
    at_mortgage = game.edition.worth_of_deeds == "mortgage"
    deeds = game.deeds_of(player)
    value = sum(deed.mortgage if at_mortgage else deed.price for deed in deeds)
    return game.players[player].cash + value + sum(_buildings(game, deed) for deed in deeds)


def worth(game: Game, player: str) -> int:
    """Return the worth of ``player`` (QUICK-4); loans count once the game is over (HOUSE-9)."""
    if isinstance(game.phase, Over):
        return final_worth(game, player)
    return _held(game, player)


def final_worth(game: Game, player: str) -> int:
    """Return what ``player`` would be worth if the game ended now (QUICK-4, HOUSE-9)."""
    return _held(game, player) + lent(game, player)


def lent(game: Game, player: str) -> int:
    """Return what remains of the loans that ``player`` has given, less that of those received."""
    to_get = sum(loan.remaining for loan in game.loans if loan.lender == player)
    return to_get - sum(loan.remaining for loan in game.loans if loan.borrower == player)


def _held(game: Game, player: str) -> int:
    """Return the worth of cash, deeds and buildings (QUICK-4)."""
    total = game.players[player].cash
    for deed in game.deeds_of(player):
        total += deed.price // 2 if game.holdings[deed.key].mortgaged else deed.price
        total += _buildings(game, deed)
    return total


def can_raise(game: Game, player: str) -> int:
    """Return the cash after ``player`` sells all buildings and mortgages all deeds (BANK-1).

    Where deeds are sold back, that is done instead if it brings more (HOUSE-22). A deed that
    secures a loan is neither mortgaged nor sold (HOUSE-9).
    """
    cash = game.players[player].cash + _deeds_raise(game, player) - _pledged(game, player)
    if game.edition.sell_back != "price":
        return cash
    deeds = game.deeds_of(player)
    return cash + sum(raised(game, deed) - mortgage_raises(game, deed) for deed in deeds)


def _pledged(game: Game, player: str) -> int:
    """Return what the deeds that secure loans of ``player`` would bring if they were free."""
    deeds = (game.board.deeds[key] for key in game.secured() if game.owner(key) == player)
    return sum(deed.mortgage for deed in deeds if _can_be_mortgaged(game, player, deed))


def buyback(game: Game, deed: Deed) -> int:
    """Return what the bank pays for a deed that is sold back (HOUSE-22)."""
    return deed.price if game.edition.sell_back == "price" else deed.price // 2


def mortgage_raises(game: Game, deed: Deed) -> int:
    """Return what a mortgage on an owned deed brings, once its owner has sold all buildings."""
    can_be = _can_be_mortgaged(game, game.owner(deed.key), deed)
    return deed.mortgage if can_be and not game.lender_on(deed.key) else 0


def raised(game: Game, deed: Deed) -> int:
    """Return what an owned deed brings at most, without the buildings of its owner (HOUSE-22)."""
    by_mortgage = mortgage_raises(game, deed)
    if game.edition.sell_back == "no" or not by_mortgage or deed.key in game.bought:
        return by_mortgage
    return max(by_mortgage, buyback(game, deed))


@cached_per_player
def _deeds_raise(game: Game, player: str) -> int:
    groups = dict.fromkeys(deed.group for deed in game.deeds_of(player))
    return sum(_group_raises(game, player, group) for group in groups)


@cached_per_group
def _group_raises(game: Game, player: str, group: str) -> int:
    deeds = [deed for deed in game.board.groups[group] if game.owner(deed.key) == player]
    if group not in game.holdings.buildings:
        return sum(deed.mortgage for deed in deeds if not game.holdings[deed.key].mortgaged)
    mortgages = sum(deed.mortgage for deed in deeds if _can_be_mortgaged(game, player, deed))
    return mortgages + sum(_buildings(game, deed) // 2 for deed in deeds)


def _can_be_mortgaged(game: Game, player: str, deed: Deed) -> bool:
    """Return True if ``deed`` can be mortgaged after ``player`` has sold all buildings.

    A ruling can leave buildings of other players in the group, which prevent it.
    """
    if game.holdings[deed.key].mortgaged:
        return False
    others = (lot.key for lot in game.board.groups[deed.group] if game.owner(lot.key) != player)
    return not any(map(game.rank, others))


def _buildings(game: Game, deed: Deed) -> int:
    """Return the cost of the buildings on a lot; a hotel includes the houses returned for it."""
    return game.rank(deed.key) * deed.house_price
