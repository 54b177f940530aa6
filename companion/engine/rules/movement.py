"""Moving a token, and what the space it reaches does (MOVE-1)."""

from collections.abc import Callable

from companion.engine.board import SPACES, Deed, Kind
from companion.engine.draft import Story
from companion.engine.events import Asked, Jailed, Moved, Paid, RoundCompleted
from companion.engine.phases import ToBuy, ToDraw
from companion.engine.rules import rent, taxes
from companion.engine.state import BANK, POT, Game

Reached = Callable[[Story, str, Deed], None]
"""What happens on reaching a deed that another player owns and has not mortgaged."""


def moves_forward(story: Story, player: str, spaces: int, rented: Reached | None = None) -> None:
    """In the direction of play; GO on the way, or at the end of it, pays the salary (GO-1)."""
    before = story.game.players[player].space
    story.tell(Moved(player, (before + spaces) % SPACES))
    if before + spaces >= SPACES:
        _earns_salary(story, player)
    lands(story, player, rented)


def _earns_salary(story: Story, player: str) -> None:
    """GO-1; a house rule pays it twice for landing there."""
    game = story.game
    twice = game.edition.go_pays_double and game.players[player].space == 0
    story.tell(Paid(BANK, player, game.board.salary * (2 if twice else 1), "salary"))
    if game.edition.buying_after_first_round and not game.players[player].has_been_round:
        story.tell(RoundCompleted(player))


def advances_to(story: Story, player: str, space: int, rented: Reached | None = None) -> None:
    """Forward to ``space``, all the way round when the token stands there already."""
    before = story.game.players[player].space
    moves_forward(story, player, (space - before - 1) % SPACES + 1, rented)


def goes_back_to(story: Story, player: str, space: int) -> None:
    """Against the direction of play, which never earns a salary (FLOW-20)."""
    story.tell(Moved(player, space))
    lands(story, player)


def lands(story: Story, player: str, rented: Reached | None = None) -> None:
    """The space reached is effective."""
    space = story.game.board.spaces[story.game.players[player].space]
    if space.deed:
        _on_deed(story, player, space.deed, rented or rent.falls_due)
    elif space.kind in (Kind.CHANCE, Kind.COMMUNITY_CHEST):
        story.tell(Asked(ToDraw(player, space.kind)))
    elif space.kind is Kind.INCOME_TAX:
        taxes.income_tax_is_due(story, player, space.amount)
    elif space.kind is Kind.LUXURY_TAX:
        taxes.luxury_tax_is_due(story, player, space.amount)
    elif space.kind is Kind.FREE_PARKING:
        _wins_pot(story, player)
    elif space.kind is Kind.GO_TO_JAIL:
        story.tell(Jailed(player, jail_space(story.game)))


def jail_space(game: Game) -> int:
    """Where the jail is."""
    return next(space.position for space in game.board.spaces if space.kind is Kind.JAIL)


def _wins_pot(story: Story, player: str) -> None:
    """PARK-1: nothing happens, unless the table keeps a pot there."""
    if story.game.pot:
        story.tell(Paid(POT, player, story.game.pot, "pot"))
        if story.game.edition.pot_seed:
            story.tell(Paid(BANK, POT, story.game.edition.pot_seed, "pot"))


def _on_deed(story: Story, player: str, deed: Deed, rented: Reached) -> None:
    game = story.game
    holding = game.holdings.get(deed.key)
    waits = game.edition.buying_after_first_round and not game.players[player].has_been_round
    if holding is None and not waits:
        story.tell(Asked(ToBuy(player, deed.key)))
    elif holding and holding.owner != player and not holding.mortgaged:
        rented(story, player, deed)
