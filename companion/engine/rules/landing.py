"""Moving a token, and what the space it reaches does (MOVE-1)."""

from collections.abc import Callable

from companion.engine.board import SPACES, Deed, Kind
from companion.engine.events import Asked, Jailed, Moved, Paid
from companion.engine.rules import rent, taxes
from companion.engine.state import BANK, Game, ToBuy, ToDraw
from companion.engine.story import Story

Reached = Callable[[Story, str, Deed], None]
"""What happens on reaching a deed that another player owns and has not mortgaged."""


def moves_forward(story: Story, player: str, spaces: int, rented: Reached | None = None) -> None:
    """In the direction of play; GO on the way, or at the end of it, pays the salary (GO-1)."""
    before = story.game.players[player].space
    story.tell(Moved(player, (before + spaces) % SPACES))
    if before + spaces >= SPACES:
        story.tell(Paid(BANK, player, story.game.board.salary, "salary"))
    lands(story, player, rented)


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
    elif space.kind is Kind.GO_TO_JAIL:
        story.tell(Jailed(player, jail_space(story.game)))


def jail_space(game: Game) -> int:
    """Where the jail is."""
    return next(space.position for space in game.board.spaces if space.kind is Kind.JAIL)


def _on_deed(story: Story, player: str, deed: Deed, rented: Reached) -> None:
    holding = story.game.holdings.get(deed.key)
    if holding is None:
        story.tell(Asked(ToBuy(player, deed.key)))
    elif holding.owner != player and not holding.mortgaged:
        rented(story, player, deed)
