"""Moving a token, and the effect of the space it reaches (MOVE-1)."""

from collections.abc import Callable

from companion.engine import valuation
from companion.engine.board import SPACES, Deed, Kind
from companion.engine.draft import Draft
from companion.engine.events import Asked, Jailed, Moved, Paid, RoundCompleted, Thrown
from companion.engine.moves import Dice
from companion.engine.phases import ToBuy, ToDraw
from companion.engine.rules import loans, rent, taxes
from companion.engine.state import BANK, POT, Game

LandingRule = Callable[[Draft, str, Deed], None]
"""Effect of landing on a deed that another player owns and has not mortgaged."""


def throw(draft: Draft, player: str, dice: Dice, again: bool) -> None:
    """Roll the dice of a turn; a house rule pays for two ones (MOVE-3)."""
    draft.emit(Thrown(player, dice, again))
    if draft.game.edition.double_ones_bonus and dice == (1, 1):
        draft.emit(Paid(BANK, player, draft.game.edition.double_ones_bonus, "bonus"))


def move_forward(draft: Draft, player: str, spaces: int) -> None:
    """Move in the direction of play by the dice, and land there (MOVE-1)."""
    _go_forward(draft, player, spaces, by_card=False)
    land(draft, player)


def _go_forward(draft: Draft, player: str, spaces: int, by_card: bool) -> None:
    """Move the token; passing GO, or landing on it, pays the salary (GO-1)."""
    before = draft.game.players[player].space
    draft.emit(Moved(player, (before + spaces) % SPACES))
    if before + spaces >= SPACES:
        _pay_salary(draft, player, by_card)


def _pay_salary(draft: Draft, player: str, by_card: bool) -> None:
    """Pay the salary (GO-1); house rules set it, and double it for landing on GO (HOUSE-20).

    Loans fall due with it (HOUSE-2).
    """
    game = draft.game
    is_on_go = game.players[player].space == 0
    draft.emit(Paid(BANK, player, valuation.salary(game, is_on_go, by_card), "salary"))
    rules = game.edition
    counts_laps = rules.buying_after_first_round or rules.rent_after_first_round
    if counts_laps and not game.players[player].has_been_round:
        draft.emit(RoundCompleted(player))
    loans.fall_due(draft, player)


def advance_to(draft: Draft, player: str, space: int, rented: LandingRule | None = None) -> None:
    """Move forward to ``space``.

    A token that is already on it goes all the way round.
    """
    before = draft.game.players[player].space
    _go_forward(draft, player, (space - before - 1) % SPACES + 1, by_card=True)
    land(draft, player, rented)


def go_back_to(draft: Draft, player: str, space: int) -> None:
    """Move against the direction of play, which never pays a salary (FLOW-20)."""
    draft.emit(Moved(player, space))
    land(draft, player)


def land(draft: Draft, player: str, rented: LandingRule | None = None) -> None:
    """Carry out the effect of the space on which the token is (MOVE-1)."""
    space = draft.game.board.spaces[draft.game.players[player].space]
    if space.deed:
        _land_on_deed(draft, player, space.deed, rented or rent.charge_rent)
    elif space.kind in (Kind.CHANCE, Kind.COMMUNITY_CHEST):
        draft.emit(Asked(ToDraw(player, space.kind)))
    elif space.kind is Kind.INCOME_TAX:
        taxes.charge_income_tax(draft, player, space.amount)
    elif space.kind is Kind.LUXURY_TAX:
        taxes.charge_luxury_tax(draft, player, space.amount)
    elif space.kind is Kind.FREE_PARKING:
        _pay_out_pot(draft, player)
    elif space.kind is Kind.GO_TO_JAIL:
        draft.emit(Jailed(player, jail_space(draft.game)))


def jail_space(game: Game) -> int:
    """Return the position of the jail."""
    return next(space.position for space in game.board.spaces if space.kind is Kind.JAIL)


def _pay_out_pot(draft: Draft, player: str) -> None:
    """Pay the pot to the player, if the table keeps one (PARK-1)."""
    if draft.game.pot:
        draft.emit(Paid(POT, player, draft.game.pot, "pot"))
        if draft.game.edition.pot_seed:
            draft.emit(Paid(BANK, POT, draft.game.edition.pot_seed, "pot"))


def _land_on_deed(draft: Draft, player: str, deed: Deed, rented: LandingRule) -> None:
    game = draft.game
    holding = game.holdings.get(deed.key)
    is_first_lap = not game.players[player].has_been_round
    if holding is None:
        if not (is_first_lap and game.edition.buying_after_first_round):
            draft.emit(Asked(ToBuy(player, deed.key)))
    elif is_first_lap and game.edition.rent_after_first_round:
        return
    elif holding.owner != player and not holding.mortgaged:
        rented(draft, player, deed)
