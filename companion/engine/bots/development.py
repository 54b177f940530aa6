"""What scripted players make of what they own: mortgages lifted, houses and hotels built."""

from collections.abc import Iterator

from companion.engine import moves
from companion.engine.board import Deed
from companion.engine.bots.styles import Choose, Style, Styles, first_legal, spare
from companion.engine.memo import cached_per_player
from companion.engine.moves import Move
from companion.engine.phases import ToThrow
from companion.engine.rules.lots import open_lots
from companion.engine.state import Game


def improving(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Before a throw everybody may spend what there is to spare, the thrower first (FLOW-2)."""
    if not isinstance(game.phase, ToThrow):
        return None
    seats = (game.turn.player, *game.left_of(game.turn.player)[:-1])
    for name in seats:
        prospects = _prospects(game, name)
        if prospects and (move := first_legal(game, _wishes(game, name, styles[name]))):
            return move
    return None


def _wishes(game: Game, name: str, style: Style) -> Iterator[Move]:
    """A whole group is freed of its mortgages, then built on (MORT-3, BLD-1)."""
    money = spare(game, name, style)
    for deed in _prospects(game, name):
        if game.holdings[deed.key].mortgaged:
            if money > deed.price:
                yield moves.Unmortgage(name, deed.key)
        elif money >= deed.house_price:
            yield moves.Build(name, (deed.key,))


@cached_per_player
def _prospects(game: Game, name: str) -> list[Deed]:
    """The deeds of whole groups that are mortgaged, or may carry one more building."""
    whole, free = game.whole_groups_of(name), {lot.key for lot in open_lots(game, name)}
    return [deed for deed in whole if game.holdings[deed.key].mortgaged or deed.key in free]
