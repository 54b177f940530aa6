"""What scripted players make of what they own: mortgages lifted, houses and hotels built."""

from collections.abc import Iterator

from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.phases import ToThrow
from companion.engine.players.styles import Choose, Style, Styles, first_legal, spare
from companion.engine.state import Game


def improving(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Before a throw everybody may spend what there is to spare, the thrower first (FLOW-2)."""
    if not isinstance(game.phase, ToThrow):
        return None
    seats = (game.turn.player, *game.left_of(game.turn.player)[:-1])
    wishes = (wish for name in seats for wish in _wishes(game, name, styles[name]))
    return first_legal(game, wishes)


def _wishes(game: Game, name: str, style: Style) -> Iterator[Move]:
    """A whole group is freed of its mortgages, then built on (MORT-3, BLD-1)."""
    money = spare(game, name, style)
    for deed in game.deeds_of(name):
        if not game.has_whole_group(deed):
            continue
        if game.holdings[deed.key].mortgaged and money > deed.price:
            yield moves.Lifts(name, deed.key)
        elif deed.house_price and money >= deed.house_price:
            yield moves.Builds(name, (deed.key,))
