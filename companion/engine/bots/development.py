"""Decisions of bots about their groups: repay mortgages, then build."""

from collections.abc import Iterator

from companion.engine import moves
from companion.engine.board import Deed
from companion.engine.bots.styles import Choose, Style, Styles, first_legal, spare
from companion.engine.memo import cached_per_player
from companion.engine.moves import Move
from companion.engine.phases import ToThrow
from companion.engine.rules.lots import open_lots
from companion.engine.state import Game


def develop(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Improve a group before a roll, the player with the dice first (FLOW-2).

    Every player may spend cash before a roll.
    """
    if not isinstance(game.phase, ToThrow):
        return None
    seats = (game.turn.player, *game.left_of(game.turn.player)[:-1])
    for name in seats:
        improvable = _improvable_deeds(game, name)
        if improvable and (move := first_legal(game, _improvements(game, name, styles[name]))):
            return move
    return None


def _improvements(game: Game, name: str, style: Style) -> Iterator[Move]:
    """Yield the improvements that ``name`` can afford (MORT-3, BLD-1)."""
    money = spare(game, name, style)
    for deed in _improvable_deeds(game, name):
        if game.holdings[deed.key].mortgaged:
            if money > deed.price:
                yield moves.Unmortgage(name, deed.key)
        elif money >= deed.house_price:
            yield moves.Build(name, (deed.key,))


@cached_per_player
def _improvable_deeds(game: Game, name: str) -> list[Deed]:
    """Return the deeds of whole groups that are mortgaged or may carry a building."""
    whole, free = game.whole_groups_of(name), {lot.key for lot in open_lots(game, name)}
    return [deed for deed in whole if game.holdings[deed.key].mortgaged or deed.key in free]
